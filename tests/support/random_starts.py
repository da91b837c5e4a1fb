"""Any hand that may begin: every game, structure, switch and option of the house."""

from collections.abc import Iterator
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints
from uuid import UUID

from msgspec.structs import replace

from tables.engine.hand.commands import StartHand
from tables.engine.hand.events import HandOptions, RakePlan, SeatAtStart
from tables.engine.hand.start_checks import misfit
from tables.engine.rules.games import GAMES, Game, GameCode
from tables.engine.rules.limits import (
    FixedLimit,
    NoLimit,
    PotLimit,
    SpreadLimit,
    StepSpread,
    Structure,
    StudSplit,
)
from tables.engine.rules.ruleset import HOUSE, RuleSet
from tables.engine.rules.terms import MAX_SEATS, Chips, Position, Post, PostKind, SeatNo

_NOT_OF_A_HAND = ("button_", "entry_", "missed_", "stakes_", "table_", "blinds_", "h4h_", "omaha_")
_BIG_BLINDS = (1, 2, 3, 10)


def random_rules(random: Random) -> RuleSet:
    """Return a rule set in which every switch that a hand reads is drawn."""
    drawn: dict[str, Any] = {}
    for field, kind in get_type_hints(RuleSet).items():
        if field.startswith(_NOT_OF_A_HAND):
            continue
        if get_origin(kind) is Literal:
            drawn[field] = random.choice((getattr(HOUSE, field), *get_args(kind)))
        elif kind is bool:
            drawn[field] = random.choice((getattr(HOUSE, field), random.random() < 0.5))
    return RuleSet(id="drawn", cap_raises=random.choice((0, 1, 3, 3, 4)), **drawn)


def random_rake(random: Random) -> RakePlan:
    """Return any rake plan, often none."""
    if random.random() < 0.4:
        return RakePlan()
    return RakePlan(
        percent_bp=random.choice((0, 1, 250, 500, 10_000)),
        cap_chips=random.choice((None, 0, 1, 3, 1_000)),
        is_no_flop_no_drop=random.random() < 0.5,
        jackpot_drop_chips=random.choice((0, 1, 2)),
        jackpot_min_pot_chips=random.choice((0, 20)),
        jackpot_min_players=random.choice((2, 4)),
    )


def random_structure(random: Random, game: Game) -> Structure:
    """Return any structure that the game may be played with (R-TAB-5)."""
    big_blind = random.choice(_BIG_BLINDS)
    figures: dict[str, Chips] = {"ante": random.choice((0, 0, 1, 3))}
    if game.family == "stud":
        figures["bring_in"] = random.randint(1, big_blind)
        figures["big_blind"] = big_blind  # of the big-bet structures: their smallest bet
    else:
        figures["small_blind"] = random.randint(0, big_blind)
        figures["big_blind"] = big_blind
        figures["bb_ante"] = random.choice((0, 0, big_blind))
    top, steps = random.randint(big_blind, 3 * big_blind), random.randint(0, 2 * big_blind)
    low = random.randint(1, big_blind)
    split = figures | {"ante": min(figures["ante"], top)}
    limits: list[Structure] = [
        NoLimit(**figures),
        PotLimit(**figures),
        SpreadLimit(min=low, max=top, **figures),
        StepSpread(min=low, max1=top, max2=top + steps, **figures),
        StepSpread(min=low, max1=top, max2=top, max3=top + steps, **figures),
        FixedLimit(lower=big_blind, higher=top, **figures),
        StudSplit(lower=big_blind, higher=top, **split),
    ]
    return random.choice([limit for limit in limits if misfit(limit, game) is None])


