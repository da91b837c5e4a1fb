"""What the audit trail keeps, in words: the deed, whom or what it was about, and its facts."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.money.cage.queries import slip_number
from pokerhouse.common.roles import Role
from pokerhouse.console.game_words import name_of
from pokerhouse.console.shell import formats
from pokerhouse.console.shell.frame import ROLE_WORDS

DEEDS: Final[Mapping[str, str]] = {
    "cage.deposit": _("Took a deposit"),
    "cage.cash_out": _("Paid out"),
    "game.create": _("Created a game"),
    "game.rename": _("Renamed a game"),
    "game.retire": _("Retired a game"),
    "hand.correct_board": _("Put the board right"),
    "hand.enter_cards": _("Entered cards"),
    "hand.misdeal": _("Declared a misdeal"),
    "hand.void": _("Took a hand back"),
    "person.bar": _("Barred"),
    "person.create": _("Entered a person"),
    "person.set_roles": _("Gave roles"),
    "person.suspend": _("Suspended"),
    "person.unsuspend": _("Let in again"),
    "seat.remove": _("Took off the table"),
    "table.change_stakes": _("Changed the stakes"),
    "table.close": _("Closed a table"),
    "table.open": _("Opened a table"),
    "table.pause": _("Paused a table"),
    "table.request_bomb_pot": _("Asked for a bomb pot"),
    "table.resume": _("Let a table play on"),
}
"""Each action that a service writes, by its name."""

KINDS: Final[Mapping[str, str]] = {
    "person": _("Person"),
    "table": _("Table"),
    "hand": _("Hand"),
    "game": _("Game"),
}

_LABELS: Final[Mapping[str, str]] = {
    "reason": _("Reason"),
    "amount_cents": _("Amount"),
    "book": _("Book"),
    "name": _("Name"),
    "game": _("Game"),
    "seat": _("Seat number"),
    "player": _("Player"),
    "applied": _("Takes effect"),
    "roles": _("Roles"),
    "before": _("Before"),
    "after": _("After"),
    "cards": _("Cards"),
    "positions": _("Places in the deck"),
    "was_settled": _("Was settled"),
    "version": _("Version"),
    "transaction": _("Posting"),
}
"""Each fact that a service writes; its command and its drawer say nothing to people."""

_WORDS: Final[Mapping[str, str]] = {
    "main": _("Real money"),
    "play": _("Play money"),
    "now": _("at once"),
    "after_hand": _("after the hand"),
    "good": _("may play"),
    "suspended": _("suspended"),
    "barred": _("barred"),
}

Names = Callable[[UUID], str]


def deed_of(action: str) -> str:
    """Return what was done, as somebody would say it."""
    return gettext(DEEDS[action]) if action in DEEDS else gettext("Something else")


def facts_of(facts: Mapping[str, Any], name_of_person: Names) -> Iterator[tuple[str, str]]:
    """Yield label and text of each fact, in an order that does not change."""
    for name, label in _LABELS.items():
        if name in facts and facts[name] not in ("", None):
            yield gettext(label), _text(name, facts[name], name_of_person)


def people_in(facts: Mapping[str, Any]) -> Iterator[UUID]:
    """Yield whom the facts are about."""
    if "player" in facts:
        yield UUID(str(facts["player"]))


def _text(name: str, fact: Any, name_of_person: Names) -> str:
    if name == "amount_cents":
        return formats.money(int(fact))
    if name == "transaction":
        return slip_number(UUID(str(fact)))
    if name == "player":
        return name_of_person(UUID(str(fact)))
    if name == "game":
        return name_of(str(fact))
    if isinstance(fact, Mapping):
        return _stakes(fact)
    if isinstance(fact, list):
        return ", ".join(_word(one) for one in fact)
    return _word(fact)


def _word(fact: Any) -> str:
    if isinstance(fact, bool):
        return gettext("yes") if fact else gettext("no")
    if isinstance(fact, int):
        return formats.number(fact)
    text = str(fact)
    if text in _WORDS:
        return gettext(_WORDS[text])
    return gettext(ROLE_WORDS[Role(text)]) if text in set(Role) else text


def _stakes(fact: Mapping[str, Any]) -> str:
    """Return stakes as players say them; of a rotation each game's."""
    legs = fact.get("rotation") or [{"stakes": fact}]
    return ", ".join(_leg(leg) for leg in legs)


def _leg(leg: Mapping[str, Any]) -> str:
    stakes = leg["stakes"]
    blinds = (stakes.get("small_blind_chips"), stakes.get("big_blind_chips"))
    limits = (stakes.get("lower_limit_chips"), stakes.get("higher_limit_chips"))
    figures = limits if stakes.get("higher_limit_chips") else blinds
    text = "/".join(formats.number(chips) for chips in figures if chips)
    return f"{name_of(leg['game'])} {text}" if "game" in leg else text
