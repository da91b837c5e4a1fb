"""
`pokerhouse/docs/rules.md` names a test for every rule, every test that it names exists, and no
test or module names a rule that does not.
"""

import json
import re
from pathlib import Path

import pytest

from tests.support.folders import TESTS

INDEX = TESTS.parent / "pokerhouse" / "docs" / "rules.md"
IDS = TESTS / "data" / "rule_ids.txt"
SCENARIOS = TESTS / "data" / "scenarios"

_RULE = re.compile(r"\bR-[A-Z]+(?:-[A-Z0-9]+)?-\d+")
_POINT = re.compile(r"\bA-(\d\d)\b")
_ROW = re.compile(r"^\| (R-[A-Z0-9-]+-\d+) \| ([^|]+) \| ([^|]*) \|$", re.MULTILINE)
_TEST = re.compile(r"`([\w/]+\.py)::(test_\w+)`")
_SCENARIO = re.compile(r"\b([A-Z]{2}-\d{3})\b")
_LATER = re.compile(r"^- (R-[A-Z0-9-]+-\d+) \(comes with (\w+)\): (.+)$", re.MULTILINE)
MIN_WORDS = 5
POINTS = range(1, 51)
"""A-01 to A-50: where the sources are silent or contradict each other."""
SOURCES = [
    *(TESTS.parent / "tables").rglob("*.py"),
    *(path for path in TESTS.rglob("*.py") if path != Path(__file__)),
]


def _wanted() -> tuple[dict[str, str], dict[str, tuple[str, str]]]:
    """Return what `rule_ids.txt` wants: id → sentence now, id → game and sentence later."""
    now: dict[str, str] = {}
    later: dict[str, tuple[str, str]] = {}
    for line in IDS.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        kind, _, rest = line.partition(" ")
        if kind == "later":
            rule, game, sentence = rest.split(" ", 2)
            later[rule] = (game, sentence)
        else:
            now[kind] = rest
    return now, later


NOW, LATER = _wanted()
TEXT = INDEX.read_text()
ROWS = {rule: (sentence, proofs) for rule, sentence, proofs in _ROW.findall(TEXT)}


def _rules_of_scenarios() -> dict[str, list[str]]:
    lines = [line for file in SCENARIOS.glob("*.jsonl") for line in file.read_text().splitlines()]
    return {scenario["id"]: scenario["rule_ids"] for scenario in map(json.loads, lines)}


RULES_OF = _rules_of_scenarios()


def test_the_lists_are_long_enough_to_be_read() -> None:
    """A pattern that finds nothing would prove nothing."""
    assert len(NOW) == 152
    assert len(LATER) == 18
    assert not set(NOW) & set(LATER)
    assert len(_ROW.findall(TEXT)) == len(ROWS)  # no rule twice


def test_the_index_has_every_rule_and_no_other() -> None:
    assert {rule: sentence for rule, (sentence, _) in ROWS.items()} == NOW


def test_a_rule_is_understood_without_the_rule_book() -> None:
    sentences = [*NOW.values(), *(sentence for _, sentence in LATER.values())]
    assert [text for text in sentences if len(text.split()) < MIN_WORDS] == []
    assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize("rule", NOW)
def test_a_rule_has_a_test_and_all_that_is_named_exists(rule: str) -> None:
    """A test by file and name; a scenario by its id, and it names the rule itself."""
    _, proofs = ROWS[rule]
    tests = _TEST.findall(proofs)
    scenarios = _SCENARIO.findall(_TEST.sub("", proofs))
    assert tests
    for file, name in tests:
        assert re.search(rf"^def {name}\(", (TESTS / file).read_text(), re.MULTILINE), (file, name)
    for scenario in scenarios:
        assert rule in RULES_OF[scenario], scenario


def test_only_tournaments_are_to_come() -> None:
    """Of the rules of single hands and tables none waits any more."""
    assert {game for game, _ in LATER.values()} == {"tournaments"}
    assert [rule for rule in LATER if not rule.startswith("R-TRN-")] == ["R-RAK-4"]


def test_no_rule_is_named_that_does_not_exist() -> None:
    known = set(NOW) | set(LATER)
    wrong = {
        (str(path.relative_to(TESTS.parent)), rule)
        for path in SOURCES
        for rule in _RULE.findall(path.read_text())
        if rule not in known
    }
    assert wrong == set()


def test_no_point_of_the_switches_list_is_named_that_does_not_exist() -> None:
    named = {
        (path.name, int(number)) for path in SOURCES for number in _POINT.findall(path.read_text())
    }
    assert len(named) > 40
    assert {(file, number) for file, number in named if number not in POINTS} == set()


def test_rules_of_later_games_are_named_as_such() -> None:
    assert {rule: (game, text) for rule, game, text in _LATER.findall(TEXT)} == LATER
