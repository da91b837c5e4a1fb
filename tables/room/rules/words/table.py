"""Button, newcomers, missed blinds, the deal."""

from tables.room.rules.words.base import SwitchWords

TABLE = {
    "button.method": SwitchWords(
        "Moving the button",
        "How the dealer button goes on when seats have become free.",
        "Wandern des Dealer-Buttons",
        "Wie der Dealer-Button weitergeht, wenn Plätze frei geworden sind.",
        {
            "moving": (
                "to the next player who takes part; whoever the big blind passes over posts it",
                (
                    "zum nächsten teilnehmenden Spieler; wen das große Blind überspringt, der"
                    " bringt es trotzdem"
                ),
            ),
            "dead": (
                "behind the blinds, onto an empty seat too; nobody is big blind twice or spared",
                (
                    "hinter den Blinds her, auch auf einen leeren Platz; niemand bringt das"
                    " große Blind zweimal oder gar nicht"
                ),
            ),
        },
    ),
    "button.headsup_no_double_bb": SwitchWords(
        "No second big blind heads-up",
        "When three become two, the moving button can make a player the big blind twice running.",
        "Kein zweites großes Blind zu zweit",
        "Werden aus dreien zwei, kann der wandernde Button einen Spieler zweimal nacheinander zum"
        " großen Blind machen.",
        {
            False: ("the button just goes on", "der Button geht einfach weiter"),
            True: ("the two change places", "die beiden tauschen die Rollen"),
        },
    ),
    "entry.between_button_and_bb": SwitchWords(
        "Coming in between button and big blind",
        "Whether a newcomer in the small blind's position may post a big blind and play at once.",
        "Einstieg zwischen Button und großem Blind",
        "Ob ein neuer Spieler auf der Position des kleinen Blinds gegen ein großes Blind sofort"
        " mitspielen darf.",
        {
            "wait": (
                "he waits until the button has passed",
                "er wartet, bis der Button vorbei ist",
            ),
            "post": ("he may post and play", "er darf setzen und mitspielen"),
        },
    ),
    "entry.short_handed_free": SwitchWords(
        "Joining one or two players",
        "Whether a newcomer takes any position where no more than two are playing.",
        "Einstieg zu höchstens zwei Spielern",
        "Ob ein neuer Spieler jede Position einnimmt, solange höchstens zwei spielen.",
        {
            True: ("he takes the position he gets", "er nimmt die Position, die er bekommt"),
            False: (
                "he posts or waits as at a full table",
                "er setzt oder wartet wie an einem vollen Tisch",
            ),
        },
    ),
    "missed_blinds": SwitchWords(
        "Missed blinds",
        "What a player owes who let the blinds pass him.",
        "Verpasste Blinds",
        "Was ein Spieler schuldet, der die Blinds vorbeigehen ließ.",
        {
            "post_or_wait": (
                "he posts what he missed, or waits for the big blind",
                "er bringt die verpassten Blinds oder wartet auf das große Blind",
            ),
            "ignore": ("nothing", "nichts"),
        },
    ),
    "deal.headsup_first": SwitchWords(
        "First card heads-up",
        "Who of two players gets the first card.",
        "Erste Karte zu zweit",
        "Wer von zwei Spielern die erste Karte erhält.",
        {
            "non_button": ("the big blind", "das große Blind"),
            "button": ("the button", "der Dealer-Button"),
        },
    ),
    "deal.burn": SwitchWords(
        "Burn cards",
        "Whether a card is put away face down before each street.",
        "Brennkarten",
        "Ob vor jeder Straße eine Karte verdeckt weggelegt wird.",
        {
            True: ("one before each street", "eine vor jeder Straße"),
            False: ("none", "keine"),
        },
    ),
    "deal.one_at_a_time": SwitchWords(
        "Dealing one by one",
        "How the hole cards are dealt.",
        "Geben der Handkarten",
        "Wie die verdeckten Karten ausgeteilt werden.",
        {
            True: ("one card each, round after round", "reihum je eine Karte"),
            False: ("each player all of his at once", "jedem Spieler alle auf einmal"),
        },
    ),
    "omaha.seats": SwitchWords(
        "Seats at an Omaha table",
        "How many seats an Omaha table may have.",
        "Plätze am Omaha-Tisch",
        "Wie viele Plätze ein Omaha-Tisch haben darf.",
        {
            "6-10": ("six to ten", "sechs bis zehn"),
            "2-10": ("two to ten", "zwei bis zehn"),
        },
    ),
    "omaha.min_to_deal": SwitchWords(
        "Players for an Omaha hand",
        "How many players an Omaha hand needs.",
        "Spieler für ein Omaha-Spiel",
        "Wie viele Spieler ein Spiel Omaha braucht.",
    ),
    "table.min_to_open": SwitchWords(
        "Players to open a table",
        "How many players have to be ready before the button is drawn and the first hand dealt.",
        "Spieler zur Tischeröffnung",
        "Wie viele Spieler spielbereit sein müssen, bevor der Button ausgelost und das erste Spiel"
        " gegeben wird.",
    ),
    "short_deck.trips_beat_straight": SwitchWords(
        "Short deck: three of a kind against a straight",
        "Which of the two is higher with 36 cards. A flush beats a full house either way.",
        "Short Deck: Drilling gegen Straße",
        "Was mit 36 Karten höher ist. Ein Flush schlägt in jedem Fall ein Full House.",
        {
            False: ("the straight is higher", "die Straße ist höher"),
            True: ("three of a kind is higher", "der Drilling ist höher"),
        },
    ),
    "suit_order": SwitchWords(
        "Order of suits",
        "Where suits decide: button draw, bring-in, odd chips in stud. Never who wins a pot.",
        "Rangfolge der Farben",
        "Wo die Farbe entscheidet: Auslosung des Buttons, Zwangseinsatz, unteilbarer Rest im Stud."
        " Nie über den Gewinn eines Potts.",
        {
            "shdc": (
                "spades, hearts, diamonds, clubs",
                "Pik, Herz, Karo, Kreuz",
            ),
        },
    ),
}
