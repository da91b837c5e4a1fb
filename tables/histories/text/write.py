"""
Write a finished hand as text, line by line as PokerStars players and their programs know it.

PokerKit's `from_pokerstars` reads what it knows, no-limit hold'em with two blinds: the first line
begins as it wants it. For the other games the headings and verbs are those of PokerStars' own
histories, and where it has none, plain words: boards of a bomb pot are FIRST and SECOND as those
of a hand that was run twice; a time-out that freezes the claim (R-TIM-5) is `said nothing`.

Amounts are street totals only after `to`: `raises 12 to 20`. Hands that are turned over before
the rest of the board (R-SHW-6) stand after it, in the order in which they were.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tables.engine.hand import events as ev
from tables.engine.hand.state import Hand
from tables.engine.rules.cards import card_of, text_of
from tables.engine.rules.terms import PostKind, SeatNo
from tables.histories.common import Cards, HandInfo, VisibleCards, finished_of, started_of
from tables.histories.text.ending import ORDINALS, TIMES, Ending
from tables.histories.text.headline import TextMoneyFormat, headline, money_format_of, names_of

_POSTS: Final = {
    PostKind.ANTE: "the ante",
    PostKind.SMALL_BLIND: "small blind",
    PostKind.BIG_BLIND: "big blind",
    PostKind.LIVE: "big blind",
    PostKind.DEAD: "a dead blind",
    PostKind.BIG_BLIND_ANTE: "the big blind ante",
    PostKind.STRADDLE: "straddle",
    PostKind.KILL: "kill blind",
}
_BET_BLIND: Final = (PostKind.ANTE, PostKind.DEAD, PostKind.BIG_BLIND_ANTE)
"""Posts that are nobody's bet."""
_MARKS: Final = {PostKind.SMALL_BLIND: "(small blind)", PostKind.BIG_BLIND: "(big blind)"}
_FIRST_HEADINGS: Final = {"flop": "HOLE CARDS", "draw": "DEALING HANDS", "stud": "3rd STREET"}
_HEADINGS: Final = {
    "flop": "FLOP",
    "turn": "TURN",
    "river": "RIVER",
    "fourth": "4th STREET",
    "fifth": "5th STREET",
    "sixth": "6th STREET",
    "seventh": "RIVER",
    "draw": "DRAW",
    "first_draw": "FIRST DRAW",
    "second_draw": "SECOND DRAW",
    "third_draw": "THIRD DRAW",
}
_FOLDED: Final = {
    "preflop": "before Flop",
    "flop": "on the Flop",
    "turn": "on the Turn",
    "river": "on the River",
    "third": "on the 3rd Street",
    "fourth": "on the 4th Street",
    "fifth": "on the 5th Street",
    "sixth": "on the 6th Street",
    "seventh": "on the River",
    "predraw": "before the Draw",
    "draw": "after the Draw",
    "first_draw": "after the 1st Draw",
    "second_draw": "after the 2nd Draw",
    "third_draw": "after the 3rd Draw",
}
_PROTECTED: Final = "said nothing and stays in for what is in (all-in protection)"


def write_text(
    events: Sequence[ev.HandEvent],
    info: HandInfo,
    *,
    hole: Mapping[SeatNo, Cards] | None = None,
    deck: Cards | None = None,
    players: Mapping[SeatNo, str] | None = None,
) -> str:
    """
    Return the finished hand as text; `info.hand` is the UUID of the hand.

    Known cards are those that were shown, and those of `hole` (the reader's own, in the order in
    which they came); an auditor gives the whole `deck`. `players` are names by seat.
    :raises Unwritable: if the hand is not over, was taken back, or a card of its board is unknown.
    """
    started = started_of(events)
    finished = finished_of(events)
    money_format = money_format_of(info)
    names = names_of(started, players)
    story = _Story(events, VisibleCards(events, hole, deck), names, money_format)
    for event in events:
        story.add(event)
    lines = [
        *headline(started, info, names, money_format),
        *story.lines,
        *story.ending.lines(finished, info.site, info.hand),
    ]
    return "".join(f"{line}\n" for line in lines)


