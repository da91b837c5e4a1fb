"""The pages' words: each is there in German, with the same facts in it, and none too many."""

import re

from pokerhouse.console.words import WORDS
from tests.support.messages import CONSOLE, asked, known

FACT = re.compile(r"\{\w+\}|%\(\w+\)s")
SAID = re.compile(r'say\(\s*"((?:[^"\\]|\\.)*)"')


def test_every_sentence_is_there_in_german_and_no_other() -> None:
    translated = known("de")
    assert sorted(asked() - set(translated)) == []
    assert sorted(set(translated) - asked()) == []
    assert [english for english, german in translated.items() if not german] == []


def test_a_translation_has_the_facts_of_its_sentence() -> None:
    for english, german in known("de").items():
        assert sorted(FACT.findall(english)) == sorted(FACT.findall(german)), english


def test_modules_say_only_what_the_page_brings_along() -> None:
    modules = sorted(CONSOLE.rglob("*.js"))
    said = {sentence for path in modules for sentence in SAID.findall(path.read_text())}
    assert len(said) > 40
    assert sorted(said - set(WORDS)) == []


def test_no_word_is_brought_along_for_nothing() -> None:
    text = "".join(path.read_text() for path in sorted(CONSOLE.rglob("*.js")))
    states = {"open", "playing", "closing", "paused", "closed"}
    assert [word for word in WORDS if f'"{word}"' not in text and word not in states] == []
