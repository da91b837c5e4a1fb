"""A room over REST for tests: players and staff who signed in, a table, commands with fresh ids."""

from dataclasses import dataclass
from itertools import count
from typing import Any
from uuid import UUID

from django.test import override_settings

from accounts.people.models import User
from pokerhouse.common.ids import PlayerId, TableId
from pokerhouse.common.roles import Role
from tests.support import play
from tests.support.people import Answer, Api, app_of, person
from tests.support.rooms import deposit, meta

V1 = "/api/v1"
_keys = count(1)


def fresh_key() -> str:
    """Return a command id that nobody has used."""
    return f"cmd-{next(_keys)}"


@dataclass
class Member:
    """Somebody with an app."""

    user: User
    api: Api

    @property
    def id(self) -> PlayerId:
        return PlayerId(self.user.id)

    def get(self, path: str) -> Answer:
        return self.api("get", V1 + path)

    def post(
        self, path: str, body: object = None, key: str | None = "", match: str | None = None
    ) -> Answer:
        """Send a command, under a fresh id if none is given; None: without one."""
        return self.command("post", path, {} if body is None else body, key, match)

    def patch(
        self, path: str, body: object, key: str | None = "", match: str | None = None
    ) -> Answer:
        """Send a change in the same manner."""
        return self.command("patch", path, body, key, match)

    def delete(self, path: str, key: str | None = "", match: str | None = None) -> Answer:
        """Send the end of something in the same manner."""
        return self.command("delete", path, None, key, match)

    def command(
        self, method: str, path: str, body: object, key: str | None, match: str | None
    ) -> Answer:
        """Send a command's body, id and ETag."""
        headers = {} if key is None else {"Idempotency-Key": key or fresh_key()}
        if match is not None:
            headers["If-Match"] = match
        return self.api(method, V1 + path, body, **headers)


def member(name: str, *roles: Role) -> Member:
    """Make a person and sign him in."""
    user = person(name, *roles)
    with override_settings(STAFF_NEED_SECOND_FACTOR=False):
        return Member(user, app_of(name))


def player_with(name: str, chips: int) -> Member:
    """Make a player with play money."""
    made = member(name, Role.PLAYER)
    if chips:
        deposit(made.id, chips)
    return made


TABLE: dict[str, Any] = {
    "name": "Table 1",
    "seats": 6,
    "stakes": {"small_blind": 5, "big_blind": 10},
    "book": "play",
}


def open_table(floor: Member, **changes: Any) -> TableId:
    """Open a table as the floor does."""
    answer = floor.post("/staff/tables", {**TABLE, **changes})
    assert answer.status == 201, answer.text
    return TableId(UUID(answer.json["table"]))


def sit_down(who: Member, table_id: TableId, seat: int, amount: int = 1000) -> None:
    """Buy in and post."""
    body = {"amount": amount, "entry": "post"}
    answer = who.post(f"/tables/{table_id}/seats/{seat}/buy-in", body)
    assert answer.status == 201, answer.text


def deal(table_id: TableId) -> None:
    """Deal the next hand, as the agenda would."""
    play.start_hand(table_id=table_id, meta=meta(), seed=bytes(32))


@dataclass
class House:
    """Anna in seat 1 and Bert in seat 2 of a table that Flo opened; Carl has no seat."""

    anna: Member
    bert: Member
    carl: Member
    floor: Member
    table_id: TableId

    def state(self, who: Member | None = None) -> dict[str, Any]:
        """Return the table's state for `who`, else for Anna."""
        answer = (who or self.anna).get(f"/tables/{self.table_id}/state")
        assert answer.status == 200, answer.text
        state: dict[str, Any] = answer.json
        return state

    def etag(self) -> str:
        """Return the table's ETag."""
        return self.carl.get(f"/tables/{self.table_id}").headers["ETag"]

    def move(self, to: str, *, key: str = "", match: str | None = None) -> Answer:
        """Pause the table, let it go on or close it; as it stands, unless an ETag is given."""
        path, body = f"/staff/tables/{self.table_id}/transitions", {"to": to, "reason": "why not"}
        return self.floor.post(path, body, key, match=self.etag() if match is None else match)

    def actor(self) -> Member:
        """Return who owes a decision."""
        return {1: self.anna, 2: self.bert}[self.state()["turn"]["seat"]]

    def act(self, action: str, key: str = "", **more: object) -> Answer:
        """Let whoever owes a decision act."""
        state = self.state()
        body = {"turn": state["turn"]["turn"], "action": action, **more}
        return self.actor().post(f"/hands/{state['hand']['hand']}/actions", body, key)

    def check_down(self) -> str:
        """Call and check to the end of the hand; return its id."""
        while not (state := self.state())["hand"]["is_over"]:
            kinds = self.state(self.actor())["turn"]["legal"]["kinds"]
            answer = self.act("check" if "check" in kinds else "call")
            assert answer.status == 200, answer.text
        hand: str = state["hand"]["hand"]
        return hand


def a_house(chips: int = 2000) -> House:
    """Make the people and the table."""
    house = House(
        anna=player_with("Anna", chips),
        bert=player_with("Bert", chips),
        carl=player_with("Carl", chips),
        floor=member("Flo", Role.FLOOR),
        table_id=TableId(UUID(int=0)),
    )
    house.table_id = open_table(house.floor)
    sit_down(house.anna, house.table_id, 1)
    sit_down(house.bert, house.table_id, 2)
    return house
