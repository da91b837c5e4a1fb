"""The forms of bodies, which the documents are made from: they are what `wire` makes."""

import json
from typing import Any

import msgspec
import pytest

from tables.engine.rules.audience import Audience
from tables.live.bodies import BODIES, FRAMES
from tables.live.codec import EVENT_CLASSES
from tests.support.vectors import VECTORS

SHOWN: list[dict[str, Any]] = [
    vector for vector in json.loads(VECTORS.read_text()) if vector["frame"] is not None
]


def test_there_is_a_form_for_each_event_that_somebody_may_see() -> None:
    hidden = {name for name, cls in EVENT_CLASSES.items() if cls.AUDIENCE is Audience.NOBODY}
    assert hidden == {"hand.deck_sealed"}
    assert set(BODIES) == set(EVENT_CLASSES) - hidden
    assert len({form.__name__ for form in BODIES.values()}) == len(BODIES)


@pytest.mark.parametrize("vector", SHOWN, ids=lambda vector: vector["name"])
def test_a_golden_frame_has_the_fields_of_its_form(vector: dict[str, Any]) -> None:
    frame = vector["frame"]
    form = BODIES[vector["name"]]
    fields = {field.encode_name for field in msgspec.structs.fields(form)}
    assert set(frame["d"]) | {"legal"} >= fields >= set(frame["d"])
    read = msgspec.convert(frame, FRAMES[vector["name"]], strict=True)
    assert json.loads(msgspec.json.encode(read)) == frame
