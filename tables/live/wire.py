"""
The form of events outside: one for REST and sockets; the golden vectors keep it.

Names are the engine's; cards are text, a hand's events say which hand, a turn says when its time
is up. Who may see what has been decided by `view.project` before.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeAlias
from uuid import UUID

import msgspec

from pokerhouse.eventstore.codec import house_time, time_ms
from tables.engine.hand.events import (
    BoardCorrected,
    BoardDealt,
    CardExposed,
    CardsDealt,
    CardsDiscarded,
    CardsEntered,
    CardsShown,
    HandStarted,
    HoleDealt,
    TurnStarted,
)
from tables.engine.rules.cards import text_of
from tables.engine.rules.games import GAMES
from tables.engine.rules.terms import Card
from tables.engine.table.events import ButtonDrawn, ClockExtended, TableOpened
from tables.engine.view import FeedEvent, Viewer, project
from tables.live import codec
from tables.live.codec import Happened

Body = dict[str, Any]


def frame(
    happened: Happened, viewer: Viewer, *, epoch: int, turn_ms: int, at: datetime
) -> Body | None:
    """
    Return the event as `viewer` may see it; None if he may see its number only.

    `at` is when it is read: a turn says how much time is left then.
    """
    event = project(happened.event, viewer)
    if event is None:
        return None
    body = body_of(event)
    if isinstance(happened.event, CardsDealt):
        _say_which_lie_open(happened.event, body)
    if happened.is_in_hand:
        body["hand"] = str(happened.stream)
    if isinstance(event, TurnStarted):
        _add_clock(body, time_ms(happened.at) + turn_ms, at)
    return {
        "t": codec.type_of(type(event)),
        "ch": channel_of(happened.table_id),
        "seq": happened.seq,
        "ep": epoch,
        "ts": happened.at,
        "d": body,
    }


def channel_of(table_id: UUID) -> str:
    """Return what sockets call the table's feed."""
    return f"table:{table_id}"


def body_of(event: FeedEvent) -> Body:
    """Return the event's facts, ready for JSON."""
    body: Body = msgspec.to_builtins(event)
    del body["type"]
    change = _CHANGES.get(type(event))
    if change is not None:
        change(event, body)
    return body


def card_texts(cards: tuple[Card | None, ...]) -> list[str | None]:
    """Return cards as clients read them, `As`; None where nobody knows the card."""
    return [None if card is None else text_of(card) for card in cards]


def time_text(ms: int) -> str:
    """Return milliseconds since 1970 as clients read times."""
    return house_time(datetime.fromtimestamp(ms / 1000, UTC))


def _add_clock(turn: Body, deadline_ms: int, at: datetime) -> None:
    """A turn says how much time is left, for clients whose clock is wrong."""
    now_text = house_time(at)
    turn["deadline_at"] = time_text(deadline_ms)
    turn["remaining_ms"] = max(0, deadline_ms - time_ms(now_text))
    turn["server_now"] = now_text


_WithFaces: TypeAlias = CardsShown | CardsDiscarded | CardsEntered | BoardCorrected


def _faces(event: _WithFaces | BoardDealt, body: Body) -> None:
    del body["faces"]
    body["cards"] = card_texts(event.faces)


_BOARD_LENGTHS = {
    street.name: sum(before.board for before in game.streets[: place + 1])
    for game in GAMES.values()
    for place, street in enumerate(game.streets)
    if game.family == "flop" and place
}
"""How many cards lie on a board after a street: the same in all flop games."""


def _board_dealt(event: BoardDealt, body: Body) -> None:
    """Another board shares what lay there before it was split off."""
    _faces(event, body)
    shared = _BOARD_LENGTHS.get(event.street, 0) - len(event.positions) if event.board else 0
    body["shared_count"] = shared


_UP_STREETS = frozenset(
    street.name for game in GAMES.values() for street in game.streets if street.up
)


def _say_which_lie_open(event: CardsDealt, body: Body) -> None:
    """The owner's frame has faces of closed cards, too: only the event says which are open."""
    for dealt, shown in zip(event.hands, body["hands"], strict=True):
        shown["is_up"] = event.street in _UP_STREETS and bool(dealt.faces)


def _card_exposed(event: CardExposed, body: Body) -> None:
    del body["face"]
    body["card"] = None if event.face is None else text_of(event.face)


def _dealt(event: HoleDealt | CardsDealt, body: Body) -> None:
    for dealt, shown in zip(event.hands, body["hands"], strict=True):
        del shown["faces"]
        shown["cards"] = card_texts(dealt.faces)


def _button_drawn(event: ButtonDrawn, body: Body) -> None:
    for drawn, shown in zip(event.cards, body["cards"], strict=True):
        shown["card"] = text_of(drawn.card)


def _clock_extended(event: ClockExtended, body: Body) -> None:
    del body["deadline_at_ms"]
    body["deadline_at"] = time_text(event.deadline_at_ms)


def _hand_started(event: HandStarted, body: Body) -> None:
    """A hand's stamp holds every switch; a player who wants them reads the table."""
    game = GAMES[event.game]
    body["rules"] = event.rules.id
    body["family"] = game.family
    body["street"] = game.streets[0].name


def _config_rules(event: TableOpened, body: Body) -> None:
    body["config"]["rules"] = event.config.rules.id


_CHANGES: dict[type, Callable[[Any, Body], None]] = {
    CardsShown: _faces,
    CardsDiscarded: _faces,
    CardsEntered: _faces,
    BoardCorrected: _faces,
    BoardDealt: _board_dealt,
    HoleDealt: _dealt,
    CardsDealt: _dealt,
    CardExposed: _card_exposed,
    ButtonDrawn: _button_drawn,
    ClockExtended: _clock_extended,
    HandStarted: _hand_started,
    TableOpened: _config_rules,
}
