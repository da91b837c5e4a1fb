"""The `_` fields of a file that this house wrote: what the PHH standard has no words for."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from tables.engine.events import HandStarted, RakePlan
from tables.engine.terms import MAX_CHIPS, PostKind
from tables.histories.errors import FieldRefused
from tables.histories.phh_record import HOUSE_FORMAT, HouseFacts, HousePost

_POST = re.compile(r"p([1-9][0-9]?) (ante|sb|bb|live|dead|bb_ante) ([0-9]{1,16})")


def house_facts(fields: dict[str, Any], players: int, actions: int) -> HouseFacts:
    """
    Return what `fields` say beyond the standard; nothing in a file that others wrote.

    :raises FieldRefused: if one of them makes no sense.
    """
    if fields.get("_pokerhouse") != HOUSE_FORMAT:
        return HouseFacts()
    return HouseFacts(
        posts=_posts(fields.get("_posts"), players),
        timeouts=_timeouts(fields.get("_timeouts", []), actions),
        chip_unit=_chip_unit(fields.get("_chip_unit", 1)),
        odd_chip=_odd_chip(fields.get("_odd_chip", "all_to_first")),
        rake=_rake(fields.get("_rake", {})),
    )


def house_fields(
    started: HandStarted, *, posts: Sequence[HousePost] | None, timeouts: Sequence[int]
) -> dict[str, Any]:
    """Return the fields that `house_facts` reads; none for what it takes for granted anyway."""
    fields: dict[str, Any] = {}
    if posts is not None:
        fields["_posts"] = [f"p{post.player} {post.kind} {post.chips}" for post in posts]
    if timeouts:
        fields["_timeouts"] = list(timeouts)
    if started.chip_unit != 1:
        fields["_chip_unit"] = started.chip_unit
    if started.rules.odd_chip_distribution != "all_to_first":
        fields["_odd_chip"] = started.rules.odd_chip_distribution
    if started.rake != RakePlan():
        plan = msgspec.to_builtins(started.rake)
        fields["_rake"] = {name: value for name, value in plan.items() if value is not None}
    return fields


def _posts(texts: object, players: int) -> tuple[HousePost, ...] | None:
    if texts is None:
        return None
    found = []
    for text in texts if isinstance(texts, list) else [texts]:
        match = _POST.fullmatch(text) if isinstance(text, str) else None
        if match is None or int(match[1]) > players or int(match[3]) > MAX_CHIPS:
            raise FieldRefused("_posts", "posts like `p4 live 100`", value=repr(text)[:40])
        found.append(HousePost(int(match[1]), PostKind(match[2]), int(match[3])))
    return tuple(found)


def _timeouts(numbers: object, actions: int) -> frozenset[int]:
    if not isinstance(numbers, list) or not all(
        type(number) is int and 1 <= number <= actions for number in numbers
    ):
        raise FieldRefused("_timeouts", "a list of numbers of actions")
    return frozenset(numbers)


def _chip_unit(value: object) -> int:
    if type(value) is not int or not 1 <= value <= MAX_CHIPS:
        raise FieldRefused("_chip_unit", "a positive number of chips")
    return value


def _odd_chip(value: object) -> Any:
    if value not in ("all_to_first", "one_each"):
        raise FieldRefused("_odd_chip", "all_to_first or one_each")
    return value


def _rake(value: object) -> RakePlan:
    try:
        return msgspec.convert(value, RakePlan)
    except msgspec.ValidationError as error:
        raise FieldRefused("_rake", f"a plan ({error})") from error
