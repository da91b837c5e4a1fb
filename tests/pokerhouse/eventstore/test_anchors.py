"""A cut tail with a rewound head fits every hash, and an anchor outside finds it."""

from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from accounts.tasks import anchor_chains
from pokerhouse.common.ids import new_id
from pokerhouse.eventstore.anchors import AnchorsBroken, anchor, read_anchors, verify_anchored
from pokerhouse.eventstore.errors import UnknownFeed
from pokerhouse.eventstore.store import Head, append
from pokerhouse.eventstore.verify import Fault, FaultKind, verify
from tests.support.feeds import counted, filled_feed

AT = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
KEY, OTHER_KEY = "ab" * 32, "cd" * 32


@pytest.fixture(autouse=True)
def _keys(settings: Any) -> None:
    settings.MASTER_KEY, settings.RETIRED_MASTER_KEYS = KEY, []


@pytest.fixture
def head(house_db: str) -> Iterator[Head]:
    """A feed of six events."""
    made, _ = filled_feed()
    yield made
    connections["owner"].close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the anchors go."""
    return tmp_path / "anchors"


def cut(head: Head, *, to: int) -> None:
    """Cut the feed's tail as the database's owner and set its head back: every hash fits."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("ALTER TABLE event DISABLE TRIGGER append_only")
        cursor.execute("DELETE FROM event WHERE shard = %s AND seq > %s", [head.shard, to])
        cursor.execute("ALTER TABLE event ENABLE ALWAYS TRIGGER append_only")
        if to:
            cursor.execute(
                "UPDATE feed_head SET seq = %s, hash = (SELECT hash FROM event"
                " WHERE event.shard = feed_head.shard AND seq = %s) WHERE shard = %s",
                [to, to, head.shard],
            )
        else:
            cursor.execute("DELETE FROM feed_head WHERE shard = %s", [head.shard])


def faults(file: Path) -> list[Fault]:
    """Return what is found with the anchors."""
    reports = verify_anchored(read_anchors(file))
    return [report.fault for report in reports if report.fault is not None]


def test_a_cut_tail_is_found_only_with_the_anchors(head: Head, file: Path) -> None:
    assert anchor(file, at=AT) == 1
    assert faults(file) == []
    cut(head, to=4)

    assert verify() == []
    detail = "an anchor says that the feed had 6 events"
    assert faults(file) == [Fault(head.shard, 6, None, FaultKind.ANCHOR, detail)]


def test_a_tail_that_was_written_anew_after_the_cut_is_found(head: Head, file: Path) -> None:
    anchor(file, at=AT)
    cut(head, to=4)
    short = Head(head.shard, 4, head_hash(head), head.epoch)
    stream = new_id()
    append(short, counted(stream, 1, 5))

    assert verify() == []
    detail = "an anchor has another hash of it"
    assert faults(file) == [Fault(head.shard, 6, stream, FaultKind.ANCHOR, detail)]


def head_hash(head: Head) -> bytes:
    """Return the hash that the feed's head has now."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT hash FROM feed_head WHERE shard = %s", [head.shard])
        return bytes(cursor.fetchone()[0])


def test_a_feed_that_is_gone_altogether_is_found(head: Head, file: Path) -> None:
    filled_feed()
    anchor(file, at=AT)
    cut(head, to=0)

    assert [(fault.shard, fault.seq) for fault in faults(file)] == [(head.shard, 6)]
    (report,) = verify_anchored(read_anchors(file), head.shard)
    assert report.fault is not None
    with pytest.raises(UnknownFeed):
        list(verify_anchored({}, head.shard))


def test_a_line_holds_only_the_heads_that_moved(head: Head, file: Path) -> None:
    other, _ = filled_feed()
    assert anchor(file, at=AT) == 2
    append(other, counted(new_id(), 1))

    assert anchor(file, at=AT) == 1
    assert anchor(file, at=AT) == 0

    points = read_anchors(file)
    assert {shard: point.seq for shard, point in points.items()} == {head.shard: 6, other.shard: 7}
    assert points[head.shard].hash == head.hash.hex()
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(file.read_text().splitlines()) == 3


def test_a_changed_a_missing_and_a_strangers_line_are_told(
    head: Head, file: Path, settings: Any
) -> None:
    for _ in range(3):
        anchor(file, at=AT)
    lines = file.read_bytes().splitlines(keepends=True)
    before = file.read_bytes().replace(b'"at":"2026', b'"at":"2025', 1)

    file.write_bytes(before)
    with pytest.raises(AnchorsBroken, match=r"^Line 1 of the anchors is not what"):
        anchor(file, at=AT)
    assert file.read_bytes() == before

    file.write_bytes(lines[0] + lines[2])
    with pytest.raises(AnchorsBroken, match=r"^A line before line 2 of the anchors is missing"):
        read_anchors(file)

    file.write_bytes(b"".join(lines))
    settings.MASTER_KEY = OTHER_KEY
    with pytest.raises(AnchorsBroken, match=r"^Line 1"):
        read_anchors(file)
    settings.RETIRED_MASTER_KEYS = [KEY]
    assert len(read_anchors(file)) == 1


def test_a_line_that_a_crash_tore_is_no_anchor_and_is_overwritten(head: Head, file: Path) -> None:
    anchor(file, at=AT)
    whole = file.read_bytes()
    file.write_bytes(whole + whole[:200])

    assert list(read_anchors(file)) == [head.shard]
    anchor(file, at=AT)

    assert file.read_bytes().startswith(whole)
    assert len(file.read_bytes().splitlines()) == 2
    assert faults(file) == []


def test_the_task_anchors_and_the_command_verifies(head: Head, file: Path, settings: Any) -> None:
    settings.ANCHOR_FILE = str(file)
    anchor_chains()
    call_command("verify_chain", anchors=file, stdout=StringIO())
    cut(head, to=5)
    out = StringIO()

    with pytest.raises(CommandError, match=r"^1 of 1 feeds are not what was written"):
        call_command("verify_chain", anchors=file, stdout=out)

    assert "event 6: anchor: an anchor says that the feed had 6 events" in out.getvalue()
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("verify_chain", anchors=file.with_name("none"), stdout=StringIO())


def test_a_house_without_an_anchor_file_keeps_none(head: Head, file: Path, settings: Any) -> None:
    settings.ANCHOR_FILE = ""

    anchor_chains()

    assert list(file.parent.iterdir()) == []
