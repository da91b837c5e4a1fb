"""`table.js` in a real browser: the protocol's law and the pots; and what all modules keep to."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from pokerhouse.commands.meta import ByStaff
from pokerhouse.common.ids import HandId
from tables.engine.hand.commands import Act
from tables.engine.hand.events import HandEvent, HandFinished, PotAwarded
from tables.engine.hand.evolve import evolve
from tables.engine.hand.legal import legal
from tables.engine.hand.pots import Pot, build_pots
from tables.engine.hand.state import FINISHED, FOLDED, Hand
from tables.engine.rules.audience import Audience
from tables.engine.rules.clock import TURN_MS
from tables.engine.rules.terms import SeatNo
from tables.engine.table.events import TableOpened
from tables.engine.table.state import SitOutWhen, Stakes, TableConfig, TableState
from tables.engine.view import SPECTATOR, VISIBLE
from tables.lab.simulation.policy import Policy
from tables.lab.simulation.session import SessionPlan, play_session, player_of
from tables.live import codec, wire
from tables.live.codec import EVENT_CLASSES, Happened
from tables.live.snapshot import seat_in_hand
from tables.services import floor
from tests.pokerhouse.console.modules import (
    CONSOLE,
    ModulePage,
    chromium_for_tests,
    modules_origin,
    page,
)
from tests.support import seating
from tests.support.random_hands import Playing
from tests.support.seen_hands import READ_AT
from tests.support.sockets import STRANGER
from tests.support.table_client import TableClient
from tests.support.watched_hand import json_of
from tests.tables.live import test_protocol_law_tables as law

__all__ = ["modules_origin", "page"]

pytestmark = pytest.mark.e2e

# --- the protocol's law --------------------------------------------------------------------------

FOLDING = """async () => {
  const { TableState, legalOf } = await import("/table/table.js");
  const tables = new Map();
  window.fold = (batches) => batches.map(({ key, player, frames }) => {
    if (!tables.has(key)) tables.set(key, new TableState(player));
    const table = tables.get(key);
    for (const frame of frames) table.apply(frame);
    return { ...table.state, legal: legalOf(table.state) };
  });
}"""


class FoldedTable(law.WatchedTable):
    """Viewers that fold in the page; after every command those who read are compared."""

    page: ModulePage
    unread: dict[int, list[dict[str, Any]]]

    def watch(self) -> None:
        """Let one more viewer come, and everybody read who is not away."""
        viewer = self.rng.choice(self.ids)
        if len(self.clients) < 8:
            self.add(str(viewer))
        self.compare([each for each in self.clients if self.rng.random() < 0.7])

    def add(self, viewer: str) -> None:
        """Let a viewer come, who begins with a snapshot."""
        client = TableClient(viewer)
        frame = self._snapshot(UUID(viewer))
        client.seq = frame["seq"]
        self.clients.append(client)
        self.unread[len(self.clients) - 1] = [frame]

    def finish(self) -> None:
        """Let everybody read to the end."""
        self.compare(self.clients)

    def compare(self, readers: list[TableClient]) -> None:
        """Fold what the readers lack, all of them at once, and compare with fresh snapshots."""
        batches = []
        for key, client in enumerate(self.clients):
            if client in readers:
                frames = [*self.unread.pop(key, []), *self._lacking(client)]
                batches.append({"key": key, "player": client.player, "frames": frames})
        folded = self.page.run("(batches) => fold(batches)", batches)
        for batch, state in zip(batches, folded, strict=True):
            fresh = self._snapshot(UUID(str(batch["player"])))["d"]
            choices = fresh["turn"] and fresh["turn"].get("legal")
            assert state.pop("legal") == choices
            assert {**state, "server_now": ""} == {**fresh, "server_now": ""}
            self.compared_count += 1

    def _lacking(self, client: TableClient) -> Iterator[dict[str, Any]]:
        viewer = UUID(str(client.player))
        assert client.seq is not None
        for seen in self.channel.read(client.seq, 1, 1000, self.ids):
            raw = seen.seen_by(viewer)
            client.seq = seen.seq
            if raw is None:
                yield {"t": "skip", "from": seen.seq, "to": seen.seq}
            else:
                yield msgspec.json.decode(raw)


STAKES = [
    Stakes(small_blind_chips=5, big_blind_chips=10, lower_limit_chips=10),
    Stakes(small_blind_chips=5, big_blind_chips=10, lower_limit_chips=10, ante_chips=1),
    Stakes(small_blind_chips=5, big_blind_chips=10, lower_limit_chips=10, big_blind_ante_chips=10),
]


@pytest.mark.usefixtures("house_db", "no_cached_tables")
@pytest.mark.parametrize(("seed", "players", "stakes"), [(1, 6, 0), (2, 2, 1), (3, 4, 2)])
def test_every_viewer_folds_to_a_fresh_snapshot_after_every_command(
    page: ModulePage, monkeypatch: pytest.MonkeyPatch, seed: int, players: int, stakes: int
) -> None:
    """The protocol's law, in the page."""
    config = replace(law.CONFIG, stakes=STAKES[stakes])
    monkeypatch.setattr(law, "CONFIG", config)
    page.run(FOLDING)
    table = FoldedTable(seed, players)
    table.page, table.unread = page, {}
    policy = Policy(time_outs_per_thousand=60)
    play_session(
        table, SessionPlan(hands=7, players=players, seed=seed, buy_in_chips=600, policy=policy)
    )
    play_what_sessions_lack(table, seed, config)
    table.finish()

    assert table.compared_count > 100
    assert table.taken_back_count == 2
    assert {client.seq for client in table.clients} == {table.channel.head()[0]}


