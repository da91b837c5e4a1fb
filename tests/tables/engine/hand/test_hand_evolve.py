"""`evolve` is total: any event on any state gives a state, and nothing is raised."""

import types
from enum import Enum
from typing import Any, Literal, Union, get_args, get_origin
from uuid import UUID

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from tables.engine.hand import events as hand_events
from tables.engine.hand.events import HandEvent
from tables.engine.hand.evolve import HANDLERS, evolve, fold
from tables.engine.hand.state import Hand
from tests.support.random_hands import Playing

CLASSES: tuple[type[hand_events.Event], ...] = get_args(HandEvent)
_INTEGERS = st.integers(0, 12) | st.integers(-(2**53), 2**53)


def _of(wanted: Any) -> st.SearchStrategy[Any]:
    """Return values of an annotated type, read from the event classes themselves."""
    origin, arguments = get_origin(wanted), get_args(wanted)
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin in {Union, types.UnionType}:
        return st.one_of(*[_of(argument) for argument in arguments])
    if origin is tuple:
        return st.lists(_of(arguments[0]), max_size=4).map(tuple)
    if hasattr(wanted, "__supertype__"):
        return _of(wanted.__supertype__)
    if wanted in _PLAIN:
        return _PLAIN[wanted]
    if issubclass(wanted, Enum):
        return st.sampled_from(tuple(wanted))
    return _built(wanted)


_PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    int: _INTEGERS,
    bool: st.booleans(),
    str: st.text(max_size=5),
    bytes: st.binary(max_size=5),
    type(None): st.none(),
    UUID: st.uuids(),
}


def _built(wanted: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    required: dict[str, Any] = {}
    optional: dict[str, Any] = {}
    for field in fields(wanted):
        kind = required if field.required else optional
        kind[field.name] = _of(field.type)
    return st.fixed_dictionaries(required, optional=optional).map(lambda given: wanted(**given))


EVENTS: st.SearchStrategy[HandEvent] = st.one_of(*[_built(wanted) for wanted in CLASSES])


@given(events=st.lists(EVENTS, max_size=12))
def test_any_events_fold_from_nothing(events: list[HandEvent]) -> None:
    """docs/architecture.md#conventions: also when the first is no start."""
    hand = fold(events)
    has_started = any(isinstance(event, hand_events.HandStarted) for event in events)
    assert (hand is not None) == has_started


@given(
    seed=st.integers(0, 2**32 - 1), steps=st.integers(0, 30), events=st.lists(EVENTS, max_size=8)
)
def test_any_events_fold_onto_any_hand(seed: int, steps: int, events: list[HandEvent]) -> None:
    """Seats that do not exist, amounts without sense, cards that are none."""
    play = Playing(seed)
    for _ in range(steps):
        if play.hand.is_over:
            break
        play.step()
    hand = fold(events, play.hand)
    assert isinstance(hand, Hand)
    assert hand.started == play.hand.started


@pytest.mark.parametrize(
    "event",
    [
        hand_events.CardsDealt("flop", (hand_events.DealtHand(1, ()),)),
        hand_events.CardsDealt("flop", ()),
        hand_events.BoardDealt("flop", (1,), (1,), is_run_out=False, board=2**53),
        hand_events.BoardDealt("flop", (1,), (1,), is_run_out=False, board=-1),
    ],
)
def test_an_event_that_no_hand_has_folds_at_once(event: HandEvent) -> None:
    """docs/architecture.md#conventions: a deal of no cards, a board beyond all numbers."""
    assert isinstance(fold([event], Playing(1).hand), Hand)


@given(event=EVENTS)
def test_any_event_survives_json(event: HandEvent) -> None:
    """docs/architecture.md#the-event-store: the bytes that are stored give the event back."""
    line = msgspec.json.encode(event, order="sorted")
    assert msgspec.json.decode(line, type=HandEvent) == event


def test_a_hand_begins_with_its_start_and_with_nothing_else() -> None:
    play = Playing(1)
    assert all(evolve(None, event) is None for event in play.events[1:])
    assert evolve(play.hand, play.events[0]) is play.hand


def test_every_event_has_its_handler_and_no_handler_is_left_over() -> None:
    """docs/architecture.md#conventions: the union is walked."""
    assert set(HANDLERS) == set(CLASSES)
