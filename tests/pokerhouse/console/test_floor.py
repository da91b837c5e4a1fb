"""The floor's pages over HTTP: the list of tables, opening one, and what is changed of it."""

from typing import Any
from uuid import UUID

import pytest
from django.test import Client, override_settings

from accounts.audit_trail.models import AuditEntry
from pokerhouse.common.ids import TableId, new_id
from pokerhouse.common.roles import Role
from tables.engine.table.state import TableState
from tables.live import table as live_tables
from tables.models import CardTable
from tables.room.games import services as games
from tests.support import rooms, seating
from tests.support.browsing import HTMX, text_of, visitor
from tests.support.people import by, person
from tests.support.rooms import AT, CONFIG, check_down, open_table, start_hand
from tests.support.staff_pages import (
    STALE,
    actions,
    filled_in,
    hidden_in,
    prove,
    send,
    stored,
)

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")

LIST = "/floor/tables"


@pytest.fixture
def floor() -> Client:
    return visitor("en", Role.FLOOR, name="Flo")


@pytest.fixture
def manager() -> Client:
    return visitor("en", Role.MANAGER, name="Max")


def page_of(table_id: TableId) -> str:
    return f"{LIST}/{table_id}"


def named(name: str) -> TableId:
    """Open an empty table of this name."""
    table_id = TableId(new_id())
    seating.open_table(table_id=table_id, config=CONFIG, name=name, meta=rooms.meta())
    return table_id


def state_of(table_id: TableId) -> TableState:
    return live_tables.newest(table_id).table.state


def names(response: Any) -> list[str]:
    return [row["name"] for row in response.context["listing"].rows]


# --- the list --------------------------------------------------------------------------------


def test_the_list_shows_open_tables_with_game_stakes_seats_and_hands(floor: Client) -> None:
    table_id = open_table(players=2)
    CardTable.objects.filter(id=table_id).update(name="Lindau")
    start_hand(table_id)
    text = text_of(floor.get(LIST))
    assert "Lindau No-limit hold'em play money 5/10 2/6 1" in text
    assert "playing" not in text.split("Lindau")[1].split("Watch")[0]


def test_the_list_filters_by_name_and_state_and_sorts(floor: Client) -> None:
    for name in ("Aachen", "Bad Homburg", "Lindau"):
        named(name)
    paused, closed = named("Bad Zwischenahn"), named("Westerland")
    seating.pause_table(table_id=paused, meta=rooms.meta())
    seating.close_table(table_id=closed, meta=rooms.meta())

    assert names(floor.get(LIST)) == ["Aachen", "Bad Homburg", "Bad Zwischenahn", "Lindau"]
    assert names(floor.get(f"{LIST}?q=bad")) == ["Bad Homburg", "Bad Zwischenahn"]
    assert names(floor.get(f"{LIST}?state=closed")) == ["Westerland"]
    assert names(floor.get(f"{LIST}?state=paused")) == ["Bad Zwischenahn"]
    assert names(floor.get(f"{LIST}?state=all&sort=-name"))[0] == "Westerland"
    assert "Pause" in text_of(visitor("de", Role.MANAGER).get(f"{LIST}?state=paused"))


def test_the_list_has_pages(floor: Client) -> None:
    for number in range(27):
        named(f"Table {number:02}")
    assert len(names(floor.get(LIST))) == 25
    assert names(floor.get(f"{LIST}?page=2")) == ["Table 25", "Table 26"]


@pytest.mark.parametrize("role", [*Role, None])
def test_tables_are_the_floor_s_and_the_manager_s(role: Role | None) -> None:
    table_id = open_table()
    client = visitor("en", *([role] if role else []))
    may = role in {Role.FLOOR, Role.MANAGER}
    before = stored()
    for path in (LIST, page_of(table_id), f"{LIST}/new", f"{page_of(table_id)}/close"):
        assert (client.get(path).status_code == 200) == may, path
    if not may:
        said = {"command_id": "x", "version": 1, "reason": "why not"}
        for verb in ("pause", "close", "bomb-pot", "stakes", "seats/1/remove"):
            answer = client.post(f"{page_of(table_id)}/{verb}", said)
            assert answer.status_code in {302, 403}
        assert stored() == before


