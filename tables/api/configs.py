"""What forms say of a table, as the engine wants to know it, and where a refusal of it points."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tables.engine.rules.ruleset import HOUSE
from tables.engine.table.state import Leg, Stakes, TableConfig, TableOptions
from tables.services.refusals import Refused

_PLAIN = ("turn_ms", "rotate_by", "rotate_every")


def config_of(facts: Mapping[str, Any]) -> TableConfig:
    """Return the configuration that the checked fields of a form describe."""
    legs = legs_of(facts)
    face = legs[0] if legs else None
    stakes = stakes_of(facts["stakes"]) if "stakes" in facts else None
    return TableConfig(
        game=facts.get("game") or (face.game if face else "holdem"),
        seat_count=facts["seats"],
        stakes=stakes or _face(face),
        rules=facts.get("rules", HOUSE),
        book=facts["book"],
        options=TableOptions(**facts.get("options", {})),
        rotation=legs,
        **{name: facts[name] for name in _PLAIN if name in facts},
    )


def _face(leg: Leg | None) -> Stakes:
    assert leg is not None, "the form asks for stakes or for a rotation"
    return leg.stakes


def legs_of(facts: Mapping[str, Any]) -> tuple[Leg, ...]:
    """Return the games that are played in turn; none where there is one only."""
    return tuple(Leg(leg["game"], stakes_of(leg["stakes"])) for leg in facts.get("rotation", ()))


def new_stakes_of(facts: Mapping[str, Any]) -> tuple[Stakes, tuple[Leg, ...]]:
    """Return what a table shall be played for; with a rotation its first leg's are its face."""
    legs = legs_of(facts)
    stakes = stakes_of(facts["stakes"]) if "stakes" in facts else _face(legs[0])
    return stakes, legs


def stakes_of(stakes: Mapping[str, Any]) -> Stakes:
    """Return the stakes; the lower limit of no-limit and pot-limit is the big blind (R-BLD-3)."""
    big_blind = stakes.get("big_blind", 0)
    return Stakes(
        limit=stakes["limit"],
        small_blind_chips=stakes.get("small_blind", 0),
        big_blind_chips=big_blind,
        lower_limit_chips=stakes.get("lower", big_blind),
        higher_limit_chips=stakes.get("higher", 0),
        max_bets_chips=tuple(stakes.get("max_bets", ())),
        ante_chips=stakes.get("ante", 0),
        big_blind_ante_chips=stakes.get("big_blind_ante", 0),
        bring_in_chips=stakes.get("bring_in", 0),
    )


@contextmanager
def pointing(facts: Mapping[str, Any]) -> Iterator[None]:
    """Say of a refusal of the rules which field of the form it is about."""
    try:
        yield
    except Refused as refused:
        pointer = _pointer_of(refused.facts, facts)
        if pointer:
            rule = str(refused.facts["rule"])
            error = {"pointer": pointer, "code": rule, "detail": refused.detail}
            refused.facts["errors"] = [error]
        raise


_FIELDS = {
    "unknown_game": "/game",
    "table_size": "/seats",
    "rotation_mismatch": "/rotation",
}
_OF_STAKES = {
    "structure": "/limit",
    "sb_ratio": "/small_blind",
    "bb_not_lower": "/big_blind",
    "blinds_out_of_order": "/small_blind",
    "stakes_invalid": "",
}
_OF_OPTIONS = {"bomb_pot": "bomb_pot_every_hands", "run_it": "run_it_times"}


def _pointer_of(refusal: Mapping[str, Any], facts: Mapping[str, Any]) -> str:
    rule = refusal["rule"]
    if rule in _OF_STAKES:
        return _stakes_pointer(refusal, facts) + _OF_STAKES[rule]
    if rule == "option_not_in_game":
        option = str(refusal.get("option", ""))
        return f"/options/{_OF_OPTIONS.get(option, option)}"
    if rule == "rules_out_of_range":
        return f"/rules/switches/{refusal['switch']}"
    field = str(refusal.get("field", ""))
    if rule == "amount_out_of_range" and field:
        return f"/options/{field}" if field in TableOptions.__struct_fields__ else f"/{field}"
    return _FIELDS.get(rule, "")


def _stakes_pointer(refusal: Mapping[str, Any], facts: Mapping[str, Any]) -> str:
    """In a rotation the first leg of the game that is named, else all of it."""
    legs = facts.get("rotation", ())
    if not legs:
        return "/stakes"
    places = [place for place, leg in enumerate(legs) if leg["game"] == refusal.get("game")]
    return f"/rotation/{places[0]}/stakes" if places else "/rotation"
