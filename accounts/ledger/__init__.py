"""The rules of double entry: pure, without Django, database or clock."""
