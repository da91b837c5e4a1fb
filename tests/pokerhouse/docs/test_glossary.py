"""`pokerhouse/docs/glossary.md` has every word of the wire, in both languages, and no other."""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from accounts.money.cage.services import CageKind
from accounts.people.terms import Standing
from pokerhouse.common.access import AccessKind, Scope
from pokerhouse.common.roles import Role
from tables.engine.hand.commands import ActionKind
from tables.engine.rules.audience import Audience
from tables.engine.rules.games import GAMES, Family
from tables.engine.rules.ruleset import RuleSet
from tables.engine.table.state import Seat, SitOutWhen, TableState
from tables.live.codec import EVENT_CLASSES
from tests.support.folders import CHECKOUT

GLOSSARY = CHECKOUT / "pokerhouse" / "docs" / "glossary.md"
STATUS_OF_A_HAND = {"able", "all_in", "timed_out", "folded"}

_WORD = re.compile(r"`([^`]+)`")


def _rows(chapter: str) -> list[list[str]]:
    """Return the cells of the chapter's table, without its head."""
    text = GLOSSARY.read_text().split(f"\n## {chapter}\n")[1].split("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def _choices(annotation: Any) -> Iterator[str]:
    """Yield every word that a value of this type can be, in structs at any depth."""
    if annotation is RuleSet:  # has words of its own, `tables.room.rules.words`
        return
    if get_origin(annotation) is Literal:
        yield from (word for word in get_args(annotation) if isinstance(word, str))
    elif isinstance(annotation, type) and issubclass(annotation, StrEnum):
        yield from annotation
    elif isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        for field in get_type_hints(annotation).values():
            yield from _choices(field)
    else:
        for part in get_args(annotation):
            yield from _choices(part)


def _words_of_the_wire() -> set[str]:
    spoken = (
        ActionKind,
        Audience,
        Role,
        Scope,
        AccessKind,
        CageKind,
        Family,
        Seat,
        SitOutWhen,
        TableState,
    )
    words = {word for kind in [*EVENT_CLASSES.values(), *spoken] for word in _choices(kind)}
    streets = {street.name for game in GAMES.values() for street in game.streets}
    return words | streets | set(GAMES) | set(Standing.values) | STATUS_OF_A_HAND


def test_every_event_has_its_row_and_there_is_no_other() -> None:
    named = [_WORD.findall(name) for name, *_ in _rows("Events")]
    assert sorted(named) == sorted([event] for event in EVENT_CLASSES)


def test_every_choice_on_the_wire_has_its_word_and_there_is_no_other() -> None:
    named = {word for words, *_ in _rows("Words of the wire") for word in _WORD.findall(words)}
    assert named == _words_of_the_wire()


@pytest.mark.parametrize("chapter", ["The card room", "Poker", "The code", "Words of the wire"])
def test_every_word_is_explained_in_both_languages_and_only_once(chapter: str) -> None:
    rows = _rows(chapter)
    assert len(rows) > 20
    assert [row[0] for row in rows if not all(row[:3])] == []
    assert len({row[0] for row in rows}) == len(rows)
