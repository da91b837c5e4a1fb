"""
Write a finished hand as Open Hand History: the JSON that trackers and replayers import.

We follow version 1.4.7 of https://hh-specs.handhistory.org. What its field names leave open is
settled by its pages on pots, rounds and cards and by its example hands: there a big blind of 0.02
calls a raise to 0.06 with 0.04, and an unanswered raise is not in the pot.

- An amount is a decimal of the currency: our chips are its smallest unit, so 5 of them are 0.05
  euro. Play money ("PPC") and tournament chips have no smaller unit and are whole.
- An action's `amount` is what it put in, never the street's total: a raise to 20 over one's own
  2 is 18. An uncalled part stays in it and is in no pot, as no action says that it came back.
- A pot's `amount` holds its rake and jackpot drop; what its winners get does not.
- Shows and mucks are a round of their own, after the board, though they come before a run-out.

Whatever the standard has no word for stands in fields of our own with a leading underscore:
`_uncalled`, `_finishing_stack`, `_hand_no`, `_big_blind_ante_amount`, and at an action `_post`,
`_timed_out`, `_board_declared` and `_board_count`, the cards on the board when it was not full.
A time-out that freezes the claim (R-TIM-5) is a call or a check of nothing, all-in.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import Struct

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
from tables.engine.state import Hand
from tables.engine.terms import Card, Chips, PostKind, SeatNo
from tables.histories.errors import Unwritable
from tables.histories.whole_hand import Cards, dealt_cards, finished_of, started_of

SPEC_VERSION: Final = "1.4.7"
INTERNAL_VERSION: Final = "1.4.0"
"""Of what we write: higher with every change of it, its first two numbers the standard's."""

PLAY_MONEY: Final = "PPC"
NO_CURRENCY: Final = ""
"""Of tournament chips, as in the standard's example of a tournament."""

_GAME_TYPES: Final = {"holdem": "Holdem", "omaha": "Omaha"}
_POSTS: Final = {
    PostKind.ANTE: "Post Ante",
    PostKind.SMALL_BLIND: "Post SB",
    PostKind.BIG_BLIND: "Post BB",
    PostKind.LIVE: "Post Extra Blind",
    PostKind.DEAD: "Post Dead",
    PostKind.BIG_BLIND_ANTE: "Post Ante",
}

Object: TypeAlias = dict[str, Any]
Amount: TypeAlias = int | Decimal


class About(Struct, frozen=True, kw_only=True):
    """What the events of a hand do not say: which it is, where, when, for what."""

    hand: str
    started_at: str
    """RFC 3339, UTC."""
    table: str
    seat_count: int
    currency: str = PLAY_MONEY
    exponent: int = 0
    """How many of the amounts' digits stand behind the point."""
    is_tournament: bool = False
    site: str = "pokerhouse"


def write_ohh(
    events: Sequence[HandEvent],
    about: About,
    *,
    hero: SeatNo | None = None,
    hole: Mapping[SeatNo, Sequence[Card]] | None = None,
    deck: Cards | None = None,
    players: Mapping[SeatNo, str] | None = None,
) -> Object:
    """
    Return the `{"ohh": …}` of a finished hand; its amounts are whole numbers or `Decimal`s.

    `hero` is the reader's seat; without one he watched. Known cards are those that were shown,
    and those of `hole` (the reader's own); an auditor gives the whole `deck`.
    :raises Unwritable: if the hand is not over, was taken back, or a card of its board is unknown.
    """
    started = started_of(events)
    finished = finished_of(events)
    seats = sorted(entry.seat for entry in started.seats)
    ids = {seat: number for number, seat in enumerate(seats)}
    purse = _Purse(about.exponent)
    rounds = _Rounds(ids, purse, dealt_cards(events, hole, deck))
    for event in events:
        rounds.add(event)
    return {
        "ohh": {
            **_headline(about),
            **_game(started, purse),
            **({} if hero is None else {"hero_player_id": ids[hero]}),
            "flags": ["Observed"] if hero is None else [],
            "players": _players(started, finished, ids, purse, players or {}),
            "rounds": rounds.all(),
            "pots": _pots(events, ids, purse),
            **_uncalled(events, ids, purse),
        }
    }


def to_json(history: Object) -> bytes:
    """Return the object as JSON, in which a `Decimal` is a number with exactly its digits."""
    return _encoder.encode(history)


