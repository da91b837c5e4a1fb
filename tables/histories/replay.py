"""
Play a recorded hand again, under the preset `standard`, and compare its end.

What a record contains and the house would not ask is let through with a note: a check or fold by
a player without a decision, a last raise cut to the opponent's stack (RULES, "Presets"). So is a
fold that the record leaves out: a player who owes chips, is passed over and never speaks again.
"""

from decimal import Decimal

from msgspec import Struct

from tables.engine.betting import to_call
from tables.engine.commands import Act, ActionKind, Command, TimeOut
from tables.engine.decide import advance
from tables.engine.errors import RuleViolation
from tables.engine.events import HandEvent
from tables.engine.invariants import problems
from tables.engine.legal import legal
from tables.engine.state import ABLE, FOLDED, Hand
from tables.engine.terms import Chips
from tables.histories.errors import (
    ChipsNotConserved,
    HandUnfinished,
    StacksDiffer,
    StartRefused,
    VariantNotSupported,
)
from tables.histories.phh_record import VARIANTS, Action, Record
from tables.histories.replay_start import BOARD_STREETS, Cards, impossible, start_command

SUPPORTED = ("NT",)
_HALF = Decimal("0.5")


class Replay(Struct, frozen=True):
    """A record, played to its end."""

    events: tuple[HandEvent, ...]
    hand: Hand
    notes: tuple[str, ...]
    """What was let through, as sentences."""

    @property
    def stacks(self) -> tuple[Chips, ...]:
        """The stacks at the end, p1 first."""
        return stacks_of(self.hand)


def stacks_of(hand: Hand) -> tuple[Chips, ...]:
    """Return the stacks of a replayed hand, p1 first: player k sits in seat k."""
    return tuple(seat.stack_chips for seat in sorted(hand.seats, key=lambda seat: seat.seat))


def check_variant(variant: str) -> None:
    """
    Refuse a game that the engine does not deal.

    :raises VariantNotSupported: with its name.
    """
    if variant not in SUPPORTED:
        raise VariantNotSupported(variant, VARIANTS[variant])


def replay(record: Record) -> Replay:
    """
    Return the events of the recorded hand, from its forced bets to its settled pots.

    :raises HistoryError: what the record has that no hand under these rules can have.
    """
    check_variant(record.variant)
    player = _Player(record)
    for action in record.actions:
        player.follow(action)
    return player.finish()


def compare(record: Record, stacks: tuple[Chips, ...]) -> None:
    """
    Compare the stacks at the end with `finishing_stacks`, where the record has them.

    A record that splits an odd chip in two may differ by that half, which a room cannot pay.

    :raises StacksDiffer: with both.
    """
    expected = record.finishing_stacks
    if expected is None:
        return
    is_equal = sum(expected) == sum(stacks) and all(
        want == got if want == int(want) else abs(want - got) == _HALF
        for want, got in zip(expected, stacks, strict=True)
    )
    if is_equal:
        return
    differences = [
        {"player": number, "found": got, "recorded": str(want)}
        for number, (want, got) in enumerate(zip(expected, stacks, strict=True), 1)
        if want != got
    ]
    told = ", ".join(
        f"p{one['player']} has {one['found']}, recorded are {one['recorded']}"
        for one in differences
    )
    detail = f"The hand ends otherwise: {told}."
    raise StacksDiffer(detail, differences=differences)


