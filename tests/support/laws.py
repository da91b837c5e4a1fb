"""What must hold after every event of a hand, computed from the events alone."""

from collections.abc import Iterable

from tables.engine.hand.events import (
    Bet,
    BoardCorrected,
    BoardDealt,
    BoardDeclared,
    BroughtIn,
    Called,
    CardExposed,
    CardsDealt,
    CardsDiscarded,
    CardsEntered,
    CardsMucked,
    CardsShown,
    Checked,
    DeckSealed,
    DiscardsBegun,
    Folded,
    HandEvent,
    HandFinished,
    HandVoided,
    HoleDealt,
    Posted,
    PotAwarded,
    Raised,
    RunItAnswered,
    StubExtended,
    TimedOut,
    TurnStarted,
    UncalledReturned,
)
from tables.engine.hand.evolve import evolve
from tables.engine.hand.invariants import problems
from tables.engine.hand.state import ABLE, BETTING, FOLDED, Hand

_ACTIONS = (Folded, Checked, Called, Bet, Raised, BroughtIn, TimedOut)
_SAID_OF_CARDS = (CardsDiscarded, RunItAnswered, CardsShown, CardsMucked, BoardDeclared)
_OF_THE_FLOOR = (HandVoided, CardsEntered, BoardCorrected)
_ANSWERS = (*_ACTIONS, *_SAID_OF_CARDS, *_OF_THE_FLOOR, StubExtended)

_MOVING = (HoleDealt, CardsDealt, BoardDealt, CardsDiscarded, CardExposed, BoardCorrected)


def broken_laws(events: Iterable[HandEvent]) -> list[str]:
    """Return every law that the stream breaks, as sentences; fold it event by event."""
    audit = _Audit()
    for event in events:
        audit.look_at(event)
    return audit.at_the_end()


