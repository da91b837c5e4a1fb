"""Who plays the next hand, and where button and blinds are; what each posts follows from it."""

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.games import GAMES
from tables.engine.rules.ruleset_checks import is_omaha
from tables.engine.rules.terms import MAX_SEATS, SeatNo
from tables.engine.table.entry import (
    Candidates,
    candidates_of,
    is_barred,
    wants_cards,
    wants_to_buy_button,
)
from tables.engine.table.options import has_blinds, has_button_blind, is_bomb_pot, killer
from tables.engine.table.positions import (
    as_usual,
    button_blind_positions,
    dead_positions,
    is_between,
    moving_positions,
    next_seat,
    opening_positions,
    two_handed_positions,
)
from tables.engine.table.rotation import leg_of_next
from tables.engine.table.state import Leg, Positions, Seat, SeatStatus, Table, TableConfig


class Plan(Struct, frozen=True, kw_only=True):
    """What is decided about the next hand before its posts."""

    config: TableConfig
    place: int
    """The place of the leg in the rotation."""
    leg: Leg
    at_ms: int
    seats: dict[SeatNo, Seat]
    """The seats that want cards."""
    candidates: Candidates
    last: Positions | None
    positions: Positions | None
    """None in stud."""
    dealer: SeatNo = MAX_SEATS
    buyer: SeatNo | None = None
    """The seat that buys the button: it posts both blinds, the others' blinds wait for a hand."""
    dealt: tuple[SeatNo, ...]
    """In the order of the deal."""
    is_bomb: bool = False
    killer: SeatNo | None = None

    @property
    def absent(self) -> tuple[SeatNo, ...]:
        """Dealt in without their player (R-TRN-ABS-1)."""
        return tuple(
            number for number in self.dealt if self.seats[number].status is SeatStatus.SITTING_OUT
        )

    def blind(self, positions: Positions) -> SeatNo:
        """Return who posts the big blind."""
        return self.buyer or positions.big_blind

    def among_dealt(self) -> dict[SeatNo, Seat]:
        """Return the seats that are dealt in, in the order of the deal."""
        return {number: self.seats[number] for number in self.dealt}


class _Hand(Struct, frozen=True):
    """What the next hand is planned from."""

    config: TableConfig
    place: int
    leg: Leg
    at_ms: int
    is_bomb: bool
    seats: dict[SeatNo, Seat]


def plan_hand(table: Table, sitting_out: Collection[SeatNo], at_ms: int) -> Plan:
    """
    Return the plan of the next hand, without the seats `sitting_out`.

    :raises RuleViolation: `table_not_open`, `too_few_players`, `button_not_drawn`.
    """
    config = table.config
    if config is None:
        raise RuleViolation("table_not_open")
    place, leg = leg_of_next(table, config, at_ms)
    seats = {
        number: seat
        for number, seat in table.occupied()
        if wants_cards(seat, config) and number not in sitting_out
    }
    needed = players_needed(table, config)
    if len(seats) < needed:
        raise RuleViolation("too_few_players", ready=len(seats), needed=needed)
    hand = _Hand(config, place, leg, at_ms, is_bomb_pot(config, leg, table.progress), seats)
    if not has_blinds(leg):
        return _without_blinds(hand, table.progress.dealer)
    plan = _opening(table, hand) if table.last is None else _following(hand, table.last)
    if plan.is_bomb or plan.buyer is not None:
        return plan
    return replace(plan, killer=killer(config, leg, table.progress, plan.among_dealt()))


def players_needed(table: Table, config: TableConfig) -> int:
    """
    Return how many players the next hand needs; the first hand of a table may need more.

    In a rotation it is the largest number that any of its games needs, so a table does not stop
    when its game changes: nothing else would ask it to go on.
    Source: A-33 (`table.min_to_open`), A-01 (`omaha.min_to_deal`).
    """
    needed = config.rules.table_min_to_open if table.settled is None else 2
    if any(is_omaha(GAMES[leg.game]) for leg in config.legs):
        needed = max(needed, config.rules.omaha_min_to_deal)
    return max(2, needed)


