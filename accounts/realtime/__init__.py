"""What people bring to the sockets: their ways in."""
