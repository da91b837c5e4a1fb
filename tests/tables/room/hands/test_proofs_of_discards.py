"""What proves a deal in which discards followed the deck: to a player, to an auditor (R-LOW-6)."""

from random import Random
from typing import Any

import pytest

from pokerhouse.common.ids import HandId
from tables.dealer import open_deck
from tables.engine.hand.commands import Act
from tables.engine.hand.dealing import faces_at
from tables.engine.hand.events import StubExtended
from tables.engine.hand.legal import legal
from tables.engine.rules.cards import text_of
from tables.engine.table.state import Stakes, TableConfig
from tables.live import table as live_tables
from tables.live.snapshot import state_of
from tables.live.table import LiveTable
from tables.room.hands.queries import hand_view, proof_for
from tests.support import play
from tests.support.rooms import AT, meta, open_table, player, start_hand

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables")

STAKES = Stakes(
    limit="fixed",
    small_blind_chips=5,
    big_blind_chips=10,
    lower_limit_chips=10,
    higher_limit_chips=20,
)
TRIPLE = TableConfig(game="triple27", seat_count=6, stakes=STAKES, book="play")
NOW = "2026-11-30T18:00:00.000Z"


def drawn_out() -> LiveTable:
    """Six players throw all their cards away three times: the deck cannot last."""
    table_id = open_table(players=6, config=TRIPLE)
    start_hand(table_id)
    rng = Random(1)
    while (choices := legal(live_tables.get(table_id).hand)) is not None:  # type: ignore[arg-type]
        kind = next(kind for kind in ("discard", "check", "call") if kind in choices.kinds)
        live = live_tables.get(table_id)
        assert live.hand is not None
        held = live.hand.of(choices.seat).positions
        cards = tuple(rng.sample(held, choices.max_cards)) if kind == "discard" else ()
        act = Act(choices.seat, choices.turn, kind, cards=cards)
        play.take_turn(table_id=table_id, decision=act, meta=meta())
    return live_tables.get(table_id)


def test_new_positions_are_ones_own_cards_and_open_to_nobody_but_an_auditor() -> None:
    live = drawn_out()
    hand, hand_id = live.hand, live.hand_id
    assert hand is not None
    assert hand_id is not None
    assert live.sealed is not None
    assert hand.extras.pools
    deck = open_deck(hand_id, live.sealed)
    holder = next(seat for seat in hand.seats if any(at >= 52 for at in seat.positions))

    me = player(holder.seat)
    you = state_of(live, me, NOW)["you"]
    assert you["positions"] == list(holder.positions)
    faces = [card for card in faces_at(hand, deck.faces, holder.positions) if card is not None]
    assert you["cards"] == [text_of(card) for card in faces]
    assert you["cards"] == own_by_replay(hand_view(HandId(hand_id), me, at=AT), holder.seat)

    theirs = positions_of(proof_for(HandId(hand_id), me))
    assert {at for at in holder.positions if at < 52} <= theirs
    assert max(theirs) < 52
    for shut in hand.seats:
        if shut.seat != holder.seat:
            assert not theirs & set(shut.discarded)
    assert positions_of(proof_for(HandId(hand_id), None, with_deck=True)) == set(range(52))


def positions_of(proof: dict[str, Any]) -> set[int]:
    return {each["position"] for each in proof["openings"]}


def own_by_replay(view: dict[str, Any], seat: int) -> list[str]:
    """Return the cards that a client holds at the end, by the events of the hand alone."""
    held: dict[int, str] = {}
    for frame in view["events"]:
        if frame["t"] == "hand.hole_dealt":
            own = next(dealt for dealt in frame["d"]["hands"] if dealt["seat"] == seat)
            held = dict(zip(own["positions"], own["cards"], strict=True))
        elif frame["t"] == "hand.cards_discarded" and frame["d"]["seat"] == seat:
            held = {at: card for at, card in held.items() if at not in frame["d"]["discarded"]}
            held |= zip(frame["d"]["positions"], frame["d"]["cards"], strict=True)
        elif frame["t"] == "hand.cards_discarded":
            assert frame["d"]["cards"] == []
    return list(held.values())


def test_the_event_names_the_pile_and_no_face() -> None:
    live = drawn_out()
    assert live.hand_id is not None
    view = hand_view(HandId(live.hand_id), None, at=AT)
    piles = [frame["d"] for frame in view["events"] if frame["t"] == "hand.stub_extended"]
    assert piles
    assert all(set(pile) == {"hand", *StubExtended.__struct_fields__} for pile in piles)
