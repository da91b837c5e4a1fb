"""A house to look at: people of every role, tables with bots, all in play money."""
