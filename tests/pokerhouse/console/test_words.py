"""The pages' words: each is there in German, with the same facts in it, and none too many."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import pytest

from pokerhouse.console.words import WORDS
from tests.support.messages import CONSOLE, known, wanted_texts

FACT = re.compile(r"\{\w+\}|%\(\w+\)s")
SAID = re.compile(r'say\(\s*"((?:[^"\\]|\\.)*)"')


def test_every_sentence_is_there_in_german_and_no_other() -> None:
    translated = known("de")
    assert sorted(wanted_texts() - set(translated)) == []
    assert sorted(set(translated) - wanted_texts()) == []
    assert [english for english, german in translated.items() if not german] == []


def test_a_translation_has_the_facts_of_its_sentence() -> None:
    for english, german in known("de").items():
        assert sorted(FACT.findall(english)) == sorted(FACT.findall(german)), english


FEATURES = sorted(path.parent.name for path in CONSOLE.glob("*/apps.py"))


def words_of(feature: str) -> set[str]:
    """Return what a feature's pages bring along beside the words of all."""
    if not (CONSOLE / feature / "words.py").exists():
        return set()
    return set(import_module(f"pokerhouse.console.{feature}.words").WORDS)


def modules_of(feature: str) -> str:
    """Return the text of a feature's modules."""
    return "".join(path.read_text() for path in sorted((CONSOLE / feature).rglob("*.js")))


def test_modules_say_only_what_the_page_brings_along() -> None:
    said = {feature: set(SAID.findall(modules_of(feature))) for feature in FEATURES}
    assert sum(map(len, said.values())) > 40
    for feature, sentences in said.items():
        assert sorted(sentences - set(WORDS) - words_of(feature)) == [], feature


def test_no_word_is_brought_along_for_nothing() -> None:
    everywhere = "".join(map(modules_of, FEATURES))
    states = {"open", "playing", "closing", "paused", "closed"}
    assert [word for word in WORDS if f'"{word}"' not in everywhere and word not in states] == []
    for feature in FEATURES:
        said = modules_of(feature)
        assert [word for word in words_of(feature) if f'"{word}"' not in said] == []
        assert words_of(feature) & set(WORDS) == set()


TAGS = re.compile(
    r"{%\s*(blocktranslate|comment)\b.*?{%\s*end\1\s*%}|{%.*?%}|{{.*?}}|{#.*?#}", re.DOTALL
)
NAMES = {"22 / 16 / 14 / 13 / 12 px", "room", "panel", "raised", "well", "main"}
"""What is the same in every language: the type's sizes and the tokens that /parts shows."""

ATTRIBUTE = re.compile(r"hx-[\w-]+='[^']*'")
"""What a block adds to a tag of the template that it extends."""


class _Bare(HTMLParser):
    """Finds words that a template says itself, in text and in what is read out or shown."""

    SPOKEN = frozenset({"title", "aria-label", "alt", "placeholder", "value"})

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in {"input", "button"} or ("type", "submit") in attrs:
            self.found += [value for name, value in attrs if name in self.SPOKEN and value]

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def _bare_words(path: Path) -> Iterator[str]:
    reader = _Bare()
    reader.feed(TAGS.sub("", path.read_text()))
    for text in reader.found:
        if (
            re.search(r"[^\W\d_]{2,}", text)
            and text.strip() not in NAMES
            and not ATTRIBUTE.fullmatch(text.strip())
        ):
            yield text.strip()


@pytest.mark.parametrize("path", sorted(CONSOLE.rglob("*.html")), ids=lambda path: path.name)
def test_a_template_says_nothing_that_is_in_no_catalogue(path: Path) -> None:
    assert list(_bare_words(path)) == []
