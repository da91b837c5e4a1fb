"""
The engine against PokerKit 0.7.7: the same cards and actions, the same choices, the same stacks.

Where the two know different rules, neither raises, so that the hand can go on in both.
"""

from collections import Counter
from random import Random
from uuid import UUID

import pytest
from msgspec.structs import replace
from pokerkit import Automation, NoLimitTexasHoldem, State

from tables.engine.hand.betting import raise_refusal
from tables.engine.hand.commands import Act, ActionKind, StartHand
from tables.engine.hand.decide import advance
from tables.engine.hand.events import BoardDealt, HandEvent, PotAwarded, SeatAtStart
from tables.engine.hand.legal import Legal, legal
from tables.engine.hand.pots import split
from tables.engine.hand.state import Hand
from tables.engine.rules.cards import texts_of
from tables.engine.rules.limits import NoLimit
from tables.engine.rules.ruleset import STANDARD, RuleSet
from tables.engine.rules.terms import Post, PostKind, SeatNo
from tests.support.random_hands import Deck, random_amount, random_deck

HANDS = 600

KNOWN_DIFFERENCES = {
    "unanswerable raise": "R-NL-5: `standard` allows what nobody can answer, PokerKit never does",
    "first wager short": "R-NL-6, R-NL-8: PokerKit measures a street's first all-in from nothing,"
    " so one below a full bet or raise reopens; ours does not (NL-034)",
    "needless option": "R-ACT-10: PokerKit asks a big blind whom only all-in hands could answer",
    "odd chips": "R-ODD-5: ours splits every pot by itself; PokerKit takes pots together once the"
    " losers' hands are killed, so that fewer chips are odd",
}
"""
All that this play finds. Two more never arise here: every big blind can be posted whole (R-BLD-6:
PokerKit lowers the call to a short one, NL-044), and nobody folds where a check is free (R-ACT-5:
PokerKit forbids it).
"""
_REFUSING = RuleSet(raise_unanswerable="refuse")
_AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def _start(random: Random) -> StartHand:
    """Two to nine players, short stacks among them; the big blind can post ante and blind."""
    count = random.randint(2, 9)
    big_blind = random.choice((2, 10))
    ante = random.choice((0, 0, 1, 3))
    structure = NoLimit(small_blind=big_blind // 2, big_blind=big_blind, ante=ante)
    seats = tuple(range(1, count + 1))  # clockwise from the button's left; the button is the last
    small, big = (2, 1) if count == 2 else (1, 2)
    most = random.choice((4, 15, 100)) * big_blind
    stacks = {seat: random.randint(1, most) for seat in seats}
    stacks[big] += big_blind + ante
    return StartHand(
        hand_no=1,
        game="holdem",
        structure=structure,
        rules=STANDARD,
        seats=tuple(SeatAtStart(s, UUID(int=s), stacks[s]) for s in seats),
        button=count,
        big_blind=big,
        posts=(
            *(Post(seat, PostKind.ANTE, ante) for seat in seats if ante),
            Post(small, PostKind.SMALL_BLIND, structure.small_blind),
            Post(big, PostKind.BIG_BLIND, big_blind),
        ),
    )


class _Both:
    """One hand in both engines."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.start = _start(self.random)
        self.deck: Deck = random_deck(self.random)
        self.differences: Counter[str] = Counter()
        self.decisions = 0
        self.events, self.hand = advance(None, self.start, self.deck)
        self.theirs = self._their_start()
        self._deal(self.events)

    def play(self) -> None:
        """Play to the end; every choice is compared before it is made."""
        while (choices := legal(self.hand)) is not None:
            self.decisions += 1
            self._compare(choices)
            self._act(choices)

    def compare_stacks(self) -> None:
        """The same result; or the one that taking pots together gives, and it is named."""
        ours = {seat.seat: seat.stack_chips for seat in self.hand.seats}
        theirs = dict(zip(ours, self.theirs.stacks, strict=True))
        if ours != theirs:
            together: Counter[tuple[SeatNo, ...]] = Counter()
            for event in self.events:
                if isinstance(event, PotAwarded):
                    together[tuple(share.seat for share in event.shares)] += event.chips
                    for share in event.shares:
                        ours[share.seat] -= share.chips
            for winners, chips in together.items():
                for share in split(self.hand, chips, winners):
                    ours[share.seat] += share.chips
            self.differences["odd chips"] += 1
        assert ours == theirs

    def _their_start(self) -> State:
        structure = self.start.structure
        state = NoLimitTexasHoldem.create_state(
            _AUTOMATIONS,
            True,  # antes are matched like bets
            structure.ante,
            (structure.small_blind, structure.big_blind),
            structure.big_blind,
            tuple(entry.stack_chips for entry in self.start.seats),
            len(self.start.seats),
        )
        for place, seat in enumerate(self.hand.seats):
            faces = tuple(self.deck[position] for position in seat.positions)
            state.deal_hole(texts_of(faces), place)
        return state

    def _deal(self, batch: tuple[HandEvent, ...]) -> None:
        for event in batch:
            if isinstance(event, BoardDealt):
                if self.theirs.actor_index is not None:
                    self._needless_option()
                self.theirs.burn_card(texts_of((self.deck[event.positions[0] - 1],)))
                faces = tuple(self.deck[position] for position in event.positions)
                self.theirs.deal_board(texts_of(faces))

    def _needless_option(self) -> None:
        assert self.theirs.checking_or_calling_amount == 0
        assert self.theirs.min_completion_betting_or_raising_to_amount is None
        self.theirs.check_or_call()
        self.differences["needless option"] += 1

    def _compare(self, choices: Legal) -> None:
        theirs = self.theirs
        assert theirs.actor_index == self.hand.index[choices.seat]
        assert theirs.checking_or_calling_amount == choices.to_call_chips
        smallest = theirs.min_completion_betting_or_raising_to_amount
        largest = theirs.max_completion_betting_or_raising_to_amount
        if choices.why_no_raise is None and smallest is not None:
            assert (smallest, largest) == (choices.min_to_chips, choices.max_to_chips)
        elif (choices.why_no_raise is None) != (smallest is not None):
            self.differences[_reason(self.hand, choices)] += 1

    def _act(self, choices: Legal) -> None:
        may_raise = (
            choices.why_no_raise is None
            and self.theirs.min_completion_betting_or_raising_to_amount is not None
        )
        roll = self.random.random()
        if may_raise and roll < 0.4:
            to_chips = random_amount(self.random, choices)
            self.theirs.complete_bet_or_raise_to(to_chips)
            kind: ActionKind = "bet" if "bet" in choices.kinds else "raise"
            self._ours(Act(choices.seat, choices.turn, kind, to_chips))
        elif choices.to_call_chips and roll > 0.85:
            self.theirs.fold()
            self._ours(Act(choices.seat, choices.turn, "fold"))
        else:
            self.theirs.check_or_call()
            self._ours(Act(choices.seat, choices.turn, choices.kinds[0]))

    def _ours(self, act: Act) -> None:
        batch, self.hand = advance(self.hand, act, self.deck)
        self.events += batch
        self._deal(batch)


def _reason(hand: Hand, choices: Legal) -> str:
    """Name the known difference; an unknown one fails the test."""
    seat = hand.of(choices.seat)
    if choices.why_no_raise is None:
        strict = replace(hand, started=replace(hand.started, rules=_REFUSING))
        if raise_refusal(strict, seat) == "no_opponent":
            return "unanswerable raise"
        raise AssertionError(choices)
    assert choices.why_no_raise == "not_reopened"
    assert hand.raise_size_chips == hand.started.structure.big_blind  # no full raise since
    return "first wager short"


@pytest.fixture(scope="module")
def compared() -> Counter[str]:
    """All hands, played once."""
    found: Counter[str] = Counter()
    for seed in range(HANDS):
        both = _Both(seed)
        both.play()
        both.compare_stacks()
        found.update(both.differences)
        found["hands"] += 1
        found["decisions"] += both.decisions
    return found


def test_both_engines_offer_the_same_and_pay_the_same(compared: Counter[str]) -> None:
    """R-NL-1 to R-NL-8, R-ACT-4, R-ACT-10, R-POT-2, R-POT-6, R-RNK-1 to R-RNK-6."""
    assert compared["hands"] == HANDS
    assert compared["decisions"] > 5_000


def test_every_difference_is_known(compared: Counter[str]) -> None:
    """The table above is the whole list, and none of its lines is a guess."""
    assert set(compared) - {"hands", "decisions"} == set(KNOWN_DIFFERENCES)
