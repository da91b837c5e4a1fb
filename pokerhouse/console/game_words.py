"""What a table of the lobby plays, in words; `names.js` says the same of hands."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext

_GAMES: Final = {
    "holdem": "hold'em",
    "short_deck": "short-deck hold'em",
    "pineapple": "pineapple",
    "crazy_pineapple": "crazy pineapple",
    "omaha": "Omaha",
    "omaha8": "Omaha hi-lo",
    "omaha5": "five-card Omaha",
    "omaha5_8": "five-card Omaha hi-lo",
    "omaha6": "six-card Omaha",
    "omaha6_8": "six-card Omaha hi-lo",
    "courchevel": "Courchevel",
    "courchevel8": "Courchevel hi-lo",
    "stud7": "seven-card stud",
    "stud8": "seven-card stud hi-lo",
    "razz": "razz",
    "draw5": "five-card draw",
    "single27": "deuce-to-seven single draw",
    "triple27": "deuce-to-seven triple draw",
    "badugi": "badugi",
}
_LIMITS: Final = {
    "nl": "No-limit {game}",
    "pl": "Pot-limit {game}",
    "fixed": "Fixed-limit {game}",
    "spread": "Spread-limit {game}",
    "step_spread": "Step-spread {game}",
}
_ROTATIONS: Final = {
    ("holdem", "omaha8", "razz", "stud7", "stud8"): "HORSE",
    ("triple27", "holdem", "omaha8", "razz", "stud7", "stud8", "holdem", "omaha"): "8-Game",
}
"""Lists of games that have a name of their own, the same in every language."""


def game_name(line: Mapping[str, Any]) -> str:
    """Return what a table plays, as a heading: `Pot-limit Omaha`, `HORSE`."""
    games = tuple(leg["game"] for leg in line["rotation"])
    if games:
        return _ROTATIONS.get(games) or gettext("Mixed games")
    form = _LIMITS.get(line["limit"])
    name = gettext(_GAMES[line["game"]])
    return _as_heading(gettext(form).replace("{game}", name) if form else name)


def name_of(game: str) -> str:
    """Return what a game is called, as a heading: `Omaha hi-lo`."""
    return _as_heading(gettext(_GAMES[game])) if game in _GAMES else game


def _as_heading(text: str) -> str:
    return text[0].upper() + text[1:]


def in_words(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return a line of the lobby with what it plays, and how it stands, in the reader's words."""
    return {**line, "game_name": game_name(line), "state_word": gettext(line["state"])}
