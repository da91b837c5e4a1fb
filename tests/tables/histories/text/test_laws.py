"""Laws of histories as text, over random hands of every game."""

import re
import warnings
from collections.abc import Iterator

import pytest
from pokerkit import HandHistory

from tables.engine.hand.events import (
    BoardDealt,
    CardsDealt,
    CardsShown,
    HandEvent,
    Posted,
    PotAwarded,
)
from tables.engine.rules.cards import text_of
from tables.engine.rules.games import GAMES
from tables.engine.rules.terms import PostKind
from tables.histories.common import HandInfo
from tables.histories.phh.incompatibilities import incompatibilities_of
from tables.histories.text.write import write_text
from tests.support.every_game import AnyHand, any_hands, own_cards
from tests.support.recordable import Dealt, play_random

PER_GAME = 40
HAND_INFO = HandInfo(
    hand="01990000-0000-7000-8000-000000000001",
    started_at="2026-01-02T03:04:05.678Z",
    table="Table 1",
    seat_count=10,
)
NUMBER = 0x0199000000007000
"""The first half of the id."""
_PUT_IN = re.compile(
    r"^(.+): (?:posts .*?|calls|bets|brings in for) ?(\d+)(?: and is all-in)?$", re.MULTILINE
)
_RAISED = re.compile(r"^(.+): raises \d+ to (\d+)(?: and is all-in)?$")
_REFUNDED = re.compile(r"^Uncalled bet \((\d+)\) returned to (.+)$", re.MULTILINE)
_COLLECTED = re.compile(r"^(.+) collected (\d+) from (.+)$", re.MULTILINE)
_TOTAL = re.compile(r"^Total pot (\d+)(.*) \| Rake (\d+)(?: \| Jackpot (\d+))?$", re.MULTILINE)
_SIDE = re.compile(r"(?:Main pot|Side pot(?:-\d)?) (\d+)\.")
_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


@pytest.fixture(scope="module")
def hands() -> list[AnyHand]:
    return list(any_hands(PER_GAME))


def public_cards(events: tuple[HandEvent, ...]) -> set[str]:
    """Return every card whose face an event names."""
    faces: list[int | None] = []
    for event in events:
        if isinstance(event, BoardDealt | CardsShown):
            faces += event.faces
        elif isinstance(event, CardsDealt):
            faces += [face for dealt in event.hands for face in dealt.faces]
    return {text_of(face) for face in faces if face is not None}


def cards_in(text: str) -> set[str]:
    return set(_CARD.findall(text))


def paid(text: str) -> dict[str, int]:
    """Return what every player put in by the lines of the text, without what came back."""
    total: dict[str, int] = {}
    street: dict[str, int] = {}
    for line in text.splitlines():
        if line.startswith("***") and "HOLE" not in line and "HANDS" not in line:
            street = {}
        if found := _RAISED.match(line):
            name, to = found[1], int(found[2])
            total[name] = total.get(name, 0) + to - street.get(name, 0)
            street[name] = to
        elif found := _PUT_IN.match(line):
            name, chips = found[1], int(found[2])
            total[name] = total.get(name, 0) + chips
            if not re.search(r"posts (?:the|a) ", line):
                street[name] = street.get(name, 0) + chips
    for chips, name in _REFUNDED.findall(text):
        total[name] -= int(chips)
    return total


def test_what_players_collect_and_the_house_takes_is_what_they_put_in(
    hands: list[AnyHand],
) -> None:
    for hand in hands:
        text = write_text(hand.events, HAND_INFO)
        collected = sum(int(chips) for _, chips, _ in _COLLECTED.findall(text))
        [(pot, sides, rake, jackpot)] = _TOTAL.findall(text)
        assert collected + int(rake) + int(jackpot or 0) == int(pot)
        assert int(pot) == sum(paid(text).values())
        if sides:
            assert sum(int(chips) for chips in _SIDE.findall(sides)) == int(pot)


def test_every_stack_at_the_end_follows_from_the_lines(hands: list[AnyHand]) -> None:
    for hand in hands:
        text = write_text(hand.events, HAND_INFO)
        put_in = paid(text)
        stacks = {
            f"Player {entry.seat}": entry.stack_chips - put_in.get(f"Player {entry.seat}", 0)
            for entry in hand.start.seats
        }
        for name, chips, _ in _COLLECTED.findall(text):
            stacks[name] += int(chips)
        assert stacks == {f"Player {seat.seat}": seat.stack_chips for seat in hand.hand.seats}


def test_an_observer_reads_public_cards_a_player_his_own_and_an_auditor_all(
    hands: list[AnyHand],
) -> None:
    for hand in hands:
        public = public_cards(hand.events)
        assert cards_in(write_text(hand.events, HAND_INFO)) == public
        every_card = set(public)
        for seat in hand.hand.index:
            held = hand.held(seat)
            every_card |= held
            own = own_cards(hand.events, seat, hand.deck)
            assert cards_in(write_text(hand.events, HAND_INFO, hole={seat: own})) == public | held
        assert cards_in(write_text(hand.events, HAND_INFO, deck=hand.deck)) == every_card


def test_every_seat_has_one_line_at_the_top_and_one_in_the_summary(hands: list[AnyHand]) -> None:
    for hand in hands:
        top, summary = write_text(hand.events, HAND_INFO).split("*** SUMMARY ***\n")
        for entry in hand.start.seats:
            name = f"Seat {entry.seat}: Player {entry.seat} "
            assert top.count(f"{name}({entry.stack_chips} in chips)\n") == 1
            assert summary.count(name) == 1


def test_random_hands_have_every_game_split_pots_boards_and_side_pots(
    hands: list[AnyHand],
) -> None:
    """Else the laws above would say little."""
    texts = [write_text(hand.events, HAND_INFO) for hand in hands]
    assert {hand.game.code for hand in hands} == set(GAMES)
    for words in (
        *("side pot-2", "LO: ", "Hand was run twice", "Hand was run three times"),
        *("Bomb pot", "Two boards", "brings in for", "stands pat", "discards 1 card\n"),
        *("the discards are shuffled", "said nothing", "mucks hand", "Uncalled bet"),
    ):
        assert any(words in text for text in texts), words
    parts = [sum(isinstance(each, PotAwarded) for each in hand.events) for hand in hands]
    assert max(parts) > 5


def plain_hands() -> Iterator[Dealt]:
    """Yield no-limit hold'em with two blinds, in which PokerKit's rules are ours."""
    for seed in range(200):
        dealt = play_random(seed)
        kinds = {event.kind for event in dealt.events if isinstance(event, Posted)}
        if kinds == {PostKind.SMALL_BLIND, PostKind.BIG_BLIND} and not incompatibilities_of(
            dealt.events
        ):
            yield dealt


def test_pokerkit_reads_no_limit_holdem_back_to_the_same_stacks() -> None:
    count = 0
    for dealt in plain_hands():
        order = [seat.seat for seat in dealt.hand.seats]
        own = {order[0]: own_cards(dealt.events, order[0], dealt.deck)}
        for text in (
            write_text(dealt.events, HAND_INFO),
            write_text(dealt.events, HAND_INFO, hole=own),
            write_text(dealt.events, HAND_INFO, deck=dealt.deck),
        ):
            with warnings.catch_warnings():  # it warns of a field that it sets itself
                warnings.simplefilter("ignore")
                [history] = HandHistory.from_pokerstars(text, error_status=True)
                *_, state = history
            assert state.stacks == dealt.stacks
            assert (history.seats, history.table, history.hand) == (order, "Table 1", NUMBER)
            count += 1
    assert count > 100
