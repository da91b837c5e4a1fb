"""`wire.js` in a real browser: its commands, and the channels that a page follows."""

import pytest

from tests.pokerhouse.console.modules import eventually, modules_origin, page
from tests.pokerhouse.console.scripted import (
    CHANNEL,
    Visit,
    ack,
    following,
    frame,
    scripted,
    skip,
    snapshot,
    visit,
)

__all__ = ["following", "modules_origin", "page", "scripted", "visit"]

pytestmark = pytest.mark.e2e

# --- commands ----------------------------------------------------------------------------------


def test_a_command_is_answered_once(visit: Visit) -> None:
    visit.order(turn=3, action="call")

    command = visit.talk.heard("act")
    assert command["d"] == {"turn": 3, "action": "call"}
    assert 1 <= len(command["id"]) <= 64
    ack(visit.talk, command, seq=7)
    ack(visit.talk, command, seq=8, is_replayed=True)
    visit.is_told(["ack", {"seq": 7}, False])
    assert visit.talk.heard_nothing()
    assert visit.told() == []


def test_a_command_is_sent_again_with_its_id_after_2500_ms_without_an_answer(visit: Visit) -> None:
    visit.order(turn=3)
    command = visit.talk.heard("act")

    visit.page.let_pass(2000)
    assert visit.talk.heard_nothing()
    visit.page.let_pass(500)
    assert visit.talk.heard("act") == command
    visit.page.let_pass(2500)
    assert visit.talk.heard("act") == command
    ack(visit.talk, command, seq=7, is_replayed=True)
    visit.is_told(["ack", {"seq": 7}, True])
    visit.page.let_pass(2500)
    assert visit.talk.heard_nothing()


def test_a_command_survives_a_connection_that_breaks_before_its_answer(visit: Visit) -> None:
    visit.order(turn=3)
    command = visit.talk.heard("act")
    visit.talk.drop()
    visit.is_told(["away"])

    assert visit.comes_back().heard("act", within_s=0.7) == command
    ack(visit.talk, command, seq=7, is_replayed=True)
    visit.is_told(["open"], ["ack", {"seq": 7}, True])


def test_a_command_that_is_given_while_the_line_is_away_is_sent_when_it_is_back(
    visit: Visit,
) -> None:
    visit.talk.drop()
    visit.is_told(["away"])
    visit.order(turn=3)

    command = visit.comes_back().heard("act", within_s=0.7)
    ack(visit.talk, command)
    visit.is_told(["open"], ["ack", {}, False])


def test_a_refusal_carries_the_houses_problem(visit: Visit) -> None:
    visit.order(turn=3)
    problem = {"code": "illegal_action", "status": 422, "rule": "not_reopened", "detail": "No."}
    visit.talk.say("nack", {"id": visit.talk.heard("act")["id"], "problem": problem})

    visit.is_told(["Refusal", "illegal_action", 422, "not_reopened"])


def test_a_house_that_is_busy_is_asked_again_with_the_same_id(visit: Visit) -> None:
    """503: repeat it with the same id."""
    visit.order(turn=3)
    command = visit.talk.heard("act")
    problem = {"code": "unavailable", "status": 503}
    visit.talk.say("nack", {"id": command["id"], "problem": problem})

    assert visit.talk.heard_nothing()
    visit.page.let_pass(2500)
    assert visit.talk.heard("act") == command
    assert visit.told() == []


def test_a_command_that_nobody_answers_in_time_is_too_late(visit: Visit) -> None:
    visit.order(expires_in_ms=4000, turn=3)
    visit.talk.heard("act")
    visit.talk.drop()
    visit.is_told(["away"])

    visit.page.let_pass(4000)
    visit.is_told(["Refusal", "too_late", 410, ""])
    assert visit.comes_back().heard_nothing()


def test_two_commands_keep_their_order_and_their_answers(visit: Visit) -> None:
    visit.order(turn=1)
    visit.order(turn=2)
    first, second = visit.talk.heard("act"), visit.talk.heard("act")
    assert (first["d"]["turn"], second["d"]["turn"]) == (1, 2)
    ack(visit.talk, second, seq=2)
    ack(visit.talk, first, seq=1)

    visit.is_told(["ack", {"seq": 2}, False], ["ack", {"seq": 1}, False])


# --- channels ----------------------------------------------------------------------------------


def test_events_and_skips_come_in_order(following: Visit) -> None:
    frame(following.talk, 6)
    skip(following.talk, 7, 9)
    frame(following.talk, 10, "hand.folded")

    following.is_told(["hand.checked", 6], ["skip", 7, 9], ["hand.folded", 10])


