"""From a record to the command that starts its hand, and the deck that deals its cards."""

from collections.abc import Iterator
from uuid import UUID

from msgspec.structs import replace

from tables.engine.commands import StartHand
from tables.engine.events import SeatAtStart
from tables.engine.games import GAMES
from tables.engine.limits import NoLimit
from tables.engine.ruleset import STANDARD, RuleSet
from tables.engine.stacking import stacked_deck
from tables.engine.terms import Card, Chips, PlayerId, Post, PostKind
from tables.histories.errors import ActionImpossible, FieldRefused, StraddleNotSupported
from tables.histories.phh_record import Action, Record

HOLE_COUNT = GAMES["holdem"].hole_count
BOARD_STREETS = tuple(street.board for street in GAMES["holdem"].streets[1:])


def start_command(record: Record) -> tuple[StartHand, tuple[str, ...]]:
    """
    Return the command that starts the hand, and notes on what was read with care.

    Player k sits in seat k and the last one has the button: p1 is the first left of it, the small
    blind; heads-up the big blind, while p2 has the button and the small blind.

    :raises StraddleNotSupported: for a forced bet beyond two blinds.
    :raises FieldRefused: if blinds and minimum bet do not fit together.
    """
    count = len(record.starting_stacks)
    blinds = by_player(record.blinds_or_straddles or ())
    small, big = _blinds(record, blinds)
    notes: list[str] = []
    if record.house.posts is None:
        due = _posts(record, blinds, small, big, notes)
        posts = tuple(post for post in due if post.amount_chips)
    else:
        posts = tuple(Post(post.player, post.kind, post.chips) for post in record.house.posts)
    hand_no = record.about.get("hand")
    command = StartHand(
        hand_no=hand_no if isinstance(hand_no, int) else 0,
        game="holdem",
        structure=NoLimit(small_blind=blinds[small - 1] if small else 0, big_blind=blinds[big - 1]),
        rules=_rules(record),
        seats=tuple(
            SeatAtStart(number, PlayerId(UUID(int=number)), stack)
            for number, stack in enumerate(record.starting_stacks, 1)
        ),
        button=count,
        big_blind=big,
        posts=posts,
        chip_unit=record.house.chip_unit,
        rake=record.house.rake,
    )
    return command, tuple(notes)


def by_player(forced: tuple[Chips, ...]) -> tuple[Chips, ...]:
    """Return forced bets as they are taken: heads-up the standard lists them the other way."""
    return forced[::-1] if len(forced) == 2 else forced


def _rules(record: Record) -> RuleSet:
    rules = STANDARD
    if record.house.odd_chip != rules.odd_chip_distribution:
        rules = replace(rules, odd_chip_distribution=record.house.odd_chip)
    if record.house.timeouts:
        rules = replace(rules, timeout_mode="allin_protect", timeout_free_check="allin")
    return rules


def _blinds(record: Record, blinds: tuple[Chips, ...]) -> tuple[int, int]:
    """Return who has the small blind (0: nobody) and who the big one."""
    count = len(blinds)
    posters = [player for player in range(1, count + 1) if blinds[player - 1] > 0]
    if not posters:
        raise FieldRefused("blinds_or_straddles", "nobody has a big blind")
    if len(posters) > 2 or max(blinds) > (record.min_bet or 0):
        raise StraddleNotSupported(record.blinds_or_straddles or ())
    if max(blinds) != record.min_bet:
        raise FieldRefused("min_bet", f"the big blind is {max(blinds)}", min_bet=record.min_bet)
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
    yield Post(big, PostKind.BIG_BLIND, blinds[big - 1])
    for player in players:
        if blinds[player - 1] < 0:
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


class Cards:
    """All cards that a record knows, gathered before the first of them is dealt."""

    def __init__(self, record: Record) -> None:
        self.hole: dict[int, tuple[Card | None, ...]] = {}
        self.board: tuple[Card | None, ...] = ()
        self.mucked: set[int] = set()
        self._owner: dict[Card, int] = {}  # the board is 0
        for action in record.actions:
            if action.word == "dh":
                self._deal(action)
            elif action.word == "db":
                self._claim(action, 0)
                self.board += action.cards or ()
            elif action.word == "sm":
                self._show(action)

    def deck(self, command: StartHand) -> list[Card | None]:
        """Return a deck that deals them; a hand that was put away unseen stays unknown."""
        hole = {seat: cards for seat, cards in self.hole.items() if seat not in self.mucked}
        return stacked_deck(command, hole, self.board)

    def _deal(self, action: Action) -> None:
        cards = self.hole.get(action.player, ()) + (action.cards or ())
        if len(cards) > HOLE_COUNT:
            raise impossible(action, f"a hand has {HOLE_COUNT} cards")
        self._claim(action, action.player)
        self.hole[action.player] = cards

    def _show(self, action: Action) -> None:
        if action.cards is None and not action.is_dash:
            self.mucked.add(action.player)
            return
        self.mucked.discard(action.player)
        if not action.cards:
            return
        dealt = self.hole.get(action.player, ())
        shown = {card for card in action.cards if card is not None}
        known = {card for card in dealt if card is not None}
        if len(action.cards) != HOLE_COUNT or len(shown | known) > HOLE_COUNT:
            raise impossible(action, "other cards than the player was dealt")
        self._claim(action, action.player)
        cards = sorted(shown | known)
        self.hole[action.player] = (*cards, *[None] * (HOLE_COUNT - len(cards)))

    def _claim(self, action: Action, owner: int) -> None:
        for card in action.cards or ():
            if card is None:
                continue
            if self._owner.setdefault(card, owner) != owner or (not owner and card in self.board):
                raise impossible(action, "a card that lies elsewhere already")


def impossible(action: Action, reason: str, **facts: object) -> ActionImpossible:
    """Return the error that `action` is."""
    return ActionImpossible(action.number, action.text[:80], reason, **facts)
