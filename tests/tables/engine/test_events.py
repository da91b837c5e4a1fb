"""The wire form of events and commands: tags, versions, audiences, nothing mutable."""

import json
import re
from typing import get_args
from uuid import UUID

import msgspec
import pytest

from tables.engine.hand import events as hand_events
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
from tables.engine.hand.events import Event, HandEvent, HandStarted, Posted, Raised
from tables.engine.rules.audience import Audience
from tables.engine.rules.terms import Post, PostKind
from tests.support.hands import no_limit, start_hand

CLASSES: tuple[type[Event], ...] = get_args(HandEvent)


def test_the_union_holds_every_event_class_of_the_module() -> None:
    """A new class that was forgotten in the union would never be decoded."""
    defined = {
        value
        for value in vars(hand_events).values()
        if isinstance(value, type) and issubclass(value, Event) and value is not Event
    }
    assert defined == set(CLASSES)


def test_every_event_has_a_version_and_an_audience() -> None:
    """docs/architecture.md#conventions."""
    for event in CLASSES:
        assert event.VERSION >= 1
        assert isinstance(event.AUDIENCE, Audience)


def test_the_sealed_deck_is_for_nobody_and_all_else_is_public() -> None:
    """docs/architecture.md#hidden-cards: no other event of a hand holds anything hidden."""
    hidden = [event.__name__ for event in CLASSES if event.AUDIENCE is not Audience.EVERYONE]
    assert hidden == ["DeckSealed"]


def test_tags_are_unique_and_in_the_hands_name_space() -> None:
    """docs/architecture.md#conventions: `hand.` and the class's words."""
    tags = [event.__struct_config__.tag for event in CLASSES]
    assert len(set(tags)) == len(tags)
    for event, tag in zip(CLASSES, tags, strict=True):
        words = re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()
        assert tag == "hand." + words.removeprefix("hand_")


def test_events_and_commands_are_frozen_and_hold_no_list() -> None:
    """docs/architecture.md#the-engine: tuples, not lists; frozen."""
    for struct in (*CLASSES, *get_args(Command)):
        assert struct.__struct_config__.frozen
        for field in msgspec.structs.fields(struct):
            assert "list" not in str(field.type), (struct, field.name)
            assert "dict" not in str(field.type), (struct, field.name)


def test_events_refuse_fields_that_they_do_not_know() -> None:
    """docs/architecture.md#conventions: a new shape is a new version."""
    for event in CLASSES:
        assert event.__struct_config__.forbid_unknown_fields, event
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.json.decode(b'{"type":"hand.folded","seat":1,"why":"tired"}', type=HandEvent)


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"hand.folded"}',
        b'{"type":"hand.folded","seat":"1"}',
        b'{"type":"hand.folded","seat":1.5}',
        b'{"type":"hand.flattened","seat":1}',
        b'{"seat":1}',
        b'{"type":"hand.posted","seat":1,"kind":"stroll","chips":5,"is_all_in":false}',
    ],
)
def test_what_is_no_event_is_not_decoded(line: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(line, type=HandEvent)


def test_a_raise_reads_as_it_happened() -> None:
    """Sorted keys, the tag among them, amounts as "raise to"."""
    line = msgspec.json.encode(Raised(3, 120, 110, is_all_in=False), order="sorted")
    assert line == (
        b'{"added_chips":110,"is_all_in":false,"seat":3,"to_chips":120,"type":"hand.raised"}'
    )
    posted = msgspec.json.encode(
        Posted(2, PostKind.BIG_BLIND_ANTE, 5, is_all_in=True), order="sorted"
    )
    assert posted == b'{"chips":5,"is_all_in":true,"kind":"bb_ante","seat":2,"type":"hand.posted"}'


def test_the_start_stamps_rules_structure_and_seats_whole() -> None:
    """docs/architecture.md#the-engine: the fold of a hand needs nothing but its events."""
    (started,) = no_limit(1_000, 900).all_of(HandStarted)
    stamped = json.loads(msgspec.json.encode(started))
    assert stamped["structure"] == {
        "kind": "nl",
        "small_blind": 5,
        "big_blind": 10,
        "ante": 0,
        "bb_ante": 0,
        "bring_in": 0,
    }
    assert stamped["options"] == {
        "is_bomb_pot": False,
        "board_count": 1,
        "run_it_times": 1,
        "run_it_agreed": [],
    }
    assert stamped["rules"]["odd_chip.distribution"] == "all_to_first"
    assert stamped["seats"] == [
        {"seat": 2, "player": str(UUID(int=2)), "stack_chips": 900},
        {"seat": 1, "player": str(UUID(int=1)), "stack_chips": 1_000},
    ]


@pytest.mark.parametrize(
    "command",
    [
        start_hand({1: 1_000, 2: 900}, extra=[Post(1, PostKind.DEAD, 5)]),
        Act(3, 7, "raise", 400),
        Act(3, 7, "fold"),
        TimeOut(3, 7, is_protected=False),
        Act(3, 7, "discard", cards=(0, 11, 53)),
        Act(3, 7, "run_it", times=2),
        VoidHand("fouled deck"),
        DeclareMisdeal("two cards exposed"),
        EnterCards((7, 8), (0, 51)),
        CorrectBoard((8, 9, 10), "missing_burn"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_every_command_survives_json(command: Command) -> None:
    """docs/architecture.md#the-engine: the wire's list of actions is made from these classes."""
    line = msgspec.json.encode(command, order="sorted")
    assert msgspec.json.decode(line, type=type(command)) == command


def test_every_command_class_is_encoded_in_a_test() -> None:
    """A new command needs a line above."""
    assert set(get_args(Command)) == {
        *(StartHand, Act, TimeOut, VoidHand),
        *(DeclareMisdeal, EnterCards, CorrectBoard),
    }
