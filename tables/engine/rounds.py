"""From a decision to the next one: turn, street, run-out, showdown."""

from tables.engine.batch import Batch
from tables.engine.betting import next_to_act
from tables.engine.dealing import Cards, deal_board
from tables.engine.events import TurnStarted
from tables.engine.showdown import award, return_uncalled, show_all, show_down


def proceed(batch: Batch, start: int, cards: Cards) -> None:
    """Go on until somebody owes a decision or the hand is over; look from place `start` on."""
    hand = batch.hand
    seat, live_count, able_count = next_to_act(hand, start)
    if live_count == 1:
        return_uncalled(batch)
        award(batch)
    elif seat is not None:
        batch.add(TurnStarted(hand.turn + 1, seat.seat))
    else:
        _close_round(batch, cards, able_count)


def _close_round(batch: Batch, cards: Cards, able_count: int) -> None:
    hand = batch.hand
    is_last_street = hand.street == len(hand.game.streets) - 1
    if not is_last_street and able_count > 1:
        batch.add(deal_board(hand, cards, is_run_out=False))
        proceed(batch, 0, cards)  # R-ORD-2: first able hand left of the button
        return
    return_uncalled(batch)
    if not is_last_street:
        show_all(batch, cards)  # R-SHW-6: face up at once, then the board (R-POT-5)
        for _ in range(hand.street + 1, len(hand.game.streets)):
            batch.add(deal_board(batch.hand, cards, is_run_out=True))
    show_down(batch, cards)
