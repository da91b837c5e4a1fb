"""`manage.py relay`."""
