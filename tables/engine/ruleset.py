"""
Every switch of RULES section 22 as a typed field; frozen, and stamped whole into each hand.

A field's wire name is the rule book's (`button_method` is `button.method`). Switches of games
that the engine does not deal yet stand here too, so that a hand's stamp never changes its shape.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import fields

_GROUPS = (
    *("button", "omaha", "stud", "entry", "deal", "action", "cap", "spread", "stakes", "timeout"),
    *("showdown", "odd_chip", "raise", "pl", "table", "blinds", "tournament", "h4h"),
)


def _wire_name(field: str) -> str:
    for group in _GROUPS:
        if field.startswith(group + "_"):
            return f"{group}.{field[len(group) + 1 :]}"
    return field


_LEAST = {
    "cap_raises": 0,
    "omaha_min_to_deal": 2,
    "stakes_min_buy_in_factor": 1,
    "stakes_max_buy_in": 1,
    "stakes_rejoin_window_min": 0,
    "timeout_protect_per_day": 0,
    "timeout_sit_out_after": 0,
    "timeout_alert_after": 1,
    "table_min_to_open": 2,
}
"""The smallest value of every switch that is a number."""


class RuleSet(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename=_wire_name):
    """House rules of a table. The defaults are the preset `house`."""

    id: str = "house"

    def problem(self) -> str | None:
        """Return the switch whose number is out of its range, or None."""
        for field, least in _LEAST.items():
            value = getattr(self, field)
            if value is not None and (type(value) is not int or value < least):
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

    table_min_to_open: int = 2
    blinds_sb_ratio: Literal["1/2", "1/3", "2/3"] = "1/2"
    suit_order: Literal["shdc"] = "shdc"
    tournament_race_out: Literal["extra_chip", "out"] = "extra_chip"
    h4h_same_table: Literal["stack", "share"] = "stack"


HOUSE = RuleSet()
"""RULES.md's defaults: what the four seed texts say, good practice where they are silent."""

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
