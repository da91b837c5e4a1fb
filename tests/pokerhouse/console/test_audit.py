"""The audit trail's page over HTTP: who may look, filters, facts in words, pages."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from accounts.audit_trail.services import record
from accounts.people import services as people
from pokerhouse.common.ids import TableId, new_id
from pokerhouse.common.roles import Role
from pokerhouse.console.audit.sentences import DEEDS
from tests.support import rooms, seating
from tests.support.browsing import text_of, visitor
from tests.support.folders import CHECKOUT
from tests.support.people import by, person
from tests.support.staff_pages import stored

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")

PAGE = "/audit"
NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
WRITTEN = re.compile(r'"((?:table|hand|seat|person|game|cage)\.[a-z_]+)"')
NOT_AUDITED = {
    # names of commands whose rows are called otherwise, or which players and the house give
    "cage.transact",
    "hand.act",
    "hand.expire_turn",
    "hand.extend_turn",
    "hand.tell_of_cards",
    "person.change_standing",
    "person.enter_player",
    "seat.buy_in",
    "seat.leave",
    "seat.set_options",
    "seat.sit_in",
    "seat.sit_out",
    "seat.top_up",
    "table.manage_seats",
    "table.move",
    "table.start_next_hand",
    # a notice in a player's inbox
    "hand.voided",
    "person.suspended",
    "person.unsuspended",
    "seat.removed",
    "seat.timed_out",
    "seat.top_up_dropped",
}


def auditor(language: str = "en") -> Client:
    return visitor(language, Role.AUDITOR, name="Karin")


def wrote(actor: Any, action: str, target: str, at: datetime = NOON, **facts: object) -> None:
    with transaction.atomic():
        record(actor=actor, action=action, target=target, at=at, facts=facts)


def rows(response: Any) -> list[tuple[str, str, str]]:
    found = response.context["listing"].rows
    return [(row["who"], row["deed"], row["about"]) for row in found]


@pytest.mark.parametrize("role", [*Role, None])
def test_the_trail_is_read_by_manager_auditor_and_administrator(role: Role | None) -> None:
    client = visitor("en", *([role] if role else []))
    may = role in {Role.MANAGER, Role.AUDITOR, Role.ADMIN}
    before = stored()
    assert (client.get(PAGE).status_code == 200) == may
    assert stored() == before


def test_a_row_says_who_did_what_to_whom_and_why_in_words() -> None:
    flo, lena = person("Flo", Role.FLOOR), person("Lena_K")
    people.suspend(person=lena.id, reason="Too loud", meta=by(flo.id, NOON))
    text = text_of(auditor("de").get(f"{PAGE}?action=person.suspend"))
    assert "Flo Gesperrt Lena_K Grund Too loud Vorher darf spielen Nachher gesperrt" in text
    assert "Mo 30.11.2026 12:00:00" in text
    assert "person." not in text.split("Einzelheiten")[1]


def test_money_seats_stakes_and_roles_are_written_as_people_read_them() -> None:
    flo, lena = person("Flo", Role.FLOOR), person("Lena_K")
    target = f"person:{lena.id}"
    wrote(flo.id, "cage.deposit", target, amount_cents=123_400, book="main", command="k")
    wrote(flo.id, "person.set_roles", target, before=["player"], after=["player", "floor"])
    wrote(flo.id, "seat.remove", target, seat=4, player=str(lena.id), applied="after_hand")
    stakes = {"small_blind_chips": 5, "big_blind_chips": 10, "higher_limit_chips": 0}
    wrote(flo.id, "table.change_stakes", target, before=stakes, after=stakes)
    wrote(None, "hand.void", "hand:0", was_settled=True)
    text = text_of(auditor().get(f"{PAGE}?sort=at"))
    assert "Took a deposit Lena_K Amount €1,234.00 Book Real money" in text
    assert "Gave roles Lena_K Before Player After Player, Floor" in text
    assert "Seat number 4 Player Lena_K Takes effect after the hand" in text
    assert "Before 5/10 After 5/10" in text
    assert "the house itself Took a hand back a hand Was settled yes" in text
    assert "command" not in text


def test_each_filter_narrows_and_they_hold_together() -> None:
    flo, gert, lena = person("Flo", Role.FLOOR), person("Gert", Role.FLOOR), person("Lena_K")
    table_id = TableId(new_id())
    seating.open_table(table_id=table_id, config=rooms.CONFIG, name="Lindau", meta=rooms.meta())
    wrote(flo.id, "table.pause", f"table:{table_id}", NOON + timedelta(days=2))
    wrote(gert.id, "person.suspend", f"person:{lena.id}")
    client = auditor()
    assert rows(client.get(f"{PAGE}?q=flo&action=table.pause")) == [
        ("Flo", "Paused a table", "Lindau")
    ]
    assert rows(client.get(f"{PAGE}?q=lena&action=person.suspend")) == [
        ("Gert", "Suspended", "Lena_K")
    ]
    assert [row[1] for row in rows(client.get(f"{PAGE}?kind=table"))] == ["Paused a table"]
    assert [row[1] for row in rows(client.get(f"{PAGE}?day=2026-12-02"))] == ["Paused a table"]
    assert rows(client.get(f"{PAGE}?q=nobody")) == []
    assert rows(client.get(f"{PAGE}?q=lena&kind=table")) == []


def test_the_trail_has_pages_newest_first() -> None:
    flo = person("Flo", Role.FLOOR)
    for number in range(30):
        wrote(flo.id, "table.pause", f"table:{flo.id}", NOON + timedelta(minutes=number))
    client = auditor()
    first = client.get(f"{PAGE}?action=table.pause")
    assert "1–25 of 30" in text_of(first)
    assert first.context["listing"].rows[0]["at"] == NOON + timedelta(minutes=29)
    assert "26–30 of 30" in text_of(client.get(f"{PAGE}?action=table.pause&page=2"))


def test_who_may_not_open_a_player_s_page_sees_no_link_to_it() -> None:
    flo, lena = person("Flo", Role.FLOOR), person("Lena_K")
    wrote(flo.id, "person.suspend", f"person:{lena.id}")
    link = f"/players/{lena.id}".encode()
    assert link not in auditor().get(PAGE).content
    assert link in visitor("en", Role.MANAGER).get(PAGE).content


def test_every_action_that_a_service_writes_has_words() -> None:
    sources = [
        path
        for folder in ("accounts", "tables")
        for path in sorted(Path(CHECKOUT / folder).rglob("*.py"))
        if path.name in {"services.py", "players.py"} or path.parent.name == "services"
    ]
    written = {name for path in sources for name in WRITTEN.findall(path.read_text())}
    written |= {"cage.deposit", "cage.cash_out"}
    assert written - NOT_AUDITED == set(DEEDS)
