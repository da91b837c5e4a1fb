"""Text that people write: names, reasons. It is taken as it is, or not at all."""

import unicodedata

_UNSEEN = {"Cc", "Cf", "Zl", "Zp"}
"""Categories of control and format characters and of line ends."""

_JOINERS = "\u200c\u200d"
"""Format characters that words of some languages, and some emoji, are written with."""


def flaw_of(text: str) -> str | None:
    """
    Return why the house does not take `text`, as a code; None if it does.

    `outer_space`: white space around it; to drop it would store what nobody wrote, and one name
    could be asked for in two ways. `control_character`: what nobody sees, a line's end among it,
    and what turns the direction of reading.
    """
    if text != text.strip():
        return "outer_space"
    if any(unicodedata.category(each) in _UNSEEN and each not in _JOINERS for each in text):
        return "control_character"
    return None


SENTENCES = {
    "outer_space": "There is white space before or behind it.",
    "control_character": "There is a control character in it.",
}
"""What a form says, by code."""
