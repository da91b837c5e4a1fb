"""
SECURITY 2: a hand is played twice with equal actions; only one player's hidden cards are changed.

Everything that anybody else can see, and everything that is stored but the sealed deck, is equal to
the byte until the showdown.
"""

from collections.abc import Sequence
from random import Random
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from pokerhouse.eventstore.codec import encode
from tables.engine.commands import Act, StartHand, TimeOut
from tables.engine.decide import advance
from tables.engine.events import (
    CardsMucked,
    CardsShown,
    HandEvent,
    HandFinished,
    HoleDealt,
    PotAwarded,
    SeatAtStart,
)
from tables.engine.legal import legal
from tables.engine.limits import NoLimit
from tables.engine.ruleset import HOUSE, STANDARD, RuleSet
from tables.engine.state import Hand
from tables.engine.terms import Card, PlayerId, Post, PostKind, SeatNo
from tables.engine.view import SPECTATOR, Viewer, project
from tables.simulation.policy import Policy, decide_at_random

AFTER_SHOWDOWN = (CardsShown, CardsMucked, PotAwarded, HandFinished)
PLAYERS = 4


def start(rules: RuleSet) -> StartHand:
    return StartHand(
        hand_no=1,
        game="holdem",
        structure=NoLimit(small_blind=5, big_blind=10),
        rules=rules,
        seats=tuple(
            SeatAtStart(seat, PlayerId(UUID(int=seat)), 200) for seat in range(1, PLAYERS + 1)
        ),
        button=PLAYERS,
        big_blind=2,
        posts=(Post(1, PostKind.SMALL_BLIND, 5), Post(2, PostKind.BIG_BLIND, 10)),
        commitment="the same root: it is a salted hash and says nothing",
    )


def played(rules: RuleSet, deck: Sequence[Card], seed: int) -> list[HandEvent]:
    rng = Random(seed)
    events: list[HandEvent] = []
    hand: Hand | None = None
    command: StartHand | Act | TimeOut = start(rules)
    while True:
        batch, hand = advance(hand, command, deck)
        events += batch
        choices = legal(hand)
        if choices is None:
            return events
        command = decide_at_random(rng, choices, Policy(time_outs_per_thousand=20))


def until_showdown(events: Sequence[HandEvent]) -> list[HandEvent]:
    for number, event in enumerate(events):
        if isinstance(event, AFTER_SHOWDOWN):
            return list(events[:number])
    return list(events)


def with_other_cards(
    deck: Sequence[Card], events: Sequence[HandEvent], seat: SeatNo, rng: Random
) -> list[Card]:
    """Return `deck` with the seat's hole cards changed for cards that no one else ever gets."""
    dealt = next(event for event in events if isinstance(event, HoleDealt))
    own = next(hand.positions for hand in dealt.hands if hand.seat == seat)
    never_dealt = range(40, 52)  # 4 × 2 hole cards, 3 burns and 5 board cards end long before
    other = list(deck)
    for position, spare in zip(own, rng.sample(never_dealt, len(own)), strict=True):
        other[position], other[spare] = other[spare], other[position]
    return other


@given(
    seed=st.integers(0, 2**32),
    seat=st.integers(1, PLAYERS),
    rules=st.sampled_from([HOUSE, STANDARD]),
)
def test_nobody_can_tell_another_players_hidden_cards(
    seed: int, seat: SeatNo, rules: RuleSet
) -> None:
    rng = Random(seed)
    deck = rng.sample(range(52), 52)
    first = played(rules, deck, seed)
    other_deck = with_other_cards(deck, first, seat, rng)
    second = played(rules, other_deck, seed)

    assert deck != other_deck
    before, after = until_showdown(first), until_showdown(second)
    assert [encode(event) for event in before] == [encode(event) for event in after]
    for viewer in viewers(deck, first, without=seat):
        assert seen(before, viewer) == seen(after, viewer)


@given(seed=st.integers(0, 2**32), seat=st.integers(1, PLAYERS))
def test_the_player_himself_does_see_the_difference(seed: int, seat: SeatNo) -> None:
    """Else the test above could not fail."""
    rng = Random(seed)
    deck = rng.sample(range(52), 52)
    events = played(HOUSE, deck, seed)
    other_deck = with_other_cards(deck, events, seat, rng)

    mine = seen(until_showdown(events), viewer_of(deck, events, seat))
    changed = seen(until_showdown(events), viewer_of(other_deck, events, seat))
    assert mine != changed


def seen(events: Sequence[HandEvent], viewer: Viewer) -> list[bytes]:
    return [encode(project(event, viewer)) for event in events]


def viewer_of(deck: Sequence[Card], events: Sequence[HandEvent], seat: SeatNo) -> Viewer:
    dealt = next(event for event in events if isinstance(event, HoleDealt))
    own = next(hand.positions for hand in dealt.hands if hand.seat == seat)
    return Viewer(seat=seat, own_cards={position: deck[position] for position in own})


def viewers(deck: Sequence[Card], events: Sequence[HandEvent], without: SeatNo) -> list[Viewer]:
    seats = [seat for seat in range(1, PLAYERS + 1) if seat != without]
    return [SPECTATOR, *(viewer_of(deck, events, seat) for seat in seats)]