def test_a_reconnect_resumes_behind_what_the_page_has(following: Visit) -> None:
    frame(following.talk, 6)
    skip(following.talk, 7, 8)
    following.is_told(["hand.checked", 6], ["skip", 7, 8])
    following.talk.close(1012)
    following.is_told(["away"])

    talk = following.comes_back(1500)
    assert talk.heard("sub")["d"] == {"ch": CHANNEL, "after_seq": 8, "ep": 1}
    talk.say("resumed", {"after_seq": 8, "to_seq": 9}, ch=CHANNEL, seq=8, ep=1)
    frame(talk, 9)
    following.is_told(["open"], ["resumed"], ["hand.checked", 9])


def test_who_is_too_far_behind_gets_a_snapshot(following: Visit) -> None:
    following.talk.drop()
    following.is_told(["away"])

    talk = following.comes_back()
    talk.heard("sub")
    snapshot(talk, 700, ep=2, name="later")
    frame(talk, 701, ep=2)
    following.is_told(["open"], ["snapshot", "later", 700], ["hand.checked", 701])


def test_a_gap_is_answered_by_a_snapshot_and_nothing_behind_it_is_told(following: Visit) -> None:
    frame(following.talk, 7)
    assert following.talk.heard("sub")["d"] == {"ch": CHANNEL}
    frame(following.talk, 8)
    snapshot(following.talk, 8, name="whole")
    frame(following.talk, 9)

    following.is_told(["snapshot", "whole", 8], ["hand.checked", 9])
    assert following.talk.heard_nothing()


def test_what_is_sent_again_is_told_once(following: Visit) -> None:
    """A house that missed something in a ping's `seen` begins behind it again."""
    frame(following.talk, 6)
    following.talk.say("resumed", {"after_seq": 5, "to_seq": 9}, ch=CHANNEL, seq=5, ep=1)
    frame(following.talk, 6)
    skip(following.talk, 6, 9)
    skip(following.talk, 8, 9)
    frame(following.talk, 10)

    following.is_told(["hand.checked", 6], ["skip", 7, 9], ["hand.checked", 10])
    assert following.talk.heard_nothing()


def test_another_epoch_drops_the_state(following: Visit) -> None:
    frame(following.talk, 6, ep=2)

    assert following.talk.heard("sub")["d"] == {"ch": CHANNEL}
    snapshot(following.talk, 3, ep=2, name="restored")
    frame(following.talk, 4, ep=2)
    following.is_told(["snapshot", "restored", 3], ["hand.checked", 4])


def test_a_handler_may_ask_for_a_snapshot(following: Visit) -> None:
    """An event type that a client does not know means: `sub` again without `after_seq`."""
    following.page.run(
        """(channel) => {
          handlers.event = (frame) => (told.push(["unknown", frame.t]), house.refetch(channel));
        }""",
        CHANNEL,
    )
    frame(following.talk, 6, "hand.sung")
    frame(following.talk, 7, "hand.sung")

    assert following.talk.heard("sub")["d"] == {"ch": CHANNEL}
    snapshot(following.talk, 7, name="known")
    following.is_told(["unknown", "hand.sung"], ["snapshot", "known", 7])
    assert following.talk.heard_nothing()


def test_a_handler_that_throws_gets_a_snapshot(following: Visit) -> None:
    following.page.run("() => { handlers.event = () => { throw new Error('clumsy'); }; }")
    frame(following.talk, 6)

    assert following.talk.heard("sub")["d"] == {"ch": CHANNEL}
    assert eventually(following.page.uncaught) == ["clumsy"]


def test_a_snapshot_that_was_asked_for_while_away_is_asked_for_at_the_return(
    following: Visit,
) -> None:
    following.talk.drop()
    following.is_told(["away"])
    following.page.run("(channel) => house.refetch(channel)", CHANNEL)

    talk = following.comes_back()
    assert talk.heard("sub")["d"] == {"ch": CHANNEL}


def test_a_channel_that_is_left_tells_nothing_more(following: Visit) -> None:
    following.page.run("(channel) => house.unfollow(channel)", CHANNEL)

    assert following.talk.heard("unsub")["d"] == {"ch": CHANNEL}
    frame(following.talk, 6)
    following.talk.drop()
    following.is_told(["away"])
    assert following.comes_back().heard_nothing()


def test_a_sub_that_the_house_could_not_answer_is_repeated(following: Visit) -> None:
    frame(following.talk, 9)
    asked = following.talk.heard("sub")
    problem = {"code": "unavailable", "status": 503}
    following.talk.say("nack", {"id": asked["id"], "problem": problem})
    assert following.talk.heard_nothing()

    following.page.let_pass(2500)
    assert following.talk.heard("sub")["d"] == {"ch": CHANNEL}
