"""Floor, cage and accountant over REST: the act, its audit row, and who reads the books."""

from datetime import date
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from pytest_django.fixtures import Settings

from accounts.audit_trail.models import AuditEntry
from accounts.money.ledger.balances import wallet_of
from accounts.money.ledger.chart import Book
from pokerhouse.common.ids import new_id
from pokerhouse.common.roles import Role
from tables.live import table as live_tables
from tests.support.ledger import MAIN
from tests.support.room_api import TABLE, House, Member, a_house, deal, member, open_table, sit_down
from tests.support.rooms import everything
from tests.support.threads import together

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")


@pytest.fixture
def house() -> House:
    return a_house()


@pytest.fixture
def cage() -> Member:
    return member("Cleo", Role.CAGE)


def rows(action: str) -> list[tuple[object, str, dict[str, object]]]:
    found = AuditEntry.objects.filter(action=action).order_by("id")
    return [(row.actor, row.target, row.facts) for row in found]


def test_opening_a_table_is_in_the_staffs_book_once(house: House) -> None:
    flo = house.floor.user.id
    [(actor, target, facts)] = rows("table.open")
    assert (actor, target) == (flo, f"table:{house.table_id}")
    assert (facts["name"], facts["game"], facts["book"]) == ("Table 1", "holdem", "play")


def test_a_refused_table_leaves_nothing(house: House) -> None:
    before = everything()
    body = {"name": "Table 1", "seats": 6, "stakes": {"small_blind": 5, "big_blind": 10}}
    assert house.floor.post("/staff/tables", body).refusal == (409, "table_name_taken")
    razz = house.floor.post("/staff/tables", {**body, "name": "O", "game": "razz"})
    assert (*razz.refusal, razz.json["rule"]) == (422, "refused_by_rules", "structure")
    assert [error["pointer"] for error in razz.json["errors"]] == ["/stakes/limit"]
    huge = {"small_blind": 2**53 - 1, "big_blind": 5}
    answer = house.floor.post("/staff/tables", {**body, "name": "P", "stakes": huge})
    assert (*answer.refusal, answer.json["rule"]) == (422, "refused_by_rules", "stakes_invalid")
    assert everything() == before
    assert len(rows("table.open")) == 1


def test_a_table_is_paused_goes_on_and_is_closed(house: House) -> None:
    def move(to: str) -> tuple[int, str]:
        return house.move(to).status, house.state()["table"]["state"]

    assert house.move("playing").refusal == (422, "refused_by_rules")
    assert move("paused") == (200, "paused")
    assert house.move("paused").refusal == (422, "refused_by_rules")
    assert move("playing") == (200, "open")
    assert move("closed") == (200, "closed")
    assert house.move("closed").refusal == (409, "table_closed")
    assert [len(rows(f"table.{verb}")) for verb in ("pause", "resume", "close")] == [1, 1, 1]
    assert rows("table.pause")[0][2]["reason"] == "why not"
    assert wallet_of(house.anna.id, Book.PLAY) == 2000
    body = {"to": "paused", "reason": "x"}
    unknown = house.floor.post(f"/staff/tables/{new_id()}/transitions", body, match='"1"')
    assert unknown.refusal == (404, "unknown_feed")


def test_an_etag_is_of_what_staff_change_and_not_of_play(house: House) -> None:
    opened = house.floor.post("/staff/tables", {**TABLE, "name": "Two"})
    assert (opened.headers["ETag"], house.etag()) == ('"1"', '"1"')
    deal(house.table_id)
    house.check_down()
    sit_down(house.carl, house.table_id, 3)
    house.anna.post(f"/tables/{house.table_id}/seats/me/leave")
    assert house.etag() == '"1"'
    assert house.move("paused", match='"1"').status == 200
    assert house.etag() == '"2"'
    live_tables.evict_all()
    assert house.etag() == '"2"'


