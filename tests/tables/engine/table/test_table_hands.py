"""Table and hand together: every lineup can be dealt, every result can be settled."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tables.dealer.button import draw_for_button
from tables.engine.hand.decide import advance
from tables.engine.hand.events import HandEvent, HandFinished
from tables.engine.hand.invariants import problems
from tables.engine.hand.state import Hand
from tables.engine.rules.games import GAMES
from tables.engine.rules.terms import Chips, PostKind
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.bridge import hand_to_deal, hand_to_settle
from tables.engine.table.decide import NEW_TABLE, decide_table, fold_table
from tables.engine.table.lineup import ready_seats
from tables.engine.table.options import killed
from tables.engine.table.state import EntryChoice, Lineup, SeatStatus, Stakes, Table, TableConfig
from tables.engine.table.waiting import is_owed
from tests.support.random_tables import SEAT_COUNT, random_act, random_config, without_options
from tests.support.tables import player, refusal_code

_HANDS = 10
_MOST_DECISIONS = 1_000


class _Room:
    """A table of any kind, at which random players come, play and go."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.table = _opened(random_config(self.random))
        self.at_ms = 0
        self.newest = 100
        for seat in (1, 2, 3, 5):
            self._ask(self._take(seat))

    def _do(self, command: cmd.TableCommand) -> tuple[ev.TableEvent, ...]:
        events = decide_table(self.table, command)
        self.table = fold_table(self.table, events)
        return events

    def _ask(self, command: cmd.TableCommand) -> None:
        """A refusal is as good."""
        refusal_code(lambda: self._do(command))

    def _take(self, seat: int) -> cmd.TakeSeat:
        self.newest += 1
        return cmd.TakeSeat(
            seat=seat,
            player=player(self.newest),
            buy_in_chips=self.random.choice((40, 150, 600)),
            at_ms=self.at_ms,
            entry=self.random.choice(list(EntryChoice)),
        )

    def come_and_go(self) -> None:
        """Somebody leaves, sits down, comes back, buys more, or says what his seat does."""
        self.at_ms += self.random.choice((10_000, 70_000))
        random = self.random
        seat = random.randint(1, SEAT_COUNT)
        entry = random.choice(list(EntryChoice))
        wishes: list[cmd.TableCommand] = [
            cmd.Leave(seat, self.at_ms),
            cmd.TopUp(seat, 100),
            cmd.SitIn(seat, entry),
            cmd.SitIn(seat, entry),
            cmd.SetSeatOptions(seat, straddle=True, run_it=None),
            cmd.SetSeatOptions(seat, straddle=None, run_it=True),
            cmd.RequestBombPot(),
            self._take(seat),
            cmd.ForceMoveIn(seat, player(self.newest), random.randint(1, 30)),
        ]
        for _ in range(3):
            self._ask(random.choice(wishes))

    def start(self) -> Lineup | None:
        """Start a hand if two want cards; then it must start."""
        if len(ready_seats(self.table)) < 2:
            return None
        draw = draw_for_button(self.table, self.random.randbytes(32), at_ms=self.at_ms)
        if draw is not None:
            self._do(draw)
        started = self._do(cmd.StartHand(self.at_ms))[-1]
        assert isinstance(started, ev.HandStarted)
        return started.lineup

    def play(self, lineup: Lineup) -> tuple[Hand, tuple[HandEvent, ...]]:
        """Deal the lineup with its own game's deck and act at random to its end."""
        deck = self.random.sample(GAMES[lineup.game].deck, len(GAMES[lineup.game].deck))
        events, hand = advance(None, hand_to_deal(self.table), deck)
        assert hand.started.seats == lineup.dealt
        for _ in range(_MOST_DECISIONS):
            assert problems(hand) == []
            if hand.is_over:
                return hand, events
            more, hand = advance(hand, random_act(self.random, hand), deck)
            events += more
        raise AssertionError("the hand does not end")

    def settle(self, hand: Hand, finished: HandFinished) -> cmd.SettleHand:
        """Bring the hand's end to the table."""
        command = hand_to_settle(hand, finished)
        self._do(command)
        self._between()
        return command

    def void(self) -> None:
        """Let the running hand count for nothing."""
        self._do(cmd.VoidHand(self.table.hand_no))
        self._between()

    def _between(self) -> None:
        if is_owed(self.table):
            self._do(cmd.BetweenHands(self.at_ms))

    def take_back(self) -> None:
        """Take the last settled hand back."""
        self._do(cmd.TakeBackHand(self.table.hand_no))


