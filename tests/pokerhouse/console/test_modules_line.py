"""`wire.js` in a real browser: how connections end, and how it knows that one is dead."""

import pytest

from tests.pokerhouse.console.modules import eventually, modules_origin, page
from tests.pokerhouse.console.scripted import (
    CHANNEL,
    Visit,
    following,
    frame,
    pong,
    scripted,
    visit,
)

__all__ = ["following", "modules_origin", "page", "scripted", "visit"]

pytestmark = pytest.mark.e2e

# --- ends --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "status"),
    [(4401, "signed_out"), (4400, "refused"), (4403, "refused"), (4404, "refused")],
)
def test_some_ends_are_final(visit: Visit, code: int, status: str) -> None:
    visit.order(turn=3)
    visit.talk.heard("act")
    visit.talk.close(code)

    eventually(lambda: visit.page.run("() => told.length >= 2"))
    visit.order(turn=4)
    news = visit.told()
    assert [status] in news
    assert [each[1] for each in news if each[0] == "Refusal"] == [status] * 2
    assert visit.page.run("() => house.status") == status
    visit.page.let_pass(120_000)
    assert visit.house.is_left_alone()


@pytest.mark.parametrize(
    ("code", "soon_ms", "late_ms"),
    [
        (1001, 0, 1000),
        (1011, 0, 1000),
        (4408, 0, 1000),
        (1012, 0, 2000),
        (1013, 1600, 8000),
        (4429, 900, 5000),
    ],
)
def test_after_other_ends_the_page_comes_back(
    visit: Visit, code: int, soon_ms: int, late_ms: int
) -> None:
    """Overloaded houses and clients that were too quick get longer pauses."""
    visit.talk.close(code)
    visit.is_told(["away"])

    visit.page.let_pass(soon_ms)
    if soon_ms:
        visit.page.run("() => dispatchEvent(new Event('focus'))")
        assert visit.house.is_left_alone()
    visit.comes_back(late_ms)
    visit.is_told(["open"])


def test_pauses_grow_while_the_house_is_away(visit: Visit) -> None:
    for failures in range(4):
        visit.talk.close(1011)
        visit.is_told(["away"])
        visit.page.let_pass(100 * 2**failures)  # less than half of 300 ms, doubled
        assert visit.house.is_left_alone(0.02)
        visit.comes_back(450 * 2**failures)
        visit.is_told(["open"])


def test_close_ends_everything(visit: Visit) -> None:
    visit.order(turn=3)
    visit.talk.heard("act")
    visit.page.run("() => house.close()")

    visit.is_told(["Refusal", "closed", 0, ""])
    assert visit.talk.ended()
    visit.page.let_pass(120_000)
    visit.page.run("() => dispatchEvent(new Event('online'))")
    assert visit.house.is_left_alone()
    assert visit.told() == []


# --- alive or not ------------------------------------------------------------------------------


def test_pings_say_what_was_seen_at_each_heartbeat(following: Visit) -> None:
    frame(following.talk, 6)
    following.is_told(["hand.checked", 6])
    following.page.let_pass(20_000)

    ping = following.talk.heard("ping")
    assert ping["d"]["seen"] == {CHANNEL: 6}
    pong(following.talk, ping)
    assert following.told() == []


def test_a_line_that_was_silent_for_one_and_a_half_heartbeats_is_made_again(visit: Visit) -> None:
    visit.page.let_pass(20_000)
    visit.page.let_pass(8_000)
    assert visit.told() == []

    visit.page.let_pass(2_000)
    visit.talk = visit.house.opened().hello()
    visit.is_told(["away"], ["open"])


@pytest.mark.parametrize("event", ["focus", "online", "pageshow"])
def test_a_page_that_wakes_makes_a_dead_line_again_within_two_seconds(
    visit: Visit, event: str
) -> None:
    visit.talk.heard("ping")
    visit.page.run("(event) => dispatchEvent(new Event(event))", event)
    visit.talk.heard("ping")
    visit.page.let_pass(1500)
    assert visit.told() == []
    assert visit.house.is_left_alone(0.02)

    visit.page.let_pass(500)
    visit.talk = visit.house.opened().hello()
    visit.is_told(["away"], ["open"])


def test_a_line_that_answers_when_the_page_wakes_stays(visit: Visit) -> None:
    old = visit.talk.heard("ping")
    visit.page.let_pass(10)
    visit.page.run("() => document.dispatchEvent(new Event('visibilitychange'))")
    asked = visit.talk.heard("ping")
    pong(visit.talk, old)
    pong(visit.talk, asked)
    eventually(lambda: abs(visit.page.run("() => house.now() - Date.now()")) < 500)  # it read them

    visit.page.let_pass(2000)
    assert visit.told() == []
    assert visit.house.is_left_alone()


def test_an_answer_to_an_older_question_is_no_sign_of_life(visit: Visit) -> None:
    """What came before the sleep may only be read after it."""
    old = visit.talk.heard("ping")
    visit.page.let_pass(10)
    visit.page.run("() => dispatchEvent(new Event('online'))")
    visit.talk.heard("ping")
    pong(visit.talk, old)

    visit.page.let_pass(2000)
    visit.talk = visit.house.opened().hello()
    visit.is_told(["away"], ["open"])


def test_a_page_that_wakes_during_a_pause_connects_at_once(visit: Visit) -> None:
    for _ in range(5):
        visit.talk.close(1011)
        visit.is_told(["away"])
        visit.page.run("() => dispatchEvent(new Event('online'))")
        visit.talk = visit.house.opened().hello()
        visit.is_told(["open"])


def test_now_is_the_clock_of_the_house(visit: Visit) -> None:
    ahead = "() => house.now() - Date.now()"
    hour_ms = 3_600_000
    pong(visit.talk, visit.talk.heard("ping"), ahead_ms=hour_ms)
    eventually(lambda: abs(visit.page.run(ahead) - hour_ms) < 500)

    visit.page.let_pass(20_000)
    asked = visit.talk.heard("ping")
    visit.page.let_pass(300)  # a slower answer, but of a clock that somebody has set
    pong(visit.talk, asked, ahead_ms=2 * hour_ms)
    eventually(lambda: abs(visit.page.run(ahead) - 2 * hour_ms) < 500)
    assert visit.page.run("() => house.user") == "alice"
