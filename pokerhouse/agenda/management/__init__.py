"""The agenda's commands."""
