"""Open Hand History for tests: its schema as the standard has it, its parts, sums over it."""

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, Final

from jsonschema_rs import Draft202012Validator

Ohh = dict[str, Any]


def _object(required: str, optional: str = "", **types: Any) -> dict[str, Any]:
    """Return the schema of an object; whatever is not named may only be a field of our own."""
    assert set(types) == {*required.split(), *optional.split()}
    return {
        "type": "object",
        "required": required.split(),
        "properties": types,
        "patternProperties": {"^_": {}},
        "additionalProperties": False,
    }


def _list_of(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


_TEXT: Final = {"type": "string"}
_FLAG: Final = {"type": "boolean"}
_ID: Final = {"type": "integer", "minimum": 0}
_AMOUNT: Final = {"type": "number", "minimum": 0}
_CARDS: Final = _list_of({"type": "string", "pattern": "^[2-9TJQKA][hsdc]$"})
_ACTIONS: Final = [
    *("Dealt Cards", "Mucks Cards", "Shows Cards"),
    *("Post Ante", "Post SB", "Post BB", "Straddle", "Post Dead", "Post Extra Blind"),
    *("Fold", "Check", "Bet", "Raise", "Call"),
    *("Added Chips", "Sits Down", "Stands Up", "Add to Pot"),
]

_ACTION: Final = _object(
    "action_number player_id action amount is_allin",
    "cards",
    action_number={"type": "integer", "minimum": 1},
    player_id=_ID,
    action={"enum": _ACTIONS},
    amount=_AMOUNT,
    is_allin=_FLAG,
    cards=_CARDS,
)
_ROUND: Final = _object(
    "id street actions",
    "cards",
    id=_ID,
    street={"enum": ["Preflop", "Flop", "Turn", "River", "Showdown"]},
    actions=_list_of(_ACTION),
    cards=_CARDS,
)
_PLAYER: Final = _object(
    "id seat name starting_stack",
    id=_ID,
    seat={"type": "integer", "minimum": 1, "maximum": 10},
    name={"type": "string", "minLength": 1},
    starting_stack=_AMOUNT,
)
_POT: Final = _object(
    "number amount rake jackpot player_wins",
    number=_ID,
    amount=_AMOUNT,
    rake=_AMOUNT,
    jackpot=_AMOUNT,
    player_wins=_list_of(_object("player_id win_amount", player_id=_ID, win_amount=_AMOUNT)),
)
_HISTORY: Final = _object(
    "spec_version site_name network_name internal_version game_number start_date_utc table_name"
    " game_type bet_limit table_size currency dealer_seat small_blind_amount big_blind_amount"
    " players rounds pots",
    "tournament ante_amount hero_player_id flags",
    spec_version={"type": "string", "pattern": r"^1\.4\.\d+$"},
    site_name=_TEXT,
    network_name=_TEXT,
    internal_version={"type": "string", "pattern": r"^\d+\.\d+\.\d+$"},
    game_number=_TEXT,
    start_date_utc={
        "type": "string",
        "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$",
    },
    table_name=_TEXT,
    game_type={"enum": ["Holdem", "Omaha", "OmahaHiLo", "Stud", "StudHiLo", "Draw"]},
    bet_limit=_object("bet_type bet_cap", bet_type={"enum": ["NL", "PL", "FL"]}, bet_cap=_AMOUNT),
    table_size={"type": "integer", "minimum": 2, "maximum": 10},
    currency={"type": "string", "pattern": "^([A-Z]{3})?$"},
    dealer_seat={"type": "integer", "minimum": 1, "maximum": 10},
    small_blind_amount=_AMOUNT,
    big_blind_amount=_AMOUNT,
    players=_list_of(_PLAYER),
    rounds=_list_of(_ROUND),
    pots=_list_of(_POT),
    tournament=_FLAG,
    ante_amount=_AMOUNT,
    hero_player_id=_ID,
    flags=_list_of({"enum": ["Run_It_Twice", "Anonymous", "Observed", "Fast", "Cap"]}),
)

SCHEMA: Final = _object("ohh", ohh=_HISTORY)
"""Written down from hh-specs.handhistory.org, which publishes none."""

_validator = Draft202012Validator(SCHEMA)


def read_ohh(text: bytes | str) -> Ohh:
    """Return what stands under `ohh`, fractions exact; it must satisfy the schema."""
    _validator.validate(json.loads(text))
    ohh: Ohh = json.loads(text, parse_float=Decimal)["ohh"]
    return ohh


def actions_of(ohh: Ohh) -> Iterator[dict[str, Any]]:
    """Yield every action of every round."""
    for each in ohh["rounds"]:
        yield from each["actions"]


def cards_in(ohh: Ohh) -> set[str]:
    """Return every card that the history names."""
    named = [*ohh["rounds"], *actions_of(ohh), *ohh.get("_exposed", ())]
    for each in ohh["rounds"]:
        named += each.get("_discards", ())
    return {card for each in named for card in each.get("cards", ())}


def put_in(ohh: Ohh) -> dict[int, Decimal | int]:
    """Return what each player's actions put in, without what came back uncalled."""
    total: dict[int, Decimal | int] = {player["id"]: 0 for player in ohh["players"]}
    for action in actions_of(ohh):
        total[action["player_id"]] += action["amount"]
    for returned in ohh.get("_uncalled", ()):
        total[returned["player_id"]] -= returned["amount"]
    return total


def won(ohh: Ohh) -> dict[int, Decimal | int]:
    """Return what each player got out of the pots."""
    total: dict[int, Decimal | int] = {player["id"]: 0 for player in ohh["players"]}
    for pot in ohh["pots"]:
        for win in pot["player_wins"]:
            total[win["player_id"]] += win["win_amount"]
    return total


def act(player: int, word: str, amount: int = 0, **facts: object) -> Ohh:
    """Return an action that a round will number."""
    return {"player_id": player, "action": word, "amount": amount, "is_allin": False, **facts}


def street(number: int, name: str, *actions: Ohh, cards: str = "") -> Ohh:
    """Return a round, its actions numbered."""
    numbered = [{"action_number": n, **action} for n, action in enumerate(actions, start=1)]
    board = {"cards": cards.split()} if cards else {}
    return {"id": number, "street": name, "actions": numbered, **board}


def pot(number: int, amount: int, *wins: tuple[int, int], rake: int = 0, jackpot: int = 0) -> Ohh:
    """Return a pot and who won how much of it."""
    won = [{"player_id": player, "win_amount": chips} for player, chips in wins]
    return {
        "number": number,
        "amount": amount,
        "rake": rake,
        "jackpot": jackpot,
        "player_wins": won,
    }


def player(number: int, seat: int, name: str, start: int, end: int) -> Ohh:
    """Return a player with his stacks before and after."""
    stacks = {"starting_stack": start, "_finishing_stack": end}
    return {"id": number, "seat": seat, "name": name, **stacks}
