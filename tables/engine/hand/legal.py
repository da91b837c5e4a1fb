"""What `decide` would accept from the player whose turn it is; the same predicates."""

from typing import TypeAlias

from msgspec import Struct

from tables.engine.hand.actions import completion_of, may_declare_board
from tables.engine.hand.bet_sizes import is_bring_in_due
from tables.engine.hand.betting import has_two_amounts, opening_range, raise_range, to_call
from tables.engine.hand.commands import ActionKind
from tables.engine.hand.discards import discard_limits
from tables.engine.hand.rounds import most_boards
from tables.engine.hand.showdown import may_muck
from tables.engine.hand.state import AGREEING, BETTING, DISCARDING, Hand, SeatState
from tables.engine.hand.upcards import bring_in_seat
from tables.engine.rules.terms import Chips, SeatNo, TurnNo

_Kinds: TypeAlias = tuple[ActionKind, ...]
_PASSIVE: _Kinds = ("call", "fold")
_FREE: _Kinds = ("check", "fold")
_CHECK_ONLY: _Kinds = ("check",)
_BET: _Kinds = ("bet",)
_RAISE: _Kinds = ("raise",)
_ALL_IN: _Kinds = ("all_in",)
_COMPLETE: _Kinds = ("complete",)


def _with_wager(passive: _Kinds) -> tuple[_Kinds, _Kinds, _Kinds, _Kinds]:
    """Return the kinds with a bet, the same up to all-in, with a raise, the same up to all-in."""
    bet, raising = passive + _BET, passive + _RAISE
    return bet, bet + _ALL_IN, raising, raising + _ALL_IN


_PASSIVE_OR_WAGER = _with_wager(_PASSIVE)  # put together once, as every decision asks for them
_FREE_OR_WAGER = _with_wager(_FREE)
_CHECK_OR_WAGER = _with_wager(_CHECK_ONLY)


class Legal(Struct, frozen=True, gc=False):
    """The choices of one turn."""

    seat: SeatNo
    turn: TurnNo
    kinds: tuple[ActionKind, ...]
    to_call_chips: Chips = 0
    """What a call adds."""
    min_to_chips: Chips = 0
    """Smallest street total of a bet or raise; 0 where there is none."""
    max_to_chips: Chips = 0
    why_no_raise: str | None = None
    """Code of R-ACT-9 when neither bet nor raise is offered."""
    has_two_amounts: bool = False
    """Only the smallest and the largest total are legal, nothing between them."""
    bring_in_chips: Chips = 0
    """What `bring_in` puts in (R-BRI-2)."""
    min_cards: int = 0
    max_cards: int = 0
    """How many cards a `discard` must and may name."""
    max_times: int = 0
    """How many boards `run_it` may ask for."""


def legal(hand: Hand) -> Legal | None:
    """Return the choices of the seat to act, or None if nobody owes a decision."""
    if hand.actor is None:
        return None
    seat = hand.seats[hand.index[hand.actor]]
    if hand.phase != BETTING:
        return _answering(hand, seat)
    if not hand.price_chips and not hand.street and is_bring_in_due(hand):
        return _opening(hand, seat)
    missing = to_call(hand, seat)
    found = raise_range(hand, seat)
    if isinstance(found, str):
        kinds = _PASSIVE if missing else _FREE if _is_free_fold(hand) else _CHECK_ONLY
        if missing == seat.stack_chips:
            kinds += _ALL_IN  # which is a call
        return Legal(seat.seat, hand.turn, kinds, missing, 0, 0, found)
    min_to, max_to = found
    place = 2 if hand.price_chips else 0
    if seat.street_chips + seat.stack_chips <= max_to:
        place += 1
    if missing:
        kinds = _PASSIVE_OR_WAGER[place]
    else:
        kinds = (_FREE_OR_WAGER if _is_free_fold(hand) else _CHECK_OR_WAGER)[place]
    if hand.street < 2 and hand.game.is_stud:  # where limits have their exceptions
        is_two = hand.street == 1 and has_two_amounts(hand)
        kinds += _COMPLETE if not hand.street and completion_of(hand) is not None else ()
        return Legal(seat.seat, hand.turn, kinds, missing, min_to, max_to, None, is_two)
    return Legal(seat.seat, hand.turn, kinds, missing, min_to, max_to)


def _is_free_fold(hand: Hand) -> bool:
    return hand.started.rules.action_free_fold


def _opening(hand: Hand, seat: SeatState) -> Legal:
    """The bring-in is forced on the owner of the door card; others may fold instead (R-BRI-4)."""
    kinds: tuple[ActionKind, ...] = ("bring_in",)
    if seat.seat != bring_in_seat(hand):
        kinds = ("fold", "bring_in")
    min_to, max_to = opening_range(hand, seat)
    if max_to > hand.started.structure.bring_in:
        kinds += _BET
        if completion_of(hand) is not None:
            kinds += _COMPLETE
    if seat.stack_chips <= max_to:
        kinds += _ALL_IN
    return Legal(
        seat=seat.seat,
        turn=hand.turn,
        kinds=kinds,
        min_to_chips=min_to,
        max_to_chips=max_to,
        has_two_amounts=has_two_amounts(hand),
        bring_in_chips=min_to,
    )


def _answering(hand: Hand, seat: SeatState) -> Legal:
    if hand.phase == DISCARDING:
        least, most = discard_limits(hand)
        return Legal(seat.seat, hand.turn, ("discard",), min_cards=least, max_cards=most)
    if hand.phase == AGREEING:
        return Legal(seat.seat, hand.turn, ("run_it",), max_times=most_boards(hand))
    kinds: list[ActionKind] = ["show"]
    if may_muck(hand, seat):
        kinds.append("muck")
    if may_declare_board(hand, seat):
        kinds.append("declare_board")
    return Legal(seat.seat, hand.turn, tuple(kinds))
