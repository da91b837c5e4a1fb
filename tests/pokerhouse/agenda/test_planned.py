"""Work that a command plans beside its feed's own row."""

from datetime import UTC, datetime

import pytest
from django.db import transaction

from pokerhouse.agenda import planned
from pokerhouse.agenda.agenda import plan
from pokerhouse.agenda.models import Agenda
from pokerhouse.common.ids import new_id
from tests.support.agenda import plan_row

T0 = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
LATER = datetime(2026, 11, 30, 18, 1, tzinfo=UTC)


@pytest.mark.django_db
def test_a_plan_is_a_row_of_its_own_and_planned_again_it_moves() -> None:
    shard = plan_row(due_at=T0)
    first = plan(key="seats", task="tables.manage_seats", args={"hand_no": 1}, due_at=T0)
    planned.write(shard, first)
    Agenda.objects.filter(shard=shard).update(sent_at=T0, attempts=2, done_generation=1)

    planned.write(shard, plan(key="seats", task="t", args={"hand_no": 2}, due_at=LATER))

    rows = {row.key: row for row in Agenda.objects.filter(shard=shard)}
    assert set(rows) == {"play", "seats"}
    seats = rows["seats"]
    assert (seats.generation, seats.task, seats.args) == (2, "t", {"hand_no": 2})
    assert (seats.due_at, seats.sent_at, seats.attempts) == (LATER, None, 0)
    assert seats.done_generation == 1
    assert (rows["play"].generation, rows["play"].sent_at) == (1, T0)


def test_a_plan_outside_a_transaction_is_a_programming_error(house_db: str) -> None:
    move = plan(key="seats", task="t", args={}, due_at=T0)

    with pytest.raises(AssertionError, match="belongs to the transaction"):
        planned.write(new_id(), move)

    assert not transaction.get_connection().in_atomic_block
    assert not Agenda.objects.exists()
