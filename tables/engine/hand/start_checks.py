"""What a hand may begin with; anything else is refused by name (docs/architecture.md#limits)."""

from uuid import UUID

import msgspec

from tables.engine.hand.commands import StartHand
from tables.engine.hand.events import HandOptions, RakePlan, SeatAtStart
from tables.engine.rules.errors import RuleViolation, echoed, is_text
from tables.engine.rules.games import GAMES, Game
from tables.engine.rules.limits import STRUCTURES, FixedLimit, Structure, StudSplit
from tables.engine.rules.ruleset import RuleSet
from tables.engine.rules.terms import MAX_CHIPS, MAX_SEATS, Chips, Post, PostKind, SeatNo

MAX_BOARDS = 3
_SEAT_NUMBERS = frozenset(range(1, MAX_SEATS + 1))
_LIVE_POSTS = frozenset({PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.LIVE})
_PRICE_LIFTING = frozenset({PostKind.STRADDLE, PostKind.KILL})


def check_start(command: StartHand) -> Game:
    """
    Return the game of a hand that may begin.

    :raises RuleViolation: what is wrong with the command.
    """
    game = _game_of(command)
    if not 2 <= len(command.seats) <= game.max_seats:
        raise RuleViolation("table_size", seats=len(command.seats), min=2, max=game.max_seats)
    seats = _check_seats(command)
    if not is_text(command.commitment):
        raise RuleViolation("wrong_type", field="commitment")
    if not is_text(command.gaming_day):
        raise RuleViolation("wrong_type", field="gaming_day")
    _amount(command.hand_no, "hand_no")
    _amount(command.chip_unit, "chip_unit", at_least=1)
    _check_deck_size(command, game)
    _check_big_blind(command, game, seats)
    _check_posts(command, seats)
    if command.exposed:
        _check_exposed(command, game)
    return game


_SOUND: dict[tuple[object, ...], tuple[Game, tuple[object, ...]]] = {}
"""What was checked and is sound; kept alive, so that an `id` stays that of the same object."""
_MOST_SOUND = 256


def _game_of(command: StartHand) -> Game:
    """
    Return the game, if it can be played with this structure and these options, rules and rake.

    A table plays with the same frozen objects hand after hand, so they are checked once.
    """
    structure, rules = command.structure, command.rules
    options, rake = command.options, command.rake
    game_code: object = command.game
    key = (
        game_code if type(game_code) is str else None,
        id(structure),
        id(rules),
        id(options),
        id(rake),
    )
    known = _SOUND.get(key)
    if known is None:
        known = (_check_played(command), (structure, rules, options, rake))
        if len(_SOUND) >= _MOST_SOUND:
            _SOUND.clear()
        _SOUND[key] = known
    elif type(command.seats) is not tuple or type(command.posts) is not tuple:
        _check_types(command)
    return known[0]


def _is_tuple(value: object) -> bool:
    return type(value) is tuple


def _check_played(command: StartHand) -> Game:
    _check_types(command)
    _check_rules(command)
    code: object = command.game
    game = GAMES.get(code) if type(code) is str else None  # nonsense need not be hashable
    if game is None:
        raise RuleViolation("unknown_game", game=echoed(command.game))
    problem = command.structure.problem() or misfit(command.structure, game)
    if problem is not None:
        raise RuleViolation(problem)
    _check_options(command, game)
    _check_rake(command)
    return game


def misfit(structure: Structure, game: Game) -> str | None:
    """Return `structure` if the game is not played with it (R-TAB-5), or None."""
    if game.family == "stud":
        is_fit = type(structure) is not FixedLimit and structure.bring_in > 0
    else:
        is_fit = type(structure) is not StudSplit and structure.big_blind > 0
        is_fit = is_fit and not structure.bring_in
    return None if is_fit else "structure"


def _check_options(command: StartHand, game: Game) -> None:
    options = command.options
    for field, value in (
        ("board_count", options.board_count),
        ("run_it_times", options.run_it_times),
    ):
        if type(value) is not int or not 1 <= value <= MAX_BOARDS:
            raise RuleViolation("amount_out_of_range", field=field, min=1, max=MAX_BOARDS)
    has_boards = options.is_bomb_pot or options.board_count > 1 or options.run_it_times > 1
    if not all(type(seat) is int and 1 <= seat <= MAX_SEATS for seat in options.run_it_agreed):
        raise RuleViolation("wrong_type", field="run_it_agreed")
    if has_boards and (game.family != "flop" or game.last_discards):
        raise RuleViolation("option_not_in_game", game=game.code)


def _check_deck_size(command: StartHand, game: Game) -> None:
    """Refuse more boards than the deck has cards for; draw games and stud find theirs."""
    options = command.options
    burned = game.board_street_count
    if not command.rules.deal_burn:
        burned = 1 if command.exposed else 0  # replaced, and no burn saved (R-MSD-4)
    community = game.board_count * options.board_count
    needed = len(command.seats) * game.hole_count + community + burned
    if game.family == "flop" and needed > len(game.deck):
        raise RuleViolation("deck_too_small", cards=needed, deck=len(game.deck))


