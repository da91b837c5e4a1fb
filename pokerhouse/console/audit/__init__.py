"""The audit trail: who of the staff did what, to whom, and when."""
