"""The law of the big blind under random coming and going (ADR 0006)."""

from dataclasses import dataclass, field
from itertools import pairwise
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.ruleset import HOUSE, RuleSet
from tables.engine.rules.terms import PostKind, SeatNo
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.lineup import ready_seats
from tables.engine.table.positions import is_between
from tables.engine.table.state import (
    EntryChoice,
    Lineup,
    Positions,
    SeatStatus,
    SitOutWhen,
    TableOptions,
)
from tests.support.tables import TestTable, player

_SEAT_COUNT = 7
_BIG = 10


@dataclass
class Played:
    """One hand: its lineup, and who was in which seat."""

    lineup: Lineup
    players: dict[SeatNo, UUID]
    wanted: set[SeatNo]

    @property
    def big(self) -> SeatNo:
        return self.positions.big_blind

    @property
    def positions(self) -> Positions:
        assert self.lineup.positions is not None
        return self.lineup.positions

    def paid_chips(self, seat: SeatNo) -> int:
        """Return what the seat posted live."""
        live = {PostKind.BIG_BLIND, PostKind.SMALL_BLIND, PostKind.LIVE}
        return sum(
            post.amount_chips
            for post in self.lineup.posts
            if post.seat == seat and post.kind in live
        )


@dataclass
class LiveTable:
    """A table where people come and go; `hands` is what was dealt."""

    rules: RuleSet
    is_tournament: bool = False
    options: TableOptions = field(default_factory=TableOptions)
    at: TestTable = field(init=False)
    hands: list[Played] = field(default_factory=list)
    newest: int = 100

    def __post_init__(self) -> None:
        self.at = TestTable(
            1,
            2,
            3,
            4,
            rules=self.rules,
            seat_count=_SEAT_COUNT,
            is_tournament=self.is_tournament,
            options=self.options,
        ).draw(2)

    def move(self, kind: str, seat: SeatNo) -> None:
        """Try one command; a refusal is as good."""
        self.newest += 1
        commands: dict[str, cmd.TableCommand] = {
            "post": self._take(seat, EntryChoice.POST),
            "wait": self._take(seat, EntryChoice.WAIT),
            "buy": self._take(seat, EntryChoice.BUY_BUTTON),
            "in_buy": cmd.SitIn(seat, EntryChoice.BUY_BUTTON),
            "leave": cmd.Leave(seat, 0),
            "out": cmd.SitOut(seat, SitOutWhen.NOW),
            "out_at_big": cmd.SitOut(seat, SitOutWhen.NEXT_BIG_BLIND),
            "in_post": cmd.SitIn(seat, EntryChoice.POST),
            "in_wait": cmd.SitIn(seat, EntryChoice.WAIT),
            "moved": cmd.ForceMoveIn(seat, player(self.newest), 500),
            "moved_out": cmd.ForceMoveOut(seat),
        }
        try:
            self.at.do(commands[kind])
        except RuleViolation:
            return

    def _take(self, seat: SeatNo, entry: EntryChoice) -> cmd.TakeSeat:
        return cmd.TakeSeat(
            seat=seat, player=player(self.newest), buy_in_chips=500, at_ms=0, entry=entry
        )

    def play(self) -> Played | None:
        """Play a hand if two want cards; then it must start."""
        if len(ready_seats(self.at.table)) < 2:
            return None
        events = self.at.do(cmd.StartHand())
        wanted = set(ready_seats(self.at.table))
        started = events[-1]
        if isinstance(started, ev.SatOut):  # the last but one asked to sit out at his big blind
            assert len(wanted) < 2
            return None
        assert isinstance(started, ev.HandStarted)
        players = {number: seat.player for number, seat in self.at.table.occupied()}
        hand = Played(started.lineup, players, wanted)
        self.at.settle()
        self.hands.append(hand)
        return hand


