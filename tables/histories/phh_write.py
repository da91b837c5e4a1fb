"""
Write a finished hand in the PHH format: what our reader replays, and PokerKit where it can.

Whatever the standard has no word for stands in fields of our own, which it allows with a leading
underscore and which `house_fields` reads. `house_only` names what other readers cannot know. A
board declared before a muck (R-SHW-3) is said, but no reader replays it: the hand has no claim.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tables.engine.cards import text_of
from tables.engine.events import (
    Bet,
    BoardDealt,
    BoardDeclared,
    Called,
    CardsMucked,
    CardsShown,
    Checked,
    DeckSealed,
    Folded,
    HandEvent,
    HandFinished,
    HandStarted,
    HandVoided,
    HoleDealt,
    Posted,
    PotAwarded,
    Raised,
    TimedOut,
    TurnStarted,
    UncalledReturned,
)
from tables.engine.evolve import evolve
from tables.engine.state import ABLE, Hand
from tables.engine.terms import Card, SeatNo
from tables.histories.errors import Unwritable
from tables.histories.forced_bets import ForcedBets
from tables.histories.house_fields import house_fields
from tables.histories.phh_record import HOUSE_FORMAT, MAX_PLAYERS
from tables.histories.whole_hand import finished_of, known_cards, started_of

About = Mapping[str, str | int]


def write_phh(
    events: Sequence[HandEvent],
    *,
    hole: Mapping[SeatNo, Sequence[Card]] | None = None,
    deck: Sequence[Card | None] | None = None,
    players: Mapping[SeatNo, str] | None = None,
    about: About | None = None,
) -> str:
    """
    Return the PHH text of a finished no-limit hold'em hand.

    Known cards are those that were shown, and those of `hole` (the reader's own); an auditor gives
    the whole `deck`. `players` are names by seat; `about` holds more fields: event, table, day …

    :raises Unwritable: if the hand is not over, was taken back, or is another game.
    """
    started = _started(events)
    notation = _Notation(started, known_cards(events, hole, deck))
    for event in events:
        _WRITERS[type(event)](notation, event)
    forced = ForcedBets(events)
    order = [entry.seat for entry in started.seats]
    stacks = {result.seat: result.stack_chips for result in finished_of(events).results}
    fields: dict[str, Any] = {
        "variant": "NT",
        "ante_trimming_status": forced.is_ante_trimmed,
        "antes": forced.antes,
        "blinds_or_straddles": forced.blinds,
        "min_bet": started.structure.big_blind,
        "starting_stacks": [entry.stack_chips for entry in started.seats],
        "actions": notation.lines,
        "hand": started.hand_no,
        "seats": order,
    }
    if players is not None:
        fields["players"] = [players.get(seat, "") for seat in order]
    fields["finishing_stacks"] = [stacks[seat] for seat in order]
    fields |= _checked(about or {}, fields)
    fields |= _own_fields(events, forced, notation)
    return "".join(f"{name} = {_toml(value)}\n" for name, value in fields.items())


def house_only(events: Sequence[HandEvent]) -> tuple[str, ...]:
    """
    Return what happened in the hand that no other reader of the format can replay.

    Nothing: another program that knows the standard, PokerKit too, ends with the same stacks.
    """
    started = _started(events)
    finished = finished_of(events)
    splits = [event for event in events if isinstance(event, PotAwarded) and len(event.shares) > 1]
    is_one_each = started.rules.odd_chip_distribution == "one_each"
    reasons = {
        "timeout": any(isinstance(e, TimedOut) and e.outcome == "all_in" for e in events),
        "rake": finished.rake_chips + finished.jackpot_chips > 0,
        "chip_unit": bool(splits) and started.chip_unit > 1,
        "odd_chip": bool(splits) and is_one_each,
        "odd_chips_of_two_pots": _has_odd_chips_of_two_pots(splits),
        "board_declared": any(isinstance(event, BoardDeclared) for event in events),
        "unanswerable_raise": _has_unanswerable_raise(events),
        **ForcedBets(events).house_only(),
    }
    return tuple(name for name, applies in reasons.items() if applies)


def _has_odd_chips_of_two_pots(splits: Sequence[PotAwarded]) -> bool:
    """R-ODD-5: each pot is split by itself; PokerKit throws pots of the same winners together."""
    odd: dict[tuple[SeatNo, ...], int] = {}
    for event in splits:
        winners = tuple(share.seat for share in event.shares)
        shares = [share.chips for share in event.shares]
        odd[winners] = odd.get(winners, 0) + sum(shares) - len(shares) * min(shares)
    return any(chips >= len(winners) for winners, chips in odd.items())


def _has_unanswerable_raise(events: Sequence[HandEvent]) -> bool:
    """R-NL-5 with `raise.unanswerable=allow`: nobody else could put in more than the price."""
    hand: Hand | None = None
    for event in events:
        if isinstance(event, Bet | Raised) and hand is not None:
            price = hand.price_chips
            if not any(
                other.status == ABLE and other.street_chips + other.stack_chips > price
                for other in hand.seats
                if other.seat != event.seat
            ):
                return True
        hand = evolve(hand, event)
    return False


def _started(events: Sequence[HandEvent]) -> HandStarted:
    started = started_of(events)
    if started.game != "holdem":
        detail = f"Only no-limit hold'em is written, not {started.game}."
        raise Unwritable(detail, game=started.game)
    return started


def _checked(about: About, fields: Mapping[str, object]) -> About:
    taken = sorted(about.keys() & fields.keys())
    if taken:
        detail = f"The hand itself says what {taken[0]} is."
        raise Unwritable(detail, field=taken[0])
    return about


def _own_fields(
    events: Sequence[HandEvent], forced: ForcedBets, notation: "_Notation"
) -> dict[str, Any]:
    """Return `_` fields: always the mark, the others where they say something."""
    started = forced.started
    own: dict[str, Any] = {"_pokerhouse": HOUSE_FORMAT}
    if started.button != started.seats[-1].seat:
        own["_button"] = started.button  # an empty seat (R-BTN-3)
    own |= house_fields(
        started,
        posts=None if forced.is_plain else forced.posts(),
        timeouts=notation.timeouts,
    )
    finished = finished_of(events)
    if finished.rake_chips or finished.jackpot_chips:
        own["_rake_chips"] = finished.rake_chips
        own["_jackpot_chips"] = finished.jackpot_chips
    if notation.declared:
        own["_board_declared"] = notation.declared
    reasons = house_only(events)
    if reasons:
        own["_house_only"] = list(reasons)
    return own


class _Notation:
    """The lines of `actions`, in the order of the events."""

    def __init__(self, started: HandStarted, known: Mapping[SeatNo, Sequence[Card | None]]) -> None:
        self.names = {entry.seat: f"p{place}" for place, entry in enumerate(started.seats, 1)}
        self.known = known
        self.lines: list[str] = []
        self.timeouts: list[int] = []
        self.declared: list[str] = []

    def nothing(self, _event: HandEvent) -> None:
        """The standard has no line for it, or the header says it."""

    def hole(self, event: HoleDealt) -> None:
        for dealt in event.hands:
            self.lines.append(f"d dh {self.names[dealt.seat]} {_cards(self.known[dealt.seat])}")

    def board(self, event: BoardDealt) -> None:
        self.lines.append(f"d db {_cards(event.faces)}")

    def fold(self, event: Folded) -> None:
        self.lines.append(f"{self.names[event.seat]} f")

    def check_or_call(self, event: Checked | Called) -> None:
        self.lines.append(f"{self.names[event.seat]} cc")

    def wager(self, event: Bet | Raised) -> None:
        self.lines.append(f"{self.names[event.seat]} cbr {event.to_chips}")

    def time_out(self, event: TimedOut) -> None:
        if event.outcome == "shown":
            return  # CardsShown follows
        word = "cc" if event.outcome == "checked" else "f"
        said = event.outcome.replace("_", "-")
        self.lines.append(f"{self.names[event.seat]} {word} # timed out: {said}")
        if event.outcome == "all_in":
            self.timeouts.append(len(self.lines))

    def show(self, event: CardsShown) -> None:
        self.lines.append(f"{self.names[event.seat]} sm {_cards(event.faces)}")

    def muck(self, event: CardsMucked) -> None:
        self.lines.append(f"{self.names[event.seat]} sm")

    def declare(self, event: BoardDeclared) -> None:
        self.declared.append(self.names[event.seat])


_WRITERS: dict[type, Callable[[_Notation, Any], None]] = {
    HandStarted: _Notation.nothing,
    DeckSealed: _Notation.nothing,
    Posted: _Notation.nothing,
    HoleDealt: _Notation.hole,
    TurnStarted: _Notation.nothing,
    Folded: _Notation.fold,
    Checked: _Notation.check_or_call,
    Called: _Notation.check_or_call,
    Bet: _Notation.wager,
    Raised: _Notation.wager,
    TimedOut: _Notation.time_out,
    BoardDealt: _Notation.board,
    UncalledReturned: _Notation.nothing,
    CardsShown: _Notation.show,
    CardsMucked: _Notation.muck,
    BoardDeclared: _Notation.declare,
    PotAwarded: _Notation.nothing,
    HandFinished: _Notation.nothing,
    HandVoided: _Notation.nothing,
}


def _cards(cards: Sequence[Card | None]) -> str:
    return "".join("??" if card is None else text_of(card) for card in cards)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        inner = [_toml(one) for one in value]
        if value and isinstance(value[0], str) and len(value) > MAX_PLAYERS:
            return "[\n" + "".join(f"  {one},\n" for one in inner) + "]"
        return "[" + ", ".join(inner) + "]"
    return str(value)
