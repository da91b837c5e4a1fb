"""The next hand's lineup: which game, who is dealt in, where the blinds are, who posts what."""

from collections.abc import Iterator

from tables.engine.hand.events import SeatAtStart
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import SeatNo
from tables.engine.table.entry import wants_cards
from tables.engine.table.forced_bets import forced_bets
from tables.engine.table.options import hand_options, has_blinds, killed
from tables.engine.table.plan import Plan, plan_hand
from tables.engine.table.positions import is_between, is_reached
from tables.engine.table.rotation import leg_of_next
from tables.engine.table.state import (
    Lineup,
    RefusedEntry,
    SitOutWhen,
    Standing,
    Table,
)


def next_lineup(table: Table, at_ms: int = 0) -> Lineup:
    """
    Return who plays the next hand of `table`, and what each posts.

    :raises RuleViolation: `table_not_open`, `too_few_players`, `button_not_drawn`.
    """
    plan = plan_hand(table, big_blind_sit_outs(table, at_ms), at_ms)
    stakes = plan.leg.stakes
    dealt = plan.among_dealt()
    return Lineup(
        game=plan.leg.game,
        stakes=stakes if plan.killer is None else killed(stakes, plan.config.options.kill),
        leg=plan.place,
        options=hand_options(plan.config, plan.leg, dealt, is_bomb=plan.is_bomb),
        at_ms=at_ms,
        positions=plan.positions,
        dealer=plan.dealer,
        bought_by=plan.buyer,
        dealt=tuple(
            SeatAtStart(number, seat.player, seat.stack_chips) for number, seat in dealt.items()
        ),
        posts=tuple(forced_bets(plan)),
        refused=tuple(_refused(plan)),
        absent=plan.absent,
        missed_small=_missed_small(table, plan),
        missed_big=_missed_big(table, plan),
        still_owing=tuple(_still_owing(plan)),
    )


def big_blind_sit_outs(table: Table, at_ms: int = 0) -> tuple[SeatNo, ...]:
    """Return the seats that sit out now, as they asked for it at their next big blind."""
    sitting_out: tuple[SeatNo, ...] = ()
    while True:
        try:
            plan = plan_hand(table, sitting_out, at_ms)
        except RuleViolation:
            return sitting_out
        if plan.positions is None:
            return sitting_out
        number = plan.blind(plan.positions)
        seat = table.seat(number)
        if seat is None or seat.sit_out_request is not SitOutWhen.NEXT_BIG_BLIND:
            return sitting_out
        sitting_out = (*sitting_out, number)


def ready_seats(table: Table) -> list[SeatNo]:
    """Return the seats that want cards, lowest first."""
    config = table.config
    if config is None:
        return []
    return [number for number, seat in table.occupied() if wants_cards(seat, config)]


def needs_draw(table: Table, at_ms: int) -> bool:
    """Return whether the button must be drawn before the next hand (R-BTN-1); stud has none."""
    if table.config is None:
        return False
    _, leg = leg_of_next(table, table.config, at_ms)
    return has_blinds(leg) and table.last is None and table.drawn_button is None


def _refused(plan: Plan) -> Iterator[RefusedEntry]:
    for number in sorted(plan.candidates.playing.difference(plan.dealt)):
        yield RefusedEntry(number, "entry_wait_button")


def _missed_small(table: Table, plan: Plan) -> tuple[SeatNo, ...]:
    if plan.positions is None or not plan.leg.stakes.small_blind_chips:
        return ()
    start = plan.last.small_blind if plan.last else plan.positions.button
    end = plan.positions.small_blind
    return tuple(seat for seat in _debtors(table, plan) if is_reached(seat, start, end))


def _missed_big(table: Table, plan: Plan) -> tuple[SeatNo, ...]:
    if plan.positions is None:
        return ()
    start = plan.last.big_blind if plan.last else plan.positions.button
    end = plan.positions.big_blind
    return tuple(seat for seat in _debtors(table, plan) if is_between(seat, start, end))


def _debtors(table: Table, plan: Plan) -> Iterator[SeatNo]:
    """Yield the seats without cards that would owe a blind which passes them (R-MIS-1)."""
    config = plan.config
    if plan.is_bomb or config.is_tournament or config.rules.missed_blinds == "ignore":
        return
    for number, seat in table.occupied():
        if number not in plan.dealt and seat.standing is Standing.ESTABLISHED:
            yield number


def _still_owing(plan: Plan) -> Iterator[SeatNo]:
    """Yield the seats that owe a blind and play a hand without blinds: they still owe it after."""
    for number, seat in plan.among_dealt().items():
        if plan.positions is None:
            if any(has_blinds(leg) for leg in plan.config.legs) and not seat.is_settled:
                yield number
        elif plan.is_bomb:
            is_taker = number in plan.candidates.takers
            if not is_taker and number != plan.blind(plan.positions):
                yield number