def test_a_table_is_changed_only_by_who_saw_it_as_it_stands(house: House) -> None:
    path, body = f"/staff/tables/{house.table_id}/transitions", {"to": "paused", "reason": "x"}
    before = everything()
    missing = house.floor.post(path, body)
    assert (*missing.refusal, missing.json["header"]) == (428, "precondition_required", "If-Match")
    where = f"/api/v1/tables/{house.table_id}"
    assert missing.json["read_at"] == where
    assert missing.json["detail"] == (
        f"Say in the header If-Match what you change: the ETag that GET {where} has."
    )
    for wrong in ("1", "*", 'W/"1"', '"0"', '"2"', '"x"', "", '"1", "2"'):
        assert house.floor.post(path, body, match=wrong).refusal == (412, "stale"), wrong
    assert everything() == before
    assert rows("table.pause") == []


def test_a_repeat_is_answered_although_the_version_is_another_by_then(house: House) -> None:
    first = house.move("paused", key="once", match='"1"')
    assert first.headers["ETag"] == '"2"'
    assert house.move("playing", match='"2"').headers["ETag"] == '"3"'
    before = everything()
    for tag in ('"1"', '"3"'):
        again = house.move("paused", key="once", match=tag)
        assert (again.status, again.json) == (200, first.json)
        assert again.headers["ETag"] == '"2"'  # of its own effect: the rest he has not seen
        assert again.headers["Idempotent-Replayed"] == "true"
    assert everything() == before
    late = house.move("paused", match='"1"')
    assert (*late.refusal, late.json["version"]) == (412, "stale", '"3"')
    assert house.move("paused", match=late.json["version"]).status == 200


def test_of_two_floors_that_saw_the_same_table_one_changes_it(house: House) -> None:
    second = member("Fred", Role.FLOOR)
    path, tag = f"/staff/tables/{house.table_id}/transitions", house.etag()

    answers = together(
        [
            lambda: house.floor.post(path, {"to": "paused", "reason": "a"}, match=tag),
            lambda: second.post(path, {"to": "closed", "reason": "b"}, match=tag),
        ]
    )

    assert sorted(answer.status for answer in answers) == [200, 412]
    assert len(rows("table.pause")) + len(rows("table.close")) == 1


def test_a_manager_takes_a_running_hand_back(house: House) -> None:
    boss = member("Max", Role.MANAGER)
    deal(house.table_id)
    hand = house.state()["hand"]["hand"]
    house.act("call")

    answer = boss.post(f"/staff/hands/{hand}/void", {"reason": "a card fell"})

    assert answer.status == 200
    assert [seat["stack_chips"] for seat in house.state()["seats"]] == [1000, 1000]
    [(actor, target, facts)] = rows("hand.void")
    assert (actor, target, facts["reason"]) == (boss.user.id, f"hand:{hand}", "a card fell")
    again = boss.post(f"/staff/hands/{hand}/void", {"reason": "again"})
    assert again.refusal == (409, "hand_over")


def test_a_manager_takes_a_settled_hand_back_before_the_next_one_begins(house: House) -> None:
    boss = member("Max", Role.MANAGER)
    deal(house.table_id)
    assert house.act("raise", to=30).status == 200
    assert house.act("fold").status == 200
    body = house.state()
    hand, [first, second] = body["hand"]["hand"], body["seats"]
    assert sorted([first["stack_chips"], second["stack_chips"]]) == [990, 1010]
    assert body["hand"]["is_voided"] is False
    assert house.anna.get(f"/hands/{hand}").json["voided_at"] is None

    answer = boss.post(f"/staff/hands/{hand}/void", {"reason": "a card fell"})

    assert answer.status == 200
    body = house.state()
    assert [seat["stack_chips"] for seat in body["seats"]] == [1000, 1000]
    assert (answer.json["seq"], body["hand"]["is_voided"]) == (body["seq"], True)
    shown = house.anna.get(f"/hands/{hand}").json
    assert (shown["is_over"], shown["voided_at"] is None) == (True, False)
    [line] = house.anna.get("/hands?player=me").json["data"]
    assert line["ended_at"] <= line["voided_at"]
    [(actor, _, facts)] = rows("hand.void")
    assert (actor, facts["was_settled"]) == (boss.user.id, True)
    [notice] = house.bert.get("/me/inbox").json["events"]
    assert (notice["t"], notice["d"]["hand"], notice["d"]["seat"]) == ("hand.voided", hand, 2)
    before = everything()
    again = boss.post(f"/staff/hands/{hand}/void", {"reason": "again"})
    assert again.refusal == (409, "already_taken_back")
    assert everything() == before


