"""
The golden frames of a table: one event of each type as the house sends it.

`python -m tests.support.vectors` writes them anew from the golden events.
"""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pokerhouse
from pokerhouse.eventstore.codec import encode
from pokerhouse.eventstore.store import StoredEvent
from tables.engine.hand.events import CardsDealt, CardsDiscarded, HoleDealt
from tables.engine.rules.audience import Audience
from tables.engine.rules.clock import TURN_MS
from tables.engine.view import SPECTATOR, Viewer
from tables.live import codec
from tables.live.codec import Happened
from tables.live.wire import frame
from tests.support.folders import DATA

GOLDEN = DATA / "golden"
VECTORS = Path(pokerhouse.__file__).parent / "docs" / "vectors" / "table_frames.json"

TABLE = UUID("01936f00-0000-7000-8000-000000000001")
HAND = UUID("01936f00-0000-7000-8000-000000000003")
META = encode({"actor": "house", "at": "2026-11-30T18:00:00.000Z", "command": None})
SEQ, EPOCH = 42, 1
AT = datetime(2026, 11, 30, 18, 0, 2, tzinfo=UTC)
"""When the frames are read, two seconds after the events."""


def happened(name: str) -> Happened:
    """Return the golden event of a type, in today's version, as if it stood in a feed."""
    version = codec.EVENT_CLASSES[name].VERSION
    data = (GOLDEN / f"{name}.{version}.json").read_bytes().removesuffix(b"\n")
    kind = codec.HAND if name.startswith("hand.") else codec.TABLE
    stream = HAND if kind == codec.HAND else TABLE
    stored = StoredEvent(TABLE, SEQ, kind, stream, 1, name, version, data, META, b"", b"")
    return codec.happened(stored)


def viewers(event: Happened) -> dict[str, Viewer]:
    """Return those who see the event each in his own way: everybody, and the player it is for."""
    told: Any = event.event
    seen = {"everyone": SPECTATOR}
    if isinstance(told, HoleDealt | CardsDealt | CardsDiscarded):
        first = told if isinstance(told, CardsDiscarded) else told.hands[0]
        seen["owner"] = Viewer(first.seat, {position: position for position in first.positions})
    elif told.AUDIENCE is Audience.SEAT:
        seen["owner"] = Viewer(told.seat)
    return seen


def table_frames() -> list[dict[str, Any]]:
    """Return every type's frame for each kind of viewer; null: the number comes in a `skip`."""
    vectors = [
        {
            "name": name,
            "viewer": kind,
            "frame": frame(event, viewer, epoch=EPOCH, turn_ms=TURN_MS, at=AT),
        }
        for name in sorted(codec.EVENT_CLASSES)
        for event in [happened(name)]
        for kind, viewer in viewers(event).items()
    ]
    told: list[dict[str, Any]] = json.loads(json.dumps(vectors))
    return told


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(table_frames(), indent=1, ensure_ascii=False) + "\n")
