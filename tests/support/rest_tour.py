"""
Every operation of REST once, at a table that is played: what the examples of its document are.

`manage.py test tests/pokerhouse/api/test_examples.py` with `WRITE_EXAMPLES=1` writes them anew.
"""

from datetime import timedelta
from typing import Any
from uuid import uuid4

from pokerhouse.common.clock import now
from pokerhouse.common.roles import Role
from tests.support.people import Answer
from tests.support.room_api import (
    TABLE,
    V1,
    House,
    Member,
    a_house,
    deal,
    fresh_key,
    member,
    open_table,
    sit_down,
)

_HIDDEN = {"secret": "phk_0123456789abcdef", "ticket": "q3J0aWNrZXQ"}
"""What stands in an example instead of a secret."""

MAX_LINES = 12


class Tour:
    """What was asked and answered, by method and path of the document."""

    def __init__(self) -> None:
        self.examples: list[dict[str, Any]] = []

    def go(
        self,
        who: Member,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        match: str = "",
        **parts: object,
    ) -> Any:
        """Ask for the operation and keep what was said; return the answer's body."""
        headers = {"If-Match": match} if match else {}
        if method != "get":
            headers["Idempotency-Key"] = fresh_key()
        asked_for, _, query = path.partition("?")
        url = V1 + asked_for.format(**parts) + (f"?{query}" if query else "")
        answer = who.api(method, url, {} if body is None and method == "post" else body, **headers)
        assert answer.status < 300, (method, path, answer.text)
        self._keep(method, asked_for, body, answer)
        return answer.json

    def _keep(self, method: str, path: str, body: dict[str, Any] | None, answer: Answer) -> None:
        example: dict[str, Any] = {"method": method, "path": V1 + path, "status": answer.status}
        if body is not None:
            example["request"] = body
        if answer.json is not None:
            example["response"] = _shown(answer.json)
        self.examples.append(example)


def _shown(body: Any) -> Any:
    """Return the body without secrets, and with two lines of a list that is long."""
    match body:
        case dict():
            return {key: _HIDDEN.get(key) or _shown(value) for key, value in body.items()}
        case list():
            return [_shown(each) for each in (body[:2] if len(body) > MAX_LINES else body)]
        case _:
            return body


def whole_tour() -> list[dict[str, Any]]:
    """Return an example of every operation, in the order in which they were asked for."""
    tour, house = Tour(), a_house()
    _at_a_table(tour, house)
    _of_oneself(tour, house.carl)
    _of_staff(tour, house)
    return tour.examples


def _at_a_table(tour: Tour, house: House) -> None:
    anna = house.anna
    table: dict[str, Any] = {"table_id": house.table_id}
    go, seat = tour.go, "/tables/{table_id}/seats/me"
    for path in ("/meta", "/lobby", "/tables", "/rules"):
        go(anna, "get", path)
    go(anna, "get", "/tables/{table_id}", **table)
    go(anna, "post", f"{seat}/top-up", {"amount": 100}, **table)
    bought = {"amount": 500, "entry": "post"}
    go(house.carl, "post", "/tables/{table_id}/seats/{seat}/buy-in", bought, **table, seat=3)
    go(house.carl, "post", f"{seat}/sit-out", {"when": "now"}, **table)
    go(house.carl, "post", f"{seat}/sit-in", {"entry": "post"}, **table)
    go(house.carl, "post", f"{seat}/leave", **table)
    deal(house.table_id)
    state = house.state()
    action = {"turn": state["turn"]["turn"], "action": "call"}
    hand: dict[str, Any] = {"hand_id": state["hand"]["hand"]}
    go(house.actor(), "post", "/hands/{hand_id}/actions", action, **hand)
    for part in ("state", "hand", "events?after_seq=3&limit=8"):
        go(anna, "get", f"/tables/{{table_id}}/{part}", **table)
    go(anna, "get", "/me/seats")
    house.check_down()
    for path in ("", "/history", "/proof"):
        go(anna, "get", f"/hands/{{hand_id}}{path}", **hand)
    go(anna, "get", "/hands?player=me")
    straddled = open_table(house.floor, name="Table 3", options={"straddle": "utg"})
    sit_down(house.carl, straddled, 1, 500)
    go(house.carl, "patch", seat, {"straddle": True}, table_id=straddled)