def play_what_sessions_lack(table: FoldedTable, seed: int, config: TableConfig) -> None:
    """Wishes during a hand, a hand voided while it runs, and what staff do to a table."""
    at = {"table_id": table.table_id}
    guests = {seat: player_of(seed + 100, seat) for seat in (1, 2, 3)}
    table.ids += guests.values()
    for seat, guest in guests.items():
        table.seat_player(seat, guest, 600)
    for number in range(2):
        table.start_hand(bytes([number]) * 32)
        table.add(str(guests[1]))
        hand = table.hand
        assert hand is not None
        assert hand.actor is not None
        table.play(Act(hand.actor, hand.turn, "call" if "call" in kinds(hand) else "check"))
        if number:
            seating.leave(**at, seat=1, meta=table._meta())
            seating.sit_out(**at, seat=2, when=SitOutWhen.NEXT_HAND, meta=table._meta())
            table.watch()
        hand_id = table._live().hand_id
        assert hand_id is not None
        how = replace(table._meta(), who=ByStaff(STRANGER))
        floor.void_hand(hand_id=HandId(hand_id), reason="fouled deck", meta=how)
        table.watch()
    seating.pause_table(**at, meta=table._meta())
    table.watch()
    raised = replace(config.stakes, small_blind_chips=10, big_blind_chips=20, lower_limit_chips=20)
    seating.change_stakes(**at, stakes=raised, meta=table._meta())
    seating.resume_table(**at, meta=table._meta())
    table.watch()
    seating.close_table(**at, meta=table._meta())
    assert table.table.state is TableState.CLOSED


def kinds(hand: Hand) -> tuple[str, ...]:
    choices = legal(hand)
    assert choices is not None
    return choices.kinds


def test_every_event_that_reaches_a_page_is_known_to_it(page: ModulePage) -> None:
    """
    All but a table's first one, which stands before any snapshot, and cards that a croupier enters:
    those ask for a fresh one.
    """
    unknown = page.run(
        """async (types) => {
          const { TableState, UnknownEvent } = await import("/table/table.js");
          const isUnknown = (t) => {
            const table = new TableState(null);
            table.apply({ t: "snapshot", seq: 1, d: { seq: 1 } });
            try {
              table.apply({ t, seq: 2, d: {} });
            } catch (error) {
              return error instanceof UnknownEvent && error.type === t && table.state.seq === 1;
            }
            return false;
          };
          return types.filter(isUnknown);
        }""",
        [*EVENT_CLASSES, "hand.sung", "toString"],
    )

    hidden = {
        name
        for name, event in EVENT_CLASSES.items()
        if event not in VISIBLE or event.AUDIENCE is Audience.NOBODY
    }
    assert hidden == {"hand.deck_sealed"}
    opened = codec.type_of(TableOpened)
    entered = "hand.cards_entered"
    assert set(unknown) == {*hidden, entered, opened, "hand.sung", "toString"}


