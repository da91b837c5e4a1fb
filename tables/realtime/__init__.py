"""What tables bring to the sockets: their channel, and a player's actions."""
