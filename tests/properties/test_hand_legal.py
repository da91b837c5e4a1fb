"""`legal` is exactly what `decide` accepts, and a refusal leaves no trace."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, get_args

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.commands import Act, ActionKind, Command, TimeOut
from tables.engine.decide import advance
from tables.engine.errors import RuleViolation
from tables.engine.events import HandEvent, TimedOut
from tables.engine.legal import Legal, legal
from tables.engine.state import Hand
from tests.support.random_hands import Deck, Playing

_KINDS: tuple[Any, ...] = (*get_args(ActionKind), "complete", "", None)
_SEEDS = st.integers(0, 2**32 - 1)


def _amounts(hand: Hand, choices: Legal) -> set[tuple[type, Any]]:
    """Return what may stand in `to_chips`: every edge from both sides, and no integers."""
    seat = hand.of(choices.seat)
    edges = {
        choices.min_to_chips,
        choices.max_to_chips,
        seat.stack_chips,
        seat.street_chips + seat.stack_chips,
        hand.price_chips,
        hand.price_chips + hand.raise_size_chips,
    }
    near = {edge + step for edge in edges for step in (-1, 0, 1)}
    odd = (0, -1, 2**53, True, 1.0, float(choices.min_to_chips), None, str(choices.min_to_chips))
    return {(type(amount), amount) for amount in (*near, *odd)}


def _in_turn(hand: Hand, choices: Legal) -> Iterator[Act]:
    for kind in _KINDS:
        for _, amount in _amounts(hand, choices):
            yield Act(choices.seat, choices.turn, kind, amount)


def _out_of_turn(choices: Legal) -> Iterator[Command]:
    wrong_seats = [seat for seat in range(-1, 13) if seat != choices.seat]
    wrong_turns = [choices.turn - 1, choices.turn + 1, 0, -1, 10**9]
    for seat, turn in [
        *((seat, choices.turn) for seat in wrong_seats),
        *((choices.seat, turn) for turn in wrong_turns),
    ]:
        yield TimeOut(seat, turn)
        for kind in _KINDS:
            yield Act(seat, turn, kind, choices.max_to_chips or None)


def _is_offered(choices: Legal, act: Act) -> bool:
    if act.kind not in choices.kinds:
        return False
    to = act.to_chips
    if act.kind not in {"bet", "raise"}:
        return to is None  # whoever names an amount does not mean to fold or call
    return type(to) is int and choices.min_to_chips <= to <= choices.max_to_chips


def _is_accepted(hand: Hand, command: Command, deck: Deck) -> bool:
    before = msgspec.msgpack.encode(hand)
    refusal: RuleViolation | None = None
    events: Sequence[HandEvent] = ()
    try:
        events, _ = advance(hand, command, deck)
    except RuleViolation as caught:
        refusal = caught
    assert msgspec.msgpack.encode(hand) == before  # also after acceptance: states are values
    if refusal is not None:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", refusal.code)
        msgspec.json.encode(refusal.facts)
        return False
    assert getattr(events[0], "seat", None) == hand.actor
    return True


@given(seed=_SEEDS)
def test_in_turn_exactly_the_legal_actions_are_accepted(seed: int) -> None:
    """R-ACT-1 to R-ACT-9: every word with every amount in every state of a hand."""
    play = Playing(seed)
    for hand in play.states():
        choices = legal(hand)
        if choices is None:
            continue
        for act in _in_turn(hand, choices):
            assert _is_accepted(hand, act, play.deck) == _is_offered(choices, act), act


@given(seed=_SEEDS)
def test_out_of_turn_nothing_is_accepted(seed: int) -> None:
    """R-ACT-8: another seat, an old or a future turn, an action or a time-out."""
    play = Playing(seed)
    for hand in play.states():
        choices = legal(hand)
        if choices is None:
            continue
        for command in _out_of_turn(choices):
            assert not _is_accepted(hand, command, play.deck), command


@given(seed=_SEEDS)
def test_a_time_out_is_always_possible_in_turn(seed: int) -> None:
    """R-TIM-2: the clock of the turn that is owed; it answers for its player."""
    play = Playing(seed)
    for hand in play.states():
        if hand.actor is not None:
            for is_protected in (True, False):
                command = TimeOut(hand.actor, hand.turn, is_protected)
                events, _ = advance(hand, command, play.deck)
                assert isinstance(events[0], TimedOut)


@given(seed=_SEEDS)
def test_after_the_end_nothing_is_legal(seed: int) -> None:
    """R-ACT-9: E_HAND_OVER for every seat and turn."""
    play = Playing(seed).to_the_end()
    assert legal(play.hand) is None
    for seat in range(12):
        for turn in (play.hand.turn, play.hand.turn + 1):
            for command in (Act(seat, turn, "fold"), TimeOut(seat, turn)):
                assert not _is_accepted(play.hand, command, play.deck)


@given(seed=_SEEDS)
def test_legal_amounts_are_what_the_rules_say(seed: int) -> None:
    """RULES 23: to_call, min_to and max_to from the state alone, by the formulas."""
    play = Playing(seed)
    for hand in play.states():
        choices = legal(hand)
        if choices is None or choices.kinds[0] == "show":
            continue
        seat = hand.of(choices.seat)
        everything = seat.street_chips + seat.stack_chips
        missing = max(hand.price_chips - seat.street_chips, 0)
        assert choices.to_call_chips == min(missing, seat.stack_chips)
        assert ("check" in choices.kinds) == (missing == 0)
        assert ("call" in choices.kinds) == (missing > 0)
        if choices.why_no_raise is None:
            full = hand.price_chips + hand.raise_size_chips
            assert choices.min_to_chips == min(full, everything)
            assert choices.max_to_chips == everything > hand.price_chips
        else:
            assert (choices.min_to_chips, choices.max_to_chips) == (0, 0)
            assert not {"bet", "raise"} & set(choices.kinds)
