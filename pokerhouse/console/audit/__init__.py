"""The audit trail's page: which member of staff did what, to whom, and when."""
