"""
Read the Poker Hand History format (arXiv 2312.11753): TOML in, a typed `Record` out.

Nonsense is a `HistoryError` that names the field or the action, never a traceback.
"""

import re
import tomllib
from collections.abc import Callable, Sequence
from datetime import time
from decimal import Decimal
from pathlib import Path
from typing import Any

from tables.engine.rules.cards import card_of
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import MAX_CHIPS, Card, Chips
from tables.histories.errors import ActionRefused, FieldRefused, FractionalChips, Unreadable
from tables.histories.phh.extension_fields import house_facts
from tables.histories.phh.record import (
    MAX_ACTIONS,
    MAX_BYTES,
    MAX_PLAYERS,
    MAX_TEXT,
    PARTS,
    VARIANTS,
    Amount,
    Record,
    RecordedAction,
    Word,
)

_BLINDS = {"FT", "NT", "NS", "PO", "FO/8", "N2L1D", "F2L3D", "FB"}
_MIN_BET = {"NT", "NS", "PO", "N2L1D"}
_AMOUNT = re.compile(r"[0-9]{1,16}(\.[0-9]{1,6})?")
_PLAYER = re.compile(r"p[1-9][0-9]?")

_TEXTS = (
    *("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country"),
    *("time_zone", "time_zone_abbreviation", "currency", "currency_symbol"),
)
_NUMBERS = ("day", "month", "year", "level", "seat_count")
_METADATA: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(_TEXTS, (str,)),
    **dict.fromkeys(_NUMBERS, (int,)),
    "time": (time,),
    "hand": (int, str),
    "table": (int, str),
    "time_limit": (int, Decimal),
    "time_banks": (list,),
    "winnings": (list,),
}
_PLAYED = {
    *("variant", "ante_trimming_status", "antes", "blinds_or_straddles", "bring_in", "small_bet"),
    *("big_bet", "min_bet", "starting_stacks", "actions", "finishing_stacks", "players", "seats"),
}


