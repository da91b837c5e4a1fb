"""A hand's events as the lines of `actions`, and as what our own `_` fields say beside them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tables.engine.hand import events as ev
from tables.engine.rules.cards import text_of
from tables.engine.rules.games import GAMES
from tables.engine.rules.terms import Card, Position, SeatNo


class Lines:
    """The lines, in the order of the events."""

    def __init__(
        self,
        events: Sequence[ev.HandEvent],
        started: ev.HandStarted,
        faces: Mapping[Position, Card],
    ) -> None:
        self.lines: list[str] = []
        self.timeouts: list[int] = []
        self.other_timeouts: list[int] = []
        self.declared: list[str] = []
        self.run_it: list[str] = []
        self._boards: dict[int, list[Position]] = {}
        self._discards: list[list[int]] = []
        self._names = {entry.seat: f"p{place}" for place, entry in enumerate(started.seats, 1)}
        self._faces = faces
        self._is_stud = GAMES[started.game].family == "stud"
        self._exposed = {
            event.position: event.replaced_by
            for event in events
            if isinstance(event, ev.CardExposed)
        }
        self._got: dict[SeatNo, list[Position]] = {}
        self._shown: dict[SeatNo, int] = {}
        """How many cards each hand had when it was shown."""
        self._waiting: list[str] = []
        """New cards, which the standard deals when everybody has exchanged."""
        self._turn: ev.TurnStarted | None = None
        self._late: ev.TimedOut | None = None
        """A time-out whose outcome the next event says."""
        self._before: ev.HandEvent = started
        for event in events:
            WRITERS[type(event)](self, event)
            self._before = event
        self._deal_waiting()

    @property
    def fields(self) -> dict[str, Any]:
        """What the lines do not say, by the names that `extension_fields` reads."""
        boards = [self._cards(self._boards[board]) for board in sorted(self._boards)]
        are_unknown = any(" sd " in line and "??" in line for line in self.lines)
        found = {
            "_timeouts": self.timeouts,
            "_other_timeouts": self.other_timeouts,
            "_boards": boards,
            "_run_it": self.run_it,
            "_discards": self._discards if are_unknown else [],
            "_board_declared": self.declared,
        }
        return {name: value for name, value in found.items() if value}

    def _say(self, line: str) -> None:
        self._deal_waiting()
        self.lines.append(line)

    def _deal_waiting(self) -> None:
        self.lines.extend(self._waiting)
        self._waiting.clear()

    def _cards(self, positions: Sequence[Position]) -> str:
        found = [self._faces.get(position) for position in positions]
        return "".join("??" if card is None else text_of(card) for card in found)

    def nothing(self, _event: ev.HandEvent) -> None:
        """The standard has no line for it, or the header says it."""

    def hole(self, event: ev.HoleDealt) -> None:
        for dealt in event.hands:
            new = [self._exposed.get(at) or at for at in dealt.positions]
            self._got[dealt.seat] = new
            if not self._is_stud:
                self._say(f"d dh {self._names[dealt.seat]} {self._cards(new)}")

    def street(self, event: ev.CardsDealt) -> None:
        """The door comes with the two cards below it: who had one exposed has it last."""
        for dealt in event.hands:
            got = self._got[dealt.seat]
            is_first = len(got) == 2
            got.extend(dealt.positions)
            new: Sequence[Position] = dealt.positions
            if is_first:
                new = sorted(got, key=lambda at: at in self._exposed)
            self._say(f"d dh {self._names[dealt.seat]} {self._cards(new)}")

    def board(self, event: ev.BoardDealt) -> None:
        if event.board:
            self._boards.setdefault(event.board, []).extend(event.positions)
        else:
            self._say(f"d db {self._cards(event.positions)}")

    def corrected(self, event: ev.BoardCorrected) -> None:
        """Only what counts is written: the first street's cards are never dealt again."""
        last = max(at for at, line in enumerate(self.lines) if line.startswith("d db "))
        self.lines[last] = f"d db {self._cards(event.positions)}"

    def begin_discards(self, _event: ev.DiscardsBegun) -> None:
        self._deal_waiting()

    def discard(self, event: ev.CardsDiscarded) -> None:
        name, got = self._names[event.seat], self._got[event.seat]
        self._discards.append([got.index(at) + 1 for at in event.discarded])
        self.lines.append(f"{name} sd {self._cards(event.discarded)}".strip())
        self._note_time_out()
        got.extend(event.positions)
        if event.positions:
            self._waiting.append(f"d dh {name} {self._cards(event.positions)}")

    def turn(self, event: ev.TurnStarted) -> None:
        self._turn = event

    def bring_in(self, event: ev.BroughtIn) -> None:
        self._say(f"{self._names[event.seat]} pb")

    def fold(self, event: ev.Folded) -> None:
        self._say(f"{self._names[event.seat]} f")

    def check_or_call(self, event: ev.Checked | ev.Called) -> None:
        self._say(f"{self._names[event.seat]} cc")

    def wager(self, event: ev.Bet | ev.Raised) -> None:
        self._say(f"{self._names[event.seat]} cbr {event.to_chips}")

    def time_out(self, event: ev.TimedOut) -> None:
        self._late = event
        if self._turn is None or self._turn.asks != "action":
            return
        if not isinstance(self._before, ev.BroughtIn):  # R-TIM-9: that is all he did
            word = "cc" if event.outcome == "checked" else "f"
            self._say(f"{self._names[event.seat]} {word}")
        self._note_time_out()

    def _note_time_out(self) -> None:
        if self._late is None:
            return
        self.lines[-1] += f" # timed out: {self._late.outcome.replace('_', '-')}"
        is_all_in = self._late.outcome == "all_in"
        (self.timeouts if is_all_in else self.other_timeouts).append(len(self.lines))
        self._late = None

    def answer(self, event: ev.RunItAnswered) -> None:
        """Whoever agreed in his settings was not asked."""
        if self._turn is None or (self._turn.asks, self._turn.seat) != ("run_it", event.seat):
            return
        late = "" if self._late is None else " timed out"
        self.run_it.append(f"{self._names[event.seat]} {event.times}{late}")
        self._late = None

    def show(self, event: ev.CardsShown) -> None:
        self._shown[event.seat] = len(event.positions)
        self._say(f"{self._names[event.seat]} sm {self._cards(event.positions)}")
        self._note_time_out()

    def award(self, _event: ev.PotAwarded) -> None:
        """Hands that were shown before their last cards came are shown again with all of them."""
        for seat, count in self._shown.items():
            if count < len(self._got[seat]) and self._is_stud:
                self._say(f"{self._names[seat]} sm {self._cards(self._got[seat])}")
        self._shown.clear()

    def muck(self, event: ev.CardsMucked) -> None:
        self._say(f"{self._names[event.seat]} sm")
        self._note_time_out()

    def declare(self, event: ev.BoardDeclared) -> None:
        self.declared.append(self._names[event.seat])


