"""People: identity, roles, tokens, sessions, inbox."""