def test_a_settled_hand_stands_when_its_winner_has_gone(house: House) -> None:
    boss = member("Max", Role.MANAGER)
    deal(house.table_id)
    winner = {house.anna.id: 2, house.bert.id: 1}[house.actor().id]
    assert house.act("fold").status == 200
    gone = {1: house.anna, 2: house.bert}[winner]
    assert gone.post(f"/tables/{house.table_id}/seats/me/leave").status == 200
    hand, before = house.state()["hand"]["hand"], everything()
    answer = boss.post(f"/staff/hands/{hand}/void", {"reason": "a card fell"})
    assert (*answer.refusal, answer.json["seats"]) == (409, "player_gone", [winner])
    house.move("closed")
    answer = boss.post(f"/staff/hands/{hand}/void", {"reason": "a card fell"})
    assert answer.refusal == (409, "table_closed")
    assert everything()["ledger_entry"][: len(before["ledger_entry"])] == before["ledger_entry"]
    assert rows("hand.void") == []


def test_an_old_hand_is_not_voided_in_the_place_of_the_running_one(house: House) -> None:
    boss = member("Max", Role.MANAGER)
    deal(house.table_id)
    old = house.check_down()
    deal(house.table_id)
    before = everything()
    answer = boss.post(f"/staff/hands/{old}/void", {"reason": "late"})
    assert answer.refusal == (409, "hand_over")
    assert boss.post(f"/staff/hands/{new_id()}/void", {"reason": "x"}).refusal[0] == 404
    assert everything() == before
    assert rows("hand.void") == []


def test_a_void_needs_a_proof_of_the_last_five_minutes(house: House) -> None:
    boss = member("Max", Role.MANAGER)
    deal(house.table_id)
    hand = house.state()["hand"]["hand"]
    session = SessionStore(boss.api.headers["X-Session-Token"])
    session["account_authentication_methods"][0]["at"] -= 301
    session.save()
    before = everything()

    answer = boss.post(f"/staff/hands/{hand}/void", {"reason": "a card fell"})

    assert answer.refusal == (403, "reauthentication_required")
    assert everything() == before


def test_money_comes_in_and_goes_out_at_the_cage(house: House, cage: Member) -> None:
    carl = {"player": str(house.carl.id)}
    paid_in = cage.post("/cage/transactions", {**carl, "kind": "deposit", "amount": 300})
    paid_out = cage.post("/cage/transactions", {**carl, "kind": "cash_out", "amount": 100})

    assert (paid_in.status, paid_out.status) == (201, 201)
    assert paid_out.json["amount"] == 100
    assert paid_out.json["currency"] == "EUR"
    assert wallet_of(house.carl.id, book=MAIN) == 200
    wallet = house.carl.get("/wallet").json["data"]
    assert [(row["book"], row["amount"]) for row in wallet] == [("main", 200), ("play", 2000)]
    [(actor, target, facts)] = rows("cage.cash_out")
    assert (actor, target) == (cage.user.id, f"person:{house.carl.id}")
    assert facts["amount_cents"] == 100
    assert facts["transaction"] == paid_out.json["transaction"]
    assert len(rows("cage.deposit")) == 1


