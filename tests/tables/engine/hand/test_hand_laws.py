"""Chips are conserved after every event, and the stream is the whole truth."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tables.engine.hand.commands import VoidHand
from tables.engine.hand.decide import advance, decide
from tables.engine.hand.events import (
    Bet,
    Called,
    Checked,
    Event,
    Folded,
    HandEvent,
    HandFinished,
    Posted,
    PotAwarded,
    Raised,
    Share,
    TurnStarted,
    UncalledReturned,
)
from tables.engine.hand.evolve import fold
from tables.engine.hand.invariants import problems
from tables.engine.hand.state import VOIDED
from tables.engine.rules.errors import RuleViolation
from tables.engine.view import SPECTATOR, project
from tests.support.laws import broken_laws
from tests.support.random_hands import Playing

_SEEDS = st.integers(0, 2**32 - 1)
_DECODER = msgspec.json.Decoder(HandEvent)


def _hands(seed: int) -> list[Playing]:
    return [Playing(seed + number) for number in range(8)]


@given(seed=_SEEDS)
def test_no_event_of_any_hand_breaks_a_law(seed: int) -> None:
    """Conservation, R-ACT-7, R-NL-3, R-NL-7, R-POT-1, R-POT-3: see `broken_laws`."""
    for play in _hands(seed):
        assert broken_laws(play.to_the_end().events) == []


@given(seed=_SEEDS)
def test_whoever_must_decide_stands_in_a_sound_state(seed: int) -> None:
    """`invariants.problems` finds nothing in any state in which a command may come."""
    for play in _hands(seed):
        for hand in play.states():
            assert problems(hand) == []


@given(seed=_SEEDS)
def test_replay_is_the_state_and_survives_json(seed: int) -> None:
    """Fold(events) == state, from memory and from the stored bytes."""
    for play in _hands(seed):
        for hand in play.states():
            assert fold(play.events) == hand
        stored = [msgspec.json.encode(event, order="sorted") for event in play.events]
        read = [_DECODER.decode(line) for line in stored]
        assert tuple(read) == play.events
        assert [msgspec.json.encode(event, order="sorted") for event in read] == stored
        assert fold(read) == play.hand


@given(seed=_SEEDS)
def test_decide_is_advance_without_the_state(seed: int) -> None:
    """The same events, twice the same: nothing but the arguments decides."""
    play = Playing(seed)
    assert decide(None, play.start, play.deck) == play.events
    assert advance(None, play.start, play.deck) == (play.events, play.hand)


@given(seed=_SEEDS)
def test_every_stack_is_visible_to_everybody_always(seed: int) -> None:
    """R-STK-8: a spectator's own fold of what he may see gives every stack and the pot."""
    play = Playing(seed)
    for hand in play.states():
        seen = [project(event, SPECTATOR) for event in play.events]
        theirs = fold([event for event in seen if isinstance(event, Event)])
        assert theirs is not None
        assert [s.stack_chips for s in theirs.seats] == [s.stack_chips for s in hand.seats]
        assert theirs.pot_chips == hand.pot_chips


@given(seed=_SEEDS, steps=st.integers(0, 40))
def test_a_void_gives_everybody_his_stack_back_at_any_moment(seed: int, steps: int) -> None:
    """R-MSD-3, R-MSD-5: also after the end; once."""
    play = Playing(seed)
    for _ in range(steps):
        if play.hand.is_over:
            break
        play.step()
    if play.hand.phase == VOIDED:  # a misdeal already
        return
    events, hand = advance(play.hand, VoidHand("fouled deck"), play.deck)
    assert hand.phase == VOIDED
    assert [s.stack_chips for s in hand.seats] == [s.stack_chips for s in hand.started.seats]
    assert (hand.pot_chips, hand.taken_chips, hand.actor) == (0, 0, None)
    assert fold(play.events + events) == hand
    assert problems(hand) == []
    with pytest.raises(RuleViolation, match="hand_over"):
        advance(hand, VoidHand("twice"), play.deck)


def _finished_play() -> Playing:
    """A hand with a call, an uncalled bet, a pot and a turn to tamper with."""
    for seed in range(1_000):
        play = Playing(seed).to_the_end()
        kinds = {type(event) for event in play.events}
        if {Called, UncalledReturned, PotAwarded, TurnStarted} <= kinds:
            return play
    raise AssertionError


def _tampered(event: HandEvent) -> HandEvent:
    match event:
        case Posted():
            return replace(event, chips=event.chips + 1)
        case Called():
            return replace(event, added_chips=event.added_chips + 1)
        case UncalledReturned():
            return replace(event, chips=event.chips + 1)
        case TurnStarted():
            return replace(event, turn=event.turn + 1)
        case PotAwarded():
            more = tuple(Share(share.seat, share.chips + 1) for share in event.shares)
            return replace(event, shares=more)
        case HandFinished():
            return replace(event, rake_chips=event.rake_chips + 1)
        case _:
            return event


def test_a_stream_in_which_one_figure_is_wrong_breaks_a_law() -> None:
    """Negative control of `broken_laws`: each figure of each event, one higher."""
    events = _finished_play().events
    tried = 0
    for place, event in enumerate(events):
        wrong = _tampered(event)
        if wrong != event:
            tried += 1
            assert broken_laws((*events[:place], wrong, *events[place + 1 :])) != [], event
    assert tried >= 8


def test_a_stream_without_one_of_its_events_breaks_a_law() -> None:
    """Negative control: no action, turn, refund, pot or end can be cut out unnoticed."""
    events = _finished_play().events
    said = (TurnStarted, Folded, Checked, Called, Bet, Raised)
    cut = [
        place
        for place, event in enumerate(events)
        if isinstance(event, (*said, UncalledReturned, PotAwarded))
    ]
    assert len(cut) >= 8
    for place in cut:
        assert broken_laws(events[:place] + events[place + 1 :]) != [], events[place]
    assert broken_laws(events[:-1]) != []
