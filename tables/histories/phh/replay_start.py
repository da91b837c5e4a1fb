"""From a record to the command that starts its hand."""

from collections.abc import Iterator
from uuid import UUID

from msgspec.structs import replace

from tables.engine.hand.commands import StartHand
from tables.engine.hand.events import SeatAtStart
from tables.engine.rules.ruleset import STANDARD, RuleSet
from tables.engine.rules.terms import MAX_SEATS, Chips, Post, PostKind
from tables.histories.errors import FieldRefused, StraddleNotSupported
from tables.histories.phh.record import Record
from tables.histories.phh.variants import FORMS, game_of_code, record_structure

_LIFTED = (PostKind.STRADDLE, PostKind.KILL)


def start_command(record: Record) -> tuple[StartHand, tuple[str, ...]]:
    """
    Return the command that starts the hand, and notes on what was read with care.

    Player k sits in seat k and the last one has the button: p1 is the first left of it, the small
    blind; heads-up the big blind, while p2 has the button and the small blind. Stud has no button,
    and p1 is the first left of the dealer.

    :raises StraddleNotSupported: for a forced bet beyond two blinds.
    :raises FieldRefused: if blinds and minimum bet do not fit together.
    """
    blinds = by_player(record.blinds_or_straddles or ())
    small, big = _blinds(record, _without_lifted(record, blinds))
    notes: list[str] = []
    if record.house.posts is None:
        due = _posts(record, blinds, small, big, notes)
        posts = tuple(post for post in due if post.amount_chips)
    else:
        posts = tuple(Post(post.player, post.kind, post.chips) for post in record.house.posts)
    amounts = (blinds[small - 1] if small else 0, blinds[big - 1] if big else 0)
    antes = by_player(record.antes)
    hand_no = record.metadata.get("hand")
    command = StartHand(
        hand_no=hand_no if isinstance(hand_no, int) else 0,
        game=FORMS[record.variant].game,
        structure=record_structure(record, amounts, antes[big - 1] - min(antes) if big else 0),
        rules=_rules(record),
        seats=tuple(
            SeatAtStart(number, UUID(int=number), stack)
            for number, stack in enumerate(record.starting_stacks, 1)
        ),
        button=MAX_SEATS if _is_stud(record) else len(record.starting_stacks),
        big_blind=big or None,
        posts=posts,
        chip_unit=record.house.chip_unit,
        rake=record.house.rake,
        options=record.house.options,
    )
    return command, tuple(notes)


def by_player(forced: tuple[Chips, ...]) -> tuple[Chips, ...]:
    """Return forced bets as they are taken: heads-up the standard lists them the other way."""
    return forced[::-1] if len(forced) == 2 else forced


def _is_stud(record: Record) -> bool:
    return game_of_code(record.variant).family == "stud"


def _rules(record: Record) -> RuleSet:
    if record.house.rules is not None:
        return record.house.rules
    rules = STANDARD
    if record.house.odd_chip != rules.odd_chip_distribution:
        rules = replace(rules, odd_chip_distribution=record.house.odd_chip)
    if record.house.timeouts:
        rules = replace(rules, timeout_mode="allin_protect", timeout_free_check="allin")
    return rules


def _without_lifted(record: Record, blinds: tuple[Chips, ...]) -> tuple[Chips, ...]:
    """Return the blinds without straddles and kills, of which a file of this house tells."""
    left = list(blinds)
    for post in record.house.posts or ():
        if post.kind in _LIFTED and left:
            left[post.player - 1] -= post.chips
    return tuple(left)


def _blinds(record: Record, blinds: tuple[Chips, ...]) -> tuple[int, int]:
    """Return who has the small blind (0: nobody) and who the big one (0 in stud, bomb pots)."""
    if _is_stud(record) or record.house.options.is_bomb_pot:
        return 0, 0
    count = len(blinds)
    field, bet = ("min_bet", record.min_bet) if record.min_bet else ("small_bet", record.small_bet)
    posters = [player for player in range(1, count + 1) if blinds[player - 1] > 0]
    if not posters:
        raise FieldRefused("blinds_or_straddles", "nobody has a big blind")
    if record.house.structure is None:
        if len(posters) > 2 or max(blinds) > (bet or 0):
            raise StraddleNotSupported(record.blinds_or_straddles or ())
        if max(blinds) != bet:
            raise FieldRefused(field, f"the big blind is {max(blinds)}", **{field: bet})
    if len(posters) == 1:
        return 0, posters[0]
    if count == 2:
        return (1, 2) if blinds[0] < blinds[1] else (2, 1)
    if blinds[posters[0] - 1] > blinds[posters[1] - 1]:
        raise FieldRefused("blinds_or_straddles", "the big blind stands before the small one")
    return posters[0], posters[1]


def _posts(
    record: Record, blinds: tuple[Chips, ...], small: int, big: int, notes: list[str]
) -> Iterator[Post]:
    """Yield antes, blinds, live posts, dead money (R-TRN-ANTE-1)."""
    antes = by_player(record.antes)
    players = range(1, len(antes) + 1)
    common = min(antes)
    own = _own_ante(record, common, notes)
    for player in players:
        yield Post(player, PostKind.ANTE, own)
        yield Post(player, PostKind.DEAD, common - own)
    if small:
        yield Post(small, PostKind.SMALL_BLIND, blinds[small - 1])
    if big:
        yield Post(big, PostKind.BIG_BLIND, blinds[big - 1])
    for player in players:
        if blinds and blinds[player - 1] < 0:
            notes.append(f"p{player}: the negative blind is a live post")
            yield Post(player, PostKind.LIVE, -blinds[player - 1])
    if record.is_ante_trimmed and max(antes) > common:
        notes.append("not everyone pays the ante: it is dead, although the record trims it")
    for player in players:
        kind = PostKind.BIG_BLIND_ANTE if player == big else PostKind.DEAD
        yield Post(player, kind, antes[player - 1] - common)


def _own_ante(record: Record, common: Chips, notes: list[str]) -> Chips:
    """
    Return how much of the ante that everybody pays counts as his own money.

    All of it, so that a short one plays for as much of the others' (R-ANT-2); where the record
    does not trim antes, only as much as the shortest stack has: the rest is dead, for everybody.
    """
    shortest = min(record.starting_stacks)
    if shortest >= common or record.is_ante_trimmed:
        return common
    notes.append("the record does not trim antes: a short one plays for all of them")
    return shortest
