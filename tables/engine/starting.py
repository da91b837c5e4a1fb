"""The start of a hand: check what is asked, take the forced bets, deal (RULES sections 3, 5, 6)."""

from collections.abc import Iterable
from operator import attrgetter

from tables.engine.batch import Batch
from tables.engine.commands import StartHand
from tables.engine.dealing import Cards, check_deck, deal_hole
from tables.engine.errors import RuleViolation, echoed
from tables.engine.events import HandStarted, Posted, RakePlan, SeatAtStart
from tables.engine.evolve import evolve
from tables.engine.games import GAMES
from tables.engine.limits import NoLimit
from tables.engine.rounds import proceed
from tables.engine.ruleset import RuleSet
from tables.engine.terms import MAX_CHIPS, MAX_SEATS, Chips, Post, PostKind, SeatNo

_SEAT_NO = attrgetter("seat")
_LIVE_POSTS = (PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.LIVE)


def start(command: StartHand, cards: Cards) -> Batch:
    """
    Start a hand and take it to its first decision, or to its end if nobody owes one.

    :raises RuleViolation: what is wrong with the command or the deck.
    """
    _check(command)
    check_deck(cards)
    started = HandStarted(
        hand_no=command.hand_no,
        game=command.game,
        structure=command.structure,
        rules=command.rules,
        seats=clockwise(command.seats, command.button),
        button=command.button,
        big_blind=command.big_blind,
        chip_unit=command.chip_unit,
        rake=command.rake,
        commitment=command.commitment,
        gaming_day=command.gaming_day,
    )
    hand = evolve(None, started)
    assert hand is not None
    batch = Batch(hand, [started])
    for post in command.posts:
        _take(batch, post)
    batch.add(deal_hole(batch.hand))
    proceed(batch, batch.hand.index[command.big_blind] + 1, cards)  # R-ORD-1, R-ORD-3
    return batch


def _take(batch: Batch, post: Post) -> None:
    seat = batch.hand.of(post.seat)
    chips = min(post.amount_chips, seat.stack_chips)  # R-BLD-6, R-ANT-2
    if chips:
        batch.add(Posted(post.seat, post.kind, chips, is_all_in=chips == seat.stack_chips))


def clockwise(seats: Iterable[SeatAtStart], button: SeatNo) -> tuple[SeatAtStart, ...]:
    """Return the seats from the first one left of the button; the button's own comes last."""
    ascending = sorted(seats, key=_SEAT_NO)
    return tuple(
        [entry for entry in ascending if entry.seat > button]
        + [entry for entry in ascending if entry.seat <= button]
    )


def _check(command: StartHand) -> None:
    _check_types(command)
    game = GAMES.get(str(command.game))
    if game is None:
        raise RuleViolation("unknown_game", game=str(command.game))
    if not 2 <= len(command.seats) <= game.max_seats:
        raise RuleViolation("table_size", seats=len(command.seats), min=2, max=game.max_seats)
    _check_seats(command)
    problem = command.structure.problem()
    if problem is not None:
        raise RuleViolation(problem)
    _amount(command.hand_no, "hand_no")
    _amount(command.chip_unit, "chip_unit", at_least=1)
    _check_posts(command)
    _check_rake(command)


_TYPES: dict[str, type | tuple[type, ...]] = {
    "structure": NoLimit,
    "rules": RuleSet,
    "seats": tuple,
    "posts": tuple,
    "rake": RakePlan,
}


def _check_types(command: StartHand) -> None:
    """Constructors do not validate: what came from anywhere but a decoder is refused here."""
    for field, expected in _TYPES.items():
        if not isinstance(getattr(command, field), expected):
            raise RuleViolation("wrong_type", field=field)


def _check_seats(command: StartHand) -> None:
    total = 0
    numbers: set[SeatNo] = set()
    for entry in command.seats:
        seat, stack = entry.seat, entry.stack_chips
        if type(seat) is not int or not 1 <= seat <= MAX_SEATS:
            raise RuleViolation("unknown_seat", seat=echoed(seat), min=1, max=MAX_SEATS)
        if seat in numbers:
            raise RuleViolation("seat_twice", seat=seat)
        numbers.add(seat)
        if type(stack) is not int or not 1 <= stack <= MAX_CHIPS:
            raise RuleViolation("amount_out_of_range", field="stack", min=1, max=MAX_CHIPS)
        total += stack
    if total > MAX_CHIPS:
        raise RuleViolation("amount_out_of_range", field="stacks", max=MAX_CHIPS)
    if type(command.button) is not int or not 1 <= command.button <= MAX_SEATS:
        raise RuleViolation("unknown_seat", seat=echoed(command.button), min=1, max=MAX_SEATS)
    if type(command.big_blind) is not int or command.big_blind not in numbers:
        raise RuleViolation("not_in_hand", seat=command.big_blind)


def _check_posts(command: StartHand) -> None:
    seats = {entry.seat for entry in command.seats}
    most = command.structure.big_blind
    live: dict[SeatNo, Chips] = {}
    for post in command.posts:
        if type(post.seat) is not int or post.seat not in seats:
            raise RuleViolation("not_in_hand", seat=post.seat)
        if type(post.kind) is not PostKind:
            raise RuleViolation("unknown_post", kind=echoed(post.kind))
        _amount(post.amount_chips, "post")
        if post.kind in _LIVE_POSTS:  # R-MIS-1: never above the price of the street
            live[post.seat] = live.get(post.seat, 0) + post.amount_chips
            if live[post.seat] > most:
                raise RuleViolation("amount_out_of_range", field="live_posts", min=0, max=most)


def _check_rake(command: StartHand) -> None:
    plan = command.rake
    _amount(plan.percent_bp, "percent_bp")
    if plan.percent_bp > 10_000:
        raise RuleViolation("amount_out_of_range", field="percent_bp", max=10_000)
    if plan.cap_chips is not None:
        _amount(plan.cap_chips, "cap")
    _amount(plan.jackpot_drop_chips, "jackpot_drop")
    _amount(plan.jackpot_min_pot_chips, "jackpot_min_pot")
    _amount(plan.jackpot_min_players, "jackpot_min_players")


def _amount(chips: object, field: str, at_least: int = 0) -> int:
    if type(chips) is not int or not at_least <= chips <= MAX_CHIPS:
        raise RuleViolation("amount_out_of_range", field=field, min=at_least, max=MAX_CHIPS)
    return chips
