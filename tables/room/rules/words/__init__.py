"""
What each switch of the house rules means, for screens: in English, and in German in the words of
German card rooms.

Plain data: a form uses `WORDS[switch].title(language)`.
"""

from tables.room.rules.words.base import SwitchWords, Words
from tables.room.rules.words.betting import BETTING
from tables.room.rules.words.presets import PRESET_WORDS
from tables.room.rules.words.room import ROOM
from tables.room.rules.words.stud import STUD
from tables.room.rules.words.table import TABLE

__all__ = ["PRESET_WORDS", "WORDS", "SwitchWords", "Words"]

WORDS: dict[str, SwitchWords] = {**TABLE, **BETTING, **STUD, **ROOM}
"""Wire name of a switch → its words."""
