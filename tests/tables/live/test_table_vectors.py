"""The golden frames of a table, which any client may test itself against."""

import json
from typing import Any

import pytest

from tables.engine.rules.audience import Audience
from tables.live import codec
from tests.support.vectors import VECTORS, table_frames

COMMITTED = json.loads(VECTORS.read_text())
MADE = {(vector["name"], vector["viewer"]): vector["frame"] for vector in table_frames()}


def named(vector: dict[str, Any]) -> str:
    return f"{vector['name']} for {vector['viewer']}"


@pytest.mark.parametrize("vector", COMMITTED, ids=named)
def test_a_tables_frame_is_its_vector(vector: dict[str, Any]) -> None:
    """`python -m tests.support.vectors` writes them anew."""
    assert MADE[vector["name"], vector["viewer"]] == vector["frame"]


def test_there_is_a_vector_for_each_type_of_event_and_each_kind_of_viewer() -> None:
    assert [(vector["name"], vector["viewer"]) for vector in COMMITTED] == list(MADE)
    assert {name for name, _ in MADE} == set(codec.EVENT_CLASSES)


def test_what_is_for_one_seat_or_for_nobody_is_hidden_from_everybody_else() -> None:
    hidden = {v["name"] for v in COMMITTED if v["viewer"] == "everyone" and v["frame"] is None}
    assert hidden == {
        name
        for name, event_class in codec.EVENT_CLASSES.items()
        if event_class.AUDIENCE is not Audience.EVERYONE
    }
    assert all(v["frame"] is not None for v in COMMITTED if v["viewer"] == "owner")


def test_the_owner_alone_is_dealt_faces() -> None:
    dealt = {v["viewer"]: v["frame"]["d"] for v in COMMITTED if v["name"] == "hand.hole_dealt"}
    assert all(hand["cards"] == [] for hand in dealt["everyone"]["hands"])
    faces = [len(hand["cards"]) for hand in dealt["owner"]["hands"]]
    assert faces[0] == 2
    assert not any(faces[1:])


def test_the_owner_alone_sees_what_he_drew() -> None:
    drawn = {v["viewer"]: v["frame"]["d"] for v in COMMITTED if v["name"] == "hand.cards_discarded"}
    assert drawn["everyone"]["cards"] == []
    assert len(drawn["owner"]["cards"]) == len(drawn["owner"]["positions"]) == 2
