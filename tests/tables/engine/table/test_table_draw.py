"""The draw for the button (R-BTN-1)."""

import pytest

from tables.engine.rules.cards import card_of
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.ruleset import RuleSet
from tables.engine.table import commands as cmd
from tables.engine.table import events as ev
from tables.engine.table.button_draw import DrawnCard
from tables.engine.table.state import SitOutWhen
from tests.support.tables import TestTable, positions, posts, refusal_code


def _cards(*drawn: tuple[int, str]) -> tuple[DrawnCard, ...]:
    return tuple(DrawnCard(seat, card_of(text)) for seat, text in drawn)


@pytest.mark.parametrize(
    ("cards", "button"),
    [
        (((1, "Kd"), (3, "Ks"), (4, "Qs")), 3),
        (((1, "Ac"), (3, "Ks"), (4, "Kh")), 1),
        (((1, "2c"), (3, "2d"), (4, "2h")), 4),
        (((1, "Tc"), (3, "9s"), (4, "8s")), 1),
    ],
)
def test_the_highest_card_takes_the_button_and_suits_break_ties(
    cards: tuple[tuple[int, str], ...], button: int
) -> None:
    """R-BTN-1: ace high; spades, hearts, diamonds, clubs."""
    at = TestTable(1, 3, 4)

    assert at.do(cmd.DrawButton(_cards(*cards))) == (ev.ButtonDrawn(_cards(*cards), button),)
    assert at.start().button == button


@pytest.mark.parametrize(
    "cards",
    [
        _cards((1, "Kd"), (3, "Ks")),
        _cards((3, "Ks"), (1, "Kd"), (4, "Qs")),
        _cards((1, "Kd"), (3, "Ks"), (5, "Qs")),
        _cards((1, "Kd"), (3, "Kd"), (4, "Qs")),
        _cards((1, "Kd"), (3, "Ks"), (4, "Qs"), (4, "Qh")),
        (*_cards((1, "Kd"), (3, "Ks")), DrawnCard(4, 52)),
        (),
    ],
)
def test_anything_but_one_card_to_each_ready_seat_in_order_is_refused(
    cards: tuple[DrawnCard, ...],
) -> None:
    """R-BTN-1: ascending, lowest seat first."""
    at = TestTable(1, 3, 4)
    before = at.bytes()

    with pytest.raises(RuleViolation) as refused:
        at.do(cmd.DrawButton(cards))

    assert (refused.value.code, refused.value.facts) == ("draw_mismatch", {"ready": [1, 3, 4]})
    assert at.bytes() == before


def test_a_player_who_sits_out_draws_no_card() -> None:
    """R-BTN-1: every ready player."""
    at = TestTable(1, 3, 4)
    at.do(cmd.SitOut(3, SitOutWhen.NOW))

    at.do(cmd.DrawButton(_cards((1, "2c"), (4, "3c"))))

    assert positions(at.start()) == (4, 4, 1)


def test_the_house_may_ask_for_more_players_to_open() -> None:
    """R-BTN-1, A-33: `table.min_to_open`."""
    at = TestTable(1, 2, rules=RuleSet(table_min_to_open=3))
    before = at.bytes()

    with pytest.raises(RuleViolation) as refused:
        at.draw(1)

    assert refused.value.facts == {"ready": 2, "needed": 3}
    assert refused.value.code == "too_few_players"
    assert at.bytes() == before
    at.sit(3)
    at.draw(1).play()
    at.do(cmd.Leave(3, 0))
    assert len(at.start().dealt) == 2


def test_no_hand_before_the_draw_and_no_draw_during_a_hand() -> None:
    at = TestTable(1, 2, 3)

    assert refusal_code(at.start) == "button_not_drawn"
    at.draw(1).start()
    assert refusal_code(lambda: at.draw(2)) == "hand_running"


def test_the_button_goes_on_when_the_winner_of_the_draw_has_left() -> None:
    at = TestTable(1, 2, 3, 4).draw(2)
    at.do(cmd.Leave(2, 0))

    assert positions(at.start()) == (3, 4, 1)


def test_after_a_redraw_everybody_is_established() -> None:
    """R-ENT-1: also who has just come, and who owed blinds."""
    at = TestTable(1, 2, 3).draw(1)
    at.do(cmd.SitOut(3, SitOutWhen.NOW))
    at.play()
    at.play()
    at.sit(4)
    at.do(cmd.SitIn(3))

    lineup = at.draw(3).start()

    assert positions(lineup) == (3, 4, 1)
    assert posts(lineup) == [(4, "sb", 5), (1, "bb", 10)]
    assert sorted(lineup.dealt_seats) == [1, 2, 3, 4]
