"""What the house does for a player whose time ran out (R-TIM)."""

from tables.engine.hand.actions import bring_in, show, whose_turn
from tables.engine.hand.batch import Batch
from tables.engine.hand.bet_sizes import is_bring_in_due
from tables.engine.hand.betting import to_call
from tables.engine.hand.commands import TimeOut
from tables.engine.hand.dealing import Cards
from tables.engine.hand.discards import next_discard, stand_pat
from tables.engine.hand.events import CardsMucked, RunItAnswered, TimedOut
from tables.engine.hand.rounds import after_discards, after_run_it, proceed
from tables.engine.hand.showdown import known_faces, may_muck, next_shower
from tables.engine.hand.state import ABLE, AGREEING, DISCARDING, SHOWDOWN, Hand, SeatState
from tables.engine.hand.upcards import bring_in_seat
from tables.engine.rules.errors import RuleViolation


def time_out(batch: Batch, command: TimeOut, cards: Cards) -> None:
    """
    Act for a player whose time ran out.

    :raises RuleViolation: `turn_expired` if that turn has passed; safe to repeat. `wrong_type`.
    """
    hand = batch.hand
    seat = whose_turn(hand, command.seat, command.turn)
    if type(command.is_protected) is not bool:
        raise RuleViolation("wrong_type", field="is_protected")
    if hand.phase == SHOWDOWN:
        _show_or_muck(batch, seat, cards)
    elif hand.phase == AGREEING:
        batch.add(TimedOut(seat.seat, "run_once"))
        batch.add(RunItAnswered(seat.seat, 1))
        after_run_it(batch, cards)
    elif hand.phase == DISCARDING:
        _keep_cards(batch, seat, is_protected=command.is_protected)
        if not next_discard(batch):
            after_discards(batch, cards)
    else:
        _bet_no_more(batch, seat, is_protected=command.is_protected)
        proceed(batch, hand.index[seat.seat], cards)


def _show_or_muck(batch: Batch, seat: SeatState, cards: Cards) -> None:
    """He keeps his claim and shows. Unknown cards are put away if others can show."""
    if known_faces(batch.hand, seat, cards) is None and may_muck(batch.hand, seat):
        batch.add(TimedOut(seat.seat, "mucked"))
        batch.add(CardsMucked(seat.seat))
        next_shower(batch)
        return
    batch.add(TimedOut(seat.seat, "shown"))
    show(batch, seat, cards)


def _keep_cards(batch: Batch, seat: SeatState, *, is_protected: bool) -> None:
    """He stands pat; if a time-out is an all-in, he has no more decisions (R-TIM-5)."""
    hand = batch.hand
    is_frozen = (
        _is_protecting(hand, is_protected=is_protected)
        and hand.started.rules.timeout_free_check == "allin"
        and seat.status == ABLE
    )
    batch.add(TimedOut(seat.seat, "all_in" if is_frozen else "stood_pat"))
    stand_pat(batch, batch.hand.of(seat.seat))


def _bet_no_more(batch: Batch, seat: SeatState, *, is_protected: bool) -> None:
    is_opening = is_bring_in_due(batch.hand)
    if is_opening and seat.seat == bring_in_seat(batch.hand):  # R-TIM-9: posted like a blind
        batch.add(bring_in(batch.hand, seat))
        seat = batch.hand.of(seat.seat)
        is_opening = False
        if seat.status != ABLE:
            batch.add(TimedOut(seat.seat, "checked"))
            return
    hand = batch.hand
    is_free = to_call(hand, seat) == 0 and not is_opening  # he could fold or open (R-BRI-4)
    has_money_in = seat.total_chips + seat.dead_chips > 0
    if not _is_protecting(hand, is_protected=is_protected):  # R-TIM-7, R-TIM-8
        outcome = TimedOut(seat.seat, "checked" if is_free else "folded")
    elif is_free and hand.started.rules.timeout_free_check == "check":  # R-TIM-6
        outcome = TimedOut(seat.seat, "checked")
    else:  # R-TIM-3, R-TIM-4
        outcome = TimedOut(seat.seat, "all_in" if has_money_in else "folded")
    batch.add(outcome)


def _is_protecting(hand: Hand, *, is_protected: bool) -> bool:
    return is_protected and hand.started.rules.timeout_mode == "allin_protect"
