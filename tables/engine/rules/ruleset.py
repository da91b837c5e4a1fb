"""
Every switch of the rules as a typed field (docs/rules.md#open-points); frozen, and stamped whole
into each hand.

On the wire `button_method` is `button.method`. Some figures look like switches but belong to one
table or plan, and are kept there: `rake.*` in `RakePlan`, `ante.cash` and the blinds in the table's
stakes, `table.chip_unit` in the table's configuration, `timeout.grace_ms` in the service that stops
the clock.
"""

from collections.abc import Mapping
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields, replace

from tables.engine.rules.errors import RuleViolation, echoed
from tables.engine.rules.terms import MAX_CHIPS, MAX_SEATS

_GROUPS = (
    *("button", "omaha", "stud", "entry", "deal", "action", "cap", "spread", "stakes", "timeout"),
    *("showdown", "odd_chip", "raise", "pl", "table", "blinds", "tournament", "h4h", "short_deck"),
)


def _wire_name(field: str) -> str:
    for group in _GROUPS:
        if field.startswith(group + "_"):
            return f"{group}.{field[len(group) + 1 :]}"
    return field


RANGES = {
    "cap_raises": (0, MAX_CHIPS),
    "omaha_min_to_deal": (2, MAX_SEATS),
    "stakes_min_buy_in_factor": (1, MAX_CHIPS),
    "stakes_max_buy_in": (1, MAX_CHIPS),
    "stakes_rejoin_window_min": (0, MAX_CHIPS),
    "timeout_protect_per_day": (0, MAX_CHIPS),
    "timeout_sit_out_after": (0, MAX_CHIPS),
    "timeout_alert_after": (1, MAX_CHIPS),
    "table_min_to_open": (2, MAX_SEATS),
}
"""The smallest and the largest value of every switch that is a number."""


class RuleSet(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    rename=_wire_name,
    cache_hash=True,
):
    """House rules of a table. The defaults are the preset `house`."""

    id: str = "house"

    def problem(self) -> str | None:
        """Return the switch whose number is out of its range, or None."""
        for field, (least, most) in RANGES.items():
            value = getattr(self, field)
            if value is not None and (type(value) is not int or not least <= value <= most):
                return _wire_name(field)
        return None

    button_method: Literal["moving", "dead"] = "moving"
    button_headsup_no_double_bb: bool = False
    entry_between_button_and_bb: Literal["wait", "post"] = "wait"
    entry_short_handed_free: bool = True
    missed_blinds: Literal["post_or_wait", "ignore"] = "post_or_wait"

    deal_headsup_first: Literal["non_button", "button"] = "non_button"
    deal_burn: bool = True
    deal_one_at_a_time: bool = True

    action_free_fold: bool = True
    raise_unanswerable: Literal["refuse", "allow"] = "refuse"

    cap_big_bet: bool = False
    cap_raises: int = 3
    cap_bb_counts: bool = True
    cap_lift_heads_up: Literal["stud_last_round", "any_round"] = "stud_last_round"
    cap_uncap_midround: bool = True
    cap_count_all_in: bool = True
    pl_sb_counts_as_bb: bool = False
    pl_bb_ante_counts: Literal["second_round", "always"] = "second_round"
    spread_step_min: Literal["keep", "lower"] = "keep"

    omaha_min_to_deal: int = 2
    omaha_seats: Literal["6-10", "2-10"] = "6-10"

    stud_rotate_dealer: bool = False
    stud_bring_in: Literal["ante"] = "ante"
    stud_opener_amounts: Literal["two", "range"] = "two"
    stud_bring_in_card: Literal["low", "high"] = "low"
    stud_tie_high: Literal["position", "suit"] = "position"
    stud_open_pair: Literal["spread", "two_sizes", "off"] = "spread"
    stud_open_pair_who: Literal["any"] = "any"
    stud_late_streets: Literal["spread", "fixed_high"] = "spread"
    stud_shortage: Literal["tda"] = "tda"
    stud_community_first: Literal["sixth", "community"] = "sixth"

    stakes_min_buy_in_factor: int = 10
    stakes_max_buy_in: int | None = None
    stakes_queue_top_up: bool = False
    stakes_top_up_target: Literal["table_min", "own_buy_in"] = "table_min"
    stakes_rejoin_window_min: int = 120

    timeout_mode: Literal["allin_protect", "fold"] = "allin_protect"
    timeout_free_check: Literal["allin", "check"] = "allin"
    timeout_protect_per_day: int | None = None
    timeout_sit_out_after: int = 1
    timeout_alert_after: int = 3

    showdown_mode: Literal["auto", "losers_muck", "manual"] = "auto"
    odd_chip_distribution: Literal["all_to_first", "one_each"] = "all_to_first"
    odd_chip_stud: Literal["five_cards", "all_cards"] = "five_cards"

    short_deck_trips_beat_straight: bool = False

    table_min_to_open: int = 2
    blinds_sb_ratio: Literal["1/2", "1/3", "2/3"] = "1/2"
    suit_order: Literal["shdc"] = "shdc"
    tournament_race_out: Literal["extra_chip", "out"] = "extra_chip"
    h4h_same_table: Literal["stack", "share"] = "stack"


