"""`choices.js` and `held.js` in a real browser: which buttons a turn has, and what lies where."""

from typing import Any

import pytest

from tests.pokerhouse.console.modules import ModulePage, modules_origin, page

__all__ = ["modules_origin", "page"]

pytestmark = pytest.mark.e2e

LEGAL = {
    "seat": 1,
    "turn": 3,
    "to_call_chips": 0,
    "min_to_chips": 0,
    "max_to_chips": 0,
    "has_two_amounts": False,
    "bring_in_chips": 0,
    "min_cards": 0,
    "max_cards": 0,
    "max_times": 0,
}
CHOICES = """async ({ legal, everything }) => {
  const { choicesOf } = await import("/table/state/choices.js");
  return choicesOf(legal, everything);
}"""


def choices(page: ModulePage, everything: int = 500, **legal: Any) -> Any:
    return page.run(CHOICES, {"legal": {**LEGAL, **legal}, "everything": everything})


def short(found: Any) -> list[tuple[str, int | None, str]]:
    """Return each button as its action, the amount that it sends, and its key."""
    return [(each["action"], each.get("to"), each["key"]) for each in found["buttons"]]


def test_a_fixed_limit_has_one_button_for_its_one_amount(page: ModulePage) -> None:
    """R-FL-1."""
    kinds = ["call", "fold", "raise"]
    found = choices(page, kinds=kinds, to_call_chips=10, min_to_chips=20, max_to_chips=20)

    assert short(found) == [("fold", None, "F"), ("call", None, "C"), ("raise", 20, "R")]
    assert found["buttons"][2]["label"] == "Raise to {chips}"
    assert found["range"] is None


def test_a_range_has_its_bounds(page: ModulePage) -> None:
    """R-SPR-1, R-PL-1."""
    found = choices(page, kinds=["check", "fold", "bet"], min_to_chips=2, max_to_chips=10)

    assert short(found) == [("fold", None, "F"), ("check", None, "C")]
    assert found["range"] == {"kind": "bet", "min": 2, "max": 10}


def test_two_amounts_are_two_buttons(page: ModulePage) -> None:
    """R-STU-4: with an open pair on fourth street."""
    found = choices(
        page, kinds=["check", "bet"], min_to_chips=10, max_to_chips=20, has_two_amounts=True
    )

    assert short(found) == [("check", None, "C"), ("bet", 10, "R"), ("bet", 20, "T")]
    assert found["range"] is None


def test_stud_is_opened_with_the_bring_in_or_completed(page: ModulePage) -> None:
    """R-BRI-2: only these two amounts, or with the house's switch any between them."""
    opening: dict[str, Any] = {
        "kinds": ["bring_in", "bet", "complete"],
        "bring_in_chips": 3,
        "min_to_chips": 3,
        "max_to_chips": 10,
    }

    two = choices(page, **opening, has_two_amounts=True)
    assert short(two) == [("bring_in", None, "C"), ("complete", None, "R")]
    assert [each["chips"] for each in two["buttons"]] == [3, 10]
    assert choices(page, **opening)["range"] == {"kind": "bet", "min": 4, "max": 10}


def test_a_raise_to_the_full_bet_completes(page: ModulePage) -> None:
    kinds = ["call", "fold", "raise", "complete"]
    found = choices(page, kinds=kinds, to_call_chips=3, min_to_chips=10, max_to_chips=10)

    assert short(found)[2] == ("complete", None, "R")
    assert found["buttons"][2]["label"] == "Complete to {chips}"


def test_a_short_stack_is_all_in(page: ModulePage) -> None:
    """R-NL-4."""
    amounts = {"to_call_chips": 10, "min_to_chips": 15, "max_to_chips": 15}
    found = choices(page, 15, kinds=["call", "fold", "raise", "all_in"], **amounts)

    assert short(found)[2] == ("raise", 15, "R")
    assert found["buttons"][2]["label"] == "All-in {chips}"
    only = choices(page, 8, kinds=["call", "fold", "all_in"], to_call_chips=8)
    assert short(only)[2] == ("all_in", None, "R")


