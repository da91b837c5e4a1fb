"""The socket's document: every message has a form and an example that keeps to it."""

from typing import Any

import pytest

from pokerhouse.wiring import wiring
from tests.support.documents import flaws, socket_document, undescribed

DOCUMENT = socket_document()
MESSAGES: dict[str, dict[str, Any]] = DOCUMENT["components"]["messages"]


@pytest.mark.parametrize("name", MESSAGES)
def test_every_message_has_an_example_which_keeps_to_its_form(name: str) -> None:
    message = MESSAGES[name]
    examples = [example["payload"] for example in message["examples"]]
    assert examples
    for payload in examples:
        assert flaws(DOCUMENT, message["payload"], payload) == []
        assert flaws(DOCUMENT, message["payload"], {**payload, "t": "nothing"}) != []


def test_every_event_of_every_channel_is_a_message() -> None:
    events = {
        f"house.{prefix}.{kind}"
        for prefix, forms in wiring().forms.items()
        for kind in (*forms.events, "snapshot")
    }
    assert set(wiring().forms) == set(wiring().channels)
    assert len(events) > 60
    assert events <= set(MESSAGES)


def test_every_message_operation_and_property_says_what_it_is() -> None:
    said = [*MESSAGES.values(), *DOCUMENT["operations"].values()]
    assert all(each["summary"] for each in said)
    assert undescribed(DOCUMENT) == []
    assert list(DOCUMENT["servers"]) == ["house"]


def test_a_body_without_one_of_its_fields_is_seen_to_be_wrong() -> None:
    """The check finds what it looks for."""
    payload = MESSAGES["house.table.hand.posted"]["examples"][0]["payload"]
    broken = {**payload, "d": {k: v for k, v in payload["d"].items() if k != "chips"}}
    form = MESSAGES["house.table.hand.posted"]["payload"]
    assert flaws(DOCUMENT, form, broken) == ['/d: "chips" is a required property']
