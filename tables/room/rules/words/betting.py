"""Actions, raises, the cap, pot-limit and spread limits."""

from tables.room.rules.words.base import SwitchWords

BETTING = {
    "action.free_fold": SwitchWords(
        "Folding where a check is free",
        "Whether a player may fold although he has nothing to call.",
        "Passen trotz freiem Check",
        "Ob ein Spieler passen darf, obwohl er nichts zu bringen hat.",
        {
            True: ("allowed, with a warning", "erlaubt, mit einem Hinweis"),
            False: ("not offered", "nicht möglich"),
        },
    ),
    "raise.unanswerable": SwitchWords(
        "Raises that nobody can answer",
        "Whether one may raise when every opponent is all-in or can no more than call.",
        "Erhöhungen ohne Gegner",
        "Ob man erhöhen darf, wenn alle Gegner all-in sind oder nur noch mitgehen können.",
        {
            "refuse": ("no: only call or fold", "nein: nur mitgehen oder passen"),
            "allow": ("yes; what is too much comes back", "ja; was zu viel ist, kommt zurück"),
        },
    ),
    "cap.raises": SwitchWords(
        "Raises a round",
        "How many raises follow the bet of a round in limit games; the last one is the cap.",
        "Erhöhungen je Wettrunde",
        "Wie oft ein Einsatz in Limit-Spielen je Wettrunde erhöht werden darf; danach ist nur noch"
        " mitgehen oder passen möglich.",
    ),
    "cap.big_bet": SwitchWords(
        "Cap in no-limit and pot-limit",
        "Whether the number of raises is limited there too.",
        "Höchstzahl der Erhöhungen auch in No-Limit und Pot-Limit",
        "Ob die Zahl der Erhöhungen auch dort begrenzt ist.",
        {
            False: ("any number of raises", "beliebig viele Erhöhungen"),
            True: ("as many as in limit games", "so viele wie in Limit-Spielen"),
        },
    ),
    "cap.bb_counts": SwitchWords(
        "The big blind counts as a bet",
        "Whether the big blind is the first of the round's bets when raises are counted.",
        "Großes Blind zählt als Einsatz",
        "Ob das große Blind beim Zählen der Erhöhungen als erster Einsatz der Wettrunde gilt.",
        {
            True: ("it is the bet, raises follow", "es ist der Einsatz, Erhöhungen folgen"),
            False: ("the first raise is the bet", "erst die erste Erhöhung ist der Einsatz"),
        },
    ),
    "cap.lift_heads_up": SwitchWords(
        "No cap between two",
        "In which rounds two players may raise as often as they like.",
        "Unbegrenztes Erhöhen zu zweit",
        "In welchen Wettrunden zwei verbliebene Spieler beliebig oft erhöhen dürfen.",
        {
            "stud_last_round": ("in stud's last round", "in der letzten Wettrunde des Stud"),
            "any_round": ("in every round of every game", "in jeder Wettrunde jedes Spiels"),
        },
    ),
    "cap.uncap_midround": SwitchWords(
        "Lifting the cap in mid-round",
        "Whether the cap falls as soon as a fold leaves two hands, or only if the round began with"
        " two.",
        "Aufheben der Höchstzahl mitten in der Wettrunde",
        "Ob die Begrenzung fällt, sobald durch Passen nur zwei übrig sind, oder nur, wenn schon zu"
        " Beginn der Wettrunde zwei spielten.",
        {
            True: ("as soon as two are left", "sobald nur noch zwei im Spiel sind"),
            False: ("only if the round began with two", "nur, wenn die Wettrunde zu zweit begann"),
        },
    ),
    "cap.count_all_in": SwitchWords(
        "All-in hands count for the cap",
        "Whether a third hand that is all-in or timed out keeps the cap in place.",
        "All-in zählt für die Höchstzahl",
        "Ob ein dritter Spieler, der all-in ist oder dessen Zeit ablief, die Begrenzung bestehen"
        " lässt.",
        {
            True: ("it is a third hand", "er zählt als dritter"),
            False: ("only who can still bet counts", "es zählt nur, wer noch setzen kann"),
        },
    ),
    "pl.sb_counts_as_bb": SwitchWords(
        "Pot-limit: the small blind counts in full",
        "How the small blind enters the sum that may be raised in the first round.",
        "Pot-Limit: kleines Blind zählt voll",
        "Womit das kleine Blind in der ersten Wettrunde in die Höchstgrenze eingeht.",
        {
            False: ("with what it is", "mit seinem Betrag"),
            True: ("as if it were a big blind", "als wäre es ein großes Blind"),
        },
    ),
    "pl.bb_ante_counts": SwitchWords(
        "Pot-limit: the big blind's ante",
        "From when the single ante of the big blind is part of the pot that may be raised by.",
        "Pot-Limit: Ante des großen Blinds",
        "Ab wann das vom großen Blind allein gezahlte Ante zum Pott zählt, um den erhöht werden"
        " darf.",
        {
            "second_round": ("from the second round", "ab der zweiten Wettrunde"),
            "always": ("from the first round", "von der ersten Wettrunde an"),
        },
    ),
    "spread.step_min": SwitchWords(
        "Step-spread: the smallest bet after the step",
        "Whether the smallest bet rises together with the largest one.",
        "Stufen-Spread-Limit: kleinster Einsatz nach der Stufe",
        "Ob mit dem höchsten auch der kleinste Einsatz steigt.",
        {
            "keep": ("it stays", "er bleibt"),
            "lower": (
                "it becomes the first rounds' largest bet",
                "er wird zum höchsten Einsatz der ersten Wettrunden",
            ),
        },
    ),
}
