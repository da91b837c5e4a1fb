"""The parts of which staff's pages consist; the page `/parts` shows all of them."""
