"""The shape of the words."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

Value: TypeAlias = bool | str | None
"""A value that has words of its own; for a number only `None`, which means "no limit"."""


class Words(Struct, frozen=True):
    """What something is called, and what it is, in both languages of the house."""

    en_title: str
    en_text: str
    de_title: str
    de_text: str

    def title(self, language: str) -> str:
        """Return its name; English for a language that the house does not speak."""
        return self.de_title if _is_german(language) else self.en_title

    def text(self, language: str) -> str:
        """Return what it is, in a sentence or two."""
        return self.de_text if _is_german(language) else self.en_text


class SwitchWords(Words, frozen=True):
    """A switch's name, what it decides, and what each of its values makes of that."""

    values: Mapping[Value, tuple[str, str]] = {}
    """Value → English, German."""

    def value(self, value: Value, language: str) -> str:
        """Return what is done with that value."""
        english, german = self.values[value]
        return german if _is_german(language) else english


def _is_german(language: str) -> bool:
    return language.partition("-")[0].lower() == "de"
