"""The presets against docs/rules.md#open-points, kept here as data."""

import json

import msgspec
import pytest

from tables.engine.hand.events import RakePlan
from tables.engine.rules.clock import clock_face
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.limits import NoLimit
from tables.engine.rules.ruleset import (
    FIELD_OF_SWITCH,
    HOUSE,
    PRESETS,
    RANGES,
    STANDARD,
    SWITCHES,
    RuleSet,
    with_switches,
)
from tables.engine.rules.terms import MAX_CHIPS
from tests.support.hands import start_hand

HOUSE_DEFAULTS: dict[str, object] = {
    "action.free_fold": True,
    "blinds.sb_ratio": "1/2",
    "button.headsup_no_double_bb": False,
    "button.method": "moving",  # R-BTN-6
    "cap.bb_counts": True,
    "cap.big_bet": False,
    "cap.count_all_in": True,
    "cap.lift_heads_up": "stud_last_round",
    "cap.raises": 3,
    "cap.uncap_midround": True,
    "deal.burn": True,
    "deal.headsup_first": "non_button",
    "deal.one_at_a_time": True,
    "entry.between_button_and_bb": "wait",
    "entry.short_handed_free": True,
    "h4h.same_table": "stack",  # R-TRN-H4H-1
    "missed_blinds": "post_or_wait",
    "odd_chip.distribution": "all_to_first",
    "odd_chip.stud": "five_cards",
    "omaha.min_to_deal": 2,
    "omaha.seats": "6-10",
    "pl.bb_ante_counts": "second_round",  # R-PL-2
    "pl.sb_counts_as_bb": False,
    "raise.unanswerable": "refuse",
    "short_deck.trips_beat_straight": False,  # R-LOW-7
    "showdown.mode": "auto",
    "spread.step_min": "keep",
    "stakes.max_buy_in": None,  # R-STK-2
    "stakes.min_buy_in_factor": 10,
    "stakes.queue_top_up": False,  # R-STK-3
    "stakes.rejoin_window_min": 120,
    "stakes.top_up_target": "table_min",
    "stud.bring_in": "ante",
    "stud.bring_in_card": "low",
    "stud.community_first": "sixth",
    "stud.late_streets": "spread",
    "stud.open_pair": "spread",
    "stud.open_pair_who": "any",
    "stud.opener_amounts": "two",
    "stud.rotate_dealer": False,
    "stud.shortage": "tda",
    "stud.tie_high": "position",
    "suit_order": "shdc",
    "table.min_to_open": 2,
    "timeout.alert_after": 3,
    "timeout.free_check": "allin",
    "timeout.mode": "allin_protect",
    "timeout.protect_per_day": None,  # unlimited
    "timeout.sit_out_after": 1,  # R-TIM-8, docs/cash-room.md#options
    "tournament.race_out": "extra_chip",
}

STANDARD_DIFFERS: dict[str, object] = {
    "button.method": "dead",
    "cap.bb_counts": False,
    "cap.raises": 4,
    "omaha.seats": "2-10",
    "raise.unanswerable": "allow",
    "showdown.mode": "losers_muck",
    "stud.late_streets": "fixed_high",
    "stud.open_pair": "off",
    "timeout.mode": "fold",
}


def _stamped(rules: RuleSet) -> dict[str, object]:
    stamped: dict[str, object] = json.loads(msgspec.json.encode(rules))
    return stamped


def test_the_house_preset_is_the_rule_books_defaults() -> None:
    """docs/rules.md#open-points: every switch by its name, and no other."""
    assert _stamped(HOUSE) == {"id": "house", **HOUSE_DEFAULTS}
    assert RuleSet() == HOUSE


def test_the_standard_preset_is_the_house_but_for_its_paragraph() -> None:
    """common card-room practice."""
    assert _stamped(STANDARD) == {"id": "standard", **HOUSE_DEFAULTS, **STANDARD_DIFFERS}
    assert all(HOUSE_DEFAULTS[switch] != value for switch, value in STANDARD_DIFFERS.items())


def test_presets_go_by_their_names() -> None:
    assert PRESETS == {"house": HOUSE, "standard": STANDARD}


def test_every_switch_has_a_field_and_every_field_a_switch() -> None:
    """The wire's names are the rule book's."""
    assert set(FIELD_OF_SWITCH) == set(HOUSE_DEFAULTS)
    assert len(set(FIELD_OF_SWITCH.values())) == len(HOUSE_DEFAULTS)
    for switch, field in FIELD_OF_SWITCH.items():
        assert getattr(HOUSE, field) == HOUSE_DEFAULTS[switch]


def test_figures_that_belong_to_a_table_or_a_plan_are_no_switches() -> None:
    """
    A-31 `ante.cash=0`, A-37 `rake.*`, R-ODD-4 `table.chip_unit`, R-TIM-2 `timeout.grace_ms`: with
    their own defaults.
    """
    assert NoLimit(small_blind=1, big_blind=2).ante == 0
    plan = RakePlan()
    assert (plan.percent_bp, plan.cap_chips, plan.is_no_flop_no_drop) == (0, None, True)
    assert start_hand({1: 1, 2: 1}).chip_unit == 1
    assert clock_face(30_000) == clock_face(30_000, grace_ms=0)
    others = {"ante.cash", "rake.pct", "rake.cap", "table.chip_unit", "timeout.grace_ms"}
    assert not others & set(SWITCHES)


