"""
The bodies of a feed's events outside, as structs: their schema, made from the engine's classes.

`wire` makes the bodies themselves; the tests hold every golden frame to these classes.
"""

from typing import Annotated, Any, TypeAlias
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct
from msgspec.structs import fields

from pokerhouse.common.struct_docs import field_docs
from pokerhouse.common.struct_forms import Time
from pokerhouse.realtime.frame_forms import frame_form
from tables.engine.hand import events as hand_events
from tables.engine.hand.legal import Legal
from tables.engine.rules.audience import Audience
from tables.engine.rules.games import Family
from tables.engine.rules.terms import Position, SeatNo
from tables.engine.table import events as table_events
from tables.engine.table.state import TableConfig
from tables.live.codec import EVENT_CLASSES, AnyEvent
from tables.live.state_forms import CardText


class DealtView(Struct, frozen=True):
    """The cards that one seat was dealt."""

    seat: SeatNo
    positions: tuple[Position, ...]
    """Their places in the deck, in the order in which they came."""
    cards: tuple[CardText | None, ...]
    """Their faces, for their owner; empty for everybody else, unless they lie open."""


class OpenDealtView(DealtView, frozen=True):
    """The cards that one seat was dealt in stud."""

    is_up: bool
    """Whether they lie open."""


class DrawnView(Struct, frozen=True):
    """The card that a seat drew for the button."""

    seat: SeatNo
    card: CardText


def _form_of(name: str, text: str, source: type[Struct], without: set[str], more: "More") -> Any:
    """Return a struct with the fields of `source`, but for those of `without`, and `more`."""
    docs = field_docs(source)
    kept: list[Any] = [
        (field.name, _described(field.type, docs.get(field.name)))
        for field in fields(source)
        if field.name not in without
    ]
    required = [(key, _described(kind, doc)) for key, (kind, doc) in more.items() if key[-1] != "?"]
    optional = [
        (key[:-1], _described(kind, doc), UNSET)
        for key, (kind, doc) in more.items()
        if key[-1] == "?"
    ]
    form = defstruct(name, [*kept, *required, *optional], frozen=True, module=__name__)
    form.__doc__ = text
    return form


def _described(kind: Any, text: str | None) -> Any:
    return Annotated[kind, Meta(description=text)] if text else kind


More: TypeAlias = dict[str, tuple[Any, str]]
"""Fields that the wire has and the engine has not, each with what it is; `?`: not always there."""

_CARDS = (tuple[CardText, ...], "The faces, in the order of the positions.")
_KNOWN_CARDS = (tuple[CardText | None, ...], "The faces; null where nobody knows the card.")
_HAND: More = {"hand": (UUID, "The hand.")}
_LEGAL = (
    Legal | UnsetType,
    "What the player may do; only for that player, and while the decision is owed.",
)

ConfigView = _form_of(
    "ConfigView",
    "What a table is opened with.",
    TableConfig,
    {"rules"},
    {"rules": (str, "The preset of the house rules.")},
)

_CHANGES: dict[type, tuple[set[str], More]] = {
    hand_events.CardsShown: ({"faces"}, {"cards": _CARDS}),
    hand_events.CardsEntered: ({"faces"}, {"cards": _CARDS}),
    hand_events.CardsDiscarded: (
        {"faces"},
        {"cards": (tuple[CardText, ...], "The new ones, for their owner; else empty.")},
    ),
    hand_events.BoardCorrected: ({"faces"}, {"cards": _KNOWN_CARDS}),
    hand_events.BoardDealt: (
        {"faces"},
        {
            "cards": _KNOWN_CARDS,
            "shared_count": (int, "How many cards of the first board another board begins with."),
        },
    ),
    hand_events.HoleDealt: (
        {"hands"},
        {"hands": (tuple[DealtView, ...], "Who was dealt what, in the order of the deal.")},
    ),
    hand_events.CardsDealt: (
        {"hands"},
        {"hands": (tuple[OpenDealtView, ...], "Who was dealt what, in the order of the deal.")},
    ),
    hand_events.CardExposed: (
        {"face"},
        {"card": (CardText | None, "The card; null where nobody knows it.")},
    ),
    hand_events.HandStarted: (
        {"rules"},
        {
            "rules": (str, "The preset of the house rules."),
            "family": (Family, "The kind of variant."),
            "street": (str, "The first betting round."),
        },
    ),
    hand_events.TurnStarted: (
        set(),
        {
            "deadline_at": (Time, "When its time is up, without the grace."),
            "remaining_ms": (int, "Time left when this was read, in milliseconds."),
            "server_now": (Time, "When this was read."),
            "legal?": _LEGAL,
        },
    ),
    hand_events.BoardDeclared: (set(), {"legal?": _LEGAL}),
    table_events.ButtonDrawn: (
        {"cards"},
        {"cards": (tuple[DrawnView, ...], "Who drew which card, lowest seat first.")},
    ),
    table_events.ClockExtended: (
        {"deadline_at_ms"},
        {"deadline_at": (Time, "When its time is up now, without the grace.")},
    ),
    table_events.TableOpened: (
        {"config"},
        {"config": (ConfigView, "What is played, and how.")},
    ),
}


def _name_of(tag: str) -> str:
    """Return the component's name: `hand.hole_dealt` is `HandHoleDealt`."""
    return "".join(word.capitalize() for word in tag.replace(".", "_").split("_"))


def _body_of(tag: str, event_class: type[AnyEvent]) -> type[Struct]:
    without, more = _CHANGES.get(event_class, (set(), {}))
    if tag.startswith("hand."):
        more = {**more, **_HAND}
    form: type[Struct] = _form_of(
        _name_of(tag), event_class.__doc__ or "", event_class, without, more
    )
    return form


BODIES: dict[str, type[Struct]] = {
    tag: _body_of(tag, event_class)
    for tag, event_class in EVENT_CLASSES.items()
    if event_class.AUDIENCE is not Audience.NOBODY
}
"""The body of every event that somebody may see, by its type on the wire."""

FRAMES: dict[str, type[Struct]] = {tag: frame_form(tag, body) for tag, body in BODIES.items()}
"""The frames of a table's feed, beside skips."""
