"""Who posts what in the next hand, in the order in which it is taken (R-BLD, R-ANT)."""

from collections.abc import Iterator

from tables.engine.rules.terms import Post, PostKind, SeatNo
from tables.engine.table.entry import owed_posts
from tables.engine.table.options import bomb_pot_ante_chips, killed, straddles
from tables.engine.table.plan import Plan
from tables.engine.table.positions import is_between
from tables.engine.table.state import Positions

_BLINDS = (PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.LIVE)


def forced_bets(plan: Plan) -> Iterator[Post]:
    """
    Yield every forced bet in the order in which it is taken (R-TRN-ANTE-1, R-BLD-1, R-ANT-1).

    A bomb pot and stud have antes alone; in stud the bring-in follows from the door cards.
    """
    stakes, positions = plan.leg.stakes, plan.positions
    ante_chips = bomb_pot_ante_chips(plan.config, plan.leg) if plan.is_bomb else stakes.ante_chips
    if ante_chips:
        yield from (Post(seat, PostKind.ANTE, ante_chips) for seat in plan.dealt)
    if plan.is_bomb or positions is None:
        return
    blinds = list(_blinds(plan, positions))
    yield from (post for post in blinds if post.seat != plan.killer or post.kind not in _BLINDS)
    if plan.killer is not None:  # instead of his blind; as large as the new lower limit
        limits = killed(stakes, plan.config.options.kill)
        yield Post(plan.killer, PostKind.KILL, limits.lower_limit_chips)
    else:
        yield from _straddles(plan, positions, {post.seat for post in blinds})
    if stakes.big_blind_ante_chips:
        yield Post(plan.blind(positions), PostKind.BIG_BLIND_ANTE, stakes.big_blind_ante_chips)


def _blinds(plan: Plan, positions: Positions) -> Iterator[Post]:
    """Yield the blinds, then what is owed beside them."""
    stakes = plan.leg.stakes
    big = plan.blind(positions)
    extra = list(_extra_posts(plan, positions))
    small = positions.small_blind
    has_small = small in plan.dealt and not positions.is_button_blind and plan.buyer is None
    posts_extra = any(post.seat == small for post in extra)
    if stakes.small_blind_chips and has_small and not posts_extra:
        yield Post(small, PostKind.SMALL_BLIND, stakes.small_blind_chips)
    yield Post(big, PostKind.BIG_BLIND, stakes.big_blind_chips)
    yield from (post for post in extra if post.kind is PostKind.LIVE)
    yield from (post for post in extra if post.kind is PostKind.DEAD)


def _extra_posts(plan: Plan, positions: Positions) -> Iterator[Post]:
    """Yield other posts than the regular blinds: of players who come in or were passed over."""
    if plan.last is None:
        return
    stakes = plan.leg.stakes
    passed = set(_passed_over(plan, positions, plan.last))
    for number in plan.dealt:
        if number in passed:
            yield Post(number, PostKind.LIVE, stakes.big_blind_chips)
        elif number == plan.buyer:
            if stakes.small_blind_chips:
                yield Post(number, PostKind.DEAD, stakes.small_blind_chips)
        elif number not in plan.candidates.takers and number != plan.blind(positions):
            yield from owed_posts(number, plan.seats[number], stakes)


def _passed_over(plan: Plan, positions: Positions, last: Positions) -> Iterator[SeatNo]:
    """Yield the established seats that the big blind passed over: they post it live (R-BTN-2)."""
    big = positions.big_blind
    if positions.is_heads_up or plan.config.rules.button_method == "dead":
        return
    for number in plan.dealt:
        if plan.seats[number].is_settled and is_between(number, last.big_blind, big):
            yield number


def _straddles(plan: Plan, positions: Positions, posting: set[SeatNo]) -> Iterator[Post]:
    free = {
        number: plan.seats[number]
        for number in plan.dealt
        if number not in posting and number not in plan.absent
    }
    big = plan.blind(positions)
    yield from straddles(plan.config, plan.leg, positions, big, free, plan.dealt)
