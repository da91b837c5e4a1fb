"""`/rules`: what a table may be played by, for whoever wants to know."""

from typing import Any

import pytest

from tables.engine.rules.ruleset import PRESETS, SWITCHES, with_switches
from tables.engine.rules.terms import MAX_CHIPS
from tests.support.people import Answer, Api

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables", "demo")


def _rules(language: str = "en") -> Answer:
    answer = Api(**{"Accept-Language": language})("get", "/api/v1/rules")
    assert answer.status == 200
    return answer


def _by_name(answer: Answer) -> dict[str, dict[str, Any]]:
    return {switch["switch"]: switch for switch in answer.json["switches"]}


def test_presets_come_with_every_switch_and_its_value() -> None:
    """docs/rules.md#open-points: what is sent here makes the rules that a hand is stamped with."""
    presets = {preset["preset"]: preset["rules"] for preset in _rules().json["presets"]}

    assert list(presets) == ["house", "standard"]
    for name, switches in presets.items():
        assert set(switches) == set(SWITCHES)
        assert with_switches(name, switches) == PRESETS[name]
    assert presets["standard"]["cap.raises"] == 4
    assert presets["house"]["deal.burn"] is True
    assert presets["house"]["stakes.max_buy_in"] is None


def test_every_switch_says_what_it_may_be_set_to() -> None:
    switches = _by_name(_rules())

    assert list(switches) == list(SWITCHES)
    assert switches["button.method"] == {
        "switch": "button.method",
        "title": "Moving the button",
        "text": "How the dealer button goes on when seats have become free.",
        "type": "choice",
        "default": "moving",
        "choices": [
            {
                "value": "moving",
                "text": "to the next player who takes part; whoever the big blind passes over"
                " posts it",
            },
            {
                "value": "dead",
                "text": "behind the blinds, onto an empty seat too; nobody is big blind twice or"
                " spared",
            },
        ],
        "min": None,
        "max": None,
        "may_be_null": False,
    }
    burn = switches["deal.burn"]
    assert (burn["type"], burn["default"]) == ("boolean", True)
    assert [choice["value"] for choice in burn["choices"]] == [True, False]
    most = switches["stakes.max_buy_in"]
    assert (most["type"], most["default"], most["min"]) == ("integer", None, 1)
    assert (most["max"], most["may_be_null"]) == (MAX_CHIPS, True)
    assert most["choices"] == [{"value": None, "text": "no maximum"}]


def test_every_choice_that_is_offered_is_accepted() -> None:
    for name, switch in _by_name(_rules()).items():
        for choice in switch["choices"]:
            with_switches("house", {name: choice["value"]})
        for limit in ("min", "max"):
            if switch[limit] is not None:
                with_switches("house", {name: switch[limit]})


def test_the_words_are_in_the_readers_language() -> None:
    """In the field's German terms; whoever asks for another language reads English."""
    german = _rules("de-AT, en;q=0.5")
    burn = _by_name(german)["deal.burn"]

    assert (burn["title"], burn["choices"][0]["text"]) == ("Brennkarten", "eine vor jeder Straße")
    assert german.json["language"] == german.headers["Content-Language"] == "de"
    assert german.json["presets"][0]["title"] == "Hausregeln"
    for language in ("en-GB", "fr", "*", "nonsense;q=x", ""):
        answer = _rules(language)
        assert answer.json["language"] == answer.headers["Content-Language"] == "en"
        assert _by_name(answer)["deal.burn"]["title"] == "Burn cards"


def test_a_cache_keeps_the_languages_apart() -> None:
    assert {"Accept-Language", "Cookie"} <= set(_rules().headers["Vary"].split(", "))


def test_nobody_has_to_sign_in_to_read_the_rules() -> None:
    answer = Api()("get", "/api/v1/rules")
    assert answer.status == 200
    assert Api()("post", "/api/v1/rules", {}).refusal == (405, "method_not_allowed")