def test_the_wallets_entries_come_in_pages(house: House, cage: Member) -> None:
    for amount in (5, 6, 7):
        body = {"kind": "deposit", "player": str(house.carl.id), "amount": amount}
        assert cage.post("/cage/transactions", body).status == 201
    first = house.carl.get("/wallet/entries?limit=2").json
    rest = house.carl.get(f"/wallet/entries?limit=2&cursor={first['next_cursor']}").json
    assert [entry["amount"] for entry in first["data"]] == [5, 6]
    assert [entry["amount"] for entry in rest["data"]] == [7]
    assert (first["has_more"], rest["has_more"]) == (True, False)
    for bad in ("x", "Li4u", "MDAw"):
        assert house.carl.get(f"/wallet/entries?cursor={bad}").refusal == (400, "cursor_invalid")
    assert house.carl.get("/wallet/entries?limit=201").refusal == (400, "invalid")


def test_the_cage_pays_nobody_what_he_has_not(house: House, cage: Member) -> None:
    before, noted = everything(), AuditEntry.objects.count()
    carl = {"kind": "cash_out", "player": str(house.carl.id)}
    nobody = {"kind": "deposit", "player": str(new_id()), "amount": 5}
    to_staff = {"kind": "deposit", "player": str(house.floor.id), "amount": 5}

    def refusal(body: dict[str, object]) -> tuple[int, str]:
        return cage.post("/cage/transactions", body).refusal

    assert refusal({**carl, "amount": 1}) == (409, "insufficient_funds")
    assert refusal({**carl, "amount": 2001, "book": "play"}) == (409, "insufficient_funds")
    assert refusal(nobody) == (404, "unknown_person")
    assert refusal(to_staff) == (404, "unknown_person")
    assert everything() == before
    assert AuditEntry.objects.count() == noted


def test_nobody_at_the_cage_serves_himself() -> None:
    both = member("Dora", Role.PLAYER, Role.CAGE)
    before = everything()
    body = {"kind": "deposit", "player": str(both.id), "amount": 5}
    assert both.post("/cage/transactions", body).refusal == (403, "own_money")
    assert everything() == before


@pytest.mark.parametrize("kind", ["deposit", "cash_out"])
def test_one_transaction_at_the_cage_has_a_limit(
    house: House, cage: Member, settings: Settings, kind: str
) -> None:
    """Else one slip fills the drawer, and nobody pays in any more."""
    carl = {"player": str(house.carl.id), "kind": "deposit"}
    most = settings.CAGE_MAX_AMOUNT
    assert cage.post("/cage/transactions", {**carl, "amount": most}, key="most").status == 201
    before, noted = everything(), AuditEntry.objects.count()
    for amount in (most + 1, 2**53 - 1):
        refused = cage.post("/cage/transactions", {**carl, "kind": kind, "amount": amount})
        assert refused.refusal == (422, "amount_out_of_range")
        assert (refused.json["min"], refused.json["max"]) == (1, 10_000_000_000)
    settings.CAGE_MAX_AMOUNT = 5
    again = cage.post("/cage/transactions", {**carl, "amount": most}, key="most")
    assert (again.status, again.headers["Idempotent-Replayed"]) == (201, "true")
    assert everything() == before
    assert AuditEntry.objects.count() == noted


def test_an_account_that_would_hold_too_much_is_refused(
    house: House, cage: Member, settings: Settings
) -> None:
    settings.CAGE_MAX_AMOUNT = 2**53 - 1
    body = {"kind": "deposit", "player": str(house.carl.id), "amount": 2**53 - 1}
    assert cage.post("/cage/transactions", body).status == 201
    before = everything()
    assert cage.post("/cage/transactions", body).refusal == (409, "balance_too_large")
    assert everything() == before


def test_a_deposit_that_is_sent_four_times_at_once_is_one(house: House, cage: Member) -> None:
    body = {"kind": "deposit", "player": str(house.carl.id), "amount": 50}

    answers = together([lambda: cage.post("/cage/transactions", body, key="once")] * 4)

    assert {answer.status for answer in answers} == {201}
    assert len({answer.json["transaction"] for answer in answers}) == 1
    replayed = [answer for answer in answers if "Idempotent-Replayed" in answer.headers]
    assert len(replayed) == 3
    assert wallet_of(house.carl.id, book=MAIN) == 50
    assert len(rows("cage.deposit")) == 1


