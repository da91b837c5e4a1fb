"""The words of the presets."""

from tables.room.rules.words.base import Words

PRESET_WORDS = {
    "house": Words(
        "House rules",
        "The rules that this house plays by unless a table says otherwise.",
        "Hausregeln",
        "Die Regeln dieses Hauses, solange ein Tisch nichts anderes sagt.",
    ),
    "standard": Words(
        "Common card-room practice",
        "What most card rooms do: dead button, four raises a round without counting the big blind,"
        " exact limits in stud, a time-out folds, losers may put their cards away.",
        "Allgemeiner Brauch",
        "Was die meisten Häuser tun: toter Dealer-Button, vier Erhöhungen je Wettrunde ohne das"
        " große Blind, feste Limits im Stud, Zeitüberschreitung heißt passen, Verlierer dürfen ihre"
        " Karten verdeckt wegwerfen.",
    ),
}
"""Preset → its words."""