def _of_oneself(tour: Tour, who: Member) -> None:
    go = tour.go
    go(who, "get", "/me")
    go(who, "patch", "/me", {"lang": "de"})
    for path in ("/me/inbox", "/me/sessions", "/wallet", "/wallet/entries?limit=2"):
        go(who, "get", path)
    go(who, "post", "/me/socket-tickets")
    end = (now() + timedelta(days=30)).isoformat(timespec="milliseconds")
    wish = {"name": "a bot", "scopes": ["play"], "expires_at": end.replace("+00:00", "Z")}
    go(who, "post", "/me/tokens", wish)
    (token,) = go(who, "get", "/me/tokens")["data"]
    go(who, "delete", "/me/tokens/{token_id}", token_id=token["id"])
    (session,) = who.get("/me/sessions").json["data"]
    go(who, "delete", "/me/sessions/{session_id}", session_id=session["id"])


def _of_staff(tour: Tour, house: House) -> None:
    go, floor = tour.go, house.floor
    boss = member("Max", Role.MANAGER, Role.FLOOR)
    game = go(boss, "post", "/staff/games", {**TABLE, "name": "Hold'em 5/10"})["game"]
    go(house.anna, "get", "/games")
    go(boss, "get", "/staff/games")
    version = go(boss, "get", "/staff/games/{game_id}", game_id=game)["version"]
    name = {"name": "Hold'em, small"}
    renamed = go(boss, "patch", "/staff/games/{game_id}", name, version, game_id=game)
    go(boss, "delete", "/staff/games/{game_id}", match=renamed["version"], game_id=game)
    go(floor, "post", "/staff/tables", {**TABLE, "name": "Table 2"})
    table: dict[str, Any] = {"table_id": house.table_id}
    stakes = {"stakes": {"small_blind": 10, "big_blind": 20}}
    go(floor, "patch", "/staff/tables/{table_id}", stakes, house.etag(), **table)
    go(floor, "post", "/staff/tables/{table_id}/bomb-pot", **table)
    deal(house.table_id)
    misdeal = {"hand": house.state()["hand"]["hand"], "action": "misdeal", "reason": "boxed card"}
    go(floor, "post", "/staff/tables/{table_id}/croupier", misdeal, **table)
    deal(house.table_id)
    hand: dict[str, Any] = {"hand_id": house.state()["hand"]["hand"]}
    go(boss, "post", "/staff/hands/{hand_id}/void", {"reason": "fouled deck"}, **hand)
    rude = {"reason": "rude", "player": str(house.bert.id)}
    remove = "/staff/tables/{table_id}/seats/{seat}/remove"
    go(floor, "post", remove, rude, house.etag(), **table, seat=2)
    pause = {"to": "paused", "reason": "fire drill"}
    go(floor, "post", "/staff/tables/{table_id}/transitions", pause, house.etag(), **table)
    _of_people(tour, boss)


def _of_people(tour: Tour, boss: Member) -> None:
    go = tour.go
    entered = {"email": "nora@example.org", "screen_name": "Nora", "password": f"nora-{uuid4()}"}
    player: dict[str, Any] = {"player_id": go(boss, "post", "/staff/players", entered)["player"]}
    tour.examples[-1]["request"]["password"] = "a long one, for her to change"
    go(boss, "get", "/staff/players?query=nor")
    go(boss, "get", "/staff/players/{player_id}", **player)
    for verb in ("suspend", "unsuspend", "bar"):
        go(boss, "post", f"/staff/players/{{player_id}}/{verb}", {"reason": "rude"}, **player)
    admin, paid = member("Ada", Role.ADMIN), member("Olga", Role.PLAYER)
    roles = {"roles": ["floor", "player"]}
    go(admin, "post", "/staff/people/{person_id}/roles", roles, person_id=paid.id)
    go(admin, "get", "/staff/audit?limit=2")
    money = {"kind": "deposit", "player": str(paid.id), "amount": 20_000}
    go(member("Cleo", Role.CAGE), "post", "/cage/transactions", money)
    go(member("Ruth", Role.ACCOUNTANT), "get", "/accounting/trial-balance")
