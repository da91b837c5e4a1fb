"""Random legal play at a whole table, in memory or through store and ledger (`manage.py deal`)."""
