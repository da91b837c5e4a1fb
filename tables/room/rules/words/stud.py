"""Stud's own switches."""

from tables.room.rules.words.base import SwitchWords

STUD = {
    "stud.rotate_dealer": SwitchWords(
        "Stud: the dealer's seat goes round",
        "Whether the place from which cards are dealt moves on from hand to hand.",
        "Stud: Kartengeber wechselt",
        "Ob die Rolle des Kartengebers nach jedem Spiel im Uhrzeigersinn weitergeht.",
        {
            False: ("seat 1 always comes first", "Platz 1 erhält immer die erste Karte"),
            True: ("it moves on after every hand", "sie wechselt nach jedem Spiel"),
        },
    ),
    "stud.bring_in": SwitchWords(
        "Stud: size of the bring-in",
        "What the forced bet of the first round is at least.",
        "Stud: Höhe des Zwangseinsatzes",
        "Wie hoch der Zwangseinsatz der ersten Wettrunde mindestens ist.",
        {"ante": ("as much as the ante", "so hoch wie das Ante")},
    ),
    "stud.opener_amounts": SwitchWords(
        "Stud: what the opener may put in",
        "How much whoever has to open may choose.",
        "Stud: Beträge des Eröffners",
        "Welche Beträge der Spieler wählen darf, der eröffnen muss.",
        {
            "two": (
                "the bring-in or the full lower limit",
                "den Zwangseinsatz oder das volle untere Limit",
            ),
            "range": ("anything between the two", "jeden Betrag dazwischen"),
        },
    ),
    "stud.bring_in_card": SwitchWords(
        "Stud: who brings in",
        "Whose open card has to open. In razz the highest one always does.",
        "Stud: wer eröffnen muss",
        "Mit welcher Tür-Karte man eröffnen muss. Im Razz ist es immer die höchste.",
        {
            "low": ("the lowest", "mit der niedrigsten"),
            "high": (
                "the highest; in no-limit and pot-limit only",
                "mit der höchsten; nur in No-Limit und Pot-Limit",
            ),
        },
    ),
    "stud.tie_high": SwitchWords(
        "Stud: equal open hands",
        "Who speaks first when two open hands are equal.",
        "Stud: gleichwertige offene Karten",
        "Wer als Erster spricht, wenn zwei offene Kombinationen gleichwertig sind.",
        {
            "position": ("the first left of the dealer", "der Erste links vom Kartengeber"),
            "suit": (
                "whose highest card has the higher suit",
                "wessen höchste Karte die höhere Farbe hat",
            ),
        },
    ),
    "stud.open_pair": SwitchWords(
        "Stud: open pair on fourth street",
        "What may be bet on fourth street when an open pair lies on the table.",
        "Stud: offenes Paar auf der vierten Straße",
        "Was auf der vierten Straße gesetzt werden darf, wenn ein offenes Paar liegt.",
        {
            "spread": (
                "anything from the ante to the higher limit",
                "jeder Betrag vom Ante bis zum oberen Limit",
            ),
            "two_sizes": (
                "the lower or the higher limit",
                "das untere oder das obere Limit",
            ),
            "off": ("the lower limit, as without a pair", "das untere Limit, wie ohne Paar"),
        },
    ),
    "stud.open_pair_who": SwitchWords(
        "Stud: whose pair counts",
        "Whose open pair opens the range.",
        "Stud: wessen Paar zählt",
        "Wessen offenes Paar den höheren Einsatz erlaubt.",
        {
            "any": (
                "that of any hand still in, for everybody",
                "das jedes Spielers, der noch im Spiel ist, und zwar für alle",
            ),
        },
    ),
    "stud.late_streets": SwitchWords(
        "Stud: bets from fifth street on",
        "What may be bet on fifth, sixth and seventh street.",
        "Stud: Einsätze ab der fünften Straße",
        "Was auf der fünften, sechsten und siebten Straße gesetzt werden darf.",
        {
            "spread": (
                "anything from the lower to the higher limit",
                "jeder Betrag vom unteren bis zum oberen Limit",
            ),
            "fixed_high": ("exactly the higher limit", "genau das obere Limit"),
        },
    ),
    "stud.shortage": SwitchWords(
        "Stud: not enough cards",
        "What is done when the deck does not reach for a whole street.",
        "Stud: zu wenige Karten",
        "Was geschieht, wenn die Karten für eine Straße nicht reichen.",
        {
            "tda": (
                "burn cards are used, and if that is too little one community card serves all",
                (
                    "Brennkarten kommen dazu; reicht auch das nicht, gilt eine"
                    " Gemeinschaftskarte für alle"
                ),
            ),
        },
    ),
    "stud.community_first": SwitchWords(
        "Stud: who speaks after a community card",
        "Whether the community card counts for the open hands that decide who speaks first.",
        "Stud: wer nach einer Gemeinschaftskarte spricht",
        "Ob die Gemeinschaftskarte bei den offenen Karten mitzählt, die über das erste Wort"
        " entscheiden.",
        {
            "sixth": (
                "it does not: the open cards of sixth street decide",
                "nein: es gelten die offenen Karten der sechsten Straße",
            ),
            "community": ("it does", "ja"),
        },
    ),
    "odd_chip.stud": SwitchWords(
        "Stud: cards that decide on the odd chip",
        "The odd chip goes to the highest card by suit; of which cards.",
        "Stud: Karten für den unteilbaren Rest",
        "Der unteilbare Rest geht an die höchste Karte nach Farbe; unter welchen Karten.",
        {
            "five_cards": ("the five that make the hand", "den fünf der Kombination"),
            "all_cards": ("all seven", "allen sieben"),
        },
    ),
}
