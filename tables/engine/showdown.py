"""Who shows, who wins, and the end of the hand (RULES sections 18, 19, 20)."""

from tables.engine.batch import Batch
from tables.engine.dealing import Cards
from tables.engine.errors import RuleViolation
from tables.engine.events import (
    CardsMucked,
    CardsShown,
    HandFinished,
    PotAwarded,
    SeatResult,
    TurnStarted,
    UncalledReturned,
)
from tables.engine.pots import Pot, build_pots, split, takes, uncalled
from tables.engine.ranking import RANKERS, Strength
from tables.engine.state import ALL_IN, FOLDED, RUN_OUT, TIMED_OUT, Hand, SeatState
from tables.engine.terms import Card, SeatNo

_OUT_OF_ACTION = (ALL_IN, TIMED_OUT)  # a time-out is an all-in for what is in (R-TIM-3)


def show_order(hand: Hand) -> list[SeatState]:
    """
    Return the live hands in the order in which they show.

    Last to bet or raise in the last round first (R-SHW-1), else the first live hand left of
    the button (R-SHW-2); then clockwise.
    """
    first = hand.index.get(hand.aggressor, 0) if hand.aggressor is not None else 0
    around = hand.seats[first:] + hand.seats[:first]
    return [seat for seat in around if seat.status != FOLDED]


def return_uncalled(batch: Batch) -> None:
    """Give back what nobody matched, before pots are built (R-POT-6)."""
    found = uncalled(batch.hand)
    if found is not None:
        batch.add(UncalledReturned(*found))


def show_all(batch: Batch, cards: Cards) -> None:
    """Turn every live hand face up that is known and still closed (R-SHW-4, R-SHW-6)."""
    for seat in show_order(batch.hand):
        if not seat.faces and not seat.has_mucked:
            faces = known_faces(seat, cards)
            if faces is not None:
                batch.add(CardsShown(seat.seat, seat.positions, faces))


def known_faces(seat: SeatState, cards: Cards) -> tuple[Card, ...] | None:
    """Return the faces of the seat's hole cards, or None if the record does not know them all."""
    faces = tuple(map(cards.__getitem__, seat.positions))
    return None if None in faces else faces  # type: ignore[return-value]


def show_down(batch: Batch, cards: Cards) -> None:
    """Open the hands as the house's mode says, then award every pot; may end in a player's turn."""
    hand = batch.hand
    mode = hand.started.rules.showdown_mode
    if hand.phase == RUN_OUT:
        _muck_unknown(batch)
    elif mode == "auto" or any(seat.status in _OUT_OF_ACTION for seat in hand.seats):  # R-SHW-6
        show_all(batch, cards)
        _muck_unknown(batch)
    elif mode == "manual":
        next_shower(batch)
        return
    else:
        _losers_muck(batch, cards)
    award(batch)


def next_shower(batch: Batch) -> None:
    """Ask the next player to show or muck (`showdown.mode=manual`); award when all have."""
    for seat in show_order(batch.hand):
        if not seat.faces and not seat.has_mucked:
            batch.add(TurnStarted(batch.hand.turn + 1, seat.seat, is_showdown=True))
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
        len(_claims(hand, pot)) > 1
        for pot in build_pots(hand)
        if seat.seat in pot.eligible and not seat.has_declared_board
    )


def award(batch: Batch) -> None:
    """Give every pot to its best hands, last side pot first (R-POT-3), and end the hand."""
    hand = batch.hand
    pots = build_pots(hand)
    strengths = _strengths(hand) if len(pots[0].eligible) > 1 else {}
    taken = takes(hand, pots)
    for number in range(len(pots) - 1, -1, -1):
        pot, take = pots[number], taken[number]
        net = pot.chips - take.rake_chips - take.jackpot_chips
        batch.add(
            PotAwarded(
                pot=number,
                chips=pot.chips,
                eligible=pot.eligible,
                rake_chips=take.rake_chips,
                jackpot_chips=take.jackpot_chips,
                shares=split(hand, net, _winners(hand, pot, strengths)),
            )
        )
    _finish(batch, sum([take.rake_chips for take in taken]), taken[0].jackpot_chips)


