"""A table's feed and state as each viewer may see them."""

import json
from typing import Any

import pytest

from pokerhouse.common.ids import HandId, PlayerId, TableId, new_id
from pokerhouse.eventstore.store import read_feed
from tables.engine.rules.cards import text_of
from tables.live import directory
from tables.live import table as live_tables
from tables.live.frames import read_frames
from tables.live.snapshot import state_of
from tables.room.hands import queries as hands
from tables.room.lobby import queries as lobby
from tables.services.refusals import NameTaken
from tests.support import seating
from tests.support.rooms import AT, CONFIG, act, check_down, meta, open_table, player, start_hand

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables")

NOW = "2026-11-30T18:00:00.000Z"


def frames(table_id: TableId, who: PlayerId | None) -> list[dict[str, Any]]:
    return read_frames(table_id, who, after_seq=0, limit=1000, at=AT)


def hole_cards(table_id: TableId, seat: int) -> list[str]:
    live = live_tables.get(table_id)
    assert live.hand is not None
    faces = live.faces()
    return [text_of(faces[position]) for position in live.hand.of(seat).positions]


@pytest.mark.parametrize("who", [None, player(1), player(2), player(9)])
def test_every_number_of_the_feed_arrives_once(who: PlayerId | None) -> None:
    table_id = open_table()
    start_hand(table_id)
    check_down(table_id)
    numbers: list[int] = []
    for shown in frames(table_id, who):
        is_skip = shown["t"] == "skip"
        numbers += range(shown["from"], shown["to"] + 1) if is_skip else [shown["seq"]]
    assert numbers == list(range(1, len(read_feed(table_id)) + 1))


def test_the_sealed_deck_is_a_skip_for_everybody() -> None:
    table_id = open_table()
    start_hand(table_id)
    sealed = next(e.seq for e in read_feed(table_id) if e.type == "hand.deck_sealed")
    for who in (None, player(1), player(3)):
        skips = [f for f in frames(table_id, who) if f["t"] == "skip"]
        assert [(f["from"], f["to"]) for f in skips] == [(sealed, sealed)]


def test_each_player_gets_his_own_cards_and_nobody_anothers() -> None:
    """docs/security.md#hidden-cards"""
    table_id = open_table()
    start_hand(table_id)
    cards = {seat: hole_cards(table_id, seat) for seat in (1, 2, 3)}
    for who, own in ((player(1), 1), (player(2), 2), (player(9), 0), (None, 0)):
        text = json.dumps(frames(table_id, who)) + json.dumps(
            state_of(live_tables.get(table_id), who, NOW)
        )
        for seat, hole in cards.items():
            assert all(f'"{card}"' in text for card in hole) == (seat == own)


def test_cards_of_an_earlier_hand_stay_with_their_owner() -> None:
    table_id = open_table()
    start_hand(table_id)
    first = {seat: hole_cards(table_id, seat) for seat in (1, 2, 3)}
    act(table_id, "fold")
    act(table_id, "fold")
    start_hand(table_id)
    dealt = [f for f in frames(table_id, player(2)) if f["t"] == "hand.hole_dealt"]
    shown = [{hand["seat"]: hand["cards"] for hand in f["d"]["hands"]} for f in dealt]
    assert shown[0] == {1: [], 2: first[2], 3: []}
    assert shown[1] == {1: [], 2: hole_cards(table_id, 2), 3: []}


def test_a_turn_says_until_when_and_to_its_owner_what_is_legal() -> None:
    table_id = open_table()
    live = start_hand(table_id)
    assert live.hand is not None
    owner, other = live.hand.actor, 1 + (live.hand.actor or 0) % 3
    assert owner is not None
    turn = state_of(live, player(owner), NOW)["turn"]
    assert turn["deadline_at"] == "2026-11-30T18:00:30.000Z"
    assert turn["legal"]["to_call_chips"] == 10
    assert "legal" not in state_of(live, player(other), NOW)["turn"]
    started = [f for f in frames(table_id, None) if f["t"] == "hand.turn_started"]
    assert started[-1]["d"]["deadline_at"] == turn["deadline_at"]


def test_shown_cards_are_everybodys() -> None:
    table_id = open_table()
    start_hand(table_id)
    cards = {seat: hole_cards(table_id, seat) for seat in (1, 2, 3)}
    check_down(table_id)
    shown = {f["d"]["seat"]: f["d"]["cards"] for f in frames(table_id, None) if "shown" in f["t"]}
    assert shown == cards
    state = state_of(live_tables.get(table_id), None, NOW)
    assert {seat["seat"]: seat["cards"] for seat in state["hand"]["seats"]} == cards


def test_an_event_on_the_wire_is_small() -> None:
    """We aim at 400 bytes an event; the deal to a full table is the largest of the play."""
    table_id = open_table(players=6)
    start_hand(table_id)
    check_down(table_id)
    for shown in frames(table_id, None):
        if shown["t"] not in {"hand.started", "table.opened", "table.hand_started"}:
            assert len(json.dumps(shown, separators=(",", ":"))) <= 640, shown["t"]
    assert len(json.dumps(state_of(live_tables.get(table_id), player(1), NOW))) <= 8 * 1024


def test_the_lobby_lists_a_table_with_its_free_seats_until_it_is_closed() -> None:
    table_id = open_table(players=2)
    (line,) = [row for row in lobby.tables() if row["table"] == str(table_id)]
    assert (line["free_seats"], line["state"], line["hand_no"]) == (4, "open", 0)
    start_hand(table_id)
    check_down(table_id)
    (line,) = lobby.tables()
    assert (line["state"], line["hand_no"]) == ("playing", 1)
    seating.close_table(table_id=table_id, meta=meta())
    assert lobby.tables() == []


def test_a_name_is_given_to_one_table_only() -> None:
    first, second = TableId(new_id()), TableId(new_id())
    seating.open_table(table_id=first, config=CONFIG, name="The long table", meta=meta())
    with pytest.raises(NameTaken):
        seating.open_table(table_id=second, config=CONFIG, name="The long table", meta=meta())
    assert [row["name"] for row in lobby.tables()] == ["The long table"]


def test_a_hand_is_found_by_its_id_its_table_and_its_players() -> None:
    table_id = open_table(players=2)
    start_hand(table_id)
    live = check_down(table_id)
    assert live.hand_id is not None
    assert directory.table_of_hand(HandId(live.hand_id)) == table_id
    assert [row["hand"] for row in hands.hands(player=player(1))] == [str(live.hand_id)]
    assert hands.hands(player=player(9)) == []
    assert hands.hands(table_id=table_id)[0]["ended_at"] is not None
    assert directory.tables_of(player(1)) == [table_id]
    with pytest.raises(directory.UnknownHand):
        directory.table_of_hand(HandId(new_id()))