class _Story:
    """The lines between the seats and the showdown, in the order of the events."""

    def __init__(
        self,
        events: Sequence[ev.HandEvent],
        visible: VisibleCards,
        names: Mapping[SeatNo, str],
        money_format: TextMoneyFormat,
    ) -> None:
        self.lines: list[str] = []
        self.names = names
        self.money_format = money_format
        self.visible = visible
        self.before: Hand | None = None
        """The hand before the current event; `visible` has it after the event."""
        self.last: ev.HandEvent | None = None
        self.bettors: set[SeatNo] = set()
        """Who has put in a chip that was a bet of his."""
        self.split_streets = {
            event.street for event in events if isinstance(event, ev.BoardDealt) and event.board
        }
        self.ending = Ending(started_of(events), names, money_format, visible)

    def add(self, event: ev.HandEvent) -> None:
        """Add the lines of the next event."""
        self.before = self.visible.hand
        self.visible.apply(event)
        _WRITERS[type(event)](self, event)
        self.last = event

    @property
    def hand(self) -> Hand:
        """As the event leaves it."""
        assert self.visible.hand is not None
        return self.visible.hand

    def nothing(self, _event: ev.HandEvent) -> None:
        """No line of its own."""

    def start(self, event: ev.HandStarted) -> None:
        if self.hand.game.family != "stud" and event.button in self.names:
            self.ending.marks[event.button] = ["(button)"]

    def post(self, event: ev.Posted) -> None:
        if event.kind in _MARKS:
            self.ending.marks.setdefault(event.seat, []).append(_MARKS[event.kind])
        if event.kind not in _BET_BLIND:
            self.bettors.add(event.seat)
        self._does(event.seat, f"posts {_POSTS[event.kind]}", event.chips, event)

    def hole(self, event: ev.HoleDealt) -> None:
        family = self.hand.game.family
        self._heading(_FIRST_HEADINGS[family])
        if family != "stud":  # there the door cards follow
            self._dealt(event.hands)

    def stud_cards(self, event: ev.CardsDealt) -> None:
        if event.street in _HEADINGS:
            self._heading(_HEADINGS[event.street])
        self._dealt(event.hands)

    def begin_discards(self, event: ev.DiscardsBegun) -> None:
        if self.hand.street_data.draw_up_to:
            self._heading(_HEADINGS[event.street])

    def discard(self, event: ev.CardsDiscarded) -> None:
        name, count = self.names[event.seat], len(event.discarded)
        if not count:
            self.lines.append(f"{name}: stands pat")
            return
        cards = _bracketed(self.visible.texts(event.discarded))
        self.lines.append(
            " ".join([f"{name}: discards {count} card{'s' if count > 1 else ''}", *cards])
        )
        self._dealt([ev.DealtHand(event.seat, event.positions)] if event.positions else [])

    def expose(self, event: ev.CardExposed) -> None:
        name = self.names[event.seat]
        cards = _bracketed(self.visible.texts((event.position,)))
        self.lines.append(" ".join(["The dealer exposes a card of", name, *cards]))
        if event.replaced_by is not None:
            new = _bracketed(self.visible.texts((event.replaced_by,))) or ["another card"]
            self.lines.append(f"{name} gets {new[0]} for it")

    def extend_stub(self, event: ev.StubExtended) -> None:
        shuffled = "The deck is used up: the discards are shuffled and follow it"
        burned = "The deck is used up: the burned cards follow it"
        self.lines.append(shuffled if event.is_shuffled else burned)

    def board(self, event: ev.BoardDealt) -> None:
        boards, new = self.ending.boards, self.visible.board_texts(event.positions)
        size = len(self.hand.boards[event.board]) - len(new)
        while len(boards) <= event.board:
            boards.append(boards[0][:size])
        old = [text_of(card) for card in boards[event.board]]
        boards[event.board] += [card_of(text) for text in new]
        if event.street not in _HEADINGS:  # Courchevel: no heading, as no bets are gathered
            self.lines.append(f"First card of the flop {_bracketed(new)[0]}")
            return
        which = f"{ORDINALS[event.board]} " if event.street in self.split_streets else ""
        self._heading(which + _HEADINGS[event.street], *_bracketed(old), *_bracketed(new))

    def correct_board(self, event: ev.BoardCorrected) -> None:
        new = self.visible.board_texts(event.positions)
        self.ending.boards[0][-len(new) :] = [card_of(text) for text in new]
        self.lines.append(f"The floor corrects the board: {_bracketed(new)[0]}")

    def fold(self, event: ev.Folded) -> None:
        self._folds(event.seat)

    def check(self, event: ev.Checked) -> None:
        self._does(event.seat, "checks")

    def bring_in(self, event: ev.BroughtIn) -> None:
        self.bettors.add(event.seat)
        self._does(event.seat, "brings in for", event.to_chips, event)

    def call(self, event: ev.Called) -> None:
        self.bettors.add(event.seat)
        self._does(event.seat, "calls", event.added_chips, event)

    def bet(self, event: ev.Bet) -> None:
        self.bettors.add(event.seat)
        self._does(event.seat, "bets", event.to_chips, event)

    def raise_to(self, event: ev.Raised) -> None:
        assert self.before is not None
        self.bettors.add(event.seat)
        by = self.money_format.of(event.to_chips - self.before.price_chips)
        self._does(event.seat, f"raises {by} to", event.to_chips, event)

    def time_out(self, event: ev.TimedOut) -> None:
        name = self.names[event.seat]
        if event.outcome in {"shown", "mucked"}:
            self.ending.say(event.seat, " has timed out")
            return
        self.lines.append(f"{name} has timed out")
        if event.outcome == "all_in":
            self.lines.append(f"{name} {_PROTECTED}")
        elif event.outcome == "folded":
            self._folds(event.seat)
        elif event.outcome == "checked" and not self._has_just_brought_in(event.seat):
            self._does(event.seat, "checks")

    def answer_run_it(self, event: ev.RunItAnswered) -> None:
        self.lines.append(f"{self.names[event.seat]} wants to run it {TIMES[event.times]}")

    def uncalled(self, event: ev.UncalledReturned) -> None:
        chips, name = self.money_format.of(event.chips), self.names[event.seat]
        self.lines.append(f"Uncalled bet ({chips}) returned to {name}")

    def show(self, event: ev.CardsShown) -> None:
        self.ending.show(event)

    def muck(self, event: ev.CardsMucked) -> None:
        self.ending.muck(event)

    def declare(self, event: ev.BoardDeclared) -> None:
        self.ending.say(event.seat, ": plays the board")

    def award(self, event: ev.PotAwarded) -> None:
        self.ending.award(event)

    def _heading(self, words: str, *cards: str) -> None:
        self.lines.append(" ".join([f"*** {words} ***", *cards]))

    def _dealt(self, hands: Sequence[ev.DealtHand]) -> None:
        """Tell which cards came to whom, as far as the reader knows the new ones."""
        for dealt in sorted(hands, key=lambda each: each.seat):
            held = self.hand.of(dealt.seat).positions
            is_first = not self.hand.street
            old = () if is_first else held[: len(held) - len(dealt.positions)]
            new = self.visible.texts(held if is_first else dealt.positions)
            if new:
                cards = [*_bracketed(self.visible.texts(old)), *_bracketed(new)]
                self.lines.append(" ".join([f"Dealt to {self.names[dealt.seat]}", *cards]))

    def _does(
        self,
        seat: SeatNo,
        words: str,
        chips: int | None = None,
        event: ev.Posted | ev.BroughtIn | ev.Called | ev.Bet | ev.Raised | None = None,
    ) -> None:
        amount = "" if chips is None else f" {self.money_format.of(chips)}"
        all_in = " and is all-in" if event is not None and event.is_all_in else ""
        self.lines.append(f"{self.names[seat]}: {words}{amount}{all_in}")

    def _folds(self, seat: SeatNo) -> None:
        self._does(seat, "folds")
        without = "" if seat in self.bettors else " (didn't bet)"
        self.ending.folds[seat] = f"folded {_FOLDED[self.hand.street_data.name]}{without}"

    def _has_just_brought_in(self, seat: SeatNo) -> bool:
        return isinstance(self.last, ev.BroughtIn) and self.last.seat == seat


