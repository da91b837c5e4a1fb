"""What a viewer sees of an event (docs/security.md#hidden-cards)."""

from typing import get_args

from tables.engine.hand.events import (
    CardsDealt,
    CardsDiscarded,
    DealtHand,
    DeckSealed,
    Folded,
    HoleDealt,
)
from tables.engine.rules.audience import Audience
from tables.engine.table.events import LeaveRequested, SeatOptionsChanged, TopUpQueued
from tables.engine.view import SPECTATOR, VISIBLE, FeedEvent, Viewer, project

DEALT = HoleDealt((DealtHand(1, (0, 2)), DealtHand(2, (1, 3))))
SEAT_1 = Viewer(seat=1, own_cards={0: 51, 2: 50})


def test_every_event_says_itself_who_may_see_it() -> None:
    for event_class in get_args(FeedEvent):
        assert isinstance(vars(event_class)["AUDIENCE"], Audience), event_class


def test_what_is_not_for_everybody_is_named_here_too() -> None:
    """Who opens one of these to more readers has to say it twice."""
    hidden = {cls.__name__: cls.AUDIENCE for cls in get_args(FeedEvent)}
    assert {name for name, who in hidden.items() if who is Audience.NOBODY} == {"DeckSealed"}
    assert {name for name, who in hidden.items() if who is Audience.SEAT} == {
        "LeaveRequested",
        "SeatOptionsChanged",
        "SitOutRequested",
        "TopUpDropped",
        "TopUpQueued",
    }
    assert {cls.__name__ for cls in get_args(FeedEvent)} - {"DeckSealed"} == {
        cls.__name__ for cls in VISIBLE
    }


def test_a_player_sees_his_own_cards_and_no_others() -> None:
    assert project(DEALT, SEAT_1) == HoleDealt(
        (DealtHand(1, (0, 2), (51, 50)), DealtHand(2, (1, 3)))
    )


def test_a_player_sees_what_came_to_him_later_and_nobody_else_does() -> None:
    """R-DEA-4, R-LOW-6: stud's last card, and what was drawn, also under a new position."""
    seventh = CardsDealt("seventh", (DealtHand(1, (40,)), DealtHand(2, (41,))))
    drawn = CardsDiscarded(1, (0,), (52,))
    own = Viewer(seat=1, own_cards={40: 7, 52: 8})
    assert project(seventh, own) == CardsDealt(
        "seventh", (DealtHand(1, (40,), (7,)), DealtHand(2, (41,)))
    )
    assert project(drawn, own) == CardsDiscarded(1, (0,), (52,), (8,))
    for viewer in (SPECTATOR, Viewer(seat=2, own_cards={41: 9})):
        assert project(drawn, viewer) == drawn
    assert project(seventh, SPECTATOR) == seventh


def test_what_a_seat_does_of_its_own_accord_is_its_players_business() -> None:
    event = SeatOptionsChanged(1, straddle=True, run_it=False)
    assert project(event, SEAT_1) == event
    assert project(event, Viewer(seat=2)) is None


def test_a_spectator_sees_positions_only() -> None:
    assert project(DEALT, SPECTATOR) == DEALT


def test_a_player_without_cards_of_his_own_sees_what_a_spectator_sees() -> None:
    assert project(DEALT, Viewer(seat=2)) == DEALT


def test_cards_under_a_wrong_seat_open_nothing() -> None:
    assert project(DEALT, Viewer(seat=2, own_cards={0: 51, 2: 50})) == DEALT


def test_nobody_sees_the_sealed_deck() -> None:
    sealed = DeckSealed("k", b"n", b"c")
    assert [project(sealed, viewer) for viewer in (SEAT_1, SPECTATOR)] == [None, None]


def test_what_concerns_one_seat_is_hidden_from_the_others() -> None:
    for event in (LeaveRequested(1), TopUpQueued(1, 100, 100)):
        assert project(event, SEAT_1) == event
        assert project(event, Viewer(seat=2)) is None
        assert project(event, SPECTATOR) is None


def test_an_event_that_is_not_on_the_list_is_hidden_whatever_it_says() -> None:
    class Invented(Folded, frozen=True, tag="hand.invented"):
        """Nobody has thought about who may see it."""

    assert project(Invented(1), SEAT_1) is None


def test_a_viewer_prints_no_card() -> None:
    assert repr(SEAT_1) == "Viewer(seat=1)"
