"""Text that people write: names, reasons. It is accepted unchanged, or refused."""

import unicodedata

_UNSEEN = {"Cc", "Cf", "Zl", "Zp"}
"""Categories of control and format characters and of line ends."""

_JOINERS = "\u200c\u200d"
"""Format characters that words of some languages, and some emoji, are written with."""


def flaw_of(text: str) -> str | None:
    """
    Return why `text` is refused, as a code; None if it is accepted.

    `outer_space`: it begins or ends with white space. Dropping that would store what nobody wrote,
    and one name could be sent in two ways. `control_character`: it has invisible characters, such
    as line ends or marks that turn the reading direction.
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
"""The sentence that a form shows, by code."""
