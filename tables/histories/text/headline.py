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
from tables.histories.common import PLAY_MONEY, About

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


def purse_of(about: About) -> TextMoneyFormat:
    """Return how the hand's amounts are written."""
    return TextMoneyFormat(_SYMBOLS.get(about.currency, ""), about.exponent)


def headline(
    started: HandStarted, about: About, names: Mapping[SeatNo, str], purse: TextMoneyFormat
) -> list[str]:
    """Return all lines before the first forced bet."""
    return [
        _first_line(started, about, purse),
        _table_line(started, about),
        *_seat_lines(started, names, purse),
        *_option_lines(started),
    ]


def _first_line(started: HandStarted, about: About, purse: TextMoneyFormat) -> str:
    """
    Return the line by which parsers know a hand.

    The number that they ask for is the first half of the hand's id: 63 bits that rise with time.
    """
    number = UUID(about.hand).int >> 64
    at = datetime.fromisoformat(about.started_at)
    game = f"{_GAME_NAMES[started.game]} {_LIMIT_NAMES[type(started.structure)]}"
    stakes = _stakes(started.structure, purse)
    if about.is_tournament:
        game = f"Tournament, {game}"
    elif about.currency != PLAY_MONEY:
        stakes = f"{stakes} {about.currency}"
    return f"PokerStars Hand #{number}: {game} ({stakes}) - {at:%Y/%m/%d %H:%M:%S} UTC"


def _stakes(structure: Structure, purse: TextMoneyFormat) -> str:
    """Return what such a game is called by: blinds, limits, or the range of a bet."""
    if isinstance(structure, FixedLimit | StudSplit):
        return f"{purse.of(structure.lower)}/{purse.of(structure.higher)}"
    if isinstance(structure, SpreadLimit):
        return f"{purse.of(structure.min)}-{purse.of(structure.max)}"
    if isinstance(structure, StepSpread):
        tops = dict.fromkeys((structure.max1, structure.max2, structure.max3 or structure.max2))
        return "-".join(purse.of(chips) for chips in (structure.min, *tops))
    if structure.bring_in:
        return f"{purse.of(structure.bring_in)}/{purse.of(structure.big_blind)}"
    return f"{purse.of(structure.small_blind)}/{purse.of(structure.big_blind)}"


def _table_line(started: HandStarted, about: About) -> str:
    words = [f"Table '{one_line(about.table)}' {about.seat_count}-max"]
    if about.currency == PLAY_MONEY and not about.is_tournament:
        words.append("(Play Money)")
    if GAMES[started.game].family != "stud":  # R-BTN-7: nobody has it
        words.append(f"Seat #{started.button} is the button")
    return " ".join(words)


def _seat_lines(
    started: HandStarted, names: Mapping[SeatNo, str], purse: TextMoneyFormat
) -> list[str]:
    return [
        f"Seat {entry.seat}: {names[entry.seat]} ({purse.of(entry.stack_chips)} in chips)"
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