def random_start(random: Random, code: GameCode | None = None) -> StartHand:
    """Return any hand that may begin: short stacks, dead button, antes, extra posts included."""
    game = GAMES[code or random.choice([game.code for game in GAMES.values()])]
    structure = random_structure(random, game)
    rules = random_rules(random)
    options = _options(random, game)
    count = random.randint(2, _most_seats(game, options, rules))
    seats = random.sample(range(1, MAX_SEATS + 1), count)
    if game.family == "stud":
        seats = random.sample(range(1, MAX_SEATS), count)
    button = MAX_SEATS if game.family == "stud" else random.randint(1, MAX_SEATS)
    order = sorted(seats, key=lambda seat: (seat - button - 1) % MAX_SEATS)
    most = random.choice((3, 30, 300)) * structure.big_blind
    stacks = {seat: random.randint(1, most) for seat in seats}
    has_blinds = game.family != "stud" and not options.is_bomb_pot
    small, big = (order[1], order[0]) if count == 2 else (order[0], order[1])
    if options.run_it_times > 1 and random.random() < 0.5:
        agreed = tuple(random.sample(seats, random.randint(1, count)))
        options = replace(options, run_it_agreed=agreed)
    posts = _antes(random, order, structure, options)
    if has_blinds:
        posts += _blinds(random, order, structure, (small, big))
        posts += _lifting(random, order, structure, stacks, big)
    return StartHand(
        hand_no=1,
        game=game.code,
        structure=structure,
        rules=rules,
        seats=tuple(SeatAtStart(seat, UUID(int=seat), stacks[seat]) for seat in seats),
        button=button,
        big_blind=big if has_blinds else None,
        posts=tuple(posts),
        chip_unit=random.choice((1, 1, 5)),
        rake=random_rake(random),
        options=options,
        exposed=_exposed(random, game, count),
    )


def _options(random: Random, game: Game) -> HandOptions:
    """Draw a bomb pot, a double board, run it twice: only where there is one plain board."""
    has_plain_board = game.family == "flop" and not any(s.put_away for s in game.streets)
    if not has_plain_board or random.random() < 0.4:
        return HandOptions()
    boards = random.choice((1, 1, 2))
    return HandOptions(
        is_bomb_pot=random.random() < 0.3,
        board_count=boards,
        run_it_times=random.choice((1, 2, 3)) if boards == 1 else 1,
    )


def _most_seats(game: Game, options: HandOptions, rules: RuleSet) -> int:
    """Return how many hands the deck has cards for."""
    if game.family != "flop":
        return game.max_seats
    community = sum(street.board for street in game.streets) * options.board_count
    burned = sum(street.board > 0 for street in game.streets) if rules.deal_burn else 1
    left = len(game.deck) - community - burned
    return min(game.max_seats, left // game.hole_count)


def _antes(
    random: Random, order: list[SeatNo], structure: Structure, options: HandOptions
) -> list[Post]:
    ante = structure.ante
    if options.is_bomb_pot:
        ante = max(ante, random.choice((1, 2, 3)) * structure.big_blind)
    return [Post(seat, PostKind.ANTE, ante) for seat in order] if ante else []


def _blinds(
    random: Random, order: list[SeatNo], structure: Structure, blinds: tuple[SeatNo, SeatNo]
) -> list[Post]:
    small, big = blinds
    posts: list[Post] = []
    if random.random() < 0.9:  # else a dead small blind
        posts.append(Post(small, PostKind.SMALL_BLIND, structure.small_blind))
    posts.append(Post(big, PostKind.BIG_BLIND, structure.big_blind))
    for seat in order:
        if seat not in blinds and random.random() < 0.15:
            posts.append(Post(seat, PostKind.LIVE, random.randint(1, structure.big_blind)))
            posts.append(Post(seat, PostKind.DEAD, random.randint(0, structure.big_blind)))
    if structure.bb_ante:
        posts.append(Post(big, PostKind.BIG_BLIND_ANTE, structure.bb_ante))
    return posts


def _lifting(
    random: Random,
    order: list[SeatNo],
    structure: Structure,
    stacks: dict[SeatNo, Chips],
    big: SeatNo,
) -> Iterator[Post]:
    """A straddle left of the big blind, a second one, a kill: where the stack has it."""
    after = order[order.index(big) + 1 :]
    amount = 2 * structure.big_blind
    for seat in after[: random.choice((0, 0, 1, 2))]:
        if stacks[seat] >= amount:
            yield Post(seat, PostKind.STRADDLE, amount)
            amount *= 2
    killer = random.choice(order)
    kill = structure.big_blind + (structure.big_blind + 1) // 2
    if random.random() < 0.1 and killer not in {*after, *order[:2]} and stacks[killer] >= kill:
        yield Post(killer, PostKind.KILL, kill)


def _exposed(random: Random, game: Game, count: int) -> tuple[Position, ...]:
    """Cards that the dealer turned over: seldom any."""
    if random.random() < 0.85:
        return ()
    dealt = range(count * game.hole_count)
    return tuple(random.sample(dealt, min(random.choice((1, 1, 1, 2)), len(dealt))))