_MOVES = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "deal",
                "deal",
                "deal",
                "post",
                "wait",
                "leave",
                "out",
                "out_at_big",
                "in_post",
                "in_wait",
                "moved",
                "moved_out",
            ]
        ),
        st.integers(min_value=1, max_value=_SEAT_COUNT),
    ),
    max_size=40,
)
_MOVING = st.builds(
    replace,
    st.just(HOUSE),
    button_headsup_no_double_bb=st.booleans(),
    entry_short_handed_free=st.booleans(),
    entry_between_button_and_bb=st.sampled_from(["wait", "post"]),
    missed_blinds=st.sampled_from(["post_or_wait", "ignore"]),
)
_DEAD = _MOVING.map(lambda rules: replace(rules, button_method="dead"))


@dataclass
class Story:
    """A room's rules and what happens there."""

    rules: RuleSet
    is_tournament: bool
    moves: list[tuple[str, int]]

    def play(self) -> LiveTable:
        """Return the room after all of it."""
        live = LiveTable(self.rules, self.is_tournament)
        for kind, seat in self.moves:
            if kind == "deal":
                live.play()
            else:
                live.move(kind, seat)
        return live


def _buying(rules: RuleSet, moves: list[tuple[str, int]]) -> LiveTable:
    """Return a room in which everybody who comes in wants to buy the button."""
    live = LiveTable(rules, options=TableOptions(may_buy_button=True))
    buying = {"post": "buy", "wait": "buy", "in_post": "in_buy", "in_wait": "in_buy"}
    for kind, seat in moves:
        if kind == "deal":
            live.play()
        else:
            live.move(buying.get(kind, kind), seat)
    return live


_MOVING_STORIES = st.builds(Story, _MOVING, st.booleans(), _MOVES)
_DEAD_STORIES = st.builds(Story, _DEAD, st.booleans(), _MOVES)
_STORIES = _MOVING_STORIES | _DEAD_STORIES


def _dealt_in_both(before: Played, after: Played) -> set[SeatNo]:
    return {
        seat
        for seat in after.lineup.dealt_seats
        if seat in before.lineup.dealt_seats and before.players[seat] == after.players[seat]
    }


@given(_MOVING_STORIES)
def test_under_the_moving_button_nobody_is_big_blind_in_two_hands_running(story: Story) -> None:
    """R-BTN-2: with three or more dealt in both; docs/cash-room.md#elsewhere, 4."""
    hands = story.play().hands
    for before, after in pairwise(hands):
        if min(len(before.lineup.dealt), len(after.lineup.dealt)) >= 3:
            assert before.players[before.big] != after.players[after.big]


@given(_MOVING_STORIES)
def test_under_the_moving_button_whoever_is_passed_over_posts_a_live_big_blind(
    story: Story,
) -> None:
    """R-BTN-2: nobody escapes his; heads-up excepted."""
    hands = story.play().hands
    for before, after in pairwise(hands):
        if len(after.lineup.dealt) >= 3:
            for seat in _dealt_in_both(before, after):
                if is_between(seat, before.big, after.big):
                    assert after.paid_chips(seat) == _BIG


@given(_DEAD_STORIES)
def test_under_the_dead_button_the_big_blind_goes_to_the_next_in_turn(story: Story) -> None:
    """R-BTN-3, R-BTN-4: nobody twice in a row, nobody who wants cards skipped."""
    hands = story.play().hands
    for before, after in pairwise(hands):
        assert before.big != after.big
        assert not [seat for seat in after.wanted if is_between(seat, before.big, after.big)]


@given(_DEAD_STORIES)
def test_under_the_dead_button_the_small_blind_is_where_the_big_blind_was(story: Story) -> None:
    """R-BTN-3: with three or more, even if the seat is empty now."""
    hands = story.play().hands
    for before, after in pairwise(hands):
        if len(after.lineup.dealt) >= 3:
            assert after.positions.small_blind == before.big
            is_dealt = before.big in after.lineup.dealt_seats
            assert after.lineup.small_blind == (before.big if is_dealt else None)


