"""Bounds and names that two packages need and neither may import from the other are the same."""

from typing import get_args, get_type_hints

import pytest
from msgspec import Struct
from rest_framework import serializers

from accounts.money.ledger.chart import Book
from pokerhouse.api.fields import Amount
from pokerhouse.api.forms import field_of
from pokerhouse.common.money import MAX_AMOUNT
from tables.engine.rules.terms import MAX_CHIPS
from tables.engine.table.state import EntryChoice, TableConfig
from tables.live.state_forms import BookName
from tables.services.actions import Decision
from tables.services.bounds import MAX_CARDS, MAX_POSITION, MAX_TURN
from tables.services.seats import BuyInRequest, SeatOptionsRequest


def test_a_table_holds_as_many_chips_as_an_account_holds_minor_units() -> None:
    assert MAX_CHIPS == MAX_AMOUNT


def test_the_engines_books_and_the_wires_are_the_ledgers() -> None:
    books = tuple(book.value for book in Book)
    assert get_args(get_type_hints(TableConfig)["book"]) == books == get_args(BookName)


def test_a_field_has_the_bounds_of_the_struct() -> None:
    turn = field_of(Decision, "turn")
    assert (turn.min_value, turn.max_value, turn.required) == (1, MAX_TURN, True)
    cards = field_of(Decision, "cards")
    assert (cards.max_length, cards.child.max_value, cards.required) == (
        MAX_CARDS,
        MAX_POSITION,
        False,
    )
    assert isinstance(field_of(BuyInRequest, "amount_chips"), Amount)


def test_a_field_may_be_left_out_where_the_struct_has_a_default() -> None:
    entry = field_of(BuyInRequest, "entry")
    assert (entry.default, list(entry.choices)) == ("wait", [each.value for each in EntryChoice])
    straddle = field_of(SeatOptionsRequest, "straddle")
    assert (straddle.required, straddle.default) == (False, serializers.empty)


def test_a_type_that_no_field_is_known_for_is_refused() -> None:
    class Odd(Struct):
        weight: float

    with pytest.raises(TypeError):
        field_of(Odd, "weight")
