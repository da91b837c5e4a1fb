"""Buy-in, time, showdown, odd chips, blinds, tournaments."""

from tables.room.rules.words.base import SwitchWords

ROOM = {
    "stakes.min_buy_in_factor": SwitchWords(
        "Minimum buy-in",
        "How many times the lower limit (in no-limit and pot-limit the big blind) a buy-in has to"
        " be.",
        "Mindest-Buy-in",
        "Das Wievielfache des unteren Limits (in No-Limit und Pot-Limit des großen Blinds) ein"
        " Buy-in mindestens beträgt.",
    ),
    "stakes.max_buy_in": SwitchWords(
        "Maximum buy-in",
        "How many chips a player may bring to the table at most. Chips that are won stay.",
        "Höchst-Buy-in",
        "Wie viele Chips ein Spieler höchstens mitbringen darf. Gewonnene bleiben liegen.",
        {None: ("no maximum", "keine Grenze")},
    ),
    "stakes.queue_top_up": SwitchWords(
        "Topping up during a hand",
        "What becomes of a request for more chips while the player is in a hand.",
        "Aufstocken während eines Spiels",
        "Was mit einem Zukauf geschieht, der während eines Spiels verlangt wird.",
        {
            False: ("it is refused", "er wird abgelehnt"),
            True: ("it waits for the end of the hand", "er wartet auf das Ende des Spiels"),
        },
    ),
    "stakes.top_up_target": SwitchWords(
        "Topping up at least to",
        "What a top-up has to bring the stack to.",
        "Aufstocken mindestens auf",
        "Auf welche Höhe ein Zukauf das Spielkapital mindestens bringen muss.",
        {
            "table_min": ("the table's minimum buy-in", "den Mindest-Buy-in des Tisches"),
            "own_buy_in": ("the player's own buy-in", "den eigenen Buy-in des Spielers"),
        },
    ),
    "stakes.rejoin_window_min": SwitchWords(
        "Coming back with less",
        "For how many minutes a player who left has to come back with as much as he took away.",
        "Rückkehr mit weniger",
        "Wie viele Minuten lang ein Spieler nur mit mindestens dem Betrag zurückkehren darf, den er"
        " mitgenommen hat.",
    ),
    "timeout.mode": SwitchWords(
        "Time-out",
        "What happens to a hand whose player does not act in time.",
        "Zeitüberschreitung",
        "Was geschieht, wenn ein Spieler nicht rechtzeitig handelt.",
        {
            "allin_protect": (
                "all-in for what is in the pot, folded if nothing is",
                "all-in mit dem, was er im Pott hat; ohne Einsatz abgeworfen",
            ),
            "fold": (
                "checked where that is free, else folded",
                "Check, wo er frei ist, sonst passen",
            ),
        },
    ),
    "timeout.free_check": SwitchWords(
        "Time-out where a check is free",
        "Whether protection takes effect although nothing was to be called.",
        "Zeitüberschreitung bei freiem Check",
        "Ob auch dann all-in gewertet wird, wenn nichts zu bringen war.",
        {
            "allin": ("all-in there too", "auch dann all-in"),
            "check": ("it is a check", "es gilt als Check"),
        },
    ),
    "timeout.protect_per_day": SwitchWords(
        "Protected time-outs a day",
        "How often a day a time-out makes a player all-in; after that it folds his hand.",
        "Geschützte Zeitüberschreitungen je Tag",
        "Wie oft am Tag eine Zeitüberschreitung als All-in gewertet wird; danach heißt sie passen.",
        {None: ("any number", "beliebig oft")},
    ),
    "timeout.sit_out_after": SwitchWords(
        "Sitting out after time-outs",
        "After how many time-outs in a row a player sits out; 0 is never.",
        "Aussetzen nach Zeitüberschreitungen",
        "Nach wie vielen Zeitüberschreitungen in Folge ein Spieler aussetzt; 0 heißt nie.",
    ),
    "timeout.alert_after": SwitchWords(
        "Telling the floor of time-outs",
        "After how many time-outs a day the floor is told of a player.",
        "Meldung an die Aufsicht",
        "Nach wie vielen Zeitüberschreitungen am Tag die Aufsicht verständigt wird.",
    ),
    "showdown.mode": SwitchWords(
        "Showdown",
        "Which hands are opened at the end.",
        "Showdown",
        "Welche Karten am Ende aufgedeckt werden.",
        {
            "auto": ("all hands still in", "die aller verbliebenen Spieler"),
            "losers_muck": (
                "the first one and those that are not beaten; others may be put away",
                (
                    "die ersten und alle nicht geschlagenen; die übrigen dürfen verdeckt weggelegt"
                    " werden"
                ),
            ),
            "manual": (
                "each player shows or mucks; who plays the board says so first",
                (
                    "jeder deckt auf oder wirft weg; wer die Karten des Tisches spielt, sagt"
                    " es vorher an"
                ),
            ),
        },
    ),
    "odd_chip.distribution": SwitchWords(
        "Several odd chips",
        "Who gets what cannot be divided evenly.",
        "Mehrere unteilbare Chips",
        "Wer erhält, was sich nicht gleich aufteilen lässt.",
        {
            "all_to_first": (
                "the first winner, all of it",
                "der erste Gewinner den ganzen Rest",
            ),
            "one_each": ("one chip each, clockwise", "reihum jeder einen Chip"),
        },
    ),
    "blinds.sb_ratio": SwitchWords(
        "Small blind in limit games",
        "Which part of the lower limit the small blind is.",
        "Kleines Blind in Limit-Spielen",
        "Welcher Teil des unteren Limits das kleine Blind ist.",
        {
            "1/2": ("half of it", "die Hälfte"),
            "1/3": ("a third of it", "ein Drittel"),
            "2/3": ("two thirds of it", "zwei Drittel"),
        },
    ),
    "tournament.race_out": SwitchWords(
        "Color-up: a player's last chips",
        "What becomes of a player who would lose his last chips in a chip race.",
        "Hochtauschen: die letzten Chips",
        "Was mit einem Spieler geschieht, der beim Hochtauschen seine letzten Chips verlöre.",
        {
            "extra_chip": (
                "he gets one new chip in addition to those raced for",
                "er erhält einen neuen Chip zusätzlich zu den ausgespielten",
            ),
            "out": (
                "his chip is one of those raced for",
                "sein Chip geht von den ausgespielten ab",
            ),
        },
    ),
    "h4h.same_table": SwitchWords(
        "Hand for hand: out at one table",
        "How players rank who go out in the same hand of one table before the money.",
        "Hand für Hand: Ausscheiden an einem Tisch",
        "Wie Spieler gewertet werden, die vor den Preisplätzen im selben Spiel eines Tisches"
        " ausscheiden.",
        {
            "stack": ("the larger stack ranks higher", "der größere Stack steht höher"),
            "share": ("they share the place", "sie teilen sich den Platz"),
        },
    ),
}
