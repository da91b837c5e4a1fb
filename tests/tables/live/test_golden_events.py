"""
Every shape of an event that was ever stored can still be read (docs/architecture.md#conventions).

`tests/data/golden/<type>.<schema>.json` holds one event as the store keeps it; a word behind the
schema (`1-rake`) tells shapes apart that were stored under one number. A new event needs a file; a
new version of one needs another file beside the old one, which is never edited.
"""

from pathlib import Path
from uuid import UUID

import pytest

from pokerhouse.eventstore.codec import encode
from pokerhouse.eventstore.store import StoredEvent
from tables.engine.hand.events import (
    BoardDealt,
    HandEvent,
    HandOptions,
    HandStarted,
    PotAwarded,
    TurnStarted,
)
from tables.engine.table.events import TableEvent
from tables.live import codec
from tests.support.folders import DATA

GOLDEN = DATA / "golden"
FILES = sorted(GOLDEN.glob("*.json"))


def stored(path: Path) -> StoredEvent:
    type_, schema = path.stem.split("-")[0].rsplit(".", 1)
    data = path.read_bytes().removesuffix(b"\n")
    nowhere = UUID(int=0)
    return StoredEvent(nowhere, 1, "", nowhere, 1, type_, int(schema), data, b"{}", b"", b"")


def read(path: Path) -> HandEvent | TableEvent:
    event = stored(path)
    is_hand = event.type.startswith("hand.")
    return codec.hand_event(event) if is_hand else codec.table_event(event)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_golden_event_is_read_as_its_class_of_today(path: Path) -> None:
    assert codec.type_of(type(read(path))) == stored(path).type


def test_every_event_of_today_has_its_golden_file() -> None:
    expected = {f"{name}.{cls.VERSION}" for name, cls in codec.EVENT_CLASSES.items()}
    assert expected <= {path.stem for path in FILES}


@pytest.mark.parametrize(
    "name", sorted(f"{name}.{cls.VERSION}" for name, cls in codec.EVENT_CLASSES.items())
)
def test_an_event_of_today_is_written_to_the_very_bytes_of_its_golden_file(name: str) -> None:
    """A changed field without a new VERSION is found here."""
    path = GOLDEN / f"{name}.json"
    assert encode(read(path)) == stored(path).data


@pytest.mark.parametrize("shape", ["1", "1-rake", "2"])
def test_a_table_of_old_is_opened_with_what_its_time_meant(shape: str) -> None:
    old, today = (read(GOLDEN / f"table.opened.{name}.json") for name in (shape, "3"))
    assert stored(GOLDEN / f"table.opened.{shape}.json").data != encode(old)
    assert old == today


def test_a_hand_of_old_means_what_its_time_meant() -> None:
    """No-limit hold'em on one board: bets or a showdown, and pots that were given out whole."""
    started, turn, board, pot = (
        read(GOLDEN / f"hand.{name}.1.json")
        for name in ("started", "turn_started", "board_dealt", "pot_awarded")
    )
    assert isinstance(started, HandStarted)
    assert (started.game, started.options, started.structure.bring_in) == (
        "holdem",
        HandOptions(),
        0,
    )
    assert turn == TurnStarted(1, 1, "action")
    assert isinstance(board, BoardDealt)
    assert board.board == 0
    assert isinstance(pot, PotAwarded)
    assert (pot.half, pot.board) == ("whole", 0)


def test_a_turn_at_an_old_showdown_asks_to_show() -> None:
    old = b'{"is_showdown":true,"seat":2,"turn":9,"type":"hand.turn_started"}'
    nowhere = UUID(int=0)
    event = StoredEvent(nowhere, 1, "", nowhere, 1, "hand.turn_started", 1, old, b"{}", b"", b"")
    assert codec.hand_event(event) == TurnStarted(9, 2, "show")