def _finish(batch: Batch, rake: int, jackpot: int) -> None:
    hand = batch.hand
    results = [
        SeatResult(seat.seat, seat.stack_chips, seat.stack_chips - entry.stack_chips)
        for seat, entry in zip(hand.seats, hand.started.seats, strict=True)
    ]
    batch.add(HandFinished(tuple(results), rake, jackpot))


def _strengths(hand: Hand) -> dict[SeatNo, Strength]:
    """Return the strength of every hand that still has a claim (cards speak, R-SHW-3)."""
    rank = RANKERS[hand.game.hand_rule]
    board = _known_board(hand)
    strengths: dict[SeatNo, Strength] = {}
    for seat in hand.seats:
        if seat.status == FOLDED:
            continue
        if seat.faces:
            strengths[seat.seat] = rank(seat.faces, board)
        elif seat.has_declared_board:
            strengths[seat.seat] = RANKERS["best5"]((), board)
    return strengths


def _known_board(hand: Hand) -> tuple[Card, ...]:
    if None in hand.board:
        raise RuleViolation("unknown_cards", seats=[])
    return hand.board  # type: ignore[return-value]


def _winners(hand: Hand, pot: Pot, strengths: dict[SeatNo, Strength]) -> list[SeatNo]:
    """Return the best of the pot's hands, clockwise from the button's left."""
    claims = _claims(hand, pot)
    if len(claims) == 1:
        return claims  # R-POT-4, R-SHW-5: unseen
    shown = [seat for seat in claims if seat in strengths]
    if not shown:
        raise RuleViolation("unknown_cards", seats=claims)
    best = min([strengths[seat] for seat in shown])
    return [seat for seat in shown if strengths[seat] == best]


def _claims(hand: Hand, pot: Pot) -> list[SeatNo]:
    """
    Return the pot's hands that were not put away, clockwise from the button's left.

    A hand that is alone in a side pot keeps it, whatever becomes of its claim on others (R-POT-4).
    """
    if len(pot.eligible) == 1:
        return list(pot.eligible)
    return [
        seat.seat
        for seat in hand.seats
        if seat.seat in pot.eligible and (not seat.has_mucked or seat.has_declared_board)
    ]


def _muck_unknown(batch: Batch) -> None:
    """Put away the hands that a record does not know: they lost, or the record would show them."""
    seats = batch.hand.seats
    closed = [seat for seat in seats if not seat.faces and seat.status != FOLDED]
    if closed and not any(seat.faces for seat in seats):
        raise RuleViolation("unknown_cards", seats=[seat.seat for seat in closed])
    for seat in closed:
        batch.add(CardsMucked(seat.seat))


def _losers_muck(batch: Batch, cards: Cards) -> None:
    """Open the hands in order; one that a hand already shown beats everywhere stays closed."""
    rank = RANKERS[batch.hand.game.hand_rule]
    board = _known_board(batch.hand)
    shown: list[tuple[Strength, int]] = []  # with its total: how far its claim reaches
    for seat in show_order(batch.hand):
        faces = seat.faces or known_faces(seat, cards)
        strength = rank(faces, board) if faces else None
        is_beaten = strength is None or any(
            other < strength and total >= seat.total_chips for other, total in shown
        )
        if is_beaten and not seat.faces:
            batch.add(CardsMucked(seat.seat))
        elif faces and strength is not None:
            shown.append((strength, seat.total_chips))
            if not seat.faces:
                batch.add(CardsShown(seat.seat, seat.positions, faces))
    if not shown:
        raise RuleViolation("unknown_cards", seats=[seat.seat for seat in batch.hand.live()])
