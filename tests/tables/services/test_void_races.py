"""Real threads: a settled hand is taken back while the next one is dealt, or by two at once."""

from collections import Counter
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from accounts.money.ledger.balances import stacks_at
from accounts.money.ledger.chart import Book
from pokerhouse.agenda.models import Agenda
from pokerhouse.commands.meta import ByStaff
from pokerhouse.common.ids import HandId, TableId
from tables import tasks
from tables.audit.house import audit
from tables.live import table as live_tables
from tables.services import floor
from tables.services.refusals import AlreadyTakenBack, HandOver, Refused
from tests.support.ledger import rows
from tests.support.rooms import AT, act, meta, open_table, player, start_hand
from tests.support.threads import together

pytestmark = [pytest.mark.race, pytest.mark.usefixtures("house_db", "no_cached_tables")]

ROUNDS = 12


def settled(table_id: TableId) -> HandId:
    """Play a hand that moves chips to its end; return its id."""
    start_hand(table_id)
    act(table_id, "fold")
    act(table_id, "fold")
    hand_id = live_tables.get(table_id).hand_id
    assert hand_id is not None
    return HandId(hand_id)


def void(hand_id: HandId) -> str:
    """Take the hand back; return what came of it."""
    how = replace(meta(), who=ByStaff(UUID(int=7)))
    try:
        floor.void_hand(hand_id=hand_id, reason="fouled deck", meta=how)
    except Refused as refused:
        return refused.code
    return "void"


def deal(table_id: TableId) -> str:
    """Deal the next hand as the worker does."""
    row = Agenda.objects.get(shard=table_id)
    sent: dict[str, Any] = {
        **row.args,
        "shard": str(row.shard),
        "key": row.key,
        "generation": row.generation,
    }
    tasks.start_next_hand(**sent)
    return "deal"


def is_sound(table_id: TableId) -> None:
    """The table is what its feed and the books say, and no law is broken."""
    live = live_tables.newest(table_id)
    stacks = {seat.player: seat.stack_chips for _, seat in live.table.occupied()}
    assert stacks == stacks_at(table_id, Book.PLAY)
    assert [law for law in audit(AT)[0] if not law.is_kept] == []


def test_a_hand_is_taken_back_before_the_next_deal_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The next hand is dealt once either way, and with the stacks that then were."""
    monkeypatch.setattr("pokerhouse.common.house_clock.read", lambda: AT)
    won: Counter[str] = Counter()
    for _ in range(ROUNDS):
        table_id = open_table()
        hand_id = settled(table_id)
        before = {player(seat): 1000 for seat in (1, 2, 3)}
        after = stacks_at(table_id, Book.PLAY)

        outcome, _ = together([lambda h=hand_id: void(h), lambda t=table_id: deal(t)])  # type: ignore[misc]

        won[outcome] += 1
        lineup = live_tables.newest(table_id).table.hand
        assert lineup is not None
        dealt_with = {dealt.player: dealt.stack_chips for dealt in lineup.dealt}
        assert dealt_with == (before if outcome == "void" else after)
        assert live_tables.get(table_id).table.hand_no == 2
    assert set(won) <= {"void", HandOver.code}
    assert rows("SELECT count(*) FROM ledger_transaction WHERE kind = 'void'") == [(won["void"],)]
    is_sound(table_id)


def test_a_hand_is_taken_back_once_by_whomever() -> None:
    table_id = open_table()
    for number in range(1, ROUNDS + 1):
        hand_id = settled(table_id)

        outcomes = together([lambda h=hand_id: void(h)] * 4)  # type: ignore[misc]

        assert Counter(outcomes) == {"void": 1, AlreadyTakenBack.code: 3}
        assert stacks_at(table_id, Book.PLAY) == {player(seat): 1000 for seat in (1, 2, 3)}
        assert rows("SELECT count(*) FROM ledger_transaction WHERE kind = 'void'") == [(number,)]
    is_sound(table_id)
