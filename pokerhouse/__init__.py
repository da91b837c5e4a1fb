"""The server of a card room: hands as events, a pure engine, balanced money."""