def read_file(path: Path) -> dict[str, Any]:
    """
    Return the fields of the PHH file at `path`.

    :raises Unreadable: no such file, more than MAX_BYTES, no UTF-8, no TOML.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        detail = f"The file cannot be read: {error.strerror}."
        raise Unreadable(detail) from error
    if len(data) > MAX_BYTES:
        detail = f"The file is larger than {MAX_BYTES} bytes."
        raise Unreadable(detail, max_bytes=MAX_BYTES)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        detail = f"The file is not UTF-8: byte {error.start}."
        raise Unreadable(detail) from error
    return read_fields(text)


def read_fields(text: str) -> dict[str, Any]:
    """
    Return the fields of a PHH text.

    :raises Unreadable: if it is no TOML.
    """
    try:
        return tomllib.loads(text, parse_float=_number)
    except RecursionError as error:
        raise Unreadable("The file is no PHH: nested too deeply.") from error
    except ValueError as error:
        line = re.search(r"at line (\d+)", str(error))
        facts = {"line": int(line[1])} if line else {}
        detail = f"The file is no TOML: {error}."
        raise Unreadable(detail, **facts) from error


def read_phh(text: str) -> Record:
    """
    Return the hand that a PHH text records.

    :raises HistoryError: with what is wrong, and where.
    """
    return record_of(read_fields(text))


def variant_of(fields: dict[str, Any]) -> str:
    """
    Return the code of the record's game.

    :raises FieldRefused: if it is missing or none of the standard's eleven.
    """
    variant = fields.get("variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise FieldRefused("variant", f"one of {', '.join(VARIANTS)}", value=repr(variant)[:20])
    return variant


def record_of(fields: dict[str, Any]) -> Record:
    """
    Return the hand that the fields of a PHH file record.

    :raises HistoryError: with what is wrong, and where.
    """
    variant = variant_of(fields)
    get = _Getter(fields)
    stacks = get.chips_list("starting_stacks", at_least=1)
    if not 2 <= len(stacks) <= MAX_PLAYERS:
        reason = f"2 to {MAX_PLAYERS} players, not {len(stacks)}"
        raise FieldRefused("starting_stacks", reason)
    count = len(stacks)
    is_fixed = variant not in _MIN_BET
    actions = get.actions(count)
    return Record(
        variant=variant,
        is_ante_trimmed=get.flag("ante_trimming_status"),
        antes=get.chips_list("antes", count),
        blinds_or_straddles=(
            get.chips_list("blinds_or_straddles", count, at_least=-MAX_CHIPS)
            if variant in _BLINDS
            else None
        ),
        bring_in=None if variant in _BLINDS else get.chips("bring_in"),
        small_bet=get.chips("small_bet") if is_fixed else None,
        big_bet=get.chips("big_bet") if is_fixed else None,
        min_bet=None if is_fixed else get.chips("min_bet"),
        starting_stacks=stacks,
        actions=actions,
        finishing_stacks=get.amounts("finishing_stacks", count),
        parts=get.parts,
        players=get.names(count),
        seats=get.seats(count),
        metadata=get.metadata(),
        house=house_facts(fields, count, len(fields["actions"])),
        notes=get.notes(),
    )


class _Getter:
    """Fields of one file, each checked when it is asked for."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields
        self.parts = 1
        if "_pokerhouse" not in fields and _has_parts(fields):
            self.parts = PARTS

    def listed(self, field: str, count: int | None = None) -> list[Any]:
        value = self.fields.get(field)
        if type(value) is not list:
            raise FieldRefused(field, "a list is required")
        if count is not None and len(value) != count:
            reason = f"one entry a player, {count}, not {len(value)}"
            raise FieldRefused(field, reason, entries=len(value), players=count)
        return value

    def chips_list(
        self, field: str, count: int | None = None, at_least: int = 0
    ) -> tuple[Chips, ...]:
        return tuple(
            _whole(f"{field}[{place}]", _amount(field, value, at_least), self.parts)
            for place, value in enumerate(self.listed(field, count), 1)
        )

    def chips(self, field: str) -> Chips:
        if field not in self.fields:
            raise FieldRefused(field, "required for this variant")
        return _whole(field, _amount(field, self.fields[field], 1), self.parts)

    def amounts(self, field: str, count: int) -> tuple[Amount, ...] | None:
        if field not in self.fields:
            return None
        return tuple(_amount(field, value, 0) for value in self.listed(field, count))

    def flag(self, field: str) -> bool:
        value = self.fields.get(field, False)
        if type(value) is not bool:
            raise FieldRefused(field, "true or false")
        return value

    def names(self, count: int) -> tuple[str, ...] | None:
        if "players" not in self.fields:
            return None
        names = self.listed("players", count)
        if not all(isinstance(name, str) and len(name) <= MAX_TEXT for name in names):
            raise FieldRefused("players", f"names of at most {MAX_TEXT} characters")
        return tuple(names)

    def seats(self, count: int) -> tuple[int, ...] | None:
        if "seats" not in self.fields:
            return None
        seats = self.listed("seats", count)
        if not all(type(seat) is int and 1 <= seat <= MAX_CHIPS for seat in seats):
            raise FieldRefused("seats", "numbers from 1")
        if len(set(seats)) != count:
            raise FieldRefused("seats", "a seat for each player of his own")
        return tuple(seats)

    def metadata(self) -> dict[str, object]:
        known = {name: value for name, value in self.fields.items() if name in _METADATA}
        for name, value in known.items():
            if type(value) not in _METADATA[name]:
                kinds = " or ".join(kind.__name__ for kind in _METADATA[name])
                raise FieldRefused(name, f"{kinds} is required")
        return known

    def notes(self) -> tuple[str, ...]:
        """Name the fields that the standard does not know; it says to ignore and perhaps warn."""
        unknown = self.fields.keys() - _METADATA.keys() - _PLAYED
        foreign = sorted(name for name in unknown if not name.startswith("_"))
        notes = [f"field {name[:40]} is not in the standard" for name in foreign]
        if self.parts > 1:
            notes.append("there are parts of a chip: everything is counted in hundredths")
        return tuple(notes)

    def actions(self, count: int) -> tuple[RecordedAction, ...]:
        texts = self.listed("actions")
        if len(texts) > MAX_ACTIONS:
            raise FieldRefused("actions", f"at most {MAX_ACTIONS}", entries=len(texts))
        found = []
        for number, text in enumerate(texts, 1):
            if not isinstance(text, str) or len(text) > MAX_TEXT:
                reason = f"a text of at most {MAX_TEXT} characters"
                raise ActionRefused(number, repr(text)[:40], reason)
            words = text.split("#", 1)[0].split()  # behind it is commentary
            if words:
                found.append(_Line(number, text, count, self.parts).action(words))
        return tuple(found)


