"""The rule scenarios under `tests/data/scenarios`, each played by the engine."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tables.lab.scenarios.clock import run_clock, run_timeout_followup
from tables.lab.scenarios.config import UnknownSwitch
from tables.lab.scenarios.hand import run_hand
from tables.lab.scenarios.ranking import run_rank
from tables.lab.scenarios.runner import run_file, run_scenario
from tests.support.folders import DATA

FOLDER = DATA / "scenarios"
Scenario = dict[str, Any]


def _lines(name: str) -> list[Scenario]:
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]


HANDS = _lines("hands_holdem_nl")
OTHER_HANDS = [
    line
    for name in (
        *("hands_holdem_fixed", "hands_holdem_pl", "hands_holdem_spread"),
        *("hands_holdem_step_spread", "hands_omaha_pl", "hands_stud7_stud_split"),
    )
    for line in _lines(name)
]
MOMENTS = [
    line for name in ("dealing", "misdeal", "stud_order", "hand_moments") for line in _lines(name)
]
RANKS = _lines("hand_ranking")
CLOCKS = _lines("clock")


def _id_of(scenario: Scenario) -> str:
    return str(scenario["id"])


def _hand(scenario_id: str) -> Scenario:
    return copy.deepcopy(next(line for line in HANDS if line["id"] == scenario_id))


@pytest.mark.parametrize("scenario", [*HANDS, *OTHER_HANDS], ids=_id_of)
def test_a_hand_goes_as_the_rules_say(scenario: Scenario) -> None:
    assert run_hand(scenario) == []


@pytest.mark.parametrize("scenario", RANKS, ids=_id_of)
def test_hands_rank_as_the_rules_say(scenario: Scenario) -> None:
    assert run_rank(scenario) == []


@pytest.mark.parametrize("scenario", MOMENTS, ids=_id_of)
def test_a_moment_of_a_hand_is_as_the_rules_say(scenario: Scenario) -> None:
    """R-TAB-4, R-DEA-*, R-MSD-*, R-BRI-3, R-STU-3, R-STU-7, R-CAP-5, R-SHW-6, R-SHW-7."""
    assert run_scenario(scenario) == []


@pytest.mark.parametrize("scenario", CLOCKS, ids=_id_of)
def test_the_clock_does_what_the_rules_say(scenario: Scenario) -> None:
    assert run_scenario(scenario) == []


def test_the_files_hold_every_scenario() -> None:
    assert (len(HANDS), len(RANKS), len(CLOCKS)) == (70, 14, 5)
    assert (len(OTHER_HANDS), len(MOMENTS)) == (49, 25)
    ids = [line["id"] for line in (*HANDS, *OTHER_HANDS, *MOMENTS, *RANKS, *CLOCKS)]
    assert len(set(ids)) == len(ids)


def _figures(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the path of every number below `value`."""
    if isinstance(value, dict):
        return [found for key, below in value.items() for found in _figures(below, (*path, key))]
    if isinstance(value, list):
        return [found for at, below in enumerate(value) for found in _figures(below, (*path, at))]
    return [path] if type(value) is int else []


def _changed(scenario: Scenario, path: tuple[str | int, ...]) -> Scenario:
    changed = copy.deepcopy(scenario)
    inner: Any = changed["expect"]
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] += 1
    return changed


def _finds_a_fault(run: Callable[[Scenario], list[str]], scenario: Scenario) -> bool:
    try:
        return bool(run(scenario))
    except (msgspec.ValidationError, IndexError):  # not a scenario any more, or beyond its end
        return True


@pytest.mark.parametrize(
    ("run", "scenarios"),
    [
        (run_hand, [*HANDS, *OTHER_HANDS]),
        (run_rank, RANKS),
        (run_clock, CLOCKS[:4]),
        (run_scenario, MOMENTS),
    ],
    ids=["hand", "rank", "clock", "moment"],
)
def test_any_single_expected_figure_that_is_wrong_is_found(
    run: Callable[[Scenario], list[str]], scenarios: list[Scenario]
) -> None:
    """Negative control: each number of each expectation, one higher, must fail."""
    unnoticed = [
        (scenario["id"], path)
        for scenario in scenarios
        for path in _figures(scenario["expect"])
        if not _finds_a_fault(run, _changed(scenario, path))
    ]
    assert unnoticed == []


def test_a_changed_word_of_an_expectation_is_found() -> None:
    refusal = _hand("NL-006")
    refusal["expect"]["error"] = "E_TOO_MUCH"
    assert len(run_hand(refusal)) == 1

    street = _hand("NL-016")
    street["expect"]["street"] = "turn"
    assert len(run_hand(street)) == 1

    category = _hand("SH-004")
    category["expect"]["categories"]["1"] = "flush"
    assert len(run_hand(category)) == 1


def test_a_refusal_that_does_not_come_is_found() -> None:
    scenario = _hand("NL-006")
    scenario["actions"][-1]["to"] = 20
    assert "the last action was accepted, expected E_RAISE_BELOW_MIN" in run_hand(scenario)


