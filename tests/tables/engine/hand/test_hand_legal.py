"""`legal` is exactly what `decide` accepts, and a refusal leaves no trace."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, get_args

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tables.engine.hand.commands import Act, ActionKind, Command, TimeOut
from tables.engine.hand.decide import advance
from tables.engine.hand.events import BroughtIn, HandEvent, StubExtended, TimedOut
from tables.engine.hand.legal import Legal, legal
from tables.engine.hand.state import BETTING, Hand, SeatState
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.limits import NoLimit
from tests.support.random_hands import Deck, Playing

_KINDS: tuple[Any, ...] = (*get_args(ActionKind), "", None)
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
        hand.round.low_bet_chips,
        choices.bring_in_chips,
    }
    near = {edge + step for edge in edges for step in (-1, 0, 1)}
    odd = (0, -1, 2**53, True, 1.0, float(choices.min_to_chips), None, str(choices.min_to_chips))
    return {(type(amount), amount) for amount in (*near, *odd)}


def _in_turn(hand: Hand, choices: Legal) -> Iterator[Act]:
    for kind in _KINDS:
        for _, amount in _amounts(hand, choices):
            yield Act(choices.seat, choices.turn, kind, amount)
        for cards in _discards(hand, choices):
            yield Act(choices.seat, choices.turn, kind, cards=cards)
        for times in (0, 1, 2, 3, 4):
            yield Act(choices.seat, choices.turn, kind, times=times)


def _discards(hand: Hand, choices: Legal) -> Iterator[tuple[Any, ...]]:
    """Every number of the actor's own cards, one twice, somebody else's, none of the deck's."""
    own = hand.of(choices.seat).positions
    yield from (own[:count] for count in range(1, len(own) + 1))
    yield (own[0], own[0])
    yield from ((at,) for seat in hand.seats if seat.seat != choices.seat for at in seat.positions)
    yield from ((-1,), (52,), (10**30,), ("0",))


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


def _is_offered(hand: Hand, choices: Legal, act: Act) -> bool:
    if act.kind not in choices.kinds or not _has_only_its_own(act):
        return False
    to = act.to_chips
    if act.kind == "discard":
        own = hand.of(choices.seat).positions
        is_own = set(act.cards) <= set(own) and len(set(act.cards)) == len(act.cards)
        return is_own and choices.min_cards <= len(act.cards) <= choices.max_cards
    if act.kind == "run_it":
        return act.times is not None and 1 <= act.times <= choices.max_times
    if act.kind == "complete":
        return to is None or to == hand.round.low_bet_chips
    if act.kind not in {"bet", "raise"}:
        return True
    if type(to) is not int or not choices.min_to_chips <= to <= choices.max_to_chips:
        return False
    return not choices.has_two_amounts or to in {choices.min_to_chips, choices.max_to_chips}


def _has_only_its_own(act: Act) -> bool:
    """Whoever names an amount, cards or a number of boards does not mean to fold or call."""
    return (
        (act.to_chips is None or act.kind in {"bet", "raise", "complete"})
        and (not act.cards or act.kind == "discard")
        and (act.times is None or act.kind == "run_it")
    )


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
    first = next(event for event in events if not isinstance(event, StubExtended))
    assert getattr(first, "seat", None) == hand.actor
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
            assert _is_accepted(hand, act, play.deck) == _is_offered(hand, choices, act), act


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
                assert isinstance(events[0], TimedOut | BroughtIn)  # R-TIM-9
                assert any(isinstance(event, TimedOut) for event in events)


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
    """docs/rules.md#formulas: to_call, min_to and max_to from the state alone, by the formulas."""
    play = Playing(seed)
    for hand in play.states():
        choices = legal(hand)
        if choices is None or hand.phase != BETTING or choices.bring_in_chips:
            continue
        seat = hand.of(choices.seat)
        everything = seat.street_chips + seat.stack_chips
        missing = max(hand.price_chips - seat.street_chips, 0)
        assert choices.to_call_chips == min(missing, seat.stack_chips)
        assert ("check" in choices.kinds) == (missing == 0)
        assert ("call" in choices.kinds) == (missing > 0)
        if choices.why_no_raise is None:
            least, most = _formulas(hand, seat)
            assert choices.min_to_chips == min(least, everything)
            assert choices.max_to_chips == min(most, everything) > hand.price_chips
        else:
            assert (choices.min_to_chips, choices.max_to_chips) == (0, 0)
            assert not {"bet", "raise", "complete"} & set(choices.kinds)


def _formulas(hand: Hand, seat: SeatState) -> tuple[int, int]:
    """docs/rules.md#formulas, for a stack that is deep enough."""
    price, low, high = hand.price_chips, hand.round.low_bet_chips, hand.round.high_bet_chips
    structure = hand.started.structure
    least = price + hand.raise_size_chips
    if structure.IS_BIG_BET:
        if isinstance(structure, NoLimit):
            return least, 10**18
        pot = price + hand.pot_chips + (price - seat.street_chips)
        missing = hand.round.short_blind_chips if hand.street == 0 else 0
        return least, max(least, pot + missing)
    if low < high:
        return least, price + high
    level = hand.full_level_chips
    bet = level + low
    if not hand.full_bet_count and level < low:
        bet = low  # completing
    return bet, bet
