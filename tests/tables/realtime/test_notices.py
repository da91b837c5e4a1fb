"""What tables put into inboxes has the form that the socket's document says."""

import re
from pathlib import Path

import msgspec
import pytest

from accounts.people.inbox import queries as inbox
from pokerhouse.commands.meta import ByStaff, Meta
from pokerhouse.common.ids import HandId, new_id
from tables.live import table as live_tables
from tables.realtime.notices import NOTICES
from tables.services import floor, notices
from tests.support.rooms import AT, open_table, player, start_hand

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables")


def test_every_kind_that_is_sent_has_a_form() -> None:
    texts = [Path(str(module.__file__)).read_text() for module in (notices, floor)]
    sent = {kind for text in texts for kind in re.findall(r'"((?:seat|hand)\.\w+)"', text)}
    assert sent >= set(NOTICES)
    assert sent - set(NOTICES) == {"seat.remove", "hand.void"}, "names of commands"


def test_the_floors_removal_and_a_voided_hand_are_noticed_in_their_forms() -> None:
    table_id = open_table(3)
    live = start_hand(table_id)
    assert live.hand_id is not None
    how = Meta(ByStaff(new_id()), key="remove-1", at=AT)
    version = live_tables.get(table_id).staff_version
    floor.remove_player(table_id=table_id, seat=2, reason="late", version=version, meta=how)
    void = Meta(ByStaff(new_id()), key="void-1", at=AT)
    floor.void_hand(hand_id=HandId(live.hand_id), reason="fouled deck", meta=void)

    items = inbox.read(player(2), after_seq=0, limit=10)

    assert [item["t"] for item in items] == ["seat.removed", "hand.voided"]
    for item in items:
        form = NOTICES[item["t"]]
        read = msgspec.convert(item["d"], form, strict=True)
        assert msgspec.to_builtins(read) == item["d"]