def test_staff_without_a_second_factor_sees_no_table(floor: Client) -> None:
    with override_settings(STAFF_NEED_SECOND_FACTOR=True):
        answer = floor.get(LIST)
    assert answer.status_code == 403
    assert "Staff sign in with a second factor." in text_of(answer)


# --- opening ---------------------------------------------------------------------------------


def a_game(name: str = "Evening") -> UUID:
    creator = person("Gert", Role.MANAGER)
    return games.create_game(name=name, config=CONFIG, meta=by(creator.id, AT)).game


def test_a_table_is_opened_for_a_game_once_however_often_it_is_sent(floor: Client) -> None:
    game = a_game()
    said = filled_in(floor, f"{LIST}/new", game=str(game), name="Lindau")
    first, second = (send(floor, f"{LIST}/new", said) for _ in range(2))
    (row,) = CardTable.objects.all()
    assert (row.name, row.game, row.state) == ("Lindau", "holdem", "open")
    assert first.headers["Location"] == second.headers["Location"] == f"{LIST}/{row.id}"
    assert actions() == ["person.create", "person.create", "game.create", "table.open"]
    assert "The table Lindau is open." in text_of(floor.get(page_of(TableId(row.id))))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Another table is called so. Choose another name."),
        ("de", "So heißt schon ein anderer Tisch. Wählen Sie einen anderen Namen."),
    ],
)
def test_a_name_that_is_taken_is_said_beside_it(language: str, sentence: str) -> None:
    client, game = visitor(language, Role.FLOOR), a_game()
    named("Lindau")
    said = filled_in(client, f"{LIST}/new", game=str(game), name="Lindau")
    before = stored()
    answer = send(client, f"{LIST}/new", said)
    assert answer.status_code == 422
    assert answer.context["form"].errors == {"name": [sentence]}
    assert sentence in text_of(answer)
    assert stored() == before


def test_without_a_game_the_page_says_what_to_do(floor: Client) -> None:
    text = text_of(floor.get(f"{LIST}/new"))
    assert "The house has no game yet" in text
    assert "With its own figures" in text


def test_a_table_is_opened_with_figures_of_its_own(floor: Client) -> None:
    path = f"{LIST}/new/own?game=stud7&limit=stud_split"
    figures = {"lower": "1,000", "higher": "2,000", "bring_in": "300", "ante": "100"}
    said = filled_in(floor, path, name="Wiesbaden", seats=8, book="play", **figures)
    answer = send(floor, f"{LIST}/new/own", said)
    assert answer.status_code == 302, text_of(answer)
    (row,) = CardTable.objects.all()
    config = live_tables.newest(row.id).config
    assert (config.game, config.seat_count, config.book) == ("stud7", 8, "play")
    stakes = config.stakes
    assert (stakes.limit, stakes.lower_limit_chips, stakes.higher_limit_chips) == (
        "stud_split",
        1000,
        2000,
    )
    assert (stakes.bring_in_chips, stakes.ante_chips, stakes.big_blind_chips) == (300, 100, 0)


# --- one table -------------------------------------------------------------------------------


def test_a_table_s_page_shows_seats_stacks_and_hand(floor: Client) -> None:
    table_id = open_table(players=2)
    anna = person("Anna")
    assert anna.screen_name == "Anna"
    start_hand(table_id)
    response = floor.get(page_of(table_id))
    board = response.context["board"]
    assert [seat.stack_chips for seat in board.seats] == [990, 995, 0, 0, 0, 0]
    assert (board.hand_no, board.is_hand_running, board.seated_count) == (1, True, 2)
    text = text_of(response)
    assert "Seats 2/6 Hand 1 is being played" in text
    assert "Close after this hand" in text
    assert floor.get(f"{LIST}/{UUID(int=7)}").status_code == 404


