"""What forms say of a table, as the engine wants to know it."""

from collections.abc import Mapping
from typing import Any

from tables.engine.ruleset import PRESETS
from tables.engine.table_state import Stakes, TableConfig


def config_of(facts: Mapping[str, Any]) -> TableConfig:
    """Return the configuration that the checked fields of a form describe."""
    more = {"turn_ms": facts["turn_ms"]} if "turn_ms" in facts else {}
    return TableConfig(
        game=facts["game"],
        seat_count=facts["seats"],
        stakes=stakes_of(facts["stakes"]),
        rules=PRESETS[facts["rules"]],
        book=facts["book"],
        **more,
    )


def stakes_of(stakes: Mapping[str, Any]) -> Stakes:
    """Return the stakes of a no-limit game: its lower limit is the big blind (R-BLD-3)."""
    return Stakes(
        small_blind_chips=stakes["small_blind"],
        big_blind_chips=stakes["big_blind"],
        lower_limit_chips=stakes["big_blind"],
        ante_chips=stakes.get("ante", 0),
    )
