"""The one-command house and every operator's command."""
