"""Main and side pots, uncalled bets, rake, odd chips (R-POT, R-ODD, R-RAK)."""

from collections.abc import Sequence

from msgspec import Struct

from tables.engine.hand.events import Share
from tables.engine.hand.state import FOLDED, Board, Hand, SeatState
from tables.engine.rules.ranking import HandRule, best_cards
from tables.engine.rules.terms import Chips, SeatNo

_ACE = 12


class Pot(Struct, frozen=True, gc=False):
    """Chips for which the same hands play."""

    chips: Chips
    eligible: tuple[SeatNo, ...]
    """Ascending."""


class Take(Struct, frozen=True, gc=False):
    """What leaves a pot before it is split."""

    rake_chips: Chips = 0
    jackpot_chips: Chips = 0


def uncalled(hand: Hand) -> tuple[SeatNo, Chips] | None:
    """
    Return whose bet nobody matched, and by how much (R-POT-6): highest total minus the second.

    Folded players' totals count, dead money does not; only a live player gets anything back.
    """
    highest = second = 0
    top: SeatState | None = None
    for seat in hand.seats:
        if seat.total_chips > highest:
            highest, second, top = seat.total_chips, highest, seat
        elif seat.total_chips > second:
            second = seat.total_chips
    if top is None or highest == second or top.status == FOLDED:
        return None
    return top.seat, highest - second


def build_pots(hand: Hand) -> list[Pot]:
    """
    Return the pots, main pot first, from the distinct totals of the live hands (R-POT-2).

    What nobody matched has been returned before.
    """
    seats = hand.seats
    live = [seat for seat in seats if seat.status != FOLDED]
    first = live[0].total_chips
    for seat in live:
        if seat.total_chips != first:
            return _side_pots(seats, live)
    return [Pot(hand.pot_chips, tuple(sorted([seat.seat for seat in live])))]


def _side_pots(seats: Sequence[SeatState], live: Sequence[SeatState]) -> list[Pot]:
    """Somebody is all-in for less: a pot for each distinct total of the live hands."""
    pots: list[Pot] = []
    below = 0
    for level in sorted({seat.total_chips for seat in live}):
        chips = 0
        for seat in seats:
            if seat.total_chips > below:
                chips += min(seat.total_chips, level) - below
        if chips:
            eligible = sorted([seat.seat for seat in live if seat.total_chips >= level])
            pots.append(Pot(chips, tuple(eligible)))
        below = level
    above = sum([seat.total_chips - below for seat in seats if seat.total_chips > below])
    if above:  # folded chips above the highest live level: to the last pot
        pots[-1] = Pot(pots[-1].chips + above, pots[-1].eligible)
    dead = sum([seat.dead_chips for seat in seats])
    if dead:  # R-POT-1
        pots[0] = Pot(pots[0].chips + dead, pots[0].eligible)
    return pots


_NOTHING = Take()


def takes(hand: Hand, pots: Sequence[Pot]) -> list[Take]:
    """
    Return rake and jackpot drop of each pot (R-RAK-1 to R-RAK-3).

    Each pot pays the percentage of itself, rounded down to the chip unit, main pot first, until
    the cap; the jackpot's fixed amount comes from the main pot.
    """
    plan = hand.started.rake
    if not plan.percent_bp and not plan.jackpot_drop_chips:
        return [_NOTHING] * len(pots)
    has_flop = hand.street > 0  # stud: fourth street; draw games: the draw (R-RAK-2)
    is_raked = plan.percent_bp > 0 and (has_flop or not plan.is_no_flop_no_drop)
    is_dropped = (
        plan.jackpot_drop_chips > 0
        and has_flop
        and len(hand.seats) >= plan.jackpot_min_players
        and sum([pot.chips for pot in pots]) >= plan.jackpot_min_pot_chips
    )
    unit = hand.started.chip_unit
    left = plan.cap_chips
    found: list[Take] = []
    for number, pot in enumerate(pots):
        rake = pot.chips * plan.percent_bp // 10_000 // unit * unit if is_raked else 0
        if left is not None:
            rake = min(rake, left)
            left -= rake
        drop = min(plan.jackpot_drop_chips, pot.chips - rake) if is_dropped and not number else 0
        found.append(Take(rake, drop))
    return found


def split(hand: Hand, chips: Chips, winners: Sequence[SeatNo]) -> tuple[Share, ...]:
    """
    Share `chips` among equal hands; `winners` stand in the order in which odd chips go.

    Shares are multiples of the chip unit (R-ODD-4); the rest goes whole to the first winner
    (R-ODD-1, R-ODD-2), or one unit each with `odd_chip.distribution=one_each` (R-ODD-3).
    """
    if len(winners) == 1:
        return (Share(winners[0], chips),)
    unit = hand.started.chip_unit
    each = chips // len(winners) // unit * unit
    rest = chips - each * len(winners)
    shares = [each] * len(winners)
    if hand.started.rules.odd_chip_distribution == "one_each":
        for place in range(rest // unit):
            shares[place] += unit
        rest %= unit
    shares[0] += rest
    return tuple([Share(seat, share) for seat, share in zip(winners, shares, strict=True)])


def in_odd_chip_order(
    hand: Hand, winners: Sequence[SeatNo], rule: HandRule, board: Board
) -> list[SeatNo]:
    """
    Return equal hands in the order in which they get what cannot be divided.

    `winners` stand clockwise from the button's left, which decides where there is a button
    (R-ODD-1). In stud the highest card by suit does, of the five that make the hand, or of all
    with `odd_chip.stud=all_cards`; a community card is everybody's and does not count (R-ODD-6).
    """
    if hand.game.family != "stud":
        return list(winners)
    community = {card for card in board if card is not None}

    def own_cards(seat: SeatNo) -> list[int]:
        faces = hand.of(seat).faces
        if hand.started.rules.odd_chip_stud == "five_cards":
            faces = best_cards(rule, faces, tuple(community))
        own = [card for card in faces if card not in community]
        if hand.game.is_low_stud:  # the ace is low
            own = [card - len(hand.game.deck) if card // 4 == _ACE else card for card in own]
        return sorted(own, reverse=True)

    return sorted(winners, key=own_cards, reverse=True)
