"""The shape of the words."""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

Value: TypeAlias = bool | str | None
"""A value that has words of its own; for a number only `None`, which means "no limit"."""


class Words(Struct, frozen=True):
    """The name and the explanation of something, in English and German."""

    en_title: str
    en_text: str
    de_title: str
    de_text: str

    def title(self, language: str) -> str:
        """Return its name in German, or in English for every other language."""
        return self.de_title if _is_german(language) else self.en_title

    def text(self, language: str) -> str:
        """Return its explanation, in a sentence or two."""
        return self.de_text if _is_german(language) else self.en_text


class SwitchWords(Words, frozen=True):
    """A switch's name, its explanation, and what each of its values means."""

    values: Mapping[Value, tuple[str, str]] = {}
    """Value → English, German."""

    def value(self, value: Value, language: str) -> str:
        """Return what this value means."""
        english, german = self.values[value]
        return german if _is_german(language) else english


def _is_german(language: str) -> bool:
    return language.partition("-")[0].lower() == "de"
