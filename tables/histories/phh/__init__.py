"""The Poker Hand History format (arXiv 2312.11753), in and out."""