def test_the_part_that_asks_again_has_no_frame(floor: Client) -> None:
    part = floor.get(f"{page_of(open_table())}/seats", headers=HTMX)
    assert part.content.lstrip().startswith(b'<section id="seats"')
    assert b"<html" not in part.content


def test_pause_and_its_undo(floor: Client) -> None:
    table_id = open_table()
    page = page_of(table_id)
    said = hidden_in(floor.get(page), "change")
    assert floor.post(f"{page}/pause", said).headers["Location"] == page
    assert state_of(table_id) is TableState.PAUSED
    shown = floor.get(page)
    assert "No further hand is dealt here." in text_of(shown)
    assert "Play on" in text_of(shown)
    (undo,) = [
        line.split('action="')[1].split('"')[0]
        for line in shown.content.decode().split("<form")
        if "/resume?" in line
    ]
    assert floor.post(undo.replace("&amp;", "&")).status_code == 302
    assert state_of(table_id) is TableState.PLAYING or state_of(table_id) is TableState.OPEN
    assert actions()[-2:] == ["table.pause", "table.resume"]


def test_a_double_click_pauses_once(floor: Client) -> None:
    table_id = open_table()
    page = page_of(table_id)
    said = hidden_in(floor.get(page), "change")
    assert [floor.post(f"{page}/pause", said).status_code for _ in range(2)] == [302, 302]
    assert actions().count("table.pause") == 1


def test_a_stale_button_says_so_and_changes_nothing(floor: Client) -> None:
    table_id = open_table()
    page = page_of(table_id)
    said = hidden_in(floor.get(page), "change")
    seating.pause_table(table_id=table_id, meta=rooms.meta())
    before = stored()
    answer = floor.post(f"{page}/pause", said)
    assert answer.status_code == 412
    assert STALE in text_of(answer)
    assert stored() == before


def test_a_refused_button_says_why(floor: Client) -> None:
    table_id = open_table()
    page = page_of(table_id)
    floor.post(f"{page}/bomb-pot", hidden_in(floor.get(page), "ask"))
    before = stored()
    answer = floor.post(f"{page}/bomb-pot", hidden_in(floor.get(page), "ask"))
    assert answer.status_code == 422
    assert "The next hand is a bomb pot already." in text_of(answer)
    assert stored() == before


def test_without_its_hidden_fields_a_form_is_none(floor: Client) -> None:
    table_id = open_table()
    before = stored()
    assert floor.post(f"{page_of(table_id)}/pause", {}).status_code == 400
    assert floor.post(f"{page_of(table_id)}/close", {"reason": "late"}).status_code == 400
    assert stored() == before


def test_closing_needs_a_reason_and_pays_out(floor: Client) -> None:
    table_id = open_table(players=2)
    path = f"{page_of(table_id)}/close"
    said = filled_in(floor, path)
    before = stored()
    refused = send(floor, path, {**said, "reason": " "}, is_htmx=True)
    assert refused.status_code == 422
    assert "Reason : This field is required." in text_of(refused)
    assert stored() == before
    done = send(floor, path, {**said, "reason": "End of the\nevening"}, is_htmx=True)
    assert done.headers["HX-Redirect"] == page_of(table_id)
    assert state_of(table_id) is TableState.CLOSED
    assert AuditEntry.objects.latest("id").facts["reason"] == "End of the evening"
    shown = text_of(floor.get(page_of(table_id)))
    assert "is closed." in shown
    assert "Other stakes" not in shown


def test_a_stale_dialog_keeps_what_was_typed_and_can_be_sent_again(floor: Client) -> None:
    table_id = open_table()
    path = f"{page_of(table_id)}/close"
    said = filled_in(floor, path, reason="End of the evening")
    seating.pause_table(table_id=table_id, meta=rooms.meta())
    before = stored()
    answer = send(floor, path, said, is_htmx=True)
    assert answer.status_code == 412
    assert STALE in text_of(answer)
    assert answer.context["form"]["reason"].value() == "End of the evening"
    assert stored() == before
    again = {**said, **hidden_in(answer)}
    assert send(floor, path, again).status_code == 302
    assert state_of(table_id) is TableState.CLOSED


