"""The audit trail: one row for each command of staff, append-only."""