class _Line:
    """One action of the standard's notation: `[actor word [arguments]] [# commentary]`."""

    def __init__(self, number: int, text: str, players: int, parts: int) -> None:
        self.number = number
        self.text = text
        self.players = players
        self.parts = parts

    def action(self, words: Sequence[str]) -> RecordedAction:
        actor, word, *arguments = words if len(words) > 1 else (*words, "")
        if actor == "d" and word == "dh" and len(arguments) == 2:
            return self.made("dh", arguments[0], cards=self.cards(arguments[1]))
        if actor == "d" and word == "db" and len(arguments) == 1:
            return self.made("db", cards=self.cards(arguments[0]))
        parse = _ARGUMENTS.get((word, len(arguments)))
        if parse is None or actor == "d":
            raise self.refused("not in the notation of the standard")
        return parse(self, actor, *arguments)

    def made(self, word: Word, actor: str = "", **arguments: Any) -> RecordedAction:
        player = self.player(actor) if actor else 0
        return RecordedAction(self.number, self.text, word, player, **arguments)

    def player(self, text: str) -> int:
        if not _PLAYER.fullmatch(text) or int(text[1:]) > self.players:
            detail = f"{text[:20]} is none of {self.players} players"
            raise self.refused(detail)
        return int(text[1:])

    def cards(self, text: str) -> tuple[Card | None, ...]:
        pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
        try:
            cards = tuple(None if pair == "??" else card_of(pair) for pair in pairs)
        except RuleViolation as error:
            detail = f"{error.facts['card']} is no card"
            raise self.refused(detail) from error
        known = [card for card in cards if card is not None]
        if len(set(known)) != len(known):
            raise self.refused("a card twice")
        return cards

    def wager(self, actor: str, text: str) -> RecordedAction:
        if not _AMOUNT.fullmatch(text):
            detail = f"{text[:20]} is no amount"
            raise self.refused(detail)
        amount = _integral(Decimal(text))
        if not 0 < amount <= MAX_CHIPS:
            detail = f"an amount from 1 to {MAX_CHIPS}"
            raise self.refused(detail)
        whole = _whole(f"action {self.number}", amount, self.parts)
        return self.made("cbr", actor, amount=whole)

    def show(self, actor: str, text: str) -> RecordedAction:
        if text == "-":
            return self.made("sm", actor, is_dash=True)
        return self.made("sm", actor, cards=self.cards(text))

    def refused(self, reason: str) -> ActionRefused:
        return ActionRefused(self.number, self.text[:80], reason)


def _plain(word: Word) -> Callable[..., RecordedAction]:
    return lambda line, actor: line.made(word, actor)


_ARGUMENTS: dict[tuple[str, int], Callable[..., RecordedAction]] = {
    ("f", 0): _plain("f"),
    ("cc", 0): _plain("cc"),
    ("pb", 0): _plain("pb"),
    ("cbr", 1): _Line.wager,
    ("sd", 0): _plain("sd"),
    ("sd", 1): lambda line, actor, cards: line.made("sd", actor, cards=line.cards(cards)),
    ("sm", 0): _plain("sm"),
    ("sm", 1): _Line.show,
}


def _number(text: str) -> Decimal:
    try:
        return Decimal(text)
    except ArithmeticError:  # an exponent beyond all measure
        return Decimal("nan")


def _integral(value: Amount) -> Amount:
    return int(value) if value == int(value) else value


def _amount(field: str, value: object, at_least: int) -> Amount:
    if isinstance(value, Decimal) and value.is_infinite():
        raise FieldRefused(field, "an unknown stack (inf) cannot be replayed")
    if type(value) is not int and not (isinstance(value, Decimal) and value.is_finite()):
        raise FieldRefused(field, "numbers are required", value=repr(value)[:20])
    if not at_least <= value <= MAX_CHIPS:
        raise FieldRefused(field, f"from {at_least} to {MAX_CHIPS}", value=str(value)[:40])
    return _integral(value)


def _whole(where: str, amount: Amount, parts: int) -> Chips:
    whole = _integral(amount * parts)
    if not isinstance(whole, int):
        raise FractionalChips(where, amount)
    return whole


def _has_parts(fields: dict[str, Any]) -> bool:
    """Return whether anything that is played with is no whole number of chips."""
    numbers = [fields.get(field) for field in ("bring_in", "small_bet", "big_bet", "min_bet")]
    for field in ("starting_stacks", "antes", "blinds_or_straddles"):
        value = fields.get(field)
        numbers.extend(value if isinstance(value, list) else ())
    actions = fields.get("actions")
    for text in actions if isinstance(actions, list) else ():
        words = text.split("#", 1)[0].split() if isinstance(text, str) else []
        if len(words) == 3 and words[1] == "cbr" and _AMOUNT.fullmatch(words[2]):
            numbers.append(Decimal(words[2]))
    return any(_is_part(number) for number in numbers)


def _is_part(value: object) -> bool:
    if not isinstance(value, Decimal) or not value.is_finite():
        return False
    return abs(value) <= MAX_CHIPS and value % 1 != 0
