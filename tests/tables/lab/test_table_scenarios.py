"""The rule book's scenarios of life between hands, and that their runner can fail."""

import json
from typing import Any

import pytest

from tables.lab.scenarios.table import RUNNERS
from tests.support.folders import DATA

_FOLDER = DATA / "scenarios"


def _scenarios(name: str) -> list[dict[str, Any]]:
    lines = (_FOLDER / f"{name}.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


_ALL = {
    scenario["id"]: scenario
    for name in ("button", "blinds_entry", "table_stakes", "table_config")
    for scenario in _scenarios(name)
}


@pytest.mark.parametrize("scenario_id", _ALL)
def test_the_engine_does_what_the_scenario_says(scenario_id: str) -> None:
    """R-BTN-*, R-ENT-*, R-MIS-*, R-STK-*, R-TAB-*, R-BLD-*: see the line's `rule_ids`."""
    scenario = _ALL[scenario_id]

    assert RUNNERS[scenario["type"]](scenario) == []


def test_no_scenario_of_the_four_files_is_missing() -> None:
    names = ("button", "blinds_entry", "table_stakes", "table_config")

    assert [len(_scenarios(name)) for name in names] == [16, 5, 11, 7]


def _changed(scenario_id: str, part: str, **values: object) -> list[str]:
    scenario = json.loads(json.dumps(_ALL[scenario_id]))
    scenario[part] = {**scenario.get(part, {}), **values}
    return RUNNERS[scenario["type"]](scenario)


@pytest.mark.parametrize(
    ("scenario_id", "wrong", "difference"),
    [
        ("BD-002", {"button": 1}, "button: expected 1, got 2"),
        ("BD-007", {"deck_size_first_hand": 50}, "deck_size_first_hand: expected 50, got 52"),
        ("BM-002", {"bb": 4}, "bb: expected 4, got 1"),
        ("BM-002", {"posts": {}}, "posts: expected {}, got {4: 'live_bb'}"),
        ("BM-010", {"refused": {}}, "refused: expected {}, got {4: 'E_ENTRY_WAIT_BUTTON'}"),
        ("EN-003", {"dead": 0}, "dead: expected 0, got 5"),
        ("SK-006", {"min_add": 50}, "min_add: expected 50, got 60"),
        ("TS-004", {"ok": False}, "ok: expected False, got True"),
        ("TS-006", {"error": "E_STRUCTURE"}, "error: expected E_STRUCTURE, got E_SB_RATIO"),
        ("SK-012", {"paid_out": 499}, "paid_out: expected 499, got 500"),
    ],
)
def test_a_wrong_expectation_is_told(
    scenario_id: str, wrong: dict[str, object], difference: str
) -> None:
    assert _changed(scenario_id, "expect", **wrong) == [difference]


@pytest.mark.parametrize("part", ["expect", "given"])
def test_an_unknown_field_of_a_part_is_a_difference(part: str) -> None:
    assert _changed("SK-002", part, maybe=1) == [
        f"Object contains unknown field `maybe` - at `$.{part}`"
    ]


def test_an_unknown_field_of_a_scenario_is_a_difference() -> None:
    scenario = {**_ALL["BM-001"], "table": 1}

    assert RUNNERS["next_positions"](scenario) == ["Object contains unknown field `table`"]


def test_an_unknown_switch_is_a_difference() -> None:
    assert _changed("BM-001", "config", **{"button.metod": "dead"}) == [
        "unknown switch button.metod"
    ]


def test_a_switch_with_a_value_that_it_does_not_have_is_a_difference() -> None:
    assert _changed("BM-001", "config", **{"button.method": "rolling"}) == [
        "Invalid enum value 'rolling' - at `$.button.method`"
    ]


def test_the_dead_button_switch_changes_where_the_button_goes() -> None:
    """R-BTN-3: under the dead button the small blind's position stays where the big blind was."""
    assert _changed("BM-002", "config", **{"button.method": "dead"}) == [
        "button: expected 3, got 2",
        "sb: expected 4, got 3",
        "bb: expected 1, got 4",
        "posts: expected {4: 'live_bb'}, got {}",
    ]
