"""Laws of histories as Open Hand History, over random hands of every game."""

import pytest

from tables.engine.hand.events import BoardDealt, CardExposed, CardsDealt, CardsShown, HandEvent
from tables.engine.hand.state import VOIDED
from tables.engine.rules.cards import text_of
from tables.engine.rules.games import GAMES
from tables.histories.ohh.write import HandInfo, to_json, write_ohh
from tests.support.every_game import AnyHand, any_hands, own_cards
from tests.support.ohh import Ohh, actions_of, cards_in, put_in, read_ohh, won
from tests.support.random_hands import Playing

HANDS = 300
PER_GAME = 30
EURO = HandInfo(
    hand="01990000-0000-7000-8000-000000000001",
    started_at="2026-01-02T03:04:05.678Z",
    table="Table 1",
    seat_count=10,
    currency="EUR",
    exponent=2,
)


def played(seed: int) -> Playing:
    return Playing(seed).to_the_end()


def history(hand: Playing | AnyHand) -> Ohh:
    return read_ohh(to_json(write_ohh(hand.events, EURO)))


def public_cards(events: tuple[HandEvent, ...]) -> set[str]:
    faces: list[int | None] = []
    for event in events:
        if isinstance(event, BoardDealt | CardsShown):
            faces += event.faces
        elif isinstance(event, CardsDealt):
            faces += [face for dealt in event.hands for face in dealt.faces]
        elif isinstance(event, CardExposed):
            faces.append(event.face)
    return {text_of(face) for face in faces if face is not None}


@pytest.fixture(scope="module")
def histories() -> list[tuple[Playing | AnyHand, Ohh]]:
    at_random = [played(seed) for seed in range(HANDS)]
    hands: list[Playing | AnyHand] = [
        *(hand for hand in at_random if hand.hand.phase != VOIDED),  # a misdeal has no history
        *any_hands(PER_GAME),
    ]
    return [(hand, history(hand)) for hand in hands]


def test_what_winners_rake_and_jackpot_get_is_what_was_put_in(
    histories: list[tuple[Playing | AnyHand, Ohh]],
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
    histories: list[tuple[Playing | AnyHand, Ohh]],
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
    histories: list[tuple[Playing | AnyHand, Ohh]],
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
    histories: list[tuple[Playing | AnyHand, Ohh]],
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


def test_an_observer_reads_public_cards_a_player_his_own_and_an_auditor_all(
    histories: list[tuple[Playing | AnyHand, Ohh]],
) -> None:
    for hand, ohh in histories:
        public = public_cards(hand.events)
        assert cards_in(ohh) == public
        every_card = set(public)
        for seat in hand.hand.index:
            own = own_cards(hand.events, seat, hand.deck)
            held = {text_of(card) for card in own}
            every_card |= held
            read = read_ohh(to_json(write_ohh(hand.events, EURO, hero=seat, hole={seat: own})))
            assert cards_in(read) == public | held
        audit = read_ohh(to_json(write_ohh(hand.events, EURO, deck=hand.deck)))
        assert cards_in(audit) == every_card


def test_the_parts_of_a_pot_add_up_to_it(histories: list[tuple[Playing | AnyHand, Ohh]]) -> None:
    """R-LOW-2: its halves, on each of its boards."""
    split = 0
    for _, ohh in histories:
        for pot in ohh["pots"]:
            parts = pot.get("_parts", ())
            if parts:
                split += 1
                assert sum(part["amount"] for part in parts) == pot["amount"]
                wins = [win["win_amount"] for part in parts for win in part["player_wins"]]
                assert sum(wins) == sum(win["win_amount"] for win in pot["player_wins"])
    assert split > 50


def test_every_game_is_among_the_hands(histories: list[tuple[Playing | AnyHand, Ohh]]) -> None:
    """Else the laws above would say little."""
    game_types = [ohh.get("_game", ohh["game_type"]) for _, ohh in histories]
    exact = {"holdem": "Holdem", "omaha": "Omaha", "omaha8": "OmahaHiLo"}
    exact |= {"stud7": "Stud", "stud8": "StudHiLo"}
    assert set(game_types) == {exact.get(code, code) for code in GAMES}
    assert {flag for _, ohh in histories for flag in ohh["flags"]} == {"Observed", "Run_It_Twice"}
