"""Old schemas are read today; the stored bytes stay."""

import pytest

from pokerhouse.eventstore.upcast import (
    Raw,
    SchemaTooNew,
    UnknownEventType,
    UpcasterLoop,
    UpcasterMissing,
    Upcasters,
)


@pytest.fixture
def upcasters() -> Upcasters:
    made = Upcasters({"test.moved": 3, "test.still": 1})

    @made.step("test.moved", 1)
    def _unit_last(raw: Raw) -> Raw:
        return {"chips": raw["amount"]}

    @made.step("test.moved", 2)
    def _say_street_total(raw: Raw) -> Raw:
        return {"to_chips": raw["chips"], "is_all_in": False}

    return made


def test_an_event_follows_every_step_to_the_newest_schema(upcasters: Upcasters) -> None:
    assert upcasters.upcast("test.moved", 1, {"amount": 40}) == (
        3,
        {"to_chips": 40, "is_all_in": False},
    )
    assert upcasters.upcast("test.moved", 2, {"chips": 40}) == (
        3,
        {"to_chips": 40, "is_all_in": False},
    )


def test_an_event_of_the_newest_schema_is_left_alone(upcasters: Upcasters) -> None:
    raw = {"to_chips": 40, "is_all_in": True}

    schema, read = upcasters.upcast("test.moved", 3, raw)

    assert schema == 3
    assert read is raw


def test_a_step_may_pass_over_schemas() -> None:
    upcasters = Upcasters({"test.moved": 3})
    upcasters.step("test.moved", 1, to_schema=3)(lambda raw: {"new": raw["old"]})

    assert upcasters.upcast("test.moved", 1, {"old": 1}) == (3, {"new": 1})


def test_a_missing_step_is_named() -> None:
    upcasters = Upcasters({"test.moved": 3})
    upcasters.step("test.moved", 1)(lambda raw: raw)

    with pytest.raises(UpcasterMissing, match=r"^test\.moved: no way from schema 2 to 3$"):
        upcasters.upcast("test.moved", 1, {})


@pytest.mark.parametrize("to_schema", [1, 2])
def test_a_step_that_does_not_lead_upwards_is_refused(to_schema: int) -> None:
    with pytest.raises(UpcasterLoop, match=rf"test\.moved: .* from schema 2 to {to_schema}$"):
        Upcasters({"test.moved": 2}).step("test.moved", 2, to_schema=to_schema)


def test_two_ways_from_one_schema_are_a_programming_error(upcasters: Upcasters) -> None:
    with pytest.raises(AssertionError, match="has two ways"):
        upcasters.step("test.moved", 1)(lambda raw: raw)


def test_an_unknown_type_is_named(upcasters: Upcasters) -> None:
    with pytest.raises(UnknownEventType, match=r"test\.unheard"):
        upcasters.upcast("test.unheard", 1, {})


def test_an_event_from_a_newer_house_is_named(upcasters: Upcasters) -> None:
    with pytest.raises(SchemaTooNew, match=r"^test\.still: schema 2, known up to 1$"):
        upcasters.upcast("test.still", 2, {})


def test_a_step_beyond_the_newest_schema_is_found() -> None:
    upcasters = Upcasters({"test.moved": 2})
    upcasters.step("test.moved", 1, to_schema=4)(lambda raw: raw)

    with pytest.raises(SchemaTooNew, match="schema 4, known up to 2"):
        upcasters.upcast("test.moved", 1, {})
