"""The part of the sockets that tables bring: their channel, and a player's actions."""
