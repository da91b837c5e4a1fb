"""`manage.py audit`: a whole house is found whole, and each planted fault is found."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.db import connections, transaction
from msgspec.structs import replace

from accounts.people.inbox.services import put
from pokerhouse.agenda.heartbeats import RELAY, beat
from pokerhouse.commands.meta import ByStaff
from pokerhouse.common.ids import HandId, PlayerId, TableId, new_id
from pokerhouse.ops.management.commands.audit import Command
from tables.audit.house import MAX_NAMED, audit
from tables.engine.hand.events import RakePlan
from tables.engine.table.state import SitOutWhen
from tables.live import table as live_tables
from tables.live.table import GRACE_MS
from tables.services import floor
from tests.support import seating
from tests.support.rooms import (
    AT,
    CONFIG,
    act,
    check_down,
    deposit,
    manage_seats,
    meta,
    open_table,
    player,
    start_hand,
)
from tests.support.threads import elsewhere

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables")


def broken(minutes: int = 0) -> list[str]:
    laws, _ = audit(AT + timedelta(minutes=minutes))
    return [law.name for law in laws if not law.is_kept]


def owner(*statements: str) -> None:
    with connections["owner"].cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def taken_back_hand(table_id: TableId) -> None:
    """Play a hand that costs chips, settle it, and take it back."""
    start_hand(table_id)
    act(table_id, "fold")
    act(table_id, "fold")
    hand_id = live_tables.get(table_id).hand_id
    assert hand_id is not None
    how = replace(meta(), who=ByStaff(player(1)))
    floor.void_hand(hand_id=HandId(hand_id), reason="fouled deck", meta=how)


def played_table() -> TableId:
    rake = RakePlan(percent_bp=500, cap_chips=4, jackpot_drop_chips=1, jackpot_min_players=2)
    table_id = open_table(config=replace(CONFIG, rake=rake))
    taken_back_hand(table_id)
    start_hand(table_id)
    check_down(table_id)
    start_hand(table_id)
    act(table_id, "raise", 30)
    return table_id


def test_a_house_in_the_middle_of_a_hand_is_whole() -> None:
    played_table()
    laws, figures = audit(AT)
    assert [law for law in laws if not law.is_kept] == []
    assert (figures.tables, figures.hands) == (1, 2)
    assert figures.events > 30


@pytest.mark.parametrize(
    ("plant", "law"),
    [
        (
            lambda: owner(
                "ALTER TABLE event DISABLE TRIGGER ALL",
                "UPDATE event SET meta = meta || ' ' WHERE seq = 9",
            ),
            "every chain is valid and every feed gap-free",
        ),
        (
            lambda: owner("UPDATE card_table SET hand_no = 7"),
            "rows are what the feeds fold to",
        ),
        (
            lambda: owner(
                "ALTER TABLE ledger_transaction DISABLE TRIGGER ALL",
                "UPDATE ledger_transaction SET kind = 'tip' WHERE kind = 'hand'",
            ),
            "every settled hand has its one transaction",
        ),
        (
            lambda: owner(
                "ALTER TABLE ledger_transaction DISABLE TRIGGER ALL",
                "UPDATE ledger_transaction SET source_version = 1 WHERE kind = 'void'",
            ),
            "every hand that was taken back has its one reversal",
        ),
        (
            lambda: owner(
                "ALTER TABLE ledger_entry DISABLE TRIGGER ALL",
                "UPDATE ledger_entry e SET amount = amount - 1 FROM ledger_account a"
                " WHERE a.id = e.account AND a.code = 4010",
            ),
            "rake and drop of a day = those of its hands - those of its reversals",
        ),
        (
            lambda: owner("UPDATE hand_entry SET voided_at = NULL"),
            "rows are what the feeds fold to",
        ),
        (
            lambda: owner(
                "ALTER TABLE ledger_balance DISABLE TRIGGER ALL",
                "UPDATE ledger_balance SET balance = balance + 1 WHERE code = 2020",
            ),
            "stacks at the tables are the stacks in the books",
        ),
    ],
)
def test_a_planted_fault_is_found(plant: Callable[[], None], law: str) -> None:
    played_table()
    plant()
    assert law in broken()


@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM inbox_item WHERE seq = 2",
        "DELETE FROM inbox_item WHERE seq = 3",
        "DELETE FROM inbox_item WHERE seq = 1",
        "DELETE FROM inbox_item",
        "DELETE FROM inbox_head",
        "UPDATE inbox_head SET seq = 4",
        "UPDATE inbox_item SET seq = 0 WHERE seq = 1",
    ],
)
def test_a_hole_in_an_inbox_is_found(damage: str) -> None:
    law = "every inbox is gap-free"
    for person, notices in ((new_id(), 3), (new_id(), 1)):
        for _ in range(notices):
            with transaction.atomic():
                put(person=person, kind="seat.timed_out", at=AT)
    assert law not in broken()

    owner("ALTER TABLE inbox_item DISABLE TRIGGER ALL", damage)

    assert law in broken()


def test_a_law_that_is_broken_often_says_how_often() -> None:
    """The first twenty places by name, and how many there are in all."""
    for _ in range(23):
        with transaction.atomic():
            put(person=new_id(), kind="seat.timed_out", at=AT)
    owner("DELETE FROM inbox_head")
    (law,) = [law for law in audit(AT)[0] if law.name == "every inbox is gap-free"]
    assert (len(law.broken), law.broken_count, law.unnamed_count) == (MAX_NAMED, 23, 3)
    text = StringIO()

    with pytest.raises(SystemExit):
        Command(stdout=text).handle(json=False)
    lines = text.getvalue().splitlines()
    start = lines.index("BROKEN every inbox is gap-free")
    assert lines[start + 1 : start + 21] == [f"       {place}" for place in law.broken]
    assert lines[start + 21] == "       and 3 more: 23 in all"
    assert sum("in all" in line for line in lines) == 1


def test_what_the_books_find_is_counted_too() -> None:
    for _ in range(22):
        deposit(PlayerId(new_id()), 5)
    owner(
        "ALTER TABLE ledger_balance DISABLE TRIGGER ALL",
        "UPDATE ledger_balance SET balance = balance + 1",
    )
    title = "ledger: balance rows equal the sums of their entries"
    (law,) = [law for law in audit(AT)[0] if law.name == title]
    assert (len(law.broken), law.broken_count) == (MAX_NAMED, 23)


def test_a_hand_that_stands_still_is_found_after_ten_minutes() -> None:
    played_table()
    law = "no hand is older than ten minutes"
    assert law not in broken(minutes=10)
    assert law in broken(minutes=11)


def test_a_turn_whose_clock_is_done_and_that_waits_is_found_while_a_relay_runs() -> None:
    """Late by the minute, and not before; without a relay nobody could have acted."""
    played_table()  # turn 2 of its second hand began at AT
    law = "no turn waits 60 s beyond its time"
    late = timedelta(seconds=30 + 60, milliseconds=GRACE_MS)
    for after, is_relayed, is_found in (
        (late, False, False),
        (late, True, False),
        (late + timedelta(milliseconds=1), True, True),
    ):
        if is_relayed:
            beat(RELAY, "a relay", at=AT + after)
        laws, _ = audit(AT + after)
        assert (law in [each.name for each in laws if not each.is_kept]) is is_found


def test_what_waits_at_a_table_for_more_than_a_minute_is_found_while_a_relay_runs() -> None:
    """And whatever happens there meanwhile: it counts from the hand's end."""
    table_id = open_table()
    start_hand(table_id)
    act(table_id, "call")
    seating.leave(table_id=table_id, seat=1, meta=meta())
    check_down(table_id)
    law = "nothing waits 60 s at a table while no hand runs"
    later = replace(meta(), at=AT + timedelta(seconds=40))
    seating.sit_out(table_id=table_id, seat=2, when=SitOutWhen.NOW, meta=later)
    late = timedelta(seconds=60)
    for after, is_relayed, is_found in (
        (late, False, False),
        (late, True, False),
        (late + timedelta(milliseconds=1), True, True),
    ):
        if is_relayed:
            beat(RELAY, "a relay", at=AT + after)
        laws, _ = audit(AT + after)
        assert (law in [each.name for each in laws if not each.is_kept]) is is_found
    manage_seats(table_id)
    assert law not in broken(minutes=2)


def test_a_house_that_plays_while_it_is_read_breaks_no_law() -> None:
    """Rows, feeds and books are read as of one moment."""
    tables = [open_table(), open_table()]

    def play_on(_: int) -> None:
        for table_id in tables:
            elsewhere(lambda table_id=table_id: start_hand(table_id))  # type: ignore[misc]
            elsewhere(lambda table_id=table_id: check_down(table_id))  # type: ignore[misc]

    laws, figures = audit(AT, play_on)

    assert [law for law in laws if not law.is_kept] == []
    assert (figures.tables, figures.hands) == (2, 0)
    assert audit(AT)[1].hands == 4
