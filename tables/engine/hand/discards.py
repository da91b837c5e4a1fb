"""Exchanging cards in draw games, putting one away in pineapple (R-LOW-6)."""

from tables.engine.hand.batch import Batch
from tables.engine.hand.events import CardsDiscarded, DiscardsBegun, StubExtended, TurnStarted
from tables.engine.hand.state import FOLDED, TIMED_OUT, Hand, SeatState
from tables.engine.hand.undealt import left_count, out_of_play, top_positions
from tables.engine.rules.errors import RuleViolation, echoed
from tables.engine.rules.terms import Position


def begin_discards(batch: Batch, *, is_run_out: bool) -> bool:
    """Begin the next street with its discards; return whether anybody owes a decision."""
    hand = batch.hand
    batch.add(DiscardsBegun(hand.game.streets[hand.street + 1].name, is_run_out))
    return next_discard(batch)


def next_discard(batch: Batch) -> bool:
    """
    Ask the next hand, all-in or not, left of the button first; return whether there is one.

    A player who timed out cannot act any more: he keeps his cards, or the surplus is put away.
    """
    for seat in batch.hand.seats:
        if seat.drawn_count is not None or seat.status == FOLDED:
            continue
        if seat.status != TIMED_OUT:
            batch.add(TurnStarted(batch.hand.turn + 1, seat.seat, "discard"))
            return True
        stand_pat(batch, seat)
    return False


def discard_limits(hand: Hand) -> tuple[int, int]:
    """Return how many cards a hand must and may put away on this street."""
    street = hand.street_data
    return street.put_away, street.put_away or street.draw_up_to


def discard(batch: Batch, seat: SeatState, chosen: tuple[Position, ...]) -> None:
    """
    Put the chosen cards away, and deal as many new ones where the game does.

    :raises RuleViolation: `wrong_discard` for anything but some of the seat's own positions.
    """
    hand = batch.hand
    least, most = discard_limits(hand)
    if not _is_of(seat, chosen) or not least <= len(chosen) <= most:
        raise RuleViolation("wrong_discard", cards=echoed(chosen), min=least, max=most)
    positions = tuple(sorted(chosen))
    count = 0 if hand.street_data.put_away else len(positions)
    if count > left_count(hand):
        pool = [at for at in out_of_play(hand) if at not in seat.discarded]
        batch.add(StubExtended(tuple(pool), is_shuffled=True))
    new = top_positions(batch.hand, count)
    batch.add(CardsDiscarded(seat.seat, positions, new))


def _is_of(seat: SeatState, chosen: object) -> bool:
    """Constructors do not validate, so any value may be there."""
    return (
        isinstance(chosen, tuple)
        and all(type(position) is int for position in chosen)
        and set(chosen) <= set(seat.positions)
        and len(set(chosen)) == len(chosen)
    )


def stand_pat(batch: Batch, seat: SeatState) -> None:
    """Keep all cards; if some must be put away, put away the last ones that came."""
    must = batch.hand.street_data.put_away
    discard(batch, seat, seat.positions[len(seat.positions) - must :] if must else ())