def test_stakes_change_from_the_next_hand_on(floor: Client) -> None:
    table_id = open_table()
    path = f"{page_of(table_id)}/stakes"
    said = filled_in(floor, path)
    assert (said["game0_small_blind"], said["game0_big_blind"]) == ("5", "10")
    answer = send(floor, path, {**said, "game0_small_blind": "10", "game0_big_blind": "20"})
    assert answer.status_code == 302
    stakes = live_tables.newest(table_id).config.stakes
    assert (stakes.small_blind_chips, stakes.big_blind_chips, stakes.lower_limit_chips) == (
        10,
        20,
        20,
    )


def test_stakes_that_cannot_be_played_are_refused_in_words(floor: Client) -> None:
    table_id = open_table()
    path = f"{page_of(table_id)}/stakes"
    said = filled_in(floor, path, game0_small_blind="30", game0_big_blind="20")
    before = stored()
    answer = send(floor, path, said)
    assert answer.status_code == 422
    assert "No hand can be played for these stakes." in text_of(answer)
    assert stored() == before


def test_a_player_is_removed_between_hands_and_gets_his_stack(floor: Client) -> None:
    table_id = open_table(players=2)
    path = f"{page_of(table_id)}/seats/2/remove"
    said = filled_in(floor, path, reason="House rules")
    answers = [send(floor, path, said) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert [number for number, _ in live_tables.newest(table_id).table.occupied()] == [1]
    assert actions().count("seat.remove") == 1
    assert "Seat 2 is free." in text_of(floor.get(page_of(table_id)))


def test_whoever_took_the_seat_since_is_not_removed(floor: Client) -> None:
    table_id = open_table(players=2)
    path = f"{page_of(table_id)}/seats/2/remove"
    said = filled_in(floor, path, reason="House rules", player=str(UUID(int=5)))
    before = stored()
    answer = send(floor, path, said)
    assert answer.status_code == 422
    assert "Somebody else sits there by now; nobody was removed." in text_of(answer)
    assert stored() == before


def test_nobody_can_be_removed_from_an_empty_seat(floor: Client) -> None:
    table_id = open_table(players=2)
    assert floor.get(f"{page_of(table_id)}/seats/3/remove").status_code == 404


def test_a_hand_is_taken_back_by_a_manager_who_has_proved_himself(manager: Client) -> None:
    table_id = open_table(players=2)
    start_hand(table_id)
    live = check_down(table_id)
    path = f"/floor/hands/{live.hand_id}/take-back"
    before = stored()
    asked = manager.get(path)
    assert "Prove that it is you" in text_of(asked)
    assert "Prove that it is you" in text_of(manager.post(path, {"reason": "Wrong deal"}))
    assert stored() == before

    prove(manager)
    said = filled_in(manager, path, reason="Wrong deal")
    assert [send(manager, path, said).status_code for _ in range(2)] == [302, 302]
    assert live_tables.newest(table_id).is_hand_voided
    assert actions().count("hand.void") == 1
    again = send(manager, path, filled_in(manager, path, reason="Once more"))
    assert again.status_code == 422
    assert "This hand was taken back before." in text_of(again)


def test_the_floor_does_not_see_the_way_to_take_a_hand_back(floor: Client, manager: Client) -> None:
    table_id = open_table(players=2)
    start_hand(table_id)
    live = check_down(table_id)
    assert "Take hand 1 back" in text_of(manager.get(page_of(table_id)))
    assert "Take hand 1 back" not in text_of(floor.get(page_of(table_id)))
    assert floor.get(f"/floor/hands/{live.hand_id}/take-back").status_code == 403
