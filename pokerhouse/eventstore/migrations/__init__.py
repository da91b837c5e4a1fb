"""The tables of this app, as SQL; Django is told what they look like."""