HOUSE = RuleSet()
"""The house rules: what their sources say, good practice where those are silent (docs/rules.md)."""

STANDARD = RuleSet(
    id="standard",
    button_method="dead",
    cap_bb_counts=False,
    cap_raises=4,
    stud_late_streets="fixed_high",
    stud_open_pair="off",
    timeout_mode="fold",
    omaha_seats="2-10",
    showdown_mode="losers_muck",
    raise_unanswerable="allow",
)
"""Common card-room practice; imported histories are replayed under it."""

PRESETS = {preset.id: preset for preset in (HOUSE, STANDARD)}

FIELD_OF_SWITCH = {field.encode_name: field.name for field in fields(RuleSet) if field.name != "id"}
"""Wire name of a switch → its field."""


class Switch(Struct, frozen=True):
    """One switch as a form needs to know it: what it may be set to."""

    name: str
    field: str
    type: Literal["boolean", "choice", "integer"]
    default: bool | int | str | None
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    may_be_null: bool = False
    """Whether it may be None: no maximum, no limit a day."""

    def accepts(self, value: object) -> bool:
        """Return whether the switch can have that value; `true` is no number, 1 no boolean."""
        if value is None:
            return self.may_be_null
        if self.type == "boolean":
            return type(value) is bool
        if self.type == "choice":
            return type(value) is str and value in self.choices
        return type(value) is int and self.least <= value <= self.most

    def allowed(self) -> list[object] | dict[str, object]:
        """Return all values, or the range of a number."""
        if self.type == "integer":
            return {"min": self.least, "max": self.most, "may_be_null": self.may_be_null}
        return [False, True] if self.type == "boolean" else list(self.choices)


def _switch(name: str, field: str, annotation: Any) -> Switch:
    default = getattr(HOUSE, field)
    if annotation is bool:
        return Switch(name, field, "boolean", default)
    if get_origin(annotation) is Literal:
        return Switch(name, field, "choice", default, choices=get_args(annotation))
    least, most = RANGES[field]
    may_be_null = NoneType in get_args(annotation)
    return Switch(name, field, "integer", default, least=least, most=most, may_be_null=may_be_null)


_TYPES = get_type_hints(RuleSet)
SWITCHES = {name: _switch(name, field, _TYPES[field]) for name, field in FIELD_OF_SWITCH.items()}
"""Wire name → the switch, in the order of the fields."""


def with_switches(preset: str, switches: Mapping[str, object]) -> RuleSet:
    """
    Return a preset with single switches set otherwise, by their wire names.

    :raises RuleViolation: `unknown_preset`, `unknown_switch`, `wrong_switch_value` (`allowed` says
        what the switch may be set to).
    """
    if preset not in PRESETS:
        raise RuleViolation("unknown_preset", preset=echoed(preset), allowed=list(PRESETS))
    changed: dict[str, Any] = {}
    for name, value in switches.items():
        switch = SWITCHES.get(name)
        if switch is None:
            raise RuleViolation("unknown_switch", switch=str(name)[:40])
        if not switch.accepts(value):
            raise RuleViolation("wrong_switch_value", switch=name, allowed=switch.allowed())
        changed[switch.field] = value
    return replace(PRESETS[preset], **changed)