def test_numbers_come_without_gaps_and_once(page: ModulePage) -> None:
    assert page.run(
        """async () => {
          const { TableState } = await import("/table/table.js");
          const table = new TableState(null);
          table.apply({ t: "snapshot", seq: 4, d: { seq: 4 } });
          table.apply({ t: "skip", from: 5, to: 7 });
          const refused = [7, 9].map((seq) => {
            try {
              table.apply({ t: "hand.board_declared", seq, d: {} });
            } catch (error) {
              return error.message;
            }
          });
          table.apply({ t: "hand.board_declared", seq: 8, d: {} });
          return [refused, table.state.seq];
        }"""
    ) == [["7 does not follow 7", "9 does not follow 7"], 8]


# --- pots ----------------------------------------------------------------------------------------

CHIPS = """async ({ snapshot, frames }) => {
  const { TableState, potsOf, streetBets } = await import("/table/table.js");
  const table = new TableState(null);
  table.apply(snapshot);
  return frames.map((frame) => {
    table.apply(frame);
    const { hand } = table.state;
    return structuredClone({ hand, pots: potsOf(hand), bets: streetBets(hand) });
  });
}"""


def frames_of(events: tuple[HandEvent, ...]) -> list[dict[str, Any]]:
    """Return a hand's events as a spectator gets them."""
    frames: list[dict[str, Any]] = []
    for seq, event in enumerate(events, 2):
        happened = Happened(UUID(int=1), seq, UUID(int=2), seq, "2026-11-30T18:00:00.000Z", event)
        skip = {"t": "skip", "from": seq, "to": seq}
        frames.append(wire.frame(happened, SPECTATOR, epoch=1, turn_ms=TURN_MS, at=READ_AT) or skip)
    return frames


def chips_in_page(page: ModulePage, playing: Playing) -> list[dict[str, Any]]:
    """Return what the page holds of the hand's chips after every event."""
    seats = [
        {"seat": e.seat, "player": str(e.player), "stack_chips": e.stack_chips}
        for e in playing.start.seats
    ]
    state = {"seq": 1, "seats": seats, "turn": None, "you": None, "hand": None}
    frames = frames_of(playing.events)
    shown: list[dict[str, Any]] = page.run(
        CHIPS, {"snapshot": {"t": "snapshot", "seq": 1, "d": state}, "frames": frames}
    )
    return shown


def without_bets(hand: Hand, bets: dict[SeatNo, int]) -> Hand:
    """Return the hand as if what lies in front of players had never been put in."""
    seats = [
        replace(seat, total_chips=seat.total_chips - bets.get(seat.seat, 0)) for seat in hand.seats
    ]
    return replace(hand, seats=tuple(seats), pot_chips=hand.pot_chips - sum(bets.values()))


def as_shown(pots: list[Pot]) -> list[dict[str, Any]]:
    return [{"chips": pot.chips, "seats": list(pot.eligible)} for pot in pots if pot.chips]


def rest_of(pots: list[dict[str, Any]], given: dict[int, int]) -> list[dict[str, Any]]:
    """Return what is left of the pots after parts of them were given out."""
    left = [{**pot, "chips": pot["chips"] - given.get(n, 0)} for n, pot in enumerate(pots)]
    return [pot for pot in left if pot["chips"]]


def check_moment(hand: Hand, shown: dict[str, Any], *, is_awarding: bool) -> None:
    """Compare what the page shows of a hand with the engine at the same moment."""
    in_page = shown["hand"]
    assert in_page["pot_chips"] == hand.pot_chips
    assert in_page["seats"] == [json_of(seat_in_hand(seat)) for seat in hand.seats]
    bets = {bet["seat"]: bet["chips"] for bet in shown["bets"]}
    assert sum(bets.values()) + sum(pot["chips"] for pot in shown["pots"]) == hand.pot_chips
    assert all(pot["chips"] > 0 for pot in shown["pots"])
    assert all(chips > 0 for chips in bets.values())
    assert all(hand.of(seat).status != FOLDED for seat in bets)
    if hand.phase >= FINISHED:
        assert (shown["pots"], shown["bets"]) == ([], [])
    elif not is_awarding:
        assert shown["pots"] == as_shown(build_pots(without_bets(hand, bets)))
    if hand.actor is not None and hand.phase == 0:  # a round of betting runs
        live = [seat for seat in hand.seats if seat.status != FOLDED and seat.street_chips]
        assert bets == {seat.seat: seat.street_chips for seat in live}