_encoder = msgspec.json.Encoder(decimal_format="number")


class _Purse(Struct, frozen=True):
    """How the hand's currency writes an amount of its smallest unit."""

    exponent: int

    def of(self, chips: Chips) -> Amount:
        return Decimal(chips).scaleb(-self.exponent) if self.exponent else chips


def _headline(about: About) -> Object:
    return {
        "spec_version": SPEC_VERSION,
        "internal_version": INTERNAL_VERSION,
        "network_name": about.site,
        "site_name": about.site,
        "tournament": about.is_tournament,
        "game_number": about.hand,
        "start_date_utc": about.started_at,
        "table_name": about.table,
        "table_size": about.seat_count,
        "currency": about.currency,
    }


def _game(started: HandStarted, purse: _Purse) -> Object:
    structure = started.structure
    game: Object = {
        "game_type": _GAME_TYPES[started.game],
        "bet_limit": {"bet_type": "NL", "bet_cap": 0},
        "dealer_seat": started.button,
        "small_blind_amount": purse.of(structure.small_blind),
        "big_blind_amount": purse.of(structure.big_blind),
        "ante_amount": purse.of(structure.ante),
        "_hand_no": started.hand_no,
    }
    if structure.bb_ante:
        game["_big_blind_ante_amount"] = purse.of(structure.bb_ante)
    return game


def _players(
    started: HandStarted,
    finished: HandFinished,
    ids: Mapping[SeatNo, int],
    purse: _Purse,
    names: Mapping[SeatNo, str],
) -> list[Object]:
    before = {entry.seat: entry.stack_chips for entry in started.seats}
    after = {result.seat: result.stack_chips for result in finished.results}
    return [
        {
            "id": number,
            "seat": seat,
            "name": names.get(seat, f"Seat {seat}"),
            "starting_stack": purse.of(before[seat]),
            "_finishing_stack": purse.of(after[seat]),
        }
        for seat, number in ids.items()
    ]


def _pots(events: Sequence[HandEvent], ids: Mapping[SeatNo, int], purse: _Purse) -> list[Object]:
    awarded = [event for event in events if isinstance(event, PotAwarded)]
    return [
        {
            "number": pot.pot,
            "amount": purse.of(pot.chips),
            "rake": purse.of(pot.rake_chips),
            "jackpot": purse.of(pot.jackpot_chips),
            "player_wins": [
                {"player_id": ids[share.seat], "win_amount": purse.of(share.chips)}
                for share in pot.shares
            ],
        }
        for pot in sorted(awarded, key=lambda each: each.pot)
    ]


def _uncalled(events: Sequence[HandEvent], ids: Mapping[SeatNo, int], purse: _Purse) -> Object:
    returned = [
        {"player_id": ids[event.seat], "amount": purse.of(event.chips)}
        for event in events
        if isinstance(event, UncalledReturned)
    ]
    return {"_uncalled": returned} if returned else {}