def _check_big_blind(command: StartHand, game: Game, seats: set[SeatNo]) -> None:
    """A hand has a big blind, or is opened by a door card or by everybody's ante."""
    if game.family == "stud" or command.options.is_bomb_pot:
        if command.big_blind is not None:
            raise RuleViolation("no_big_blind", game=game.code)
    elif type(command.big_blind) is not int or command.big_blind not in seats:
        raise RuleViolation("not_in_hand", seat=echoed(command.big_blind))


def _check_exposed(command: StartHand, game: Game) -> None:
    dealt = len(command.seats) * game.hole_count
    is_dealt = _is_tuple(command.exposed) and all(
        type(at) is int and 0 <= at < dealt for at in command.exposed
    )
    if not is_dealt or len(set(command.exposed)) != len(command.exposed):
        raise RuleViolation("unknown_position", positions=dealt)


_TYPES: dict[str, tuple[type, ...]] = {
    "structure": STRUCTURES,
    "rules": (RuleSet,),
    "seats": (tuple,),
    "posts": (tuple,),
    "rake": (RakePlan,),
    "options": (HandOptions,),
    "exposed": (tuple,),
}
"""Exactly these types: the store would read a subclass back as another type."""


def _check_types(command: StartHand) -> None:
    """Constructors do not validate: values of a wrong type are refused here."""
    for field, expected in _TYPES.items():
        if type(getattr(command, field)) not in expected:
            raise RuleViolation("wrong_type", field=field)
    for field, value, wanted in (
        ("is_bomb_pot", command.options.is_bomb_pot, bool),
        ("run_it_agreed", command.options.run_it_agreed, tuple),
        ("is_no_flop_no_drop", command.rake.is_no_flop_no_drop, bool),
    ):
        if type(value) is not wanted:
            raise RuleViolation("wrong_type", field=field)


def _check_rules(command: StartHand) -> None:
    """Refuse a rule set with a value that its switch does not have."""
    try:
        problem = msgspec.convert(msgspec.to_builtins(command.rules), RuleSet).problem()
    except (msgspec.ValidationError, TypeError, ValueError, OverflowError) as error:
        raise RuleViolation("wrong_type", field="rules") from error
    if problem is not None or not is_text(command.rules.id):
        raise RuleViolation("wrong_type", field="rules")


def _check_seats(command: StartHand) -> set[SeatNo]:
    """Return the numbers of the seats."""
    total = 0
    numbers: set[SeatNo] = set()
    for entry in command.seats:
        if type(entry) is not SeatAtStart:
            raise RuleViolation("wrong_type", field="seats")
        if type(entry.player) is not UUID and not isinstance(entry.player, UUID):
            raise RuleViolation("wrong_type", field="seats")
        seat, stack = entry.seat, entry.stack_chips
        if type(seat) is not int or seat not in _SEAT_NUMBERS:
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
    return numbers


def _check_posts(command: StartHand, seats: set[SeatNo]) -> None:
    most = command.structure.big_blind
    live: dict[SeatNo, Chips] = {}
    for post in command.posts:
        if type(post) is not Post:
            raise RuleViolation("wrong_type", field="posts")
        if type(post.seat) is not int or post.seat not in seats:
            raise RuleViolation("not_in_hand", seat=echoed(post.seat))
        if type(post.kind) is not PostKind:
            raise RuleViolation("unknown_post", kind=echoed(post.kind))
        chips = post.amount_chips
        if type(chips) is not int or not 0 <= chips <= MAX_CHIPS:
            _amount(chips, "post")  # which refuses
        if post.kind in _LIVE_POSTS:  # R-MIS-1: never above the price of the street
            chips += live.get(post.seat, 0)
            live[post.seat] = chips
            if chips > most and chips > _most_live(command):
                raise RuleViolation("amount_out_of_range", field="live_posts", min=0, max=most)
        elif post.kind in _PRICE_LIFTING:
            _check_lifting(command, post)


def _most_live(command: StartHand) -> Chips:
    """A kill lifts the price, so that more may be posted than the big blind."""
    kills = [getattr(post, "kind", None) is PostKind.KILL for post in command.posts]
    return MAX_CHIPS if any(kills) else command.structure.big_blind


def _check_lifting(command: StartHand, post: Post) -> None:
    """A straddle or kill is above the big blind, and its poster has it."""
    if command.big_blind is None:
        raise RuleViolation("no_big_blind", game=command.game)
    stacks = {entry.seat: entry.stack_chips for entry in command.seats}
    if not command.structure.big_blind < post.amount_chips <= stacks[post.seat]:
        raise RuleViolation("amount_out_of_range", field=str(post.kind), max=stacks[post.seat])


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