@given(_STORIES)
def test_nobody_who_stays_in_plays_more_than_an_orbit_without_a_big_blind(story: Story) -> None:
    """docs/cash-room.md#blinds-owed: an orbit is as many hands as the table has seats."""
    streaks: dict[UUID, int] = {}
    for hand in story.play().hands:
        now = {}
        for seat in hand.lineup.dealt_seats:
            who = hand.players[seat]
            now[who] = 0 if hand.paid_chips(seat) >= _BIG else streaks.get(who, 0) + 1
            assert now[who] <= _SEAT_COUNT
        streaks = now


@given(_STORIES)
def test_every_lineup_is_whole(story: Story) -> None:
    """R-BLD-1, R-MIS-3: one big blind, two or more dealt in, at most one blind of each owed."""
    for hand in story.play().hands:
        lineup = hand.lineup
        dealt = lineup.dealt_seats
        assert len(dealt) == len(set(dealt)) >= 2
        assert set(dealt) <= hand.wanted
        kinds = [post.kind for post in lineup.posts]
        assert kinds.count(PostKind.BIG_BLIND) == 1
        assert kinds.count(PostKind.SMALL_BLIND) <= 1
        assert {post.seat for post in lineup.posts} <= set(dealt)
        for seat in dealt:
            own = [post for post in lineup.posts if post.seat == seat]
            assert hand.paid_chips(seat) <= _BIG
            assert sum(post.amount_chips for post in own) <= _BIG + 5
        is_two_handed = len(dealt) == 2
        assert hand.positions.is_heads_up == is_two_handed
        if is_two_handed:  # R-BTN-5, R-DEA-2
            assert dealt == (hand.positions.big_blind, hand.positions.button)
        refused = {entry.seat for entry in lineup.refused}
        assert not refused & set(dealt)


@given(_STORIES)
def test_whoever_wants_cards_is_dealt_in_and_pays_within_two_orbits(story: Story) -> None:
    """docs/cash-room.md#elsewhere, 5: no leaving wedges the table."""
    live = story.play()
    for number, seat in live.at.table.occupied():
        if seat.status is SeatStatus.IN and seat.sit_out_request:
            live.move("in_wait", number)
    wanted = ready_seats(live.at.table)
    if len(wanted) < 2:
        return
    hands = [live.play() for _ in range(2 * _SEAT_COUNT)]
    for number in wanted:
        assert any(hand and hand.paid_chips(number) == _BIG for hand in hands)


@given(_STORIES)
def test_an_established_player_without_debts_is_never_left_out(story: Story) -> None:
    """R-BTN-2, R-MIS-1: who was dealt in the last hand and wants cards is dealt in this one."""
    hands = story.play().hands
    for before, after in pairwise(hands):
        for seat in before.lineup.dealt_seats:
            if seat in after.wanted and before.players[seat] == after.players.get(seat):
                assert seat in after.lineup.dealt_seats


@given(_MOVING | _DEAD, _MOVES)
def test_who_buys_the_button_has_it_next_and_nobody_is_big_blind_twice_for_it(
    rules: RuleSet, moves: list[tuple[str, int]]
) -> None:
    """docs/cash-room.md#options: he pays both blinds, and everybody else's wait for a hand."""
    hands = _buying(rules, moves).hands
    for before, after in pairwise(hands):
        buyer = before.lineup.bought_by
        is_long = min(len(before.lineup.dealt), len(after.lineup.dealt)) >= 3
        if buyer is not None:
            live = [post.seat for post in before.lineup.posts if post.kind is PostKind.BIG_BLIND]
            assert live == [buyer]
        if not is_long or (buyer is not None and _has_anybody_moved(before, after)):
            continue  # where others have gone his own big blind may be the next in turn
        payers = (before.lineup.big_blind, after.lineup.big_blind)
        assert before.players[payers[0] or 0] != after.players[payers[1] or 0]
        assert buyer in {None, after.lineup.button}


def _has_anybody_moved(before: Played, after: Played) -> bool:
    return (before.players, before.wanted) != (after.players, after.wanted)
