"""Hand histories of other programs, in and out; `common` is what all writers ask of a hand."""
