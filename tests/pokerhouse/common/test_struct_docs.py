"""What the source says of a field reaches the documents."""

from typing import TypeAlias

from msgspec import UNSET, Struct, UnsetType

from pokerhouse.common.struct_docs import field_docs
from pokerhouse.common.struct_schema import components_of
from tables.engine.rules.terms import SeatNo

Weight: TypeAlias = int
"""How heavy it is, in grams."""


class Fruit(Struct, frozen=True, tag_field="t", tag="fruit", forbid_unknown_fields=True):
    """Something that grows."""

    colour: str
    """What it looks
    like."""
    weight: Weight | None
    seat: SeatNo
    age: int = 1
    note: str | UnsetType = UNSET


class Apple(Fruit, frozen=True, tag="apple"):
    """It falls not far."""

    weight: Weight
    """How heavy, on a good scale."""


class Basket(Struct):
    """Where fruit is kept."""

    apples: tuple[Apple, ...]


def test_a_field_says_its_docstring_and_else_that_of_its_types_name() -> None:
    docs = field_docs(Fruit)
    assert docs["colour"] == "What it looks like."
    assert docs["weight"] == "How heavy it is, in grams."
    assert docs["seat"].startswith("A numbered place at a table")
    assert docs.keys() == {"colour", "weight", "seat"}


def test_a_class_says_more_of_a_field_than_its_base() -> None:
    assert field_docs(Apple) == {**field_docs(Fruit), "weight": "How heavy, on a good scale."}


def test_what_is_sent_has_every_field_and_may_get_more() -> None:
    words = {"age": "In days.", "colour": "never asked for", "t": "The type."}
    made = components_of([Basket], words, is_sent=True)
    assert set(made) == {"Basket", "Apple"}
    apple = made["Apple"]
    assert apple["required"] == ["t", "colour", "weight", "seat", "age"]
    assert "additionalProperties" not in apple
    assert apple["properties"]["age"] == {"type": "integer", "description": "In days."}
    assert apple["properties"]["colour"]["description"] == "What it looks like."
    assert apple["properties"]["t"]["description"] == "The type."


def test_what_is_received_may_lack_what_has_a_default_and_nothing_more() -> None:
    apple = components_of([Apple], {}, is_sent=False)["Apple"]
    assert apple["required"] == ["t", "colour", "weight", "seat"]
    assert apple["additionalProperties"] is False
    assert apple["properties"]["age"] == {"type": "integer", "default": 1}