class _Rounds:
    """The rounds with their actions, in the order of the events; the showdown is kept for last."""

    def __init__(
        self, ids: Mapping[SeatNo, int], purse: _Purse, dealt: Mapping[SeatNo, Cards]
    ) -> None:
        self.ids = ids
        self.purse = purse
        self.dealt = dealt
        self.hand: Hand | None = None
        """As it was before the event that is being written."""
        self.streets: list[Object] = [{"id": 0, "street": "Preflop", "actions": []}]
        self.showdown: list[Object] = []
        self.board_counts: list[int] = []
        """How many cards lay on the board at each action of the showdown."""
        self.board_count = 0
        self.said: dict[SeatNo, Object] = {}
        """What the seat's show or muck, which follows, has to say as well."""

    def add(self, event: HandEvent) -> None:
        _WRITERS[type(event)](self, event)
        self.hand = evolve(self.hand, event)

    def all(self) -> list[Object]:
        """Return the rounds, with the showdown if there was one."""
        if not self.showdown:
            return self.streets
        actions = [
            action if count == self.board_count else {**action, "_board_count": count}
            for action, count in zip(self.showdown, self.board_counts, strict=True)
        ]
        return [*self.streets, {"id": len(self.streets), "street": "Showdown", "actions": actions}]

    def nothing(self, _event: HandEvent) -> None:
        """The standard has no action for it, or another part says it."""

    def post(self, event: Posted) -> None:
        facts = {"_post": event.kind.value} if event.kind is PostKind.BIG_BLIND_ANTE else {}
        self._act(event.seat, _POSTS[event.kind], event.chips, is_allin=event.is_all_in, **facts)

    def hole(self, event: HoleDealt) -> None:
        for dealt in event.hands:
            cards = self.dealt[dealt.seat]
            if None not in cards:
                self._act(dealt.seat, "Dealt Cards", cards=_texts(cards))

    def board(self, event: BoardDealt) -> None:
        self.board_count += len(event.faces)
        self.streets.append(
            {
                "id": len(self.streets),
                "street": event.street.capitalize(),
                "cards": _texts(event.faces),
                "actions": [],
            }
        )

    def fold(self, event: Folded) -> None:
        self._act(event.seat, "Fold")

    def check(self, event: Checked) -> None:
        self._act(event.seat, "Check")

    def wager(self, event: Called | Bet | Raised) -> None:
        self._act(event.seat, _WAGERS[type(event)], event.added_chips, is_allin=event.is_all_in)

    def time_out(self, event: TimedOut) -> None:
        if event.outcome == "shown":
            self._say(event.seat, _timed_out="shown")  # CardsShown follows
            return
        word = {"folded": "Fold", "checked": "Check"}.get(event.outcome) or self._passing(
            event.seat
        )
        self._act(event.seat, word, is_allin=event.outcome == "all_in", _timed_out=event.outcome)

    def declare(self, event: BoardDeclared) -> None:
        self._say(event.seat, _board_declared=True)

    def show(self, event: CardsShown) -> None:
        self._show_down(event.seat, "Shows Cards", cards=_texts(event.faces))

    def muck(self, event: CardsMucked) -> None:
        self._show_down(event.seat, "Mucks Cards")

    def _passing(self, seat: SeatNo) -> str:
        """Return the word for putting in nothing and staying in."""
        assert self.hand is not None
        paid = self.hand.seats[self.hand.index[seat]].street_chips
        return "Call" if paid < self.hand.price_chips else "Check"

    def _say(self, seat: SeatNo, **facts: object) -> None:
        self.said.setdefault(seat, {}).update(facts)

    def _act(
        self, seat: SeatNo, word: str, chips: Chips = 0, *, is_allin: bool = False, **facts: object
    ) -> None:
        actions = self.streets[-1]["actions"]
        actions.append(self._action(actions, seat, word, chips, is_allin=is_allin) | facts)

    def _show_down(self, seat: SeatNo, word: str, **facts: object) -> None:
        said = self.said.pop(seat, {})
        self.showdown.append(self._action(self.showdown, seat, word) | facts | said)
        self.board_counts.append(self.board_count)

    def _action(
        self,
        before: Sequence[Object],
        seat: SeatNo,
        word: str,
        chips: Chips = 0,
        *,
        is_allin: bool = False,
    ) -> Object:
        return {
            "action_number": len(before) + 1,
            "player_id": self.ids[seat],
            "action": word,
            "amount": self.purse.of(chips),
            "is_allin": is_allin,
        }


_WAGERS: Final[dict[type, str]] = {Called: "Call", Bet: "Bet", Raised: "Raise"}

_WRITERS: dict[type, Callable[[_Rounds, Any], None]] = {
    HandStarted: _Rounds.nothing,
    DeckSealed: _Rounds.nothing,
    Posted: _Rounds.post,
    HoleDealt: _Rounds.hole,
    TurnStarted: _Rounds.nothing,
    Folded: _Rounds.fold,
    Checked: _Rounds.check,
    Called: _Rounds.wager,
    Bet: _Rounds.wager,
    Raised: _Rounds.wager,
    TimedOut: _Rounds.time_out,
    BoardDealt: _Rounds.board,
    UncalledReturned: _Rounds.nothing,
    CardsShown: _Rounds.show,
    CardsMucked: _Rounds.muck,
    BoardDeclared: _Rounds.declare,
    PotAwarded: _Rounds.nothing,
    HandFinished: _Rounds.nothing,
    HandVoided: _Rounds.nothing,
}


def _texts(cards: Cards) -> list[str]:
    texts = [text_of(card) for card in cards if card is not None]
    if len(texts) < len(cards):
        raise Unwritable("A card of the board is unknown.")
    return texts