def test_a_rule_set_survives_json() -> None:
    """docs/architecture.md#the-engine: it is stamped into each hand."""
    for rules in (HOUSE, STANDARD):
        line = msgspec.json.encode(rules, order="sorted")
        assert msgspec.json.decode(line, type=RuleSet) == rules


@pytest.mark.parametrize(
    "line",
    [
        b'{"odd_chips.distribution":"one_each"}',
        b'{"odd_chip_distribution":"one_each"}',
        b'{"odd_chip.distribution":"by_lot"}',
        b'{"cap.raises":"three"}',
        b'{"deal.burn":1}',
        b'{"timeout.mode":"all_in"}',
    ],
)
def test_an_unknown_switch_or_value_is_refused(line: bytes) -> None:
    """docs/architecture.md#the-engine: a hand is never dealt under rules that nobody knows."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(line, type=RuleSet)


def test_a_rule_set_is_frozen() -> None:
    with pytest.raises(AttributeError):
        HOUSE.deal_burn = False  # type: ignore[misc]


def test_a_preset_with_nothing_changed_is_the_preset() -> None:
    assert with_switches("house", {}) == HOUSE
    assert with_switches("standard", STANDARD_DIFFERS) == STANDARD


def test_single_switches_change_and_all_others_stay() -> None:
    """a table picks a preset and may override single switches."""
    changed: dict[str, object] = {"cap.raises": 4, "stakes.max_buy_in": 500, "deal.burn": False}
    rules = with_switches("standard", changed)
    assert _stamped(rules) == {
        "id": "standard",
        **HOUSE_DEFAULTS,
        **STANDARD_DIFFERS,
        **changed,
    }
    assert with_switches("house", {"timeout.protect_per_day": None}) == HOUSE


@pytest.mark.parametrize("name", ["odd_chips.stud", "odd_chip_stud", "id", "", "x" * 50])
def test_a_switch_that_does_not_exist_is_named(name: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        with_switches("house", {name: 1})
    assert refused.value.code == "unknown_switch"
    assert refused.value.facts == {"switch": name[:40]}


def test_a_preset_that_does_not_exist_is_refused() -> None:
    with pytest.raises(RuleViolation) as refused:
        with_switches("casino", {})
    assert refused.value.code == "unknown_preset"
    assert refused.value.facts == {"preset": "'casino'", "allowed": ["house", "standard"]}


CAP = {"min": 0, "max": MAX_CHIPS, "may_be_null": False}
MAX_BUY_IN = {"min": 1, "max": MAX_CHIPS, "may_be_null": True}


@pytest.mark.parametrize(
    ("switch", "value", "allowed"),
    [
        ("button.method", "still", ["moving", "dead"]),
        ("button.method", None, ["moving", "dead"]),
        ("button.method", ["dead"], ["moving", "dead"]),
        ("deal.burn", 1, [False, True]),
        ("deal.burn", "false", [False, True]),
        ("cap.raises", -1, CAP),
        ("cap.raises", True, CAP),
        ("cap.raises", 3.0, CAP),
        ("cap.raises", None, CAP),
        ("cap.raises", MAX_CHIPS + 1, CAP),
        ("stakes.max_buy_in", 0, MAX_BUY_IN),
        ("stakes.max_buy_in", "500", MAX_BUY_IN),
        ("suit_order", "cdhs", ["shdc"]),
    ],
)
def test_a_value_that_a_switch_does_not_have_is_refused(
    switch: str, value: object, allowed: object
) -> None:
    """The fact `allowed` says what it may be set to."""
    with pytest.raises(RuleViolation) as refused:
        with_switches("house", {switch: value})
    assert refused.value.code == "wrong_switch_value"
    assert refused.value.facts == {"switch": switch, "allowed": allowed}


def test_every_value_that_is_offered_is_taken() -> None:
    for name, switch in SWITCHES.items():
        allowed = switch.allowed()
        values = allowed if isinstance(allowed, list) else [allowed["min"], allowed["max"]]
        if switch.may_be_null:
            values.append(None)
        assert switch.default in values or type(switch.default) is int
        for value in values:
            rules = with_switches("house", {name: value})
            assert getattr(rules, switch.field) == value
            assert rules.problem() is None
            assert msgspec.json.decode(msgspec.json.encode(rules), type=RuleSet) == rules


@pytest.mark.parametrize("field", RANGES)
def test_a_number_out_of_its_range_is_a_problem(field: str) -> None:
    """A rule set that was made without asking is found out by the table."""
    switch = next(name for name, known in FIELD_OF_SWITCH.items() if known == field)
    least, most = RANGES[field]
    for value in (least - 1, most + 1, True, "3"):
        assert msgspec.structs.replace(HOUSE, **{field: value}).problem() == switch
    for value in (least, most):
        assert msgspec.structs.replace(HOUSE, **{field: value}).problem() is None
