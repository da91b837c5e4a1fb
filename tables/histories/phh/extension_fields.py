"""The `_` fields of a file that this house wrote: what the PHH standard has no words for."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from tables.engine.hand.events import HandOptions, HandStarted, RakePlan
from tables.engine.rules.cards import DECK_SIZE, cards_of
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.limits import Structure
from tables.engine.rules.ruleset import HOUSE, PRESETS, STANDARD, RuleSet
from tables.engine.rules.terms import MAX_CHIPS, PostKind
from tables.histories.errors import FieldRefused
from tables.histories.phh.record import HOUSE_FORMAT, HouseFacts, HousePost, RunItAnswer

_POST = re.compile(rf"p([1-9][0-9]?) ({'|'.join(PostKind)}) ([0-9]{{1,16}})")
_RUN_IT = re.compile(r"p([1-9][0-9]?) ([1-3])( timed out)?")
_PLAYER = re.compile(r"p([1-9][0-9]?)")
_MOST_BOARDS = 2
"""Beside the first."""


def house_facts(fields: dict[str, Any], players: int, actions: int) -> HouseFacts:
    """
    Return what `fields` say beyond the standard; nothing in a file that others wrote.

    :raises FieldRefused: if one of them makes no sense.
    """
    if fields.get("_pokerhouse") != HOUSE_FORMAT:
        return HouseFacts()
    return HouseFacts(
        is_own=True,
        posts=_posts(fields.get("_posts"), players),
        timeouts=_numbers(fields, "_timeouts", actions),
        other_timeouts=_numbers(fields, "_other_timeouts", actions),
        chip_unit=_chip_unit(fields.get("_chip_unit", 1)),
        odd_chip=_odd_chip(fields.get("_odd_chip", "all_to_first")),
        rake=_converted("_rake", fields.get("_rake", {}), RakePlan),
        rules=_rules(fields.get("_rules")),
        structure=_converted("_structure", fields.get("_structure"), Structure | None),
        options=_options(fields.get("_options", {}), players),
        boards=_boards(fields.get("_boards", [])),
        run_it=_run_it(fields.get("_run_it", []), players),
        declared=frozenset(_players("_board_declared", fields.get("_board_declared", []), players)),
        discards=_discards(fields.get("_discards")),
    )


def extension_fields(
    started: HandStarted, *, posts: Sequence[HousePost] | None, structure: Structure | None
) -> dict[str, Any]:
    """
    Return the fields about a hand's start, as they are read here.

    Left out are the preset `standard`, and a `structure` that the fields of the standard describe:
    the reader assumes them.
    """
    fields: dict[str, Any] = {}
    if posts is not None:
        fields["_posts"] = [f"p{post.player} {post.kind} {post.chips}" for post in posts]
    if started.chip_unit != 1:
        fields["_chip_unit"] = started.chip_unit
    if started.rules != STANDARD:
        fields["_rules"] = _differences(started.rules)
    if started.structure != structure:
        fields["_structure"] = msgspec.to_builtins(started.structure)
    if started.options != HandOptions():
        places = {entry.seat: place for place, entry in enumerate(started.seats, 1)}
        agreed = tuple(places[seat] for seat in started.options.run_it_agreed if seat in places)
        fields["_options"] = msgspec.to_builtins(replace(started.options, run_it_agreed=agreed))
    if started.rake != RakePlan():
        plan = msgspec.to_builtins(started.rake)
        fields["_rake"] = {name: value for name, value in plan.items() if value is not None}
    return fields


def _differences(rules: RuleSet) -> dict[str, Any]:
    """Return the switches that differ from the preset of that name, or from `house`."""
    usual = msgspec.to_builtins(PRESETS.get(rules.id, HOUSE))
    own = msgspec.to_builtins(rules)
    return {"id": rules.id} | {
        name: value for name, value in own.items() if value is not None and value != usual[name]
    }


def _rules(value: object) -> RuleSet | None:
    if value is None:
        return None
    if not isinstance(value, dict) or not isinstance(value.get("id"), str):
        raise FieldRefused("_rules", "switches by name, and an id")
    usual = msgspec.to_builtins(PRESETS.get(value["id"], HOUSE))
    rules: RuleSet = _converted("_rules", usual | value, RuleSet)
    wrong = rules.problem()
    if wrong is not None:
        raise FieldRefused("_rules", f"{wrong} is out of range")
    return rules


def _converted(field: str, value: object, kind: Any) -> Any:
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, ArithmeticError, ValueError) as error:
        raise FieldRefused(field, f"makes no sense ({error})") from error


def _listed(field: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise FieldRefused(field, "a list is required", value=repr(value)[:40])
    return value


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


def _numbers(fields: dict[str, Any], field: str, actions: int) -> frozenset[int]:
    numbers = fields.get(field, [])
    if not isinstance(numbers, list) or not all(
        type(number) is int and 1 <= number <= actions for number in numbers
    ):
        raise FieldRefused(field, "a list of numbers of actions")
    return frozenset(numbers)


def _chip_unit(value: object) -> int:
    if type(value) is not int or not 1 <= value <= MAX_CHIPS:
        raise FieldRefused("_chip_unit", "a positive number of chips")
    return value


def _odd_chip(value: object) -> Any:
    if value not in ("all_to_first", "one_each"):
        raise FieldRefused("_odd_chip", "all_to_first or one_each")
    return value


def _options(value: object, players: int) -> HandOptions:
    options: HandOptions = _converted("_options", value, HandOptions)
    if not all(1 <= player <= players for player in options.run_it_agreed):
        raise FieldRefused("_options", f"players by number, 1 to {players}")
    return options


def _boards(value: object) -> tuple[tuple[int | None, ...], ...]:
    boards = _listed("_boards", value)
    if len(boards) > _MOST_BOARDS or not all(isinstance(board, str) for board in boards):
        raise FieldRefused("_boards", "at most two more boards like `2c7dQh3s3h`")
    try:
        return tuple(tuple(_card(board, at) for at in range(0, len(board), 2)) for board in boards)
    except RuleViolation as error:
        raise FieldRefused("_boards", f"{error.facts['card']} is no card") from error


def _card(board: str, at: int) -> int | None:
    text = board[at : at + 2]
    return None if text == "??" else cards_of(text)[0]


def _run_it(value: object, players: int) -> tuple[RunItAnswer, ...]:
    found = []
    for text in _listed("_run_it", value):
        match = _RUN_IT.fullmatch(text) if isinstance(text, str) else None
        if match is None or int(match[1]) > players:
            raise FieldRefused("_run_it", "answers like `p2 2`", value=repr(text)[:40])
        found.append(RunItAnswer(int(match[1]), int(match[2]), match[3] is not None))
    return tuple(found)


def _players(field: str, value: object, players: int) -> list[int]:
    found = []
    for text in _listed(field, value):
        match = _PLAYER.fullmatch(text) if isinstance(text, str) else None
        if match is None or int(match[1]) > players:
            raise FieldRefused(field, "players like `p2`", value=repr(text)[:40])
        found.append(int(match[1]))
    return found


def _discards(value: object) -> tuple[tuple[int, ...], ...] | None:
    if value is None:
        return None
    lists = _listed("_discards", value)
    for places in lists:
        if not isinstance(places, list) or not all(
            type(place) is int and 1 <= place <= DECK_SIZE for place in places
        ):
            raise FieldRefused("_discards", "a list of numbers for each `sd`")
        if len(set(places)) != len(places):
            raise FieldRefused("_discards", "a card put away twice")
    return tuple(tuple(places) for places in lists)
