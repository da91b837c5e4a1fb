"""What tables answer over REST keeps to the document that the house serves."""

from typing import Any

import pytest

from tests.support.documents import flaws, openapi
from tests.support.people import Answer
from tests.support.room_api import TABLE, House, a_house, deal

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")

DOCUMENT = openapi()
V1 = "/api/v1"


def form_of(method: str, path: str, status: int) -> dict[str, Any]:
    answer = DOCUMENT["paths"][V1 + path][method]["responses"][str(status)]
    schema: dict[str, Any] = answer["content"]["application/json"]["schema"]
    return schema


def keeps(answer: Answer, method: str, path: str) -> bool:
    """Return whether the answer has the form of this operation; shows where it has not."""
    assert answer.status < 300, answer.text
    assert flaws(DOCUMENT, form_of(method, path, answer.status), answer.json) == []
    return True


@pytest.fixture
def house() -> House:
    made = a_house()
    deal(made.table_id)
    return made


def test_what_one_reads_of_a_table_has_the_documented_form(house: House) -> None:
    table = f"/tables/{house.table_id}"
    for who in (house.anna, house.bert, house.carl):
        for part in ("state", "hand", "events"):
            assert keeps(who.get(f"{table}/{part}"), "get", f"/tables/{{table_id}}/{part}")
        assert keeps(who.get(table), "get", "/tables/{table_id}")
        assert keeps(who.get("/me/seats"), "get", "/me/seats")
    for path in ("/tables", "/lobby", "/games", "/hands"):
        assert keeps(house.anna.get(path), "get", path)


def test_what_commands_answer_has_the_documented_form(house: House) -> None:
    seat = f"/tables/{house.table_id}/seats/me"
    form = "/tables/{table_id}/seats/me"
    assert keeps(house.act("call"), "post", "/hands/{hand_id}/actions")
    assert keeps(
        house.anna.post(f"{seat}/sit-out", {"when": "next_hand"}), "post", f"{form}/sit-out"
    )
    assert keeps(house.anna.post(f"{seat}/sit-in"), "post", f"{form}/sit-in")
    assert keeps(house.bert.post(f"{seat}/leave"), "post", f"{form}/leave")


def test_a_hand_to_its_end_its_proof_and_its_player_have_the_documented_form(house: House) -> None:
    hand = house.state()["hand"]["hand"]
    while not house.state()["hand"]["is_over"]:
        kinds = house.state(house.actor())["turn"]["legal"]["kinds"]
        house.act("check" if "check" in kinds else "call")
    assert keeps(house.anna.get(f"/hands/{hand}"), "get", "/hands/{hand_id}")
    assert keeps(house.anna.get(f"/hands/{hand}/proof"), "get", "/hands/{hand_id}/proof")
    player = f"/staff/players/{house.anna.id}"
    assert keeps(house.floor.get(player), "get", "/staff/players/{player_id}")
    assert keeps(house.floor.post("/staff/tables", {**TABLE, "name": "B"}), "post", "/staff/tables")


def test_the_check_finds_a_missing_member(house: House) -> None:
    told = house.state()
    del told["turn"]["asks"]
    found = flaws(DOCUMENT, form_of("get", "/tables/{table_id}/state", 200), told)
    assert len(found) == 1
    assert found[0].startswith("/turn: ")
