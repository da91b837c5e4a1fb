"""What all pages share: their frame, their way in, their static files."""
