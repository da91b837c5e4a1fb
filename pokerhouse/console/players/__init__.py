"""The pages about players and people: their standing and roles, and staff's commands."""
