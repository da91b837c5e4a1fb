"""
One random hand in our engine and in PokerKit 0.7.7, of any game that both know.

Every choice is compared before it is made. Where the two know different rules, only what both
allow is played, so that the hand can go on in both, and the difference is counted by its name.
"""

import warnings
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pokerkit
from msgspec.structs import replace

from tables.engine.hand.betting import raise_refusal
from tables.engine.hand.commands import Act, ActionKind, StartHand
from tables.engine.hand.dealing import faces_at
from tables.engine.hand.decide import advance
from tables.engine.hand.events import (
    Bet,
    BoardDealt,
    CardsDealt,
    CardsDiscarded,
    DiscardsBegun,
    HandEvent,
    HoleDealt,
    PotAwarded,
    Raised,
)
from tables.engine.hand.legal import Legal, legal
from tables.engine.hand.state import BETTING, DISCARDING, Hand
from tables.engine.rules.cards import texts_of
from tables.engine.rules.games import GAMES, GameCode
from tables.engine.rules.limits import FixedLimit, NoLimit, PotLimit, Structure, StudSplit
from tables.engine.rules.ruleset import STANDARD
from tables.engine.rules.terms import MAX_SEATS, Chips, SeatNo
from tables.lab.scenarios.hand_plain import start_plain
from tests.support.random_hands import random_deck

RULES = replace(STANDARD, cap_raises=3, cap_bb_counts=False)
"""Four bets or raises a round without the big blind, as PokerKit counts; stud's limits exact."""

_Automation = pokerkit.Automation
_AUTOMATIONS = (
    _Automation.ANTE_POSTING,
    _Automation.BET_COLLECTION,
    _Automation.BLIND_OR_STRADDLE_POSTING,
    _Automation.RUNOUT_COUNT_SELECTION,
    _Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    _Automation.HAND_KILLING,
    _Automation.CHIPS_PUSHING,
    _Automation.CHIPS_PULLING,
)
_Maker = tuple[Any, Callable[[Chips], Structure], int]


