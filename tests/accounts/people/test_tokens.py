"""Personal tokens and socket tickets: made, used, ended, and never kept in clear."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from threading import Barrier, Thread
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection

from accounts.people import errors, tokens
from accounts.people import services as people
from accounts.people.models import PersonalToken, SocketTicket, User
from accounts.people.tokens import MAX_TICKETS, MAX_TOKENS
from pokerhouse.common.access import Access, AccessKind, Scope
from pokerhouse.common.clock import now
from pokerhouse.common.ids import new_id
from tests.support.people import Api, app_of, by, person, script_of

AT = datetime(2026, 11, 30, 12, tzinfo=UTC)
WISH = {"name": "backup", "scopes": ["read"], "expires_at": "2026-12-31T00:00:00Z"}

in_one_transaction = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits_used")]


class TestTokens:
    pytestmark = in_one_transaction

    def test_a_token_shows_its_secret_once(self) -> None:
        person("Anna")
        app = app_of("Anna")

        made = app("post", "/api/v1/me/tokens", WISH)

        secret = made.json.pop("secret")
        assert made.status == 201
        assert secret.startswith("phk_")
        assert len(secret) == 47
        listed = app("get", "/api/v1/me/tokens").json
        assert listed == {"data": [made.json], "has_more": False, "next_cursor": None}
        assert Api(Authorization=f"Bearer {secret}")("get", "/api/v1/me").status == 200
        row = PersonalToken.objects.get()
        assert bytes(row.digest) == sha256(secret.encode()).digest()
        assert row.last_used_at is not None

    def test_no_secret_is_kept_in_clear(self) -> None:
        anna = person("Anna")
        secret = issue(anna).secret
        ticket = tokens.issue_ticket(person=anna.id, access=some_access(), at=AT)

        with connection.cursor() as cursor:
            cursor.execute("SELECT personal_token::text FROM personal_token")
            rows = [row for (row,) in cursor.fetchall()]
            cursor.execute("SELECT socket_ticket::text FROM socket_ticket")
            rows += [row for (row,) in cursor.fetchall()]

        assert len(rows) == 2
        for word in (secret, ticket, secret.removeprefix("phk_")):
            assert word not in "".join(rows)
            assert word.encode().hex() not in "".join(rows)

    def test_a_revoked_token_opens_nothing(self, announced: list[tuple[str, str | None]]) -> None:
        anna = person("Anna")
        app, script = app_of("Anna"), script_of(anna, Scope.READ)
        (row,) = app("get", "/api/v1/me/tokens").json["data"]
        assert script("get", "/api/v1/me").status == 200

        assert app("delete", f"/api/v1/me/tokens/{row['id']}").status == 204

        assert script("get", "/api/v1/me").refusal == (401, "invalid_token")
        assert app("get", "/api/v1/me/tokens").json["data"] == []
        again = app("delete", f"/api/v1/me/tokens/{row['id']}")
        assert again.refusal == (404, "unknown_token")
        assert announced == [(str(anna.id), row["id"])]

    def test_nobody_revokes_another_ones_token(self) -> None:
        anna, bert = person("Anna"), person("Bert")
        token = issue(anna).token

        with pytest.raises(errors.UnknownToken):
            tokens.revoke_token(person=bert.id, token=token.id, at=AT)

        assert PersonalToken.objects.get().revoked_at is None

    def test_a_token_ends_by_itself(self) -> None:
        secret = issue(person("Anna")).secret
        end = AT + timedelta(days=1)

        assert tokens.bearer_of(secret=secret, at=end - timedelta(seconds=1)) is not None
        assert tokens.bearer_of(secret=secret, at=end) is None

    def test_a_suspended_persons_tokens_sleep_and_a_barred_ones_die(self) -> None:
        anna = person("Anna")
        issued = issue(anna)
        who: Any = {"person": anna.id, "reason": "x"}

        people.suspend(**who, meta=by(None, AT))
        assert tokens.bearer_of(secret=issued.secret, at=AT) is None
        people.unsuspend(**who, meta=by(None, AT))
        assert tokens.bearer_of(secret=issued.secret, at=AT) is not None
        people.bar(**who, meta=by(None, AT))
        assert tokens.bearer_of(secret=issued.secret, at=AT) is None
        assert PersonalToken.objects.get().revoked_at == AT

    def test_the_last_use_is_written_every_five_minutes(self) -> None:
        secret = issue(person("Anna")).secret
        seen = []
        for minutes in (0, 4, 5, 9):
            tokens.bearer_of(secret=secret, at=AT + timedelta(minutes=minutes))
            used_at = PersonalToken.objects.get().last_used_at
            assert used_at is not None
            seen.append((used_at - AT) // timedelta(minutes=1))
        assert seen == [0, 0, 5, 5]

    def test_a_person_holds_so_many_tokens(self) -> None:
        anna = person("Anna")
        for _ in range(MAX_TOKENS):
            issue(anna)

        with pytest.raises(errors.TooManyTokens):
            issue(anna)

        assert PersonalToken.objects.count() == MAX_TOKENS == 20

    @pytest.mark.parametrize(
        ("change", "pointer", "code"),
        [
            ({"name": ""}, "/name", "blank"),
            ({"name": "x" * 61}, "/name", "max_length"),
            ({"scopes": []}, "/scopes", "min_length"),
            ({"scopes": ["root"]}, "/scopes/0", "invalid_choice"),
            ({"scopes": "read"}, "/scopes", "not_a_list"),
            ({"expires_at": "soon"}, "/expires_at", "invalid"),
            ({"forever": True}, "/forever", "unknown_field"),
        ],
    )
    def test_a_wish_that_is_not_well_formed_makes_no_token(
        self, change: dict[str, object], pointer: str, code: str
    ) -> None:
        person("Anna")

        answer = app_of("Anna")("post", "/api/v1/me/tokens", {**WISH, **change})

        assert answer.refusal == (400, "invalid")
        found = [(error["pointer"], error["code"]) for error in answer.json["errors"]]
        assert found == [(pointer, code)]
        assert PersonalToken.objects.count() == 0

    @pytest.mark.parametrize("end", ["2026-11-01T00:00:00Z", "2030-01-01T00:00:00Z"])
    def test_a_token_of_the_past_or_for_ever_is_refused(self, end: str) -> None:
        person("Anna")

        answer = app_of("Anna")("post", "/api/v1/me/tokens", {**WISH, "expires_at": end})

        assert answer.refusal == (400, "token_refused")
        assert PersonalToken.objects.count() == 0

    def test_a_player_gets_no_staff_scope(self) -> None:
        person("Anna")

        answer = app_of("Anna")("post", "/api/v1/me/tokens", {**WISH, "scopes": ["staff"]})

        assert answer.refusal == (403, "permission_denied")
        assert PersonalToken.objects.count() == 0


class TestTickets:
    pytestmark = in_one_transaction

    def test_a_ticket_lets_in_as_the_session_that_asked(self) -> None:
        anna = person("Anna")
        app = app_of("Anna")
        (row,) = app("get", "/api/v1/me/sessions").json["data"]

        made = app("post", "/api/v1/me/socket-tickets", {})

        bearer = tokens.consume_ticket(ticket=made.json["ticket"], at=now())
        assert made.status == 201
        assert bearer.user == anna
        assert (bearer.access.kind, str(bearer.access.id)) == (AccessKind.SESSION, row["id"])
        assert bearer.access.scopes == frozenset(Scope)

    def test_a_ticket_of_a_script_keeps_its_scopes(self) -> None:
        anna = person("Anna")
        made = script_of(anna, Scope.READ)("post", "/api/v1/me/socket-tickets", {})

        bearer = tokens.consume_ticket(ticket=made.json["ticket"], at=now())

        assert bearer.access == Access(
            AccessKind.TOKEN, PersonalToken.objects.get().id, frozenset({Scope.READ})
        )

    def test_a_ticket_is_good_for_thirty_seconds(self) -> None:
        anna = person("Anna")
        access = Access(AccessKind.TOKEN, issue(anna).token.id)
        old, young = (tokens.issue_ticket(person=anna.id, access=access, at=AT) for _ in "ab")

        with pytest.raises(errors.TicketRefused):
            tokens.consume_ticket(ticket=old, at=AT + timedelta(seconds=30))

        nearly = AT + timedelta(seconds=29)
        assert tokens.consume_ticket(ticket=young, at=nearly).user == anna
        with pytest.raises(errors.TicketRefused):
            tokens.consume_ticket(ticket=young, at=nearly)

    def test_a_ticket_of_an_ended_session_lets_nobody_in(self) -> None:
        person("Anna")
        app = app_of("Anna")
        ticket = app("post", "/api/v1/me/socket-tickets", {}).json["ticket"]
        Session.objects.all().delete()

        with pytest.raises(errors.TicketRefused):
            tokens.consume_ticket(ticket=ticket, at=now())

    def test_a_person_holds_so_many_unused_tickets(self) -> None:
        anna = person("Anna")
        for _ in range(MAX_TICKETS):
            tokens.issue_ticket(person=anna.id, access=some_access(), at=AT)

        with pytest.raises(errors.TooManyTickets):
            tokens.issue_ticket(person=anna.id, access=some_access(), at=AT)
        assert SocketTicket.objects.count() == MAX_TICKETS == 20

        later = AT + timedelta(seconds=31)
        tokens.issue_ticket(person=anna.id, access=some_access(), at=later)
        assert SocketTicket.objects.count() == 1

    def test_the_refusal_says_when_to_come_back(self) -> None:
        anna = person("Anna")
        app = app_of("Anna")
        for _ in range(MAX_TICKETS):
            tokens.issue_ticket(person=anna.id, access=some_access(), at=now())

        answer = app("post", "/api/v1/me/socket-tickets", {})

        assert answer.refusal == (429, "too_many_tickets")
        assert answer.headers["Retry-After"] == "30"


@pytest.mark.race
def test_of_sixteen_sockets_with_one_ticket_one_gets_in(house_db: str) -> None:
    anna = person("Anna")
    access = Access(AccessKind.TOKEN, issue(anna).token.id)
    ticket = tokens.issue_ticket(person=anna.id, access=access, at=AT)
    barrier = Barrier(16)
    outcomes: list[str] = []

    def enter() -> None:
        barrier.wait(60)
        try:
            outcomes.append(str(tokens.consume_ticket(ticket=ticket, at=AT).user.id))
        except errors.TicketRefused as error:
            outcomes.append(error.code)
        finally:
            connection.close()

    threads = [Thread(target=enter) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)

    assert sorted(outcomes) == sorted([str(anna.id), *["ticket_refused"] * 15])


def issue(owner: User) -> tokens.IssuedToken:
    return tokens.create_token(
        person=owner.id,
        name="backup",
        scopes=[Scope.READ],
        expires_at=AT + timedelta(days=1),
        at=AT,
    )


def some_access() -> Access:
    return Access(AccessKind.SESSION, new_id())
