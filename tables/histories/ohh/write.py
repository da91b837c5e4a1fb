"""
Write a finished hand as Open Hand History: the JSON that trackers and replayers import.

We follow version 1.4.7 of https://hh-specs.handhistory.org. What its field names leave open is
settled by its pages on pots, rounds and cards and by its example hands: there a big blind of 0.02
calls a raise to 0.06 with 0.04, and an unanswered raise is not in the pot.

- An amount is a decimal of the currency: our chips are its smallest unit, so 5 of them are 0.05
  euro. Play money ("PPC") and tournament chips have no smaller unit and are whole.
- An action's `amount` is what it put in, never the street's total: a raise to 20 over one's own
  2 is 18. An uncalled part stays in it and is in no pot, as no action says that it came back.
- A pot's `amount` holds its rake and jackpot drop; what its winners get does not. Winnings of its
  halves and boards are one sum.
- Shows and mucks are a round of their own, after the board, though they come before a run-out.
- A street of another board is another round of the same name. The streets of stud and draw games
  bear the standard's names in their order: third street and the first deal are "Preflop".

Whatever the standard has no word for stands in fields of our own with a leading underscore.
Of the hand: `_game` where the type is not exact, `_structure` beyond no-limit and pot-limit with
blinds, `_options`, `_uncalled`, `_hand_no`, `_big_blind_ante_amount`, `_has_button`, `_run_it`,
`_exposed`. Of a player `_finishing_stack`, of a pot `_parts`. Of a round `_street`, `_board`,
`_discards` (its new cards are "Dealt Cards"), `_corrected`. At an action `_post`, `_timed_out`,
`_face_up`, `_bring_in` (a bet), `_board_declared` and `_board_count`, the cards on the board when
it was not full. A time-out that freezes the claim (R-TIM-5) is a call or a check of nothing,
all-in.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from tables.engine.hand.events import (
    BoardDealt,
    HandEvent,
    HandFinished,
    HandOptions,
    HandStarted,
    PotAwarded,
    UncalledReturned,
)
from tables.engine.rules.games import GAMES, Game
from tables.engine.rules.limits import FixedLimit, NoLimit, PotLimit, StudSplit
from tables.engine.rules.terms import Chips, SeatNo
from tables.histories.common import (
    NO_CURRENCY,
    PLAY_MONEY,
    Cards,
    HandInfo,
    VisibleCards,
    finished_of,
    started_of,
)
from tables.histories.ohh.rounds import Amount, Object, OhhMoneyFormat, Rounds

__all__ = ["NO_CURRENCY", "PLAY_MONEY", "HandInfo", "to_json", "write_ohh"]

SPEC_VERSION: Final = "1.4.7"
INTERNAL_VERSION: Final = "1.4.1"
"""The version of what we write: rises with every change; its first two numbers are the spec's."""

_EXACT_TYPES: Final = {
    "holdem": "Holdem",
    "omaha": "Omaha",
    "omaha8": "OmahaHiLo",
    "stud7": "Stud",
    "stud8": "StudHiLo",
}
_HOLDEM_RULES: Final = ("best5", "short_deck", "short_deck_trips")
_BET_TYPES: Final[dict[type, str]] = {NoLimit: "NL", PotLimit: "PL"}
"""Everything else is bet within limits: "FL", a spread too."""


def write_ohh(
    events: Sequence[HandEvent],
    info: HandInfo,
    *,
    hero: SeatNo | None = None,
    hole: Mapping[SeatNo, Cards] | None = None,
    deck: Cards | None = None,
    players: Mapping[SeatNo, str] | None = None,
) -> Object:
    """
    Return the `{"ohh": …}` of a finished hand; its amounts are whole numbers or `Decimal`s.

    `hero` is the reader's seat; without one he watched. Known cards are those that were shown,
    and those of `hole` (the reader's own, in the order in which they came); an auditor gives the
    whole `deck`.
    :raises Unwritable: if the hand is not over, was taken back, or a card of its board is unknown.
    """
    started = started_of(events)
    finished = finished_of(events)
    seats = sorted(entry.seat for entry in started.seats)
    ids = {seat: number for number, seat in enumerate(seats)}
    money_format = OhhMoneyFormat(info.exponent)
    rounds = Rounds(GAMES[started.game], ids, money_format, VisibleCards(events, hole, deck))
    for event in events:
        rounds.add(event)
    return {
        "ohh": {
            **_headline(info),
            **_game(started, money_format),
            **({} if hero is None else {"hero_player_id": ids[hero]}),
            "flags": _flags(events, started, is_observed=hero is None),
            "players": _players(started, finished, ids, money_format, players or {}),
            "rounds": rounds.all(),
            "pots": _pots(events, ids, money_format),
            **_uncalled(events, ids, money_format),
            **rounds.own_fields(),
        }
    }


def to_json(history: Object) -> bytes:
    """Return the object as JSON, in which a `Decimal` is a number with exactly its digits."""
    return _encoder.encode(history)


_encoder = msgspec.json.Encoder(decimal_format="number")


def _headline(info: HandInfo) -> Object:
    return {
        "spec_version": SPEC_VERSION,
        "internal_version": INTERNAL_VERSION,
        "network_name": info.site,
        "site_name": info.site,
        "tournament": info.is_tournament,
        "game_number": info.hand,
        "start_date_utc": info.started_at,
        "table_name": info.table,
        "table_size": info.seat_count,
        "currency": info.currency,
    }


