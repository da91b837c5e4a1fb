"""
Options of a game: which a game may have, and what they make of a hand.

See docs/cash-room.md#options.
"""

from collections.abc import Collection, Iterator, Mapping

from msgspec.structs import replace

from tables.engine.hand.events import HandOptions
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.games import GAMES, Game
from tables.engine.rules.ruleset import RuleSet
from tables.engine.rules.terms import MAX_CHIPS, Chips, Post, PostKind, SeatNo
from tables.engine.table.positions import next_seat
from tables.engine.table.state import (
    Leg,
    Positions,
    Progress,
    Seat,
    Stakes,
    TableConfig,
    TableOptions,
)

LIMIT_KINDS = ("fixed", "spread", "step_spread")
"""Limit games with blinds."""

_NO_OPTIONS = TableOptions()
OPTION_RANGES: Mapping[str, tuple[int, int]] = {
    "max_straddles": (1, 2),
    "run_it_times": (1, 3),
    "bomb_pot_every_hands": (0, 1_000),
    "bomb_pot_ante_big_blinds": (1, 100),
    "bomb_pot_boards": (1, 3),
    "board_count": (1, 3),
    "kill_pot_chips": (0, MAX_CHIPS),
}
"""The least and the most that an option may be."""
_KILL_HALVES = {"half": 3, "full": 4}
"""By how many halves a kill multiplies the limits."""


def has_blinds(leg: Leg) -> bool:
    """Return whether the game is opened by blinds, and so has a button."""
    return GAMES[leg.game].family != "stud"


def has_button_blind(leg: Leg) -> bool:
    """Return whether the button posts the only blind: short deck with antes (R-LOW-7)."""
    stakes = leg.stakes
    return leg.game == "short_deck" and not stakes.small_blind_chips and stakes.ante_chips > 0


def may_have_boards(game: Game) -> bool:
    """Return whether the game can be a bomb pot, have two boards, or be run more than once."""
    return game.family == "flop" and not any(street.put_away for street in game.streets)


def may_be_killed(leg: Leg) -> bool:
    """Return whether the next hand of the leg may be played at a higher limit."""
    return has_blinds(leg) and leg.stakes.limit in LIMIT_KINDS


def check_options(config: TableConfig) -> None:
    """
    Refuse options that no game of the table can have, and figures out of their range.

    In a rotation, games that cannot have an option are played without it.
    :raises RuleViolation: `amount_out_of_range`, `option_not_in_game`.
    """
    options = config.options
    for field, (least, most) in OPTION_RANGES.items():
        value = getattr(options, field)
        if type(value) is not int or not least <= value <= most:
            raise RuleViolation("amount_out_of_range", field=field, min=least, max=most)
    if config.is_tournament and options != _NO_OPTIONS:
        raise RuleViolation("option_not_in_game", option="cash")
    for option, is_on in _switched_on(options):
        if is_on and not any(_may_have(option, leg, options) for leg in config.legs):
            raise RuleViolation("option_not_in_game", option=option)


def _switched_on(options: TableOptions) -> Iterator[tuple[str, bool]]:
    yield "straddle", options.straddle != "off"
    yield "run_it", options.run_it_times > 1
    yield "bomb_pot", options.bomb_pot_every_hands > 0
    yield "board_count", options.board_count > 1
    yield "kill", options.kill != "off"
    yield "may_buy_button", options.may_buy_button


def _may_have(option: str, leg: Leg, options: TableOptions) -> bool:
    if option == "straddle":  # no button straddle in limit
        return has_blinds(leg) and (options.straddle == "utg" or not may_be_killed(leg))
    if option == "kill":
        return may_be_killed(leg) and _is_whole(leg.stakes, options)
    if option == "may_buy_button":
        return has_blinds(leg) and not has_button_blind(leg)
    return may_have_boards(GAMES[leg.game])


def _is_whole(stakes: Stakes, options: TableOptions) -> bool:
    """Return whether the killed limits are whole amounts: half more than an odd limit is not."""
    figures = (stakes.lower_limit_chips, stakes.higher_limit_chips, *stakes.max_bets_chips)
    return options.kill == "full" or not any(figure % 2 for figure in figures)


def check_bomb_pot(config: TableConfig) -> None:
    """
    Refuse to ask for a bomb pot where none can be played.

    :raises RuleViolation: `option_not_in_game`.
    """
    is_played = any(may_have_boards(GAMES[leg.game]) for leg in config.legs)
    if config.is_tournament or not is_played:
        raise RuleViolation("option_not_in_game", option="bomb_pot")