class _Player:
    """A record on its way through the engine."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.notes = list(record.notes)
        self.events: list[HandEvent] = []
        self.streets_seen = 0
        self.board_seen = 0
        self.cards = Cards(record)
        self.last_words = {a.player: a.number for a in record.actions if a.word != "dh"}
        command, notes = start_command(record)
        self.notes.extend(notes)
        self.deck = self.cards.deck(command)
        try:
            events, self.hand = advance(None, command, self.deck)
        except RuleViolation as error:
            detail = f"No such hand begins: {error}."
            raise StartRefused(detail, rule=error.code) from error
        self._keep(events)

    def follow(self, action: Action) -> None:
        """Feed a player's decision to the engine; hold everything else against what it did."""
        if action.word in {"dh", "sm"}:  # the cards were gathered from the whole file
            if action.word == "dh" and self.board_seen:
                raise impossible(action, "hands are dealt before the board")
        elif action.word == "db":
            self._board(action)
        elif action.word in {"pb", "sd"}:
            raise impossible(action, "not in this variant")
        else:
            self._move(action)

    def finish(self) -> Replay:
        """Return what was played, if it came to its end."""
        if not self.hand.is_over:
            detail = f"The record ends, and p{self.hand.actor} still owes a decision."
            raise HandUnfinished(detail, player=self.hand.actor)
        return Replay(tuple(self.events), self.hand, tuple(self.notes))

    def _move(self, action: Action) -> None:
        if self.hand.of(action.player).status == ABLE:
            while self.hand.actor != action.player and self._fold_silent(action):
                pass
        if self.hand.actor == action.player:
            self._decide(action)
        else:
            self._let_through(action)

    def _fold_silent(self, action: Action) -> bool:
        """Fold for the actor if `action` passes him over and he never speaks again."""
        actor = self.hand.actor
        if actor is None or self.last_words.get(actor, 0) > action.number:
            return False
        if not to_call(self.hand, self.hand.of(actor)):
            return False
        self.notes.append(f"before action {action.number}: p{actor}'s fold is not in the record")
        self._advance(Act(actor, self.hand.turn, "fold"), action)
        return True

    def _board(self, action: Action) -> None:
        cards = action.cards or ()
        if self.streets_seen == len(BOARD_STREETS):
            raise impossible(action, "the board is complete")
        expected = BOARD_STREETS[self.streets_seen]
        if len(cards) != expected:
            raise impossible(action, "wrong number of cards for the street", expected=expected)
        self.streets_seen += 1
        self.board_seen += len(cards)
        while len(self.hand.board) < self.board_seen and self._fold_silent(action):
            pass
        dealt = self.hand.board[self.board_seen - len(cards) : self.board_seen]
        if dealt == cards:
            return
        if self.hand.is_over:
            raise impossible(action, "the hand is over")
        raise impossible(action, "the betting round is not over", actor=self.hand.actor)

    def _decide(self, action: Action) -> None:
        hand = self.hand
        if len(hand.board) != self.board_seen:
            raise impossible(action, "the street's cards are missing before it")
        turn = hand.turn
        if action.number in self.record.house.timeouts:
            self._advance(TimeOut(action.player, turn), action)
            return
        choices = legal(hand)
        assert choices is not None
        to: Chips | None = None
        kind: ActionKind = "fold"
        if action.word == "cc":
            kind = "call" if choices.to_call_chips else "check"
        elif action.word == "cbr":
            kind = "raise" if hand.price_chips else "bet"
            to = self._wager(action, choices.min_to_chips)
        self._advance(Act(action.player, turn, kind, to), action)

    def _wager(self, action: Action, min_to: Chips) -> Chips:
        """Return the amount; one cut to what the others have is lifted (R-POT-6 gives it back)."""
        to = action.amount
        if not self.hand.price_chips < to < min_to:
            return to
        seat = self.hand.of(action.player)
        is_all_in = to == seat.street_chips + seat.stack_chips
        can_be_raised = any(
            other.status == ABLE and other.street_chips + other.stack_chips > to
            for other in self.hand.seats
            if other.seat != action.player
        )
        if is_all_in or can_be_raised:
            return to
        self.notes.append(
            f"action {action.number}: a wager cut to the others' stacks, lifted to {min_to}"
        )
        return min_to

    def _let_through(self, action: Action) -> None:
        hand = self.hand
        status = hand.of(action.player).status
        has_no_decision = status != FOLDED and (hand.is_over or status != ABLE)
        if action.word in {"cc", "f"} and has_no_decision:
            said = "fold" if action.word == "f" else "check"
            self.notes.append(
                f"action {action.number}: a {said} by p{action.player}, who has no decision"
            )
        elif hand.is_over:
            raise impossible(action, "the hand is over")
        else:
            raise impossible(action, f"it is p{hand.actor}'s turn")

    def _advance(self, command: Command, action: Action) -> None:
        try:
            events, self.hand = advance(self.hand, command, self.deck)
        except RuleViolation as error:
            raise impossible(action, error.code, **error.facts) from error
        self._keep(events)

    def _keep(self, events: tuple[HandEvent, ...]) -> None:
        self.events.extend(events)
        broken = problems(self.hand)
        if broken:
            raise ChipsNotConserved("; ".join(broken))