WRITERS: dict[type, Callable[[Lines, Any], None]] = {
    ev.HandStarted: Lines.nothing,
    ev.DeckSealed: Lines.nothing,
    ev.Posted: Lines.nothing,
    ev.HoleDealt: Lines.hole,
    ev.CardsDealt: Lines.street,
    ev.DiscardsBegun: Lines.begin_discards,
    ev.CardsDiscarded: Lines.discard,
    ev.StubExtended: Lines.nothing,
    ev.BroughtIn: Lines.bring_in,
    ev.CardExposed: Lines.nothing,
    ev.CardsEntered: Lines.nothing,
    ev.BoardCorrected: Lines.corrected,
    ev.RunItAnswered: Lines.answer,
    ev.TurnStarted: Lines.turn,
    ev.Folded: Lines.fold,
    ev.Checked: Lines.check_or_call,
    ev.Called: Lines.check_or_call,
    ev.Bet: Lines.wager,
    ev.Raised: Lines.wager,
    ev.TimedOut: Lines.time_out,
    ev.BoardDealt: Lines.board,
    ev.UncalledReturned: Lines.nothing,
    ev.CardsShown: Lines.show,
    ev.CardsMucked: Lines.muck,
    ev.BoardDeclared: Lines.declare,
    ev.PotAwarded: Lines.award,
    ev.HandFinished: Lines.nothing,
    ev.HandVoided: Lines.nothing,
}