@pytest.mark.parametrize("role", [Role.ACCOUNTANT, Role.AUDITOR, Role.MANAGER])
def test_the_trial_balance_balances(house: House, role: Role) -> None:
    reader = member("Rita", role)
    body = reader.get("/accounting/trial-balance?book=play").json
    assert {row["code"]: (row["debit"], row["credit"]) for row in body["rows"]} == {
        1010: (6000, 0),
        2010: (2000, 6000),
        2020: (0, 2000),
    }
    assert (body["total_debit"], body["total_credit"], body["is_balanced"]) == (8000, 8000, True)
    assert reader.get("/accounting/trial-balance").json["rows"] == []
    path, before, after = "/accounting/trial-balance?book=play", date(2020, 1, 1), date(2100, 1, 1)
    assert reader.get(f"{path}&day={before}").json["rows"] == []
    assert reader.get(f"{path}&as_of={before}").json["rows"] == []
    assert reader.get(f"{path}&as_of={after}").json["rows"] == body["rows"]
    assert reader.get(f"{path}&as_of=x").refusal == (400, "invalid")
    assert reader.get("/accounting/trial-balance?day=x").refusal == (400, "invalid")
    both = reader.get(f"{path}&day={before}&as_of={after}")
    assert both.refusal == (400, "invalid")
    assert [(error["pointer"], error["code"]) for error in both.json["errors"]] == [
        ("/as_of", "not_together"),
        ("/day", "not_together"),
    ]


def test_a_second_table_of_the_floor_has_another_id(house: House) -> None:
    assert open_table(house.floor, name="Two") != house.table_id


def test_a_table_is_opened_for_a_game_that_a_manager_created(house: House) -> None:
    manager = member("Mona", Role.MANAGER)
    stakes = {"small_blind": 5, "big_blind": 10}
    made = manager.post("/staff/games", {"name": "NL 5/10", "seats": 6, "stakes": stakes})
    assert made.status == 201, made.text
    (listed,) = manager.get("/games").json["data"]
    assert (listed["game"], listed["name"]) == (made.json["game"], "NL 5/10")
    opened = house.floor.post("/staff/tables", {"name": "Number one", "game": listed["game"]})
    assert opened.status == 201, opened.text
    table = manager.get(f"/tables/{opened.json['table']}").json
    assert (table["seat_count"], table["big_blind_chips"]) == (6, 10)


def test_a_table_without_a_game_needs_its_own_figures(house: House) -> None:
    refused = house.floor.post("/staff/tables", {"name": "Number two"})
    assert refused.status == 400
    assert {error["pointer"] for error in refused.json["errors"]} == {"/seats", "/stakes"}
    unknown = house.floor.post("/staff/tables", {"name": "Number two", "game": str(new_id())})
    assert unknown.refusal == (404, "unknown_game")


@pytest.mark.parametrize("field", ["game", "rules", "book"])
def test_a_field_of_some_values_is_checked_by_the_form(house: House, field: str) -> None:
    """Of a game and of a table alike; nothing wrong gets as far as the engine's own types."""
    manager = member("Mona", Role.MANAGER)
    wrongs: list[Any] = ["x", "", 5, None, True, ["holdem"], {}, "HOLDEM", "x" * 37]
    before = everything()
    for path in ("/staff/games", "/staff/tables"):
        for wrong in wrongs:
            answer = manager.post(path, {**TABLE, "name": "New", field: wrong})
            assert answer.refusal == (400, "invalid"), wrong
            assert [error["pointer"] for error in answer.json["errors"]] == [f"/{field}"]
    assert everything() == before
    assert manager.get("/games").json["data"] == []