def is_bomb_pot(config: TableConfig, leg: Leg, progress: Progress) -> bool:
    """Return whether the next hand is a bomb pot; if its game has none, a later hand will be."""
    if config.is_tournament or not may_have_boards(GAMES[leg.game]):
        return False
    every = config.options.bomb_pot_every_hands
    return progress.is_bomb_pot_requested or 0 < every <= progress.hands_since_bomb + 1


def bomb_pot_ante_chips(config: TableConfig, leg: Leg) -> Chips:
    """Return what everybody pays into a bomb pot."""
    return min(MAX_CHIPS, config.options.bomb_pot_ante_big_blinds * leg.stakes.big_blind_chips)


def hand_options(
    config: TableConfig, leg: Leg, dealt: Mapping[SeatNo, Seat], *, is_bomb: bool
) -> HandOptions:
    """Return the options of a hand; no more boards than the deck has cards for."""
    game = GAMES[leg.game]
    options = config.options
    if not may_have_boards(game):
        return HandOptions()
    wanted = options.bomb_pot_boards if is_bomb else options.board_count
    may_run = options.run_it_times > 1
    agreed = tuple(number for number, seat in dealt.items() if may_run and seat.runs_it)
    return HandOptions(
        is_bomb_pot=is_bomb,
        board_count=min(wanted, _most_boards(game, len(dealt), config.rules)),
        run_it_times=options.run_it_times,
        run_it_agreed=agreed,
    )


def _most_boards(game: Game, player_count: int, rules: RuleSet) -> int:
    burned = sum(street.board > 0 for street in game.streets) if rules.deal_burn else 0
    left = len(game.deck) - player_count * game.hole_count - burned
    return max(1, left // sum(street.board for street in game.streets))


def killed(stakes: Stakes, kill: str) -> Stakes:
    """Return the stakes of a kill hand: its limits are higher, its blinds are not."""
    halves = _KILL_HALVES.get(kill, 2)

    def lifted(chips: Chips) -> Chips:
        return min(MAX_CHIPS, chips * halves // 2)

    return replace(
        stakes,
        lower_limit_chips=lifted(stakes.lower_limit_chips),
        higher_limit_chips=lifted(stakes.higher_limit_chips),
        max_bets_chips=tuple([lifted(chips) for chips in stakes.max_bets_chips]),
    )


def killer(
    config: TableConfig, leg: Leg, progress: Progress, dealt: Mapping[SeatNo, Seat]
) -> SeatNo | None:
    """
    Return who posts a kill in the next hand: the winner of two pots in a row, or of a large one.

    He must be dealt in and have the whole amount; else there is no kill.
    """
    options = config.options
    if options.kill == "off" or not _may_have("kill", leg, options):
        return None
    is_large = 0 < options.kill_pot_chips <= progress.won_chips
    if progress.winner is None or not (is_large or progress.won_count >= 2):
        return None
    needed = killed(leg.stakes, options.kill).lower_limit_chips + _antes_chips(leg.stakes)
    return next(
        (
            number
            for number, seat in dealt.items()
            if seat.player == progress.winner and seat.stack_chips >= needed
        ),
        None,
    )


def _antes_chips(stakes: Stakes) -> Chips:
    return stakes.ante_chips + stakes.big_blind_ante_chips


def straddles(
    config: TableConfig,
    leg: Leg,
    positions: Positions,
    blind: SeatNo,
    free: Mapping[SeatNo, Seat],
    dealt: Collection[SeatNo],
) -> Iterator[Post]:
    """
    Yield the straddles of a hand: the button's, or the first seat's and one more after it.

    `free` are the seats that owe nothing in this hand but an ante. Two-handed there are none.
    """
    options = config.options
    if options.straddle == "off" or len(dealt) < 3:
        return
    chips = 2 * leg.stakes.big_blind_chips
    is_limit = may_be_killed(leg)
    button = positions.button
    if options.straddle == "button" and not is_limit and _straddles(button, free, leg, chips):
        yield Post(button, PostKind.STRADDLE, chips)
        return
    number = blind
    for _ in range(options.max_straddles):
        number = next_seat(number, dealt)
        if not _straddles(number, free, leg, chips):
            return
        yield Post(number, PostKind.STRADDLE, chips)
        chips *= 2


def _straddles(number: SeatNo, free: Mapping[SeatNo, Seat], leg: Leg, chips: Chips) -> bool:
    """Return whether the seat wants to straddle and has the whole amount."""
    seat = free.get(number)
    if seat is None or not seat.wants_straddle:
        return False
    return seat.stack_chips >= chips + leg.stakes.ante_chips
