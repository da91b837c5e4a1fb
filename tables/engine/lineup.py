"""The next hand's lineup: who is dealt in, where button and blinds are, who posts what."""

from collections.abc import Collection, Iterator

from msgspec import Struct

from tables.engine.entry import Candidates, candidates_of, is_barred, owed_posts, wants_cards
from tables.engine.errors import RuleViolation
from tables.engine.events import SeatAtStart
from tables.engine.positions import (
    dead_positions,
    is_between,
    is_reached,
    moving_positions,
    opening_positions,
    two_handed_positions,
)
from tables.engine.table_state import (
    Lineup,
    Positions,
    RefusedEntry,
    Seat,
    SeatStatus,
    SitOutWhen,
    Standing,
    Table,
    TableConfig,
)
from tables.engine.terms import MAX_SEATS, Post, PostKind, SeatNo


class _Plan(Struct, frozen=True):
    """What is known of the next hand once its positions are."""

    config: TableConfig
    seats: dict[SeatNo, Seat]
    """Those that want cards."""
    candidates: Candidates
    last: Positions | None
    positions: Positions
    dealt: tuple[SeatNo, ...]
    """In the order of the deal."""


def next_lineup(table: Table) -> Lineup:
    """
    Return who plays the next hand of `table`, and what each posts.

    :raises RuleViolation: `table_not_open`, `too_few_players`, `button_not_drawn`.
    """
    plan = _planned(table, big_blind_sit_outs(table))
    return Lineup(
        positions=plan.positions,
        dealt=tuple(
            SeatAtStart(number, plan.seats[number].player, plan.seats[number].stack_chips)
            for number in plan.dealt
        ),
        posts=tuple(_posts(plan)),
        refused=tuple(_refused(plan)),
        absent=tuple(
            number for number in plan.dealt if plan.seats[number].status is SeatStatus.SITTING_OUT
        ),
        missed_small=_missed_small(table, plan),
        missed_big=_missed_big(table, plan),
    )


def big_blind_sit_outs(table: Table) -> tuple[SeatNo, ...]:
    """Return who asked to sit out at his next big blind and would now be it, one after another."""
    sitting_out: tuple[SeatNo, ...] = ()
    while True:
        try:
            positions = _planned(table, sitting_out).positions
        except RuleViolation:
            return sitting_out
        seat = table.seat(positions.big_blind)
        if seat is None or seat.sit_out_request is not SitOutWhen.NEXT_BIG_BLIND:
            return sitting_out
        sitting_out = (*sitting_out, positions.big_blind)


def ready_seats(table: Table) -> list[SeatNo]:
    """Return the seats that want cards, lowest first."""
    config = table.config
    if config is None:
        return []
    return [number for number, seat in table.occupied() if wants_cards(seat, config)]


def _planned(table: Table, sitting_out: Collection[SeatNo]) -> _Plan:
    config = table.config
    if config is None:
        raise RuleViolation("table_not_open")
    seats = {
        number: seat
        for number, seat in table.occupied()
        if wants_cards(seat, config) and number not in sitting_out
    }
    needed = max(2, config.rules.table_min_to_open) if table.last is None else 2
    if len(seats) < needed:
        raise RuleViolation("too_few_players", ready=len(seats), needed=needed)
    if table.last is not None:
        return _following(config, seats, table.last)
    if table.drawn_button is None:
        raise RuleViolation("button_not_drawn")
    everybody = frozenset(seats)
    positions = opening_positions(table.drawn_button, everybody)
    return _Plan(
        config=config,
        seats=seats,
        candidates=Candidates(everybody, everybody, everybody),
        last=None,
        positions=positions,
        dealt=_in_order(everybody, positions),
    )