def _opened(config: TableConfig) -> Table:
    """Open the table with as many of its options as its games can have."""
    for tried in without_options(config):
        command = cmd.OpenTable(tried)
        code = refusal_code(lambda asked=command: decide_table(NEW_TABLE, asked))  # type: ignore[misc]
        if code is None:
            return fold_table(NEW_TABLE, decide_table(NEW_TABLE, command))
        assert code == "option_not_in_game"
    raise AssertionError("every table opens without options")


@given(st.integers(min_value=0, max_value=2**32))
def test_a_table_of_any_kind_deals_and_settles_hand_after_hand(seed: int) -> None:
    """R-BLD-6, docs/cash-room.md#elsewhere, 11: with stacks below the blinds as well."""
    live = _Room(seed)
    for _ in range(_HANDS):
        live.come_and_go()
        lineup = live.start()
        if lineup is None:
            continue
        before = live.table.stacks_chips()
        hand, events = live.play(lineup)
        finished = events[-1]
        assert isinstance(finished, HandFinished)

        command = live.settle(hand, finished)

        assert live.table.stacks_chips() == before - command.taken_chips
        for result in finished.results:
            seat = live.table.seat(result.seat)
            assert seat is not None
            assert seat.stack_chips == result.stack_chips
            is_out = result.seat in command.timed_out and seat.sit_out_request is None
            status = SeatStatus.IN if result.stack_chips else SeatStatus.BUSTED
            assert seat.status is (SeatStatus.SITTING_OUT if is_out else status)
        _check_won(command, finished)


def _check_won(command: cmd.SettleHand, finished: HandFinished) -> None:
    """The pot is all that was lost and won; who won it alone has lost nothing."""
    gained = [result.seat for result in finished.results if result.net_chips > 0]
    assert command.winner is None or set(gained) <= {command.winner}
    assert sum(max(0, -result.net_chips) for result in finished.results) <= command.pot_chips


def _posted(lineup: Lineup, kind: PostKind) -> list[Chips]:
    return [post.amount_chips for post in lineup.posts if post.kind is kind]


def _is_fair(lineup: Lineup, config: TableConfig) -> None:
    """Assert what every lineup has whose hand is of this kind (R-BLD, R-ANT)."""
    kinds = {post.kind for post in lineup.posts}
    leg = config.legs[lineup.leg]
    antes = _posted(lineup, PostKind.ANTE)
    assert (lineup.game, len(set(antes))) == (leg.game, 1 if antes else 0)
    if lineup.options.is_bomb_pot:
        ante = config.options.bomb_pot_ante_big_blinds * leg.stakes.big_blind_chips
        assert (kinds, antes) == ({PostKind.ANTE}, [ante] * len(lineup.dealt))
    elif GAMES[lineup.game].family == "stud":
        assert (kinds, lineup.positions) == ({PostKind.ANTE}, None)
    else:
        assert lineup.big_blind in lineup.dealt_seats
        killing = _posted(lineup, PostKind.KILL)
        assert len(killing) + len(_posted(lineup, PostKind.BIG_BLIND)) in {1, 2}
        assert len(_posted(lineup, PostKind.STRADDLE)) <= config.options.max_straddles
        assert not (killing and PostKind.STRADDLE in kinds)
        assert lineup.stakes == _stakes_with(leg.stakes, config.options.kill, killing)


def _stakes_with(stakes: Stakes, kill: str, killing: list[Chips]) -> Stakes:
    return killed(stakes, kill) if killing else stakes


@given(st.integers(min_value=0, max_value=2**32))
def test_every_lineup_of_any_table_is_posted_as_its_game_and_options_say(seed: int) -> None:
    """R-BTN-7, R-ANT-1, docs/cash-room.md#options."""
    live = _Room(seed)
    for _ in range(_HANDS):
        live.come_and_go()
        lineup = live.start()
        if lineup is None:
            continue
        assert live.table.config is not None
        _is_fair(lineup, live.table.config)
        hand, events = live.play(lineup)
        finished = events[-1]
        assert isinstance(finished, HandFinished)
        live.settle(hand, finished)


@given(st.integers(min_value=0, max_value=2**32))
def test_a_hand_that_is_voided_or_taken_back_leaves_all_that_counts_as_it_was(seed: int) -> None:
    """Rotation, bomb pots and kills count settled hands alone."""
    live = _Room(seed)
    for _ in range(4):
        live.come_and_go()
        counts = live.table.progress
        lineup = live.start()
        if lineup is None:
            continue
        live.void()
        assert live.table.progress == counts
        again = live.start()
        assert again is not None
        assert (again.game, again.leg, again.options) == (lineup.game, lineup.leg, lineup.options)
        hand, events = live.play(again)
        finished = events[-1]
        assert isinstance(finished, HandFinished)
        live.settle(hand, finished)
        if live.random.random() < 0.5:
            live.take_back()
            assert live.table.progress == counts
