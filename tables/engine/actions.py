"""What a player may do in his turn, and what the house does when it runs out (RULES 8–18)."""

from collections.abc import Callable

from tables.engine.batch import Batch
from tables.engine.betting import raise_bounds, raise_refusal, to_call
from tables.engine.commands import Act, TimeOut
from tables.engine.dealing import Cards
from tables.engine.errors import RuleViolation, echoed
from tables.engine.events import (
    Bet,
    BoardDeclared,
    Called,
    CardsMucked,
    CardsShown,
    Checked,
    Folded,
    Raised,
    TimedOut,
)
from tables.engine.rounds import proceed
from tables.engine.showdown import known_faces, may_muck, next_shower
from tables.engine.state import SHOWDOWN, Hand, SeatState
from tables.engine.terms import Chips, SeatNo, TurnNo


def act(batch: Batch, command: Act, cards: Cards) -> None:
    """
    Record the decision, and what follows from it without another one.

    :raises RuleViolation: with the code of R-ACT-9; nothing has changed then.
    """
    hand = batch.hand
    seat = _whose_turn(hand, command.seat, command.turn)
    if hand.phase == SHOWDOWN:
        showing = _SHOWING.get(str(command.kind))
        if showing is None:
            raise RuleViolation("betting_closed", kind=str(command.kind))
        _refuse_amount(command)
        showing(batch, seat, cards)
        return
    acting = _ACTING.get(str(command.kind))  # str: nonsense need not be hashable
    if acting is None:
        raise RuleViolation("unknown_action", kind=str(command.kind))
    if acting not in _WITH_AMOUNT:
        _refuse_amount(command)
    acting(batch, seat, command)
    proceed(batch, hand.index[seat.seat] + 1, cards)


def _refuse_amount(command: Act) -> None:
    """Whoever names an amount means to bet: a fold or a call is not what he asked for."""
    if command.to_chips is not None:
        raise RuleViolation("wrong_amount", to=echoed(command.to_chips))


def time_out(batch: Batch, command: TimeOut, cards: Cards) -> None:
    """
    Act for a player whose time ran out.

    :raises RuleViolation: `turn_expired` if that turn has passed; safe to repeat.
    """
    hand = batch.hand
    seat = _whose_turn(hand, command.seat, command.turn)
    if hand.phase == SHOWDOWN:  # his claim is kept: he shows
        batch.add(TimedOut(seat.seat, "shown"))
        _show(batch, seat, cards)
        return
    rules = hand.started.rules
    is_free = to_call(hand, seat) == 0
    has_money_in = seat.total_chips + seat.dead_chips > 0
    if rules.timeout_mode == "fold" or not command.is_protected:  # R-TIM-7, R-TIM-8
        outcome = TimedOut(seat.seat, "checked" if is_free else "folded")
    elif is_free and rules.timeout_free_check == "check":  # R-TIM-6
        outcome = TimedOut(seat.seat, "checked")
    else:  # R-TIM-3, R-TIM-4
        outcome = TimedOut(seat.seat, "all_in" if has_money_in else "folded")
    batch.add(outcome)
    proceed(batch, hand.index[seat.seat] + 1, cards)


def _whose_turn(hand: Hand, seat: SeatNo, turn: TurnNo) -> SeatState:
    if seat != hand.actor or turn != hand.turn or hand.actor is None:
        if hand.is_over:
            raise RuleViolation("hand_over")
        if seat != hand.actor:
            raise RuleViolation("not_turn", actor=hand.actor, turn=hand.turn)
        raise RuleViolation("turn_expired", turn=hand.turn)
    return hand.seats[hand.index[seat]]


def _fold(batch: Batch, seat: SeatState, _command: Act) -> None:
    if not batch.hand.started.rules.action_free_fold and not to_call(batch.hand, seat):
        raise RuleViolation("check_is_free")
    batch.add(Folded(seat.seat))


def _check(batch: Batch, seat: SeatState, _command: Act) -> None:
    missing = to_call(batch.hand, seat)
    if missing:
        raise RuleViolation("check_facing_bet", to_call=missing)
    batch.add(Checked(seat.seat))


def _call(batch: Batch, seat: SeatState, _command: Act) -> None:
    missing = to_call(batch.hand, seat)
    if not missing:
        raise RuleViolation("nothing_to_call")
    batch.add(
        Called(
            seat.seat,
            to_chips=seat.street_chips + missing,
            added_chips=missing,
            is_all_in=missing == seat.stack_chips,
        )
    )


def _bet(batch: Batch, seat: SeatState, command: Act) -> None:
    if batch.hand.price_chips:
        raise RuleViolation("bet_stands", price=batch.hand.price_chips)
    _wager(batch, seat, command.to_chips)


def _raise(batch: Batch, seat: SeatState, command: Act) -> None:
    if not batch.hand.price_chips:
        raise RuleViolation("nothing_to_raise")
    _wager(batch, seat, command.to_chips)


def _all_in(batch: Batch, seat: SeatState, command: Act) -> None:
    everything = seat.street_chips + seat.stack_chips
    if everything <= batch.hand.price_chips:
        _call(batch, seat, command)
    else:
        _wager(batch, seat, everything)


def _wager(batch: Batch, seat: SeatState, to: Chips | None) -> None:
    hand = batch.hand
    everything = seat.street_chips + seat.stack_chips
    if type(to) is not int or to <= 0:
        raise RuleViolation("wrong_amount", to=echoed(to))
    if to > everything:
        raise RuleViolation("too_much", to=echoed(to), max_to=everything)
    refusal = raise_refusal(hand, seat)
    if refusal is not None:
        raise RuleViolation(refusal, to_call=to_call(hand, seat))
    min_to, max_to = raise_bounds(hand, seat)
    kind = Raised if hand.price_chips else Bet
    if not min_to <= to <= max_to:
        side = "below_min" if to < min_to else "above_max"
        code = ("raise_" if kind is Raised else "bet_") + side
        raise RuleViolation(code, to=to, min_to=min_to, max_to=max_to)
    batch.add(
        kind(
            seat.seat,
            to_chips=to,
            added_chips=to - seat.street_chips,
            is_all_in=to == everything,
        )
    )


def _show(batch: Batch, seat: SeatState, cards: Cards) -> None:
    faces = known_faces(seat, cards)
    if faces is None:
        raise RuleViolation("unknown_cards", seats=[seat.seat])
    batch.add(CardsShown(seat.seat, seat.positions, faces))
    next_shower(batch)


def _muck(batch: Batch, seat: SeatState, _cards: Cards) -> None:
    if not may_muck(batch.hand, seat):
        raise RuleViolation("must_show")
    batch.add(CardsMucked(seat.seat))
    next_shower(batch)


def _declare_board(batch: Batch, seat: SeatState, _cards: Cards) -> None:
    """R-SHW-3: announced before the cards are put away; the turn goes on."""
    if batch.hand.game.hand_rule != "best5" or seat.has_declared_board:
        raise RuleViolation("no_board_to_play")
    batch.add(BoardDeclared(seat.seat))


_ACTING: dict[str, Callable[[Batch, SeatState, Act], None]] = {
    "fold": _fold,
    "check": _check,
    "call": _call,
    "bet": _bet,
    "raise": _raise,
    "all_in": _all_in,
}
_WITH_AMOUNT = (_bet, _raise)
_SHOWING: dict[str, Callable[[Batch, SeatState, Cards], None]] = {
    "show": _show,
    "muck": _muck,
    "declare_board": _declare_board,
}