def _bracketed(texts: Sequence[str]) -> list[str]:
    return [f"[{' '.join(texts)}]"] if texts else []


_WRITERS: dict[type, Callable[[_Story, Any], None]] = {
    ev.HandStarted: _Story.start,
    ev.DeckSealed: _Story.nothing,
    ev.Posted: _Story.post,
    ev.HoleDealt: _Story.hole,
    ev.CardsDealt: _Story.stud_cards,
    ev.DiscardsBegun: _Story.begin_discards,
    ev.CardsDiscarded: _Story.discard,
    ev.StubExtended: _Story.extend_stub,
    ev.BroughtIn: _Story.bring_in,
    ev.CardExposed: _Story.expose,
    ev.CardsEntered: _Story.nothing,
    ev.BoardCorrected: _Story.correct_board,
    ev.RunItAnswered: _Story.answer_run_it,
    ev.TurnStarted: _Story.nothing,
    ev.Folded: _Story.fold,
    ev.Checked: _Story.check,
    ev.Called: _Story.call,
    ev.Bet: _Story.bet,
    ev.Raised: _Story.raise_to,
    ev.TimedOut: _Story.time_out,
    ev.BoardDealt: _Story.board,
    ev.UncalledReturned: _Story.uncalled,
    ev.CardsShown: _Story.show,
    ev.CardsMucked: _Story.muck,
    ev.BoardDeclared: _Story.declare,
    ev.PotAwarded: _Story.award,
    ev.HandFinished: _Story.nothing,
    ev.HandVoided: _Story.nothing,
}
