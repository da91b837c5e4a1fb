"""
The form in which events leave the house: one for REST and sockets, the golden vectors hold it.

Names are the engine's; cards are text, a hand's events say which hand, a turn says when its time
is up. Who sees what is `view.project`'s business, before anything gets here.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec

from pokerhouse.eventstore.codec import house_time, time_ms
from tables import codec
from tables.codec import Happened
from tables.engine.cards import text_of
from tables.engine.clock import TURN_MS
from tables.engine.events import BoardDealt, CardsShown, HandStarted, HoleDealt, TurnStarted
from tables.engine.table_events import ButtonDrawn, ClockExtended, TableOpened
from tables.engine.terms import Card
from tables.engine.view import FeedEvent, Viewer, project

Body = dict[str, Any]


def frame(happened: Happened, viewer: Viewer, *, epoch: int, turn_ms: int = TURN_MS) -> Body | None:
    """Return the event as `viewer` may see it, or None: only its number is for him."""
    event = project(happened.event, viewer)
    if event is None:
        return None
    body = body_of(event)
    if happened.is_in_hand:
        body["hand"] = str(happened.stream)
    if isinstance(event, TurnStarted):
        body["deadline_at"] = time_text(time_ms(happened.at) + turn_ms)
    return {
        "t": codec.type_of(type(event)),
        "ch": f"table:{happened.table_id}",
        "seq": happened.seq,
        "ep": epoch,
        "ts": happened.at,
        "d": body,
    }


def body_of(event: FeedEvent) -> Body:
    """Return the event's facts, ready for JSON."""
    body: Body = msgspec.to_builtins(event)
    del body["type"]
    change = _CHANGES.get(type(event))
    if change is not None:
        change(event, body)
    return body


def cards_text(cards: tuple[Card | None, ...]) -> list[str | None]:
    """Return cards as clients read them, `As`; None where nobody knows the card."""
    return [None if card is None else text_of(card) for card in cards]


def time_text(ms: int) -> str:
    """Return milliseconds since 1970 as clients read times."""
    return house_time(datetime.fromtimestamp(ms / 1000, UTC))


def _faces(event: CardsShown | BoardDealt, body: Body) -> None:
    del body["faces"]
    body["cards"] = cards_text(event.faces)


def _hole_dealt(event: HoleDealt, body: Body) -> None:
    for dealt, shown in zip(event.hands, body["hands"], strict=True):
        del shown["faces"]
        shown["cards"] = cards_text(dealt.faces)


def _button_drawn(event: ButtonDrawn, body: Body) -> None:
    for drawn, shown in zip(event.cards, body["cards"], strict=True):
        shown["card"] = text_of(drawn.card)


def _clock_extended(event: ClockExtended, body: Body) -> None:
    del body["deadline_at_ms"]
    body["deadline_at"] = time_text(event.deadline_at_ms)


def _rules_by_name(event: HandStarted, body: Body) -> None:
    """A hand's stamp holds every switch; a player who wants them reads the table."""
    body["rules"] = event.rules.id


def _config_rules(event: TableOpened, body: Body) -> None:
    body["config"]["rules"] = event.config.rules.id


_CHANGES: dict[type, Callable[[Any, Body], None]] = {
    CardsShown: _faces,
    BoardDealt: _faces,
    HoleDealt: _hole_dealt,
    ButtonDrawn: _button_drawn,
    ClockExtended: _clock_extended,
    HandStarted: _rules_by_name,
    TableOpened: _config_rules,
}
