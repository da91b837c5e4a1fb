"""One deal, from the forced bets to the settled pots: `decide` and `evolve` of a hand."""
