"""What the floor changes of a table that stands: its stakes, and who sits there."""

from typing import Any

import pytest

from accounts.audit_trail.models import AuditEntry
from accounts.money.ledger.balances import wallet_of
from accounts.money.ledger.chart import Book
from pokerhouse.common.ids import new_id
from pokerhouse.common.roles import Role
from tables.audit.house import audit
from tables.live import table as live_tables
from tests.support.room_api import House, a_house, deal, member, sit_down
from tests.support.rooms import AT, everything, manage_seats
from tests.support.table_client import TableClient

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")

NO_LIMIT = {"limit": "nl", "higher_limit_chips": 0, "max_bets_chips": [], "bring_in_chips": 0}
STAKES = {"small_blind": 10, "big_blind": 20}
PAST = "2020-01-01T00:00:00Z"


@pytest.fixture
def house() -> House:
    return a_house()


def rows(action: str) -> list[tuple[object, str, dict[str, object]]]:
    found = AuditEntry.objects.filter(action=action).order_by("id")
    return [(row.actor, row.target, row.facts) for row in found]


def table_path(house: House) -> str:
    return f"/staff/tables/{house.table_id}"


def remove(house: House, seat: int, *, key: str = "", match: str = '"1"', **more: Any) -> Any:
    """Take whoever sits there out, as the floor does."""
    path = f"{table_path(house)}/seats/{seat}/remove"
    return house.floor.post(path, {"reason": "rude", **more}, key=key, match=match)


def notices(house: House) -> list[tuple[str, dict[str, Any]]]:
    """Return what Anna was told."""
    return [(n["t"], n["d"]) for n in house.anna.get("/me/inbox").json["events"]]


def broken() -> list[str]:
    return [law.name for law in audit(AT)[0] if not law.is_kept]


def test_the_table_and_its_state_tell_everybody_the_version(house: House) -> None:
    def versions() -> tuple[str, str, str]:
        page = house.carl.get(f"/tables/{house.table_id}")
        return page.headers["ETag"], page.json["version"], house.state()["table"]["version"]

    assert versions() == ('"1"', '"1"', '"1"')
    assert house.move("paused").headers["ETag"] == '"2"'
    assert versions() == ('"2"', '"2"', '"2"')
    live_tables.evict_all()
    assert versions() == ('"2"', '"2"', '"2"')


def test_a_client_that_folds_the_feed_knows_the_version(house: House) -> None:
    client = TableClient(str(house.anna.id))
    state = house.state()
    client.apply({"t": "snapshot", "seq": state["seq"], "d": state})
    house.move("paused")
    house.move("playing")
    house.floor.patch(table_path(house), {"stakes": STAKES}, match=house.etag())
    house.move("closed")
    for frame in house.anna.get(f"/tables/{house.table_id}/events?after_seq={client.seq}").json[
        "events"
    ]:
        client.apply(frame)
    fresh = TableClient(str(house.anna.id))
    fresh.apply({"t": "snapshot", "seq": client.seq, "d": house.state()})
    assert client.compared() == fresh.compared()
    assert client.state["table"]["version"] == '"5"'


def test_other_stakes_are_played_from_the_next_hand_on(house: House) -> None:
    deal(house.table_id)
    answer = house.floor.patch(table_path(house), {"stakes": {**STAKES, "ante": 1}}, match='"1"')
    assert (answer.status, answer.headers["ETag"]) == (200, '"2"')
    assert answer.json == {"seq": house.state()["seq"]}
    assert house.state()["hand"]["price_chips"] == 10
    house.check_down()
    deal(house.table_id)
    assert house.state()["hand"]["price_chips"] == 20
    before = {
        "small_blind_chips": 5,
        "big_blind_chips": 10,
        "lower_limit_chips": 10,
        "ante_chips": 0,
        "big_blind_ante_chips": 0,
        **NO_LIMIT,
    }
    after = {
        "small_blind_chips": 10,
        "big_blind_chips": 20,
        "lower_limit_chips": 20,
        "ante_chips": 1,
        "big_blind_ante_chips": 0,
        **NO_LIMIT,
    }
    page = house.carl.get(f"/tables/{house.table_id}").json
    assert (page["big_blind_chips"], page["stakes"]) == (20, after)
    [(actor, target, facts)] = rows("table.change_stakes")
    assert (actor, target) == (house.floor.id, f"table:{house.table_id}")
    assert (facts["before"], facts["after"]) == (before, after)
    assert broken() == []


def test_stakes_that_are_refused_change_nothing(house: House) -> None:
    path = table_path(house)
    before = everything()

    def refusal(body: dict[str, Any], match: str | None = '"1"', key: str | None = "") -> Any:
        return house.floor.patch(path, body, key=key, match=match).refusal

    assert refusal({"stakes": STAKES}, match=None) == (428, "precondition_required")
    assert refusal({"stakes": STAKES}, match='"2"') == (412, "stale")
    assert refusal({"stakes": STAKES}, key=None) == (400, "command_id_missing")
    assert refusal({"stakes": STAKES, "not_after": PAST}) == (410, "too_late")
    assert refusal({}) == (400, "invalid")
    assert refusal({"stakes": {"big_blind": 20}}) == (400, "invalid")
    assert refusal({"stakes": STAKES, "seats": 9}) == (400, "invalid")
    above = {"small_blind": 21, "big_blind": 20}
    assert refusal({"stakes": above}) == (422, "refused_by_rules")
    nothing = house.floor.patch(f"/staff/tables/{new_id()}", {"stakes": STAKES}, match='"1"')
    assert nothing.refusal == (404, "unknown_feed")
    assert everything() == before
    assert rows("table.change_stakes") == []
    assert house.move("closed").status == 200
    assert refusal({"stakes": STAKES}, match='"2"') == (409, "table_closed")


