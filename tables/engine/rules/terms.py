"""The field's words as types, and the limits of the engine."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

SeatNo: TypeAlias = int
"""A numbered place at a table, 1 … MAX_SEATS, clockwise."""
Chips: TypeAlias = int
"""An amount in the smallest unit of the table."""
Card: TypeAlias = int
"""A face: 4 × rank + suit; rank 0 (deuce) … 12 (ace), suit 0 ♣, 1 ♦, 2 ♥, 3 ♠."""
Position: TypeAlias = int
"""
A place in the shuffled deck, 0 (top) … 51; all that an event says of a hidden card. From 52 on: a
place in the discards that were shuffled in when a draw game's deck ran out (R-LOW-6).
"""
TurnNo: TypeAlias = int
"""The number of a decision within its hand: 1, 2, 3 …"""

MAX_SEATS = 10
MAX_CHIPS = 2**53 - 1
"""All chips of a table together stay within what every JSON reader holds exactly."""


class PostKind(StrEnum):
    """What a forced bet is; the word is also the one of the scenario files."""

    ANTE = "ante"  # R-ANT-1: in the pot, not part of the street's bet
    SMALL_BLIND = "sb"
    BIG_BLIND = "bb"
    LIVE = "live"  # R-ENT-1, R-MIS-1: an extra live blind; its poster has the option
    DEAD = "dead"  # R-MIS-1: straight to the main pot, nobody's bet
    BIG_BLIND_ANTE = "bb_ante"  # R-TRN-ANTE-1: dead money in the main pot
    STRADDLE = "straddle"  # lifts the price of the first round, its poster acts last
    KILL = "kill"  # lifts the price of the first round; its poster acts in turn


class Post(Struct, frozen=True, forbid_unknown_fields=True):
    """A forced bet that is due; the hand cuts it to what the seat has (R-BLD-6)."""

    seat: SeatNo
    kind: PostKind
    amount_chips: Chips