def _game(started: HandStarted, money_format: OhhMoneyFormat) -> Object:
    structure = started.structure
    kind = GAMES[started.game]
    return {
        "game_type": _game_type(kind),
        "bet_limit": {"bet_type": _BET_TYPES.get(type(structure), "FL"), "bet_cap": 0},
        "dealer_seat": started.button,
        "small_blind_amount": money_format.of(structure.small_blind),
        "big_blind_amount": money_format.of(structure.big_blind),
        "ante_amount": money_format.of(structure.ante),
        "_hand_no": started.hand_no,
        **_own_fields(started, kind, money_format),
    }


def _game_type(game: Game) -> str:
    if game.code in _EXACT_TYPES:
        return _EXACT_TYPES[game.code]
    if game.family == "draw":
        return "Draw"
    kind = "Stud" if game.family == "stud" else "Omaha"
    if game.hand_rules[0] in _HOLDEM_RULES and game.family == "flop":
        kind = "Holdem"
    return f"{kind}HiLo" if game.is_split else kind


def _own_fields(started: HandStarted, game: Game, money_format: OhhMoneyFormat) -> Object:
    structure = started.structure
    fields: Object = {}
    if structure.bb_ante:
        fields["_big_blind_ante_amount"] = money_format.of(structure.bb_ante)
    if game.code not in _EXACT_TYPES:
        fields["_game"] = game.code
    if structure.bring_in or type(structure) not in _BET_TYPES:
        fields["_structure"] = _structure(started, money_format)
    if game.family == "stud":
        fields["_has_button"] = False  # R-BTN-7: `dealer_seat` is the nominal dealer's
    if started.options != HandOptions():
        fields["_options"] = msgspec.to_builtins(started.options)
    return fields


def _structure(started: HandStarted, money_format: OhhMoneyFormat) -> Object:
    """Return the structure's figures; the kind and, where they say it, how bets are limited."""
    figures = msgspec.to_builtins(started.structure)
    kind = figures.pop("kind")
    amounts: dict[str, Amount] = {
        name: money_format.of(chips) for name, chips in figures.items() if chips
    }
    if isinstance(started.structure, FixedLimit | StudSplit):
        return {"kind": kind, **amounts, "cap_raises": started.rules.cap_raises}
    return {"kind": kind, **amounts}


def _flags(events: Sequence[HandEvent], started: HandStarted, *, is_observed: bool) -> list[str]:
    is_run_again = started.options.board_count == 1 and any(
        isinstance(event, BoardDealt) and event.board for event in events
    )
    return ["Observed"] * is_observed + ["Run_It_Twice"] * is_run_again


def _players(
    started: HandStarted,
    finished: HandFinished,
    ids: Mapping[SeatNo, int],
    money_format: OhhMoneyFormat,
    names: Mapping[SeatNo, str],
) -> list[Object]:
    before = {entry.seat: entry.stack_chips for entry in started.seats}
    after = {result.seat: result.stack_chips for result in finished.results}
    return [
        {
            "id": number,
            "seat": seat,
            "name": names.get(seat, f"Seat {seat}"),
            "starting_stack": money_format.of(before[seat]),
            "_finishing_stack": money_format.of(after[seat]),
        }
        for seat, number in ids.items()
    ]


def _pots(
    events: Sequence[HandEvent], ids: Mapping[SeatNo, int], money_format: OhhMoneyFormat
) -> list[Object]:
    awarded = [event for event in events if isinstance(event, PotAwarded)]
    numbers = sorted({event.pot for event in awarded})
    return [
        _pot(number, [part for part in awarded if part.pot == number], ids, money_format)
        for number in numbers
    ]


def _pot(
    number: int,
    parts: Sequence[PotAwarded],
    ids: Mapping[SeatNo, int],
    money_format: OhhMoneyFormat,
) -> Object:
    pot: Object = {
        "number": number,
        "amount": money_format.of(sum([part.chips for part in parts])),
        "rake": money_format.of(sum([part.rake_chips for part in parts])),
        "jackpot": money_format.of(sum([part.jackpot_chips for part in parts])),
        "player_wins": _wins(parts, ids, money_format),
    }
    if len(parts) > 1:
        pot["_parts"] = [
            {
                "half": part.half,
                "board": part.board,
                "amount": money_format.of(part.chips),
                "player_wins": _wins([part], ids, money_format),
            }
            for part in parts
        ]
    return pot


def _wins(
    parts: Sequence[PotAwarded], ids: Mapping[SeatNo, int], money_format: OhhMoneyFormat
) -> list[Object]:
    won: dict[SeatNo, Chips] = {}
    for part in parts:
        for share in part.shares:
            won[share.seat] = won.get(share.seat, 0) + share.chips
    return [
        {"player_id": ids[seat], "win_amount": money_format.of(chips)}
        for seat, chips in won.items()
    ]


def _uncalled(
    events: Sequence[HandEvent], ids: Mapping[SeatNo, int], money_format: OhhMoneyFormat
) -> Object:
    returned = [
        {"player_id": ids[event.seat], "amount": money_format.of(event.chips)}
        for event in events
        if isinstance(event, UncalledReturned)
    ]
    return {"_uncalled": returned} if returned else {}
