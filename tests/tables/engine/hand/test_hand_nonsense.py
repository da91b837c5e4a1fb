"""Nonsense in any field of any command: refused by a code, or what the clean command would do."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from tables.engine.hand.commands import (
    Act,
    Command,
    CorrectBoard,
    DeclareMisdeal,
    EnterCards,
    StartHand,
    TimeOut,
    VoidHand,
)
from tables.engine.hand.decide import advance
from tables.engine.hand.evolve import fold
from tables.engine.hand.legal import legal
from tables.engine.hand.state import Hand
from tables.engine.rules.errors import RuleViolation
from tests.support.random_hands import Deck, Playing, random_act


class Number(int):
    """Equal to a number, and nothing that the store can keep."""


class Word(str):
    """Equal to a word, and nothing that the store can keep."""

    __slots__ = ()


class Several(tuple[Any, ...]):
    """Equal to a tuple."""

    __slots__ = ()


NONSENSE: tuple[Any, ...] = (
    *(-1, 0, 1, 3, 11, 52, 2**53, 10**30, -(10**30), True, 1.0, 0.5, nan, inf, None),
    *("", "As", "5", b"\x00", (), (None,), (1.5,), ([],), ("a",), (10**30,), (-1,), (1, 1)),
    *([], [1], {}, object(), Act, range(3)),
    *(10**5000, -(10**5000), (10**5000,), "\ud800", "x" * 1000, Decimal(5), Fraction(5), 5j),
    *(Number(1), Word("holdem"), Word("fold"), Several(), Several((0,)), (Number(0),)),
)
_SEEDS = st.integers(0, 2**32 - 1)


def _with_nonsense(command: msgspec.Struct) -> Iterator[Any]:
    """Yield the command with each nonsense in each of its fields."""
    for field in fields(command):
        for value in NONSENSE:
            yield replace(command, **{field.name: value})


def _try(hand: Hand | None, command: Any, deck: Any) -> None:
    """
    Nothing but a RuleViolation may be raised, and nothing may have changed then.

    What is accepted can be stored, and is read again as it was.
    """
    before = msgspec.msgpack.encode(hand)
    try:
        events, after = advance(hand, command, deck)
    except RuleViolation as refusal:
        msgspec.json.encode(refusal.facts)
        assert msgspec.msgpack.encode(hand) == before
    else:
        assert events
        assert fold(events, hand) == after
        for event in events:
            stored = msgspec.msgpack.encode(event)
            assert msgspec.msgpack.decode(stored, type=type(event)) == event


def _nested(start: StartHand) -> Iterator[StartHand]:
    """Yield the start with nonsense in what it is made of."""
    for name in ("structure", "options", "rake", "rules"):
        for part in _with_nonsense(getattr(start, name)):
            yield replace(start, **{name: part})
    for name in ("seats", "posts"):
        entries = getattr(start, name)
        for entry in _with_nonsense(entries[0]) if entries else ():
            yield replace(start, **{name: (entry, *entries[1:])})
        for value in NONSENSE:
            yield replace(start, **{name: (*entries, value)})


@given(seed=_SEEDS)
def test_a_start_of_nonsense_is_refused_by_a_code(seed: int) -> None:
    """Constructors do not validate: `decide` checks every field that it reads."""
    play = Playing(seed)
    for command in (*_with_nonsense(play.start), *_nested(play.start)):
        _try(None, command, play.deck)


def _said(play: Playing) -> Iterator[Command]:
    hand = play.hand
    choices = legal(hand)
    if choices is not None:
        for kind in choices.kinds:
            yield random_act(play.random, hand, choices, kind)
    seat = choices.seat if choices is not None else 1
    yield TimeOut(seat, hand.turn)
    yield Act(seat, hand.turn, "complete")
    yield Act(seat, hand.turn, "discard")
    yield Act(seat, hand.turn, "run_it", times=1)
    yield VoidHand("why")
    yield DeclareMisdeal("why")
    yield EnterCards((0,), (0,))
    yield CorrectBoard((0,), "premature_card")


@given(seed=_SEEDS, steps=st.integers(0, 12))
def test_a_command_of_nonsense_is_refused_by_a_code(seed: int, steps: int) -> None:
    """Every field of every command, in any state."""
    play = Playing(seed)
    for _ in range(steps):
        if not play.hand.is_over:
            play.step()
    for said in _said(play):
        _try(play.hand, said, play.deck)
        for command in _with_nonsense(said):
            _try(play.hand, command, play.deck)


@given(seed=_SEEDS, place=st.integers(0, 51), face=st.sampled_from(NONSENSE))
def test_a_deck_with_nonsense_in_it_is_refused_by_a_code(seed: int, place: int, face: Any) -> None:
    """R-TAB-4."""
    play = Playing(seed)
    at = place % len(play.deck)
    _try(None, play.start, (*play.deck[:at], face, *play.deck[at + 1 :]))


@pytest.mark.parametrize("change", ["one more", "one less", "twice"])
@given(seed=_SEEDS)
def test_a_deck_of_another_size_or_with_a_card_twice_is_refused(change: str, seed: int) -> None:
    """R-TAB-4: 53 cards, 51, a card twice."""
    play = Playing(seed)
    decks: dict[str, Deck] = {
        "one more": (*play.deck, 0),
        "one less": play.deck[:-1],
        "twice": (*play.deck[:-1], play.deck[0]),
    }
    with pytest.raises(RuleViolation) as caught:
        advance(None, play.start, decks[change])
    assert caught.value.code == ("duplicate_card" if change == "twice" else "deck_size")


@pytest.mark.parametrize("deck", [None, 52, object(), {}, set(range(52)), iter(range(52))])
def test_what_is_no_deck_at_all_is_refused_by_a_code(deck: Any) -> None:
    """R-TAB-4."""
    play = Playing(1, "holdem")
    with pytest.raises(RuleViolation) as caught:
        advance(None, play.start, deck)
    assert (caught.value.code, caught.value.facts) == ("wrong_type", {"field": "cards"})


def _subclass_of(part: msgspec.Struct) -> Any:
    """Return an equal part of a class that the store knows nothing of."""
    kind = msgspec.defstruct("Other", [], bases=(type(part),), frozen=True)
    return kind(**{field.name: getattr(part, field.name) for field in fields(part)})


@pytest.mark.parametrize("name", ["structure", "rules", "rake", "options", "seats", "posts"])
def test_a_part_of_another_class_is_refused_though_it_is_equal(name: str) -> None:
    """It would be stored, and read as something else."""
    start = Playing(1, "holdem").start
    part = getattr(start, name)
    other = tuple(map(_subclass_of, part)) if isinstance(part, tuple) else _subclass_of(part)
    with pytest.raises(RuleViolation) as caught:
        advance(None, replace(start, **{name: other}), Playing(1, "holdem").deck)
    assert (caught.value.code, caught.value.facts) == ("wrong_type", {"field": name})


def test_a_word_that_only_looks_like_a_game_is_none_and_opens_no_door_to_others() -> None:
    """What was once accepted under that name would let everything else pass as a game."""
    play = Playing(1, "holdem")
    for game in (Word("holdem"), None, [], object()):
        with pytest.raises(RuleViolation) as caught:
            advance(None, replace(play.start, game=game), play.deck)
        assert caught.value.code == "unknown_game"


@pytest.mark.parametrize("reason", [None, 5, b"why", "\ud800", Word("why"), []])
def test_a_reason_that_is_no_text_is_refused(reason: Any) -> None:
    """R-MSD-1, R-MSD-5, R-MSD-6: it stands in the event."""
    play = Playing(1, "holdem")
    for command in (
        VoidHand(reason),
        DeclareMisdeal(reason),
        CorrectBoard((0,), reason),
    ):
        with pytest.raises(RuleViolation) as caught:
            advance(play.hand, command, play.deck)
        assert (caught.value.code, caught.value.facts) == ("wrong_type", {"field": "reason"})
