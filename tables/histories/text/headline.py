"""The first lines of a hand as text: which game for what, where, when, and who sits with what."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Final
from uuid import UUID

from msgspec import Struct

from tables.engine.hand.events import HandStarted
from tables.engine.rules.games import GAMES, GameCode
from tables.engine.rules.limits import (
    FixedLimit,
    NoLimit,
    PotLimit,
    SpreadLimit,
    StepSpread,
    Structure,
    StudSplit,
)
from tables.engine.rules.terms import Chips, SeatNo
from tables.histories.common import PLAY_MONEY, HandInfo

_GAME_NAMES: Final[dict[GameCode, str]] = {
    "holdem": "Hold'em",
    "short_deck": "Short Deck",  # not "6+ Hold'em", which parsers take for hold'em
    "pineapple": "Pineapple",
    "crazy_pineapple": "Crazy Pineapple",
    "omaha": "Omaha",
    "omaha8": "Omaha Hi/Lo",
    "omaha5": "5 Card Omaha",
    "omaha5_8": "5 Card Omaha Hi/Lo",
    "omaha6": "6 Card Omaha",
    "omaha6_8": "6 Card Omaha Hi/Lo",
    "courchevel": "Courchevel",
    "courchevel8": "Courchevel Hi/Lo",
    "stud7": "7 Card Stud",
    "stud8": "7 Card Stud Hi/Lo",
    "razz": "Razz",
    "draw5": "5 Card Draw",
    "single27": "Single Draw 2-7 Lowball",
    "triple27": "Triple Draw 2-7 Lowball",
    "badugi": "Badugi",
}
_LIMIT_NAMES: Final[dict[type, str]] = {
    NoLimit: "No Limit",
    PotLimit: "Pot Limit",
    FixedLimit: "Limit",
    StudSplit: "Limit",
    SpreadLimit: "Spread Limit",
    StepSpread: "Spread Limit",
}
_SYMBOLS: Final = {"EUR": "€", "USD": "$", "GBP": "£"}
_NUMBER_WORDS: Final = {2: "Two", 3: "Three"}


class TextMoneyFormat(Struct, frozen=True):
    """How amounts are written: `€0.05`, or as they are."""

    symbol: str = ""
    exponent: int = 0

    def of(self, chips: Chips) -> str:
        """Return an amount; whole ones have no point."""
        amount = Decimal(chips).scaleb(-self.exponent)
        whole = amount.to_integral_value()
        return f"{self.symbol}{whole if amount == whole else amount}"


def money_format_of(info: HandInfo) -> TextMoneyFormat:
    """Return how the hand's amounts are written."""
    return TextMoneyFormat(_SYMBOLS.get(info.currency, ""), info.exponent)


def headline(
    started: HandStarted, info: HandInfo, names: Mapping[SeatNo, str], money_format: TextMoneyFormat
) -> list[str]:
    """Return all lines before the first forced bet."""
    return [
        _first_line(started, info, money_format),
        _table_line(started, info),
        *_seat_lines(started, names, money_format),
        *_option_lines(started),
    ]


def _first_line(started: HandStarted, info: HandInfo, money_format: TextMoneyFormat) -> str:
    """
    Return the line by which parsers know a hand.

    The number that they ask for is the first half of the hand's id: 63 bits that rise with time.
    """
    number = UUID(info.hand).int >> 64
    at = datetime.fromisoformat(info.started_at)
    game = f"{_GAME_NAMES[started.game]} {_LIMIT_NAMES[type(started.structure)]}"
    stakes = _stakes(started.structure, money_format)
    if info.is_tournament:
        game = f"Tournament, {game}"
    elif info.currency != PLAY_MONEY:
        stakes = f"{stakes} {info.currency}"
    return f"PokerStars Hand #{number}: {game} ({stakes}) - {at:%Y/%m/%d %H:%M:%S} UTC"


def _stakes(structure: Structure, money_format: TextMoneyFormat) -> str:
    """Return what such a game is called by: blinds, limits, or the range of a bet."""
    if isinstance(structure, FixedLimit | StudSplit):
        return f"{money_format.of(structure.lower)}/{money_format.of(structure.higher)}"
    if isinstance(structure, SpreadLimit):
        return f"{money_format.of(structure.min)}-{money_format.of(structure.max)}"
    if isinstance(structure, StepSpread):
        tops = dict.fromkeys((structure.max1, structure.max2, structure.max3 or structure.max2))
        return "-".join(money_format.of(chips) for chips in (structure.min, *tops))
    if structure.bring_in:
        return f"{money_format.of(structure.bring_in)}/{money_format.of(structure.big_blind)}"
    return f"{money_format.of(structure.small_blind)}/{money_format.of(structure.big_blind)}"


def _table_line(started: HandStarted, info: HandInfo) -> str:
    words = [f"Table '{one_line(info.table)}' {info.seat_count}-max"]
    if info.currency == PLAY_MONEY and not info.is_tournament:
        words.append("(Play Money)")
    if GAMES[started.game].family != "stud":  # R-BTN-7: nobody has it
        words.append(f"Seat #{started.button} is the button")
    return " ".join(words)


def _seat_lines(
    started: HandStarted, names: Mapping[SeatNo, str], money_format: TextMoneyFormat
) -> list[str]:
    return [
        f"Seat {entry.seat}: {names[entry.seat]} ({money_format.of(entry.stack_chips)} in chips)"
        for entry in sorted(started.seats, key=lambda each: each.seat)
    ]


def _option_lines(started: HandStarted) -> list[str]:
    options = started.options
    lines = []
    if options.is_bomb_pot:
        lines.append("Bomb pot: everybody posts the ante, nobody bets before the flop")
    if options.board_count > 1:
        lines.append(f"{_NUMBER_WORDS[options.board_count]} boards are dealt")
    return lines


def names_of(started: HandStarted, players: Mapping[SeatNo, str] | None) -> dict[SeatNo, str]:
    """Return everybody's name as it stands in the lines."""
    given = players or {}
    seats: Sequence[SeatNo] = [entry.seat for entry in started.seats]
    return {seat: one_line(given.get(seat, "")) or f"Player {seat}" for seat in seats}


def one_line(text: str) -> str:
    """Return the text without line breaks and other control characters."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())