def _without_blinds(hand: _Hand, last_dealer: SeatNo) -> Plan:
    """Plan a hand of stud: whoever is ready is dealt in (R-MIS-4, R-BTN-7)."""
    everybody = frozenset(hand.seats)
    is_moving = hand.config.rules.stud_rotate_dealer
    dealer = next_seat(last_dealer, everybody) if is_moving else MAX_SEATS
    return _planned(
        hand, Candidates(everybody, everybody, everybody), None, None, everybody, dealer=dealer
    )


def _opening(table: Table, hand: _Hand) -> Plan:
    """Plan the first hand after a draw: everybody may hold any position."""
    if table.drawn_button is None:
        raise RuleViolation("button_not_drawn")
    everybody = frozenset(hand.seats)
    positions = opening_positions(table.drawn_button, everybody)
    if has_button_blind(hand.leg):
        positions = Positions(
            positions.button, next_seat(positions.button, everybody), positions.button
        )
    return _planned(hand, Candidates(everybody, everybody, everybody), None, positions, everybody)


def _following(hand: _Hand, last: Positions) -> Plan:
    """Plan the hand after the one with the positions `last`."""
    config, seats = hand.config, hand.seats
    candidates = candidates_of(seats, config)
    is_dead = config.rules.button_method == "dead"
    if has_button_blind(hand.leg):
        positions = button_blind_positions(last, candidates.ready)
        everybody = candidates.playing | {positions.big_blind}
        return _planned(hand, candidates, last, positions, everybody)
    last = as_usual(last, candidates.takers)
    if is_dead:
        positions = dead_positions(last, candidates.ready, candidates.playing)
    else:
        positions = moving_positions(
            last,
            candidates.takers,
            candidates.ready,
            may_double_headsup=not config.rules.button_headsup_no_double_bb,
        )
    admitted = {
        number
        for number in candidates.playing
        if number in candidates.takers or not is_barred(number, seats[number], positions, config)
    }
    buyer = None if hand.is_bomb else _buyer(hand, candidates, positions, last)
    if buyer is not None:
        bought = Positions(positions.button, buyer, last.big_blind)
        return replace(_planned(hand, candidates, last, bought, admitted | {buyer}), buyer=buyer)
    dealt = admitted | {positions.big_blind}
    if is_dead and len(dealt) == 2:
        positions = two_handed_positions(last, dealt)
    return _planned(hand, candidates, last, positions, dealt)


def _buyer(
    hand: _Hand, candidates: Candidates, positions: Positions, last: Positions
) -> SeatNo | None:
    """
    Return who buys the button: the first who wants to, left of the button in the small blind's
    place.

    The big blind's turn stays where it was, so the next hand has its blinds where this one would
    have had them, and the button between them and the last one. A player whom the big blind has not
    reached yet cannot buy: his own big blind comes first.
    """
    if positions.is_heads_up or not hand.config.options.may_buy_button:
        return None
    between = [
        number
        for number in candidates.ready - candidates.takers
        if wants_to_buy_button(hand.seats[number])
        and is_between(number, positions.button, positions.small_blind)
        and is_between(number, positions.button, last.big_blind)
    ]
    return next_seat(positions.button, between) if between else None


def _planned(
    hand: _Hand,
    candidates: Candidates,
    last: Positions | None,
    positions: Positions | None,
    dealt: Collection[SeatNo],
    *,
    dealer: SeatNo = MAX_SEATS,
) -> Plan:
    button = dealer if positions is None else positions.button
    return Plan(
        config=hand.config,
        place=hand.place,
        leg=hand.leg,
        at_ms=hand.at_ms,
        seats=hand.seats,
        candidates=candidates,
        last=last,
        positions=positions,
        dealer=dealer,
        dealt=_in_order(dealt, button),
        is_bomb=hand.is_bomb,
    )


def _in_order(dealt: Collection[SeatNo], button: SeatNo) -> tuple[SeatNo, ...]:
    """Sort clockwise from the first seat left of the button, which may be empty (R-DEA-1)."""
    return tuple(sorted(dealt, key=lambda seat: (seat - button - 1) % MAX_SEATS))