@pytest.mark.parametrize("block", range(6))
def test_pots_and_bets_are_what_lies_in_the_middle_at_every_moment(
    page: ModulePage, block: int
) -> None:
    """R-POT-1 to R-POT-6: short stacks, antes, dead posts, time-outs, every showdown."""
    most_pots = 0
    for seed in range(30 * block, 30 * block + 30):
        playing = Playing(seed).to_the_end()
        moments = chips_in_page(page, playing)
        hand: Hand | None = None
        before: list[dict[str, Any]] | None = None
        """The pots as they were shown before the first was awarded."""
        awarded: dict[int, dict[str, Any]] = {}
        for event, shown in zip(playing.events, moments, strict=True):
            hand = evolve(hand, event)
            assert hand is not None
            if isinstance(event, PotAwarded):
                pot = awarded.setdefault(event.pot, {"chips": 0, "seats": list(event.eligible)})
                pot["chips"] += event.chips
                given = {number: pot["chips"] for number, pot in awarded.items()}
                assert before is not None
                assert shown["pots"] == rest_of(before, given)
            elif isinstance(event, HandFinished):
                assert before == [awarded[n] for n in sorted(awarded) if awarded[n]["chips"]]
            else:
                before = shown["pots"]
            check_moment(hand, shown, is_awarding=isinstance(event, PotAwarded))
        most_pots = max(most_pots, *(len(shown["pots"]) for shown in moments))
    assert most_pots >= 3


def test_a_bet_that_nobody_has_matched_lies_in_front_of_its_player(page: ModulePage) -> None:
    seat = {"stack_chips": 0, "cards": []}
    hand = {
        "board": ["2c", "3c", "4c"],
        "pot_chips": 152,
        "price_chips": 100,
        "is_over": False,
        "seats": [
            {**seat, "seat": 2, "street_chips": 30, "total_chips": 50, "status": "all_in"},
            {**seat, "seat": 5, "street_chips": 0, "total_chips": 20, "status": "folded"},
            {**seat, "seat": 1, "street_chips": 60, "total_chips": 80, "status": "able"},
        ],
    }
    split = """async (hand) => {
      const { potsOf, streetBets } = await import("/table/table.js");
      return [potsOf(hand), streetBets(hand)];
    }"""

    assert page.run(split, hand) == [  # it owes 40: the round runs
        [{"chips": 62, "seats": [1, 2]}],
        [{"seat": 2, "chips": 30}, {"seat": 1, "chips": 60}],
    ]
    assert page.run(split, {**hand, "price_chips": 60}) == [  # the round is over
        [{"chips": 122, "seats": [1, 2]}],
        [{"seat": 1, "chips": 30}],
    ]
    assert page.run(split, {**hand, "pot_chips": 0, "is_over": True}) == [[], []]
    assert page.run(split, None) == [[], []]


# --- all modules ---------------------------------------------------------------------------------


def test_the_modules_keep_nothing_and_print_nothing() -> None:
    """Frames hold cards: they stay in the page's memory."""
    words = ("localStorage", "sessionStorage", "indexedDB", "document.cookie", "console.", "eval(")
    may_keep = {"single_keys.js": ["localStorage"]}  # a choice of this browser's, and no frame
    for path in sorted(CONSOLE.rglob("*.js")):
        text = path.read_text(encoding="utf-8")
        found = [word for word in words if word in text]
        assert found == may_keep.get(path.name, []), path.name
        assert len(text.splitlines()) < 300, path.name


def test_without_a_browser_the_tests_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """And fail where there has to be one."""
    monkeypatch.setenv("PATH", "")
    for name in ("CI", "POKERHOUSE_NEED_BROWSER", "POKERHOUSE_CHROMIUM"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(pytest.skip.Exception, match="apt-get install chromium"):
        chromium_for_tests()
    for name, value in (("CI", "true"), ("POKERHOUSE_NEED_BROWSER", "1")):
        monkeypatch.setenv(name, value)
        with pytest.raises(pytest.fail.Exception):
            chromium_for_tests()
        monkeypatch.delenv(name)
