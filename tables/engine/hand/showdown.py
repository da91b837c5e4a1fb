"""Who shows, and in which order (R-SHW)."""

from tables.engine.hand.awarding import award, claims_of, components_of
from tables.engine.hand.batch import Batch
from tables.engine.hand.dealing import Cards, faces_at
from tables.engine.hand.events import CardsMucked, CardsShown, TurnStarted, UncalledReturned
from tables.engine.hand.evolve import all_shown
from tables.engine.hand.pots import build_pots, uncalled
from tables.engine.hand.state import ABLE, ALL_IN, FOLDED, RUN_OUT, TIMED_OUT, Hand, SeatState
from tables.engine.hand.upcards import first_board_place
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.ranking import Strength
from tables.engine.rules.terms import Card, Chips

__all__ = ["award"]

_OUT_OF_ACTION = (ALL_IN, TIMED_OUT)  # a time-out is an all-in for what is in (R-TIM-3)


def show_order(hand: Hand) -> list[SeatState]:
    """
    Return the live hands in the order in which they show.

    Last to bet or raise in the last round first (R-SHW-1). Without one the first live hand left of
    the button, in stud the one who spoke first, or the best board if nobody did (R-SHW-2). Then
    clockwise.
    """
    first = _first_to_show(hand)
    around = hand.seats[first:] + hand.seats[:first]
    return [seat for seat in around if seat.status != FOLDED]


def _first_to_show(hand: Hand) -> int:
    if hand.aggressor is not None:
        return hand.index.get(hand.aggressor, 0)
    if hand.game.family != "stud":
        return 0
    best = first_board_place(hand)
    around = hand.seats[best:] + hand.seats[:best]
    speakers = [seat for seat in around if seat.status == ABLE]
    return hand.index[speakers[0].seat] if len(speakers) > 1 else best


def return_uncalled(batch: Batch) -> None:
    """Give back what nobody matched, before pots are built (R-POT-6)."""
    found = uncalled(batch.hand)
    if found is not None:
        batch.add(UncalledReturned(*found))


def show_all(batch: Batch, cards: Cards) -> None:
    """Turn every live hand face up that is known and still closed (R-SHW-4, R-SHW-6)."""
    hand = batch.hand
    shown: list[CardsShown] = []
    for seat in show_order(hand):
        if not seat.faces and not seat.has_mucked:
            faces = known_faces(hand, seat, cards)
            if faces is not None:
                shown.append(CardsShown(seat.seat, seat.positions, faces))
    if shown:
        batch.add_all(shown, all_shown)


def known_faces(hand: Hand, seat: SeatState, cards: Cards) -> tuple[Card, ...] | None:
    """Return the faces of all cards that the seat holds, or None if not all are known."""
    faces = faces_at(hand, cards, seat.positions)
    return None if None in faces else faces  # type: ignore[return-value]


def show_down(batch: Batch, cards: Cards) -> None:
    """Open the hands as `showdown.mode` says, then award every pot; may end in a player's turn."""
    hand = batch.hand
    mode = hand.started.rules.showdown_mode
    if hand.phase == RUN_OUT:
        _muck_unknown(batch)
    elif mode == "auto" or _is_anybody_out_of_action(hand):  # R-SHW-6
        show_all(batch, cards)
        _muck_unknown(batch)
    elif mode == "manual":
        next_shower(batch)
        return
    else:
        _losers_muck(batch, cards)
    award(batch)


def _is_anybody_out_of_action(hand: Hand) -> bool:
    return any(seat.status in _OUT_OF_ACTION for seat in hand.seats)


def next_shower(batch: Batch) -> None:
    """Ask the next player to show or muck (`showdown.mode=manual`); award when all have."""
    for seat in show_order(batch.hand):
        if not seat.faces and not seat.has_mucked:
            batch.add(TurnStarted(batch.hand.turn + 1, seat.seat, "show"))
            return
    award(batch)


def may_muck(hand: Hand, seat: SeatState) -> bool:
    """
    Return whether the seat may put its hand away unseen.

    Not the first to show (R-SHW-1), and not the last claim on a pot.
    """
    if show_order(hand)[0].seat == seat.seat and not seat.has_declared_board:
        return False
    return all(
        len(claims_of(hand, pot)) > 1
        for pot in build_pots(hand)
        if seat.seat in pot.eligible and not seat.has_declared_board
    )


def _muck_unknown(batch: Batch) -> None:
    """Put away the hands that a record does not know: they lost, or the record would show them."""
    seats = batch.hand.seats
    closed = [seat for seat in seats if seat.status != FOLDED and not seat.faces]
    if closed and not any(seat.faces for seat in seats):
        raise RuleViolation("unknown_cards", seats=[seat.seat for seat in closed])
    for seat in closed:
        batch.add(CardsMucked(seat.seat))


def _losers_muck(batch: Batch, cards: Cards) -> None:
    """
    Open the hands in order; a hand that is beaten everywhere by shown ones stays closed.

    Everywhere: on each board, in the high and in the low half, for all chips that it plays for.
    """
    shown: list[tuple[tuple[Strength | None, ...], Chips]] = []  # with how far the claim reaches
    for seat in show_order(batch.hand):
        faces = seat.faces or known_faces(batch.hand, seat, cards)
        strengths = components_of(batch.hand, faces) if faces else ()
        if _is_beaten(strengths, seat.total_chips, shown) and not seat.faces:
            batch.add(CardsMucked(seat.seat))
        elif faces:
            shown.append((strengths, seat.total_chips))
            if not seat.faces:
                batch.add(CardsShown(seat.seat, seat.positions, faces))
    if not shown:
        raise RuleViolation("unknown_cards", seats=[seat.seat for seat in batch.hand.live()])


def _beats(other: Strength | None, own: Strength) -> bool:
    return other is not None and other < own


def _is_beaten(
    strengths: tuple[Strength | None, ...],
    total: Chips,
    shown: list[tuple[tuple[Strength | None, ...], Chips]],
) -> bool:
    """A hand without a strength is beaten too: unknown cards, or no qualifying low."""
    return all(
        own is None or any(_beats(others[part], own) and reach >= total for others, reach in shown)
        for part, own in enumerate(strengths)
    )
