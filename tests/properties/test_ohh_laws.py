"""Laws of histories as Open Hand History, over random hands under random rules."""

import pytest

from tables.engine.cards import text_of
from tables.engine.events import BoardDealt, CardsShown, HandEvent
from tables.histories.ohh_write import About, to_json, write_ohh
from tests.support.ohh import Ohh, actions_of, cards_in, put_in, read_ohh, won
from tests.support.random_hands import Playing

HANDS = 300
EURO = About(
    hand="01990000-0000-7000-8000-000000000001",
    started_at="2026-01-02T03:04:05.678Z",
    table="Table 1",
    seat_count=10,
    currency="EUR",
    exponent=2,
)


def played(seed: int) -> Playing:
    return Playing(seed).to_the_end()


def history(hand: Playing) -> Ohh:
    return read_ohh(to_json(write_ohh(hand.events, EURO)))


def public_cards(events: tuple[HandEvent, ...]) -> set[str]:
    return {
        text_of(face)
        for event in events
        if isinstance(event, BoardDealt | CardsShown)
        for face in event.faces
        if face is not None
    }


@pytest.fixture(scope="module")
def histories() -> list[tuple[Playing, Ohh]]:
    hands = [played(seed) for seed in range(HANDS)]
    return [(hand, history(hand)) for hand in hands]


def test_what_winners_rake_and_jackpot_get_is_what_was_put_in(
    histories: list[tuple[Playing, Ohh]],
) -> None:
    raked = 0
    for _, ohh in histories:
        for pot in ohh["pots"]:
            wins = sum(win["win_amount"] for win in pot["player_wins"])
            assert wins + pot["rake"] + pot["jackpot"] == pot["amount"]
            raked += pot["rake"] > 0
        assert sum(pot["amount"] for pot in ohh["pots"]) == sum(put_in(ohh).values())
    assert raked > 50


def test_the_stack_at_the_end_follows_from_the_actions_and_the_pots(
    histories: list[tuple[Playing, Ohh]],
) -> None:
    for hand, ohh in histories:
        paid, got = put_in(ohh), won(ohh)
        stacks = {seat.seat: seat.stack_chips for seat in hand.hand.seats}
        for player in ohh["players"]:
            number = player["id"]
            end = player["starting_stack"] - paid[number] + got[number]
            assert end == player["_finishing_stack"]
            assert end * 100 == stacks[player["seat"]]


def test_players_rounds_actions_and_pots_are_numbered_and_every_player_exists(
    histories: list[tuple[Playing, Ohh]],
) -> None:
    for _, ohh in histories:
        ids = [player["id"] for player in ohh["players"]]
        assert ids == list(range(len(ids)))
        assert {action["player_id"] for action in actions_of(ohh)} <= set(ids)
        assert {win["player_id"] for pot in ohh["pots"] for win in pot["player_wins"]} <= set(ids)
        assert [each["id"] for each in ohh["rounds"]] == list(range(len(ohh["rounds"])))
        assert [pot["number"] for pot in ohh["pots"]] == list(range(len(ohh["pots"])))
        for each in ohh["rounds"]:
            numbers = [action["action_number"] for action in each["actions"]]
            assert numbers == list(range(1, len(numbers) + 1))


def test_an_all_in_is_marked_where_the_stack_ends_and_nowhere_else(
    histories: list[tuple[Playing, Ohh]],
) -> None:
    """But for time-outs, which freeze a claim and keep the stack (R-TIM-5)."""
    seen = 0
    for _, ohh in histories:
        stacks = {player["id"]: player["starting_stack"] for player in ohh["players"]}
        for action in actions_of(ohh):
            stacks[action["player_id"]] -= action["amount"]
            if action["amount"]:
                assert action["is_allin"] == (stacks[action["player_id"]] == 0)
            elif action["is_allin"] and "_timed_out" not in action:
                assert stacks[action["player_id"]] == 0
            seen += action["is_allin"]
    assert seen > HANDS


def test_no_unseen_card_stands_in_an_observers_history_and_the_auditors_has_them_all(
    histories: list[tuple[Playing, Ohh]],
) -> None:
    for hand, ohh in histories:
        public = public_cards(hand.events)
        assert cards_in(ohh) == public
        held = {text_of(hand.deck[p]) for seat in hand.hand.seats for p in seat.positions}
        audit = read_ohh(to_json(write_ohh(hand.events, EURO, deck=hand.deck)))
        assert cards_in(audit) == public | held
