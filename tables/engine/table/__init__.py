"""Life between deals: seats, button, blinds owed, lineup; `decide` and `evolve` of a table."""