def _no(big: Chips) -> Structure:
    return NoLimit(small_blind=big // 2, big_blind=big)


def _pot(big: Chips) -> Structure:
    return PotLimit(small_blind=big // 2, big_blind=big)


def _fixed(big: Chips) -> Structure:
    return FixedLimit(small_blind=big // 2, big_blind=big, lower=big, higher=2 * big)


def _stud(big: Chips) -> Structure:
    return StudSplit(ante=max(big // 5, 1), bring_in=big // 2, lower=big, higher=2 * big)


GAMES_OF_BOTH: dict[GameCode, _Maker] = {
    "holdem": (pokerkit.FixedLimitTexasHoldem, _fixed, 9),
    "short_deck": (pokerkit.NoLimitShortDeckHoldem, _no, 6),
    "omaha": (pokerkit.PotLimitOmahaHoldem, _pot, 9),
    "omaha8": (pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter, _fixed, 9),
    "stud7": (pokerkit.FixedLimitSevenCardStud, _stud, 6),
    "stud8": (pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter, _stud, 6),
    "razz": (pokerkit.FixedLimitRazz, _stud, 6),
    "single27": (pokerkit.NoLimitDeuceToSevenLowballSingleDraw, _no, 5),
    "triple27": (pokerkit.FixedLimitDeuceToSevenLowballTripleDraw, _fixed, 4),
    "badugi": (pokerkit.FixedLimitBadugi, _fixed, 4),
}


def start_for_both(random: Random, game: GameCode) -> StartHand:
    """Return a start that both read alike: every forced bet can be posted whole."""
    _, make, most_seats = GAMES_OF_BOTH[game]
    count = random.randint(2, most_seats)
    structure = make(random.choice((4, 10)))
    big = structure.big_blind or 10
    seats = tuple(range(1, count + 1))
    most = random.choice((3, 15, 60)) * big
    forced = structure.ante + structure.bring_in + structure.big_blind
    stacks = {seat: forced + random.randint(1, most) for seat in seats}
    is_stud = GAMES[game].family == "stud"
    button = MAX_SEATS if is_stud else count
    return start_plain(game, stacks, button=button, structure=structure, rules=RULES)


class BothEngines:
    """One hand in both engines."""

    def __init__(self, seed: int, game: GameCode) -> None:
        self.random = Random(seed)
        self.start = start_for_both(self.random, game)
        self.deck = random_deck(self.random, game)
        self.differences: Counter[str] = Counter()
        self.decisions = 0
        self.has_short_wager = False
        self.events: tuple[HandEvent, ...] = ()
        self.drawn: list[tuple[SeatNo, tuple[int, ...]]] = []
        self.is_drawing = False
        events, self.hand = advance(None, self.start, self.deck)
        self.theirs: Any = self._their_start()
        self._follow(events, None)

    def play(self) -> "BothEngines":
        """Play to the end; every choice is compared before it is made."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a card that PokerKit thinks is elsewhere
            while (choices := legal(self.hand)) is not None:
                self.decisions += 1
                if self.hand.phase == DISCARDING:
                    self._discard(choices)
                else:
                    self._compare(choices)
                    self._act(choices)
            self._compare_stacks()
        return self

    def _their_start(self) -> Any:
        structure = self.start.structure
        blinds = (structure.small_blind, structure.big_blind)
        stacks = tuple(entry.stack_chips for entry in self.start.seats)
        sizes: tuple[Chips, ...] = (structure.big_blind,)
        if isinstance(structure, FixedLimit | StudSplit):
            sizes = (structure.lower, structure.higher)
        opening = structure.bring_in or blinds
        make = GAMES_OF_BOTH[self.start.game][0].create_state
        return make(_AUTOMATIONS, True, structure.ante, opening, *sizes, stacks, len(stacks))

    def _faces(self, hand: Hand, positions: tuple[int, ...]) -> str:
        faces = faces_at(hand, self.deck, positions)
        return texts_of(tuple(face for face in faces if face is not None))

    def _follow(self, batch: tuple[HandEvent, ...], before: Hand | None) -> None:
        """Deal in PokerKit what came in ours."""
        self.events += batch
        for event in batch:
            match event:
                case HoleDealt():
                    for dealt in event.hands:
                        place = self.hand.index[dealt.seat]
                        self.theirs.deal_hole(self._faces(self.hand, dealt.positions), place)
                case CardsDealt() | BoardDealt() | DiscardsBegun():
                    self._street(event)
                case CardsDiscarded():
                    assert before is not None
                    self.theirs.stand_pat_or_discard(self._faces(before, event.discarded))
                    self.drawn.append((event.seat, event.positions))
                case _:
                    pass
        if self.is_drawing and self.hand.phase != DISCARDING:
            self._deal_drawn()

    def _street(self, event: CardsDealt | BoardDealt | DiscardsBegun) -> None:
        if self.theirs.actor_index is not None:
            self._needless_option()
        if isinstance(event, DiscardsBegun):
            if self.is_drawing:  # all-in: one draw follows the other
                self._deal_drawn()
            self.is_drawing = True
            self.has_short_wager = False
            return
        is_first = event.street == self.hand.game.streets[0].name
        if not is_first:
            self.has_short_wager = False
            self.theirs.burn_card("??")
        if isinstance(event, BoardDealt):
            self.theirs.deal_board(self._faces(self.hand, event.positions))
            return
        for dealt in event.hands:
            place = self.hand.index[dealt.seat]
            self.theirs.deal_hole(self._faces(self.hand, dealt.positions), place)

    def _deal_drawn(self) -> None:
        self.is_drawing = False
        if self.theirs.can_burn_card("??"):
            self.theirs.burn_card("??")
        for seat, positions in self.drawn:
            if positions:
                place = self.hand.index[seat]
                self.theirs.deal_hole(self._faces(self.hand, positions), place)
        self.drawn = []

    def _needless_option(self) -> None:
        assert self.theirs.checking_or_calling_amount == 0
        self.theirs.check_or_call()
        self.differences["needless option"] += 1

    def _discard(self, choices: Legal) -> None:
        held = self.hand.of(choices.seat).positions
        count = self.random.choice((0, 1, 1, 2, 3))
        cards = tuple(self.random.sample(held, min(count, len(held))))
        before = self.hand
        batch, self.hand = advance(
            self.hand, Act(choices.seat, choices.turn, "discard", cards=cards), self.deck
        )
        self._follow(batch, before)

    def _their_bounds(self) -> tuple[Chips, Chips] | None:
        smallest = self.theirs.min_completion_betting_or_raising_to_amount
        largest = self.theirs.max_completion_betting_or_raising_to_amount
        return None if smallest is None else (smallest, largest)

    def _our_bounds(self, choices: Legal) -> tuple[Chips, Chips] | None:
        if choices.bring_in_chips:
            is_open = "bet" in choices.kinds
            return (choices.max_to_chips, choices.max_to_chips) if is_open else None
        if choices.why_no_raise is not None:
            return None
        return choices.min_to_chips, choices.max_to_chips

    def _compare(self, choices: Legal) -> None:
        assert self.theirs.actor_index == self.hand.index[choices.seat]
        if choices.bring_in_chips:
            assert self.theirs.effective_bring_in_amount == choices.bring_in_chips
        else:
            assert self.theirs.checking_or_calling_amount == choices.to_call_chips
        ours, theirs = self._our_bounds(choices), self._their_bounds()
        if ours != theirs:
            self.differences[self._reason(choices, ours, theirs)] += 1

    def _reason(
        self,
        choices: Legal,
        ours: tuple[Chips, Chips] | None,
        theirs: tuple[Chips, Chips] | None,
    ) -> str:
        """Name the known difference; an unknown one fails the test."""
        seat = self.hand.of(choices.seat)
        if ours is not None and theirs is None:
            rules = replace(self.hand.started.rules, raise_unanswerable="refuse")
            strict = replace(self.hand, started=replace(self.hand.started, rules=rules))
            if raise_refusal(strict, seat) == "no_opponent":
                return "unanswerable raise"
            is_last = self.hand.game.family == "stud" and self.hand.is_last_street
            if is_last and self.hand.full_bet_count > RULES.cap_raises:
                return "no cap for the last two"
        if self.has_short_wager:
            return "short all-in"
        if self.hand.started.game == "omaha8" and theirs is not None:
            is_capped = ours is None and choices.why_no_raise == "raise_capped"
            if is_capped or (ours is not None and ours[0] == theirs[0] and ours[1] < theirs[1]):
                return "pot-sized eight or better"
        raise AssertionError(choices, ours, theirs, self.hand)

    def _act(self, choices: Legal) -> None:
        ours, theirs = self._our_bounds(choices), self._their_bounds()
        roll = self.random.random()
        if ours is not None and theirs is not None and roll < 0.4:
            low, high = max(ours[0], theirs[0]), min(ours[1], theirs[1])
            if low <= high:
                to = self.random.choice((low, low, high, self.random.randint(low, high)))
                self.theirs.complete_bet_or_raise_to(to)
                kind: ActionKind = "bet" if "bet" in choices.kinds else "raise"
                self._ours(Act(choices.seat, choices.turn, kind, to))
                return
        if choices.bring_in_chips:
            self.theirs.post_bring_in()
            self._ours(Act(choices.seat, choices.turn, "bring_in"))
        elif choices.to_call_chips and roll > 0.85:
            self.theirs.fold()
            self._ours(Act(choices.seat, choices.turn, "fold"))
        else:
            self.theirs.check_or_call()
            self._ours(Act(choices.seat, choices.turn, choices.kinds[0]))

    def _ours(self, act: Act) -> None:
        before = self.hand
        batch, self.hand = advance(before, act, self.deck)
        first = batch[0]
        if isinstance(first, Bet | Raised) and first.is_all_in and before.phase == BETTING:
            least = before.price_chips + before.raise_size_chips
            if first.to_chips < max(least, before.full_level_chips + before.round.low_bet_chips):
                self.has_short_wager = True
        self._follow(batch, before)

    def _compare_stacks(self) -> None:
        """The same result, but for chips that cannot be divided."""
        ours = {seat.seat: seat.stack_chips for seat in self.hand.seats}
        theirs = dict(zip(ours, self.theirs.stacks, strict=True))
        if ours == theirs:
            return
        parts = [event for event in self.events if isinstance(event, PotAwarded)]
        indivisible = sum(len(part.shares) for part in parts)
        winners = {share.seat for part in parts for share in part.shares}
        assert len(winners) > 1
        assert sum(ours.values()) == sum(theirs.values())
        with_low = {part.pot for part in parts if part.half == "low"}
        without = {part.pot for part in parts if len(part.eligible) > 1} - with_low
        if with_low and without:
            self.differences["side pot without a low"] += 1
            return
        for seat, chips in ours.items():
            apart = abs(chips - theirs[seat])
            assert apart <= (indivisible if seat in winners else 0), (ours, theirs, parts)
        self.differences["odd chips"] += 1
