"""How large a bet may be on a street, before anybody has bet there."""

from collections.abc import Iterable, Sequence

from tables.engine.hand.events import HandStarted
from tables.engine.hand.state import FOLDED, Hand, SeatState
from tables.engine.rules.games import Game
from tables.engine.rules.limits import StepSpread, StudSplit
from tables.engine.rules.terms import MAX_CHIPS, Card, Chips


def bet_sizes(
    started: HandStarted, game: Game, place: int, seats: Sequence[SeatState]
) -> tuple[Chips, Chips]:
    """
    Return the smallest and the largest bet of street number `place`; equal in fixed limit.

    Stud's open pair counts on fourth street, of any live hand (R-STU-4).
    """
    structure = started.structure
    if structure.IS_BIG_BET:
        return structure.big_blind, MAX_CHIPS  # the stack or the pot is the largest (R-NL-2)
    street = game.streets[place]
    if type(structure) is StudSplit and game.has_ranges:
        return _stud_sizes(started, structure, place, seats)
    low, high = structure.bets(street, is_last=place == len(game.streets) - 1)
    if type(structure) is StepSpread and street.tier and started.rules.spread_step_min == "lower":
        return structure.max1, high
    return low, high


def _stud_sizes(
    started: HandStarted, structure: StudSplit, place: int, seats: Sequence[SeatState]
) -> tuple[Chips, Chips]:
    rules = started.rules
    if place == 1 and rules.stud_open_pair != "off":  # fourth street
        live = [seat for seat in seats if seat.status != FOLDED]
        if any(has_open_pair(seat.upcards) for seat in live):
            lowest = structure.ante or structure.bring_in
            low = structure.lower if rules.stud_open_pair == "two_sizes" else lowest
            return low, structure.higher
    if place < 2:
        return structure.lower, structure.lower  # R-STU-2
    if rules.stud_late_streets == "fixed_high":
        return structure.higher, structure.higher
    return structure.lower, structure.higher  # R-STU-5


def has_open_pair(upcards: Iterable[Card | None]) -> bool:
    """Return whether two of the cards have one rank."""
    ranks = [card // 4 for card in upcards if card is not None]
    return len(set(ranks)) < len(ranks)


def is_bring_in_due(hand: Hand) -> bool:
    """Return whether a stud hand waits to be opened (R-BRI-1)."""
    return (
        hand.game.is_stud
        and not hand.price_chips
        and hand.street == 0
        and hand.started.structure.bring_in > 0
    )