def _following(config: TableConfig, seats: dict[SeatNo, Seat], last: Positions) -> _Plan:
    """Plan the hand after the one with the positions `last`."""
    candidates = candidates_of(seats, config)
    is_dead = config.rules.button_method == "dead"
    if is_dead:
        positions = dead_positions(last, candidates.ready, candidates.playing)
    else:
        positions = moving_positions(
            last,
            candidates.takers,
            candidates.ready,
            may_double_headsup=not config.rules.button_headsup_no_double_bb,
        )
    dealt = {
        number
        for number in candidates.playing
        if number in candidates.takers or not is_barred(number, seats[number], positions, config)
    } | {positions.big_blind}
    if is_dead and len(dealt) == 2:
        positions = two_handed_positions(last, dealt)
    return _Plan(
        config=config,
        seats=seats,
        candidates=candidates,
        last=last,
        positions=positions,
        dealt=_in_order(dealt, positions),
    )


def _in_order(dealt: Collection[SeatNo], positions: Positions) -> tuple[SeatNo, ...]:
    """Sort clockwise from the first seat left of the button, which may be empty (R-DEA-1)."""
    return tuple(sorted(dealt, key=lambda seat: (seat - positions.button - 1) % MAX_SEATS))


def _posts(plan: _Plan) -> Iterator[Post]:
    """Yield every forced bet in the order in which it is taken (R-TRN-ANTE-1, R-BLD-1)."""
    stakes, positions = plan.config.stakes, plan.positions
    extra = list(_extra_posts(plan))
    if stakes.ante_chips:
        yield from (Post(seat, PostKind.ANTE, stakes.ante_chips) for seat in plan.dealt)
    small = positions.small_blind
    posts_extra = any(post.seat == small for post in extra)
    if stakes.small_blind_chips and small in plan.dealt and not posts_extra:
        yield Post(small, PostKind.SMALL_BLIND, stakes.small_blind_chips)
    yield Post(positions.big_blind, PostKind.BIG_BLIND, stakes.big_blind_chips)
    yield from (post for post in extra if post.kind is PostKind.LIVE)
    yield from (post for post in extra if post.kind is PostKind.DEAD)
    if stakes.big_blind_ante_chips:
        yield Post(positions.big_blind, PostKind.BIG_BLIND_ANTE, stakes.big_blind_ante_chips)


def _extra_posts(plan: _Plan) -> Iterator[Post]:
    """Yield what is owed beside the regular blinds: by entrants, and by who was passed over."""
    if plan.last is None:
        return
    passed = set(_passed_over(plan, plan.last))
    for number in plan.dealt:
        if number in passed:
            yield Post(number, PostKind.LIVE, plan.config.stakes.big_blind_chips)
        elif number not in plan.candidates.takers and number != plan.positions.big_blind:
            yield from owed_posts(number, plan.seats[number], plan.config.stakes)


def _passed_over(plan: _Plan, last: Positions) -> Iterator[SeatNo]:
    """Yield the settled seats that the big blind left out: they post it live (R-BTN-2)."""
    big = plan.positions.big_blind
    if plan.positions.is_heads_up or plan.config.rules.button_method == "dead":
        return
    for number in plan.dealt:
        if plan.seats[number].is_settled and is_between(number, last.big_blind, big):
            yield number


def _refused(plan: _Plan) -> Iterator[RefusedEntry]:
    for number in sorted(plan.candidates.playing.difference(plan.dealt)):
        yield RefusedEntry(number, "entry_wait_button")


def _missed_small(table: Table, plan: _Plan) -> tuple[SeatNo, ...]:
    start = plan.last.small_blind if plan.last else plan.positions.button
    end = plan.positions.small_blind
    return tuple(seat for seat in _debtors(table, plan) if is_reached(seat, start, end))


def _missed_big(table: Table, plan: _Plan) -> tuple[SeatNo, ...]:
    start = plan.last.big_blind if plan.last else plan.positions.button
    end = plan.positions.big_blind
    return tuple(seat for seat in _debtors(table, plan) if is_between(seat, start, end))


def _debtors(table: Table, plan: _Plan) -> Iterator[SeatNo]:
    """Yield the seats without cards that would owe a blind which passes them (R-MIS-1)."""
    if plan.config.is_tournament or plan.config.rules.missed_blinds == "ignore":
        return
    for number, seat in table.occupied():
        if number not in plan.dealt and seat.standing is Standing.ESTABLISHED:
            yield number