def test_how_often_to_run_it_is_a_button_each(page: ModulePage) -> None:
    found = choices(page, kinds=["run_it"], max_times=3)

    assert [(each["n"], each["key"]) for each in found["buttons"]] == [(1, "1"), (2, "2"), (3, "3")]
    assert len(choices(page, kinds=["run_it"], max_times=2)["buttons"]) == 2


PICKS = """async ({ limits, taps }) => {
  const { Picks } = await import("/table/state/choices.js");
  const picks = new Picks();
  picks.allow("turn 1", limits, [4, 9, 14, 19, 24]);
  const told = () => [[...picks.picked], picks.isEnough, picks.button.label];
  const states = [told(), ...taps.map((position) => { picks.toggle(position); return told(); })];
  picks.allow("turn 1", limits, [4, 9, 14, 19, 24]);
  const kept = told();
  picks.allow("turn 2", limits, [4, 9]);
  return { states, kept, next: told() };
}"""


def test_cards_to_exchange_are_picked_and_put_back(page: ModulePage) -> None:
    """R-LOW-6: none is to stand pat; a card that one does not hold is no choice."""
    found = page.run(PICKS, {"limits": {"min": 0, "max": 5}, "taps": [9, 24, 9, 7]})

    assert found["states"] == [
        [[], True, "Stand pat"],
        [[9], True, "Draw {count}"],
        [[9, 24], True, "Draw {count}"],
        [[24], True, "Draw {count}"],
        [[24], True, "Draw {count}"],
    ]
    assert found["kept"] == found["states"][-1]
    assert found["next"] == [[], True, "Stand pat"]


def test_pineapple_puts_one_card_away_and_not_two(page: ModulePage) -> None:
    found = page.run(PICKS, {"limits": {"min": 1, "max": 1}, "taps": [9, 24]})

    assert found["states"] == [
        [[], False, "Put a card away"],
        [[9], True, "Put a card away"],
        [[24], True, "Put a card away"],
    ]


HELD = """async ({ hand, dealt, own }) => {
  const { heldBy } = await import("/table/state/held.js");
  return heldBy(hand, dealt, own).map(({ card, isUp, position }) => [card, isUp, position]);
}"""
RUNNING = {"is_over": False}


def held(page: ModulePage, dealt: Any, own: Any = None, hand: Any = RUNNING) -> Any:
    seat = {"seat": 1, "status": "able", "cards": [], "upcards": [], **dealt}
    return page.run(HELD, {"hand": hand, "dealt": seat, "own": own})


def test_stud_has_its_open_cards_between_the_closed_ones(page: ModulePage) -> None:
    """R-DEA-4: two down, four up, one down."""
    up = ["As", "Kd", "2c", "7h"]
    others = held(page, {"card_count": 7, "upcards": up})
    assert [card for card, _, _ in others] == [None, None, *up, None]
    assert [is_up for _, is_up, _ in others] == [False, False, True, True, True, True, False]

    own = {"cards": ["9s", "9d", *up, "9h"], "positions": [1, 2, 3, 4, 5, 6, 7]}
    mine = held(page, {"card_count": 7, "upcards": up}, own)
    assert mine[0] == ["9s", False, 1]
    assert mine[2] == ["As", True, 3]
    assert mine[6] == ["9h", False, 7]


def test_hidden_hands_are_as_many_backs_as_they_have_cards(page: ModulePage) -> None:
    assert held(page, {"card_count": 5}) == [[None, False, None]] * 5
    assert held(page, {"card_count": 5, "status": "folded"}) == []
    assert held(page, {"card_count": 5}, hand={"is_over": True}) == []
    shown = ["2c", "3c", "4c", "5c", "7d"]
    assert [each[0] for each in held(page, {"card_count": 5, "cards": shown})] == shown


def test_ones_own_folded_cards_stay_to_be_seen_until_the_hand_is_over(page: ModulePage) -> None:
    own = {"cards": ["9s", "9d"], "positions": [1, 2]}
    folded = {"card_count": 2, "status": "folded"}
    assert held(page, folded, own) == [["9s", False, 1], ["9d", False, 2]]
    assert held(page, folded, own, {"is_over": True}) == []
