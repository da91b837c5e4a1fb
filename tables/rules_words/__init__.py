"""
What each switch of the house rules means, for screens: in English, and in German in the words of
German card rooms.

Plain data beside no state: whoever draws a form asks `WORDS[switch].title(language)`.
"""

from tables.rules_words.base import SwitchWords, Words
from tables.rules_words.betting import BETTING
from tables.rules_words.presets import PRESET_WORDS
from tables.rules_words.room import ROOM
from tables.rules_words.stud import STUD
from tables.rules_words.table import TABLE

__all__ = ["PRESET_WORDS", "WORDS", "SwitchWords", "Words"]

WORDS: dict[str, SwitchWords] = {**TABLE, **BETTING, **STUD, **ROOM}
"""Wire name of a switch → its words."""