def test_a_repeated_change_of_stakes_is_one(house: House) -> None:
    path, body = table_path(house), {"stakes": STAKES}
    first = house.floor.patch(path, body, key="once", match='"1"')
    before = everything()
    again = house.floor.patch(path, body, key="once", match='"1"')
    assert (again.status, again.json, again.headers["ETag"]) == (200, first.json, '"2"')
    assert again.headers["Idempotent-Replayed"] == "true"
    other = {"stakes": {"small_blind": 1, "big_blind": 2}}
    mismatch = house.floor.patch(path, other, key="once", match='"2"')
    assert mismatch.refusal == (422, "idempotency_mismatch")
    assert everything() == before
    assert len(rows("table.change_stakes")) == 1


def test_between_hands_a_player_is_removed_at_once(house: House) -> None:
    answer = remove(house, 1, key="once")

    assert (answer.status, answer.headers["ETag"]) == (200, '"1"')
    assert answer.json == {"seq": house.state()["seq"], "applied": "now"}
    assert [seat["seat"] for seat in house.state()["seats"]] == [2]
    assert wallet_of(house.anna.id, Book.PLAY) == 2000
    assert rows("seat.remove") == [
        (
            house.floor.id,
            f"table:{house.table_id}",
            {
                "seat": 1,
                "reason": "rude",
                "player": str(house.anna.id),
                "applied": "now",
                "command": "once",
            },
        )
    ]
    facts = {"table": str(house.table_id), "seat": 1, "applied": "now"}
    assert notices(house) == [("seat.removed", facts)]
    assert broken() == []


def test_in_a_hand_a_player_is_removed_when_it_has_ended(house: House) -> None:
    deal(house.table_id)
    answer = remove(house, 1, key="once")
    assert answer.json == {"seq": house.state()["seq"], "applied": "after_hand"}
    assert len(house.state()["seats"]) == 2
    facts = {"table": str(house.table_id), "seat": 1, "applied": "after_hand"}
    assert notices(house) == [("seat.removed", facts)]
    assert rows("seat.remove")[0][2]["applied"] == "after_hand"
    before = everything()
    assert remove(house, 1).json["rule"] == "already_leaving"
    assert house.anna.post(f"/tables/{house.table_id}/seats/me/sit-in").refusal[0] == 422
    assert everything() == before

    house.check_down()
    manage_seats(house.table_id)

    assert [seat["seat"] for seat in house.state()["seats"]] == [2]
    stack = house.state()["seats"][0]["stack_chips"]
    assert wallet_of(house.anna.id, Book.PLAY) == 3000 - stack
    before = everything()
    again = remove(house, 1, key="once")
    assert (again.status, again.json) == (200, answer.json)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert everything() == before
    assert len(notices(house)) == 1
    assert broken() == []


def test_a_removal_is_play_and_makes_no_version(house: House) -> None:
    """Nor does his own leaving: what staff edit of the table is the same after both."""
    assert remove(house, 1).headers["ETag"] == house.etag() == '"1"'
    assert remove(house, 2, match='"1"').status == 200
    assert house.state(house.carl)["seats"] == []


def test_who_sits_where_another_one_was_seen_is_not_removed(house: House) -> None:
    house.anna.post(f"/tables/{house.table_id}/seats/me/leave")
    sit_down(house.carl, house.table_id, 1)
    before = everything()
    refused = remove(house, 1, player=str(house.anna.id))
    assert (*refused.refusal, refused.json["seat"]) == (409, "not_seated", 1)
    assert everything() == before
    assert remove(house, 1, player=str(house.carl.id)).status == 200


def test_a_removal_that_is_refused_changes_nothing(house: House) -> None:
    path = f"{table_path(house)}/seats/1/remove"
    cage = member("Cleo", Role.CAGE)
    before, noted = everything(), AuditEntry.objects.count()
    assert house.floor.post(path, {"reason": "x"}).refusal == (428, "precondition_required")
    assert remove(house, 1, match='"2"').refusal == (412, "stale")
    assert remove(house, 5).refusal == (409, "seat_empty")
    for seat in (7, 0, 10**30):
        assert remove(house, seat).refusal == (404, "no_such_seat")
    assert remove(house, 1, reason="").refusal == (400, "invalid")
    assert remove(house, 1, player="anna").refusal == (400, "invalid")
    assert remove(house, 1, not_after=PAST).refusal == (410, "too_late")
    assert house.floor.post(path, {"reason": "x"}, key=None, match='"1"').refusal == (
        400,
        "command_id_missing",
    )
    assert cage.post(path, {"reason": "x"}, match='"1"').refusal == (403, "permission_denied")
    assert everything() == before
    assert AuditEntry.objects.count() == noted
    assert notices(house) == []


def test_kept_state_that_is_behind_refuses_no_change(house: House) -> None:
    """Another process paused the table: this one asks the feed before it calls an ETag stale."""
    old = live_tables.get(house.table_id)
    house.move("paused")
    live_tables.put(old)
    assert house.move("playing", match='"2"').headers["ETag"] == '"3"'
