"""Every event of a table has its handler, version, readers and a tag of its own."""

from typing import get_args

import msgspec
import pytest
from msgspec import inspect

from tables.engine.rules.audience import Audience
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.decide import _DECISIONS
from tables.engine.table.evolve import HANDLERS
from tables.engine.table.state import EntryChoice

_EVENTS: tuple[type[ev.Event], ...] = get_args(ev.TableEvent)
_VERSIONS: dict[type[ev.Event], int] = {
    ev.TableOpened: 3,
    ev.StakesChanged: 2,
    ev.HandStarted: 2,
    ev.HandSettled: 2,
}


@pytest.mark.parametrize("event", _EVENTS)
def test_an_event_has_handler_version_audience_and_strict_fields(event: type[ev.Event]) -> None:
    config = event.__struct_config__
    version = _VERSIONS.get(event, 1)

    assert event in HANDLERS
    assert version == event.VERSION
    assert isinstance(event.AUDIENCE, Audience)
    assert config.frozen
    assert config.forbid_unknown_fields
    assert (config.tag_field, str(config.tag).partition(".")[0]) == ("type", "table")


def test_no_handler_is_for_something_else_and_no_tag_is_used_twice() -> None:
    assert set(HANDLERS) == set(_EVENTS)
    assert len({event.__struct_config__.tag for event in _EVENTS}) == len(_EVENTS) == 26


def test_every_command_is_decided() -> None:
    assert set(_DECISIONS) == set(get_args(cmd.TableCommand))


def test_an_event_for_one_seat_alone_names_that_seat() -> None:
    private = [event for event in _EVENTS if event.AUDIENCE is Audience.SEAT]

    assert [event.__name__ for event in private] == [
        "LeaveRequested",
        "TopUpQueued",
        "TopUpDropped",
        "SitOutRequested",
        "SeatOptionsChanged",
    ]
    assert all("seat" in event.__struct_fields__ for event in private)


def test_money_events_carry_the_amount_and_the_player() -> None:
    """Each can be posted from itself alone (docs/ledger.md#worked-example)."""
    amounts = {
        ev.PlayerSeated: "buy_in_chips",
        ev.ToppedUp: "added_chips",
        ev.PlayerLeft: "paid_out_chips",
        ev.PlayerMovedIn: "stack_chips",
        ev.PlayerMovedOut: "stack_chips",
    }
    for event, amount in amounts.items():
        info = inspect.type_info(event)
        assert isinstance(info, inspect.StructType)
        fields = {field.name: field.type for field in info.fields}
        assert isinstance(fields[amount], inspect.IntType)
        assert isinstance(fields["player"], inspect.UUIDType)


def test_the_stream_reads_an_event_by_its_tag_and_refuses_an_unknown_field() -> None:
    stored = b'{"type":"table.sat_in","seat":3,"entry":"post"}'

    assert msgspec.json.decode(stored, type=ev.TableEvent) == ev.SatIn(3, EntryChoice.POST)
    with pytest.raises(msgspec.ValidationError, match="unknown field `by`"):
        msgspec.json.decode(stored[:-1] + b',"by":1}', type=ev.TableEvent)