def test_an_action_that_is_refused_against_expectation_is_found() -> None:
    scenario = _hand("NL-001")
    scenario["actions"][0]["to"] = 15
    assert run_hand(scenario)[0].startswith("seat 1 raise 15 was refused: raise_below_min")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("surprise",), 1),
        (("expect", "surprise"), 1),
        (("structure", "surprise"), 1),
        (("structure", "kind"), "half_pot"),
        (("type",), "hands"),
        (("variant",), "stud9"),
        (("mode",), "home game"),
        (("actions", 0, "do"), "straddle"),
        (("actions", 0, "surprise"), 1),
        (("posts", 0, "kind"), "tip"),
        (("posts", 0, "surprise"), 1),
        (("seats", 0, "surprise"), 1),
        (("seats", 0, "stack"), 10.5),
        (("expect", "pots", 0, "surprise"), 1),
        (("config",), {"odd_chip.distribution": "by_lot"}),
        (("config",), {"rake": {"percent": 5}}),
    ],
)
def test_an_unknown_field_verb_value_or_type_fails(
    path: tuple[str | int, ...], value: object
) -> None:
    scenario = _hand("NL-001")
    inner: Any = scenario
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(msgspec.ValidationError):
        run_hand(scenario)


def test_an_unknown_switch_fails() -> None:
    scenario = _hand("NL-001")
    scenario["config"] = {"odd_chips.distribution": "one_each"}
    with pytest.raises(UnknownSwitch, match=r"odd_chips\.distribution"):
        run_hand(scenario)


@pytest.mark.parametrize("scenario", MOMENTS, ids=_id_of)
def test_an_unknown_field_or_another_word_of_a_moment_fails(scenario: Scenario) -> None:
    """Negative control: each yes or no and each word of an expectation, turned round."""
    assert run_scenario({**scenario, "surprise": 1}) != []
    for key, value in scenario["expect"].items():
        if isinstance(value, bool | str):
            wrong = not value if isinstance(value, bool) else "another word"
            assert run_scenario({**scenario, "expect": {**scenario["expect"], key: wrong}}) != []


def test_unknown_fields_of_other_types_fail() -> None:
    with pytest.raises(msgspec.ValidationError):
        run_rank({**RANKS[0], "surprise": 1})
    with pytest.raises(msgspec.ValidationError):
        run_rank({**RANKS[0], "variant": "badugi"})
    with pytest.raises(msgspec.ValidationError):
        run_clock({**CLOCKS[0], "surprise": 1})
    with pytest.raises(msgspec.ValidationError):
        run_timeout_followup({**CLOCKS[4], "surprise": 1})


def test_a_wrong_word_about_two_time_outs_is_found() -> None:
    """R-TIM-8: TO-018."""
    for key, wrong in (("next_hand", "in"), ("second_timeout", "all_in")):
        scenario = copy.deepcopy(CLOCKS[4])
        scenario["expect"][key] = wrong
        assert len(run_scenario(scenario)) == 1
    without_limit = copy.deepcopy(CLOCKS[4])
    without_limit["config"] = {}
    assert len(run_scenario(without_limit)) == 1


def test_the_runner_names_an_unknown_type_and_whatever_goes_wrong(tmp_path: Path) -> None:
    """Never a skip: each line has its outcome."""
    lines = [
        json.dumps(HANDS[0]),
        json.dumps({"id": "ZZ-001", "type": "riddle"}),
        json.dumps({**HANDS[0], "id": "ZZ-002", "surprise": 1}),
        "no scenario",
    ]
    file = tmp_path / "mixed.jsonl"
    file.write_text("\n".join(lines))
    outcomes = list(run_file(file))
    assert [outcome.ok for outcome in outcomes] == [True, False, False, False]
    assert [outcome.id for outcome in outcomes[:3]] == [HANDS[0]["id"], "ZZ-001", "ZZ-002"]
    assert outcomes[1].detail == "unknown type riddle"
    assert "surprise" in outcomes[2].detail


def test_a_line_that_is_no_text_fails_and_the_others_are_played(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_bytes(b'{"id":"A\xff","type":"rank"}\n\xfe\n{"id":"B\xe2\x80\xa8","type":"dance"}\n')

    outcomes = list(run_file(file))

    assert [(outcome.id, outcome.ok) for outcome in outcomes] == [
        ("some.jsonl:1", False),
        ("some.jsonl:2", False),
        ("B\u2028", False),
    ]
    assert all(outcome.detail.startswith("not a scenario: ") for outcome in outcomes[:2])
    assert outcomes[2].detail == "unknown type dance"


def test_a_file_that_cannot_be_read_is_a_failure(tmp_path: Path) -> None:
    outcomes = list(run_file(tmp_path / "none.jsonl")) + list(run_file(tmp_path))

    assert [outcome.detail for outcome in outcomes] == [
        "cannot be read: No such file or directory",
        "cannot be read: Is a directory",
    ]
    assert not any(outcome.ok for outcome in outcomes)