class _Audit:
    """Adds up a stream without asking the engine's own sums."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.hand: Hand | None = None
        self.last_turn = 0
        self.last_raiser: int | None = None
        self.silent: set[int] = set()
        self.brought_in: int | None = None
        self.pile: tuple[int, ...] = ()
        self.awards: list[PotAwarded] = []
        self.put_in = 0
        self.refunded = 0
        self.finished: HandFinished | None = None

    def look_at(self, event: HandEvent) -> None:
        before = self.hand
        self.hand = evolve(before, event)
        if self.hand is None:
            self.found.append(f"{event} came before the start of the hand")
            return
        self._chips(self.hand, event)
        self._cards(self.hand, event)
        if before is not None and before.actor is not None and not isinstance(event, DeckSealed):
            self._answer(before, event)
        if isinstance(event, _ACTIONS):
            self._action(before, event)
        self.brought_in = event.seat if isinstance(event, BroughtIn) else None
        self._note(before, self.hand, event)

    def _note(self, before: Hand | None, hand: Hand, event: HandEvent) -> None:
        match event:
            case Posted():
                self.put_in += event.chips
            case Called() | BroughtIn():
                self.put_in += event.added_chips
            case TurnStarted():
                self._turn(hand, event)
            case Bet() | Raised():
                self.put_in += event.added_chips
                self._wager(before, hand, event)
            case BoardDealt() | CardsDealt() | DiscardsBegun():
                self.last_raiser = None
            case TimedOut(outcome="all_in"):
                self.silent.add(event.seat)
            case PotAwarded():
                self._award(event)
            case UncalledReturned():
                self.refunded += event.chips
            case HandFinished():
                self.finished = event
            case _:
                pass

    def at_the_end(self) -> list[str]:
        """Return all that was found, the closed books of a finished hand included."""
        self._need(self.hand is not None, "nothing happened")
        if self.hand is not None:
            self.found.extend(problems(self.hand))
            if self.finished is not None:
                self._books(self.hand, self.finished)
        return self.found

    def _need(self, law: bool, sentence: str) -> None:
        if not law:
            self.found.append(sentence)

    def _chips(self, hand: Hand, event: HandEvent) -> None:
        """Chips neither appear nor vanish, after any single event."""
        brought = sum(entry.stack_chips for entry in hand.started.seats)
        behind = sum(seat.stack_chips for seat in hand.seats)
        held = behind + hand.pot_chips + hand.taken_chips
        self._need(held == brought, f"{held} chips instead of {brought} after {event}")
        lowest = min(min(s.stack_chips, s.street_chips, s.total_chips) for s in hand.seats)
        self._need(lowest >= 0, f"a negative amount after {event}")
        if not self.awards and not isinstance(event, (PotAwarded, HandVoided)):
            put_in = sum(seat.total_chips + seat.dead_chips for seat in hand.seats)
            self._need(put_in == hand.pot_chips, f"{put_in} put in, {hand.pot_chips} in the pot")

    def _cards(self, hand: Hand, event: HandEvent) -> None:
        """R-TAB-4, R-LOW-6: a card is in one place only, and nobody draws what he put away now."""
        if isinstance(event, StubExtended) and event.is_shuffled:
            self.pile = (*self.pile, *event.positions)
            own = () if hand.actor is None else hand.of(hand.actor).discarded
            self._need(not set(own) & set(event.positions), f"{event} has the drawer's own cards")
        if not isinstance(event, _MOVING):
            return
        size = len(hand.game.deck)

        def first_name(at: int) -> int:
            while at >= size:
                at = self.pile[at - size]
            return at

        held = [first_name(at) for seat in hand.seats for at in seat.positions]
        held += [first_name(at) for at in hand.board_positions]
        self._need(len(set(held)) == len(held), f"a card is in two places after {event}")

    def _answer(self, before: Hand, event: HandEvent) -> None:
        """R-ACT-8: while a decision is owed, nothing happens but its answer."""
        self._need(isinstance(event, _ANSWERS), f"{event} came while a decision was owed")
        seat = getattr(event, "seat", before.actor)
        self._need(seat == before.actor, f"{event} is not the answer of seat {before.actor}")

    def _action(
        self,
        before: Hand | None,
        event: Folded | Checked | Called | Bet | Raised | BroughtIn | TimedOut,
    ) -> None:
        """R-ACT-8, R-ACT-2: an action answers a turn, and a check has nothing to call."""
        is_due = before is not None and before.actor == event.seat
        if isinstance(event, TimedOut) and self.brought_in == event.seat:
            is_due = True  # R-TIM-9: the bring-in was posted for him
        self._need(is_due, f"{event} was not asked for")
        if before is not None and is_due and isinstance(event, Checked):
            is_free = before.of(event.seat).street_chips >= before.price_chips
            self._need(is_free, f"{event} faces a bet")

    def _turn(self, hand: Hand, event: TurnStarted) -> None:
        """Turns are numbered 1, 2, 3 … and owed only by somebody who can decide."""
        self.last_turn += 1
        self._need(event.turn == self.last_turn, f"turn {event.turn} came after others")
        seat = hand.of(event.seat)
        self._need(seat.status != FOLDED, f"folded seat {event.seat} owes a decision")
        self._need(event.seat not in self.silent, f"{event}, whose time ran out before")  # R-TIM-5
        if event.asks == "action":
            self._need(hand.phase == BETTING, f"{event} after the betting")
            self._need(seat.status == ABLE and seat.stack_chips > 0, f"{event}, who cannot act")

    def _wager(self, before: Hand | None, hand: Hand, event: Bet | Raised) -> None:
        """R-ACT-7 and R-NL-3: who raises, over whom, and by how much."""
        assert before is not None
        self._need(event.seat != self.last_raiser, f"seat {event.seat} raised himself")
        self.last_raiser = event.seat
        above = event.to_chips - before.price_chips
        self._need(above > 0, f"{event} is no raise")
        structure = hand.started.structure
        if not structure.IS_BIG_BET:
            most = max(before.round.high_bet_chips, before.round.low_bet_chips)
            level = before.full_level_chips  # short all-ins may have lifted the price (R-HLF-2)
            self._need(event.to_chips <= max(before.price_chips, level) + most, f"{event} too high")
            return
        is_opening = hand.game.family == "stud" and hand.street == 0 and not before.price_chips
        if is_opening:
            self._need(event.to_chips > structure.bring_in, f"{event} is not above the bring-in")
            return
        is_full = above >= before.raise_size_chips
        self._need(event.is_all_in or is_full, f"{event} is below a full raise")
        after = max(above, structure.big_blind) if is_full else before.raise_size_chips
        self._need(hand.raise_size_chips == after, f"wrong increment after {event}")  # R-NL-7

    def _award(self, event: PotAwarded) -> None:
        shared = sum(share.chips for share in event.shares)
        taken = event.rake_chips + event.jackpot_chips
        self._need(shared + taken == event.chips, f"{event} does not add up")
        winners = [share.seat for share in event.shares]
        self._need(
            len(set(winners)) == len(winners) > 0 and set(winners) <= set(event.eligible),
            f"{event} has the wrong winners",
        )
        self._need(list(event.eligible) == sorted(set(event.eligible)), f"{event}: eligible")
        if self.awards:  # R-POT-3: last side pot first; of each its boards, of each the high half
            last = self.awards[-1]
            is_next_pot = event.pot == last.pot - 1 and event.half != "low" and not event.board
            is_next_part = event.pot == last.pot and (
                (event.board > last.board and event.half != "low")
                or (event.board == last.board and (last.half, event.half) == ("high", "low"))
            )
            self._need(is_next_pot or is_next_part, f"{event} is out of order")
            if is_next_part:
                self._need(event.eligible == last.eligible, f"{event} has other claims")
                self._need(not taken, f"{event} is raked twice")  # once a pot
        self.awards.append(event)

    def _books(self, hand: Hand, finished: HandFinished) -> None:
        """What was put in is pots and refunds; pots are awards, rake and drop."""
        pots = sum(award.chips for award in self.awards)
        self._need(
            self.put_in == pots + self.refunded,
            f"{self.put_in} put in, pots of {pots}, {self.refunded} returned",
        )
        rake = sum(award.rake_chips for award in self.awards)
        jackpot = sum(award.jackpot_chips for award in self.awards)
        self._need(finished.rake_chips == rake, "the rake is not the pots' rake")
        self._need(finished.jackpot_chips == jackpot, "the drop is not the pots' drop")
        nets = sum(result.net_chips for result in finished.results)
        self._need(nets == -rake - jackpot, f"nets of {nets}")
        self._need(bool(self.awards) and self.awards[-1].pot == 0, "no main pot was given out")
        for result, entry in zip(finished.results, hand.started.seats, strict=True):
            self._need(
                result.seat == entry.seat
                and result.net_chips == result.stack_chips - entry.stack_chips,
                f"{result} against {entry}",
            )
