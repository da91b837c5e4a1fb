"""`table.js` in a real browser, for every game: what it folds is what the engine holds."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from tables.engine.hand.commands import StartHand
from tables.engine.hand.events import HandOptions
from tables.engine.hand.state import Hand
from tables.engine.rules.games import GAMES
from tables.engine.rules.terms import Card, SeatNo
from tables.live.snapshot import seat_in_hand
from tables.live.wire import card_texts
from tests.pokerhouse.console.modules import ModulePage, modules_origin, page
from tests.pokerhouse.console.test_modules import rest_of
from tests.support.seen_hands import play, player_of, seen, start_of
from tests.support.watched_hand import json_of

__all__ = ["modules_origin", "page"]

pytestmark = pytest.mark.e2e

VIEWER: SeatNo = 2

FOLD = """async ({ player, snapshot, frames }) => {
  const { TableState, UnknownEvent, potsOf, streetBets } = await import("/table/table.js");
  const table = new TableState(player);
  table.apply(snapshot);
  return frames.map((frame) => {
    table.apply(frame);
    const { hand, you, turn } = table.state;
    return structuredClone({ hand, you, turn, pots: potsOf(hand), bets: streetBets(hand) });
  });
}"""


def expected(hand: Hand, seat: SeatNo | None, known: Mapping[int, Card]) -> dict[str, Any]:
    """Return what the page has to hold of the hand."""
    structure = to_builtins(hand.started.structure)
    public = {
        "game": hand.game.code,
        "family": hand.game.family,
        "structure": structure,
        "street": hand.street_data.name,
        "board": card_texts(hand.board),
        "more_boards": [card_texts(board) for board in hand.more_boards],
        "run_it_times": hand.extras.run_it_times,
        "pot_chips": hand.pot_chips,
        "price_chips": hand.price_chips,
        "is_over": hand.is_over,
        "seats": [json_of(seat_in_hand(each)) for each in hand.seats],
    }
    if seat is None:
        return {"hand": public, "you": None}
    own = hand.of(seat).positions
    cards = card_texts(tuple(known[position] for position in own))
    return {"hand": public, "you": {"seat": seat, "cards": cards, "positions": list(own)}}


def check(page: ModulePage, random: Random, start: StartHand, seat: SeatNo | None) -> int:
    """Play a hand and compare the page's fold with the engine's after each event."""
    moments = list(seen(*play(random, start), seat))
    sitting = [{"seat": each.seat, "player": str(each.player)} for each in start.seats]
    state = {"seq": 1, "seats": sitting, "turn": None, "you": None, "hand": None}
    folded = page.run(
        FOLD,
        {
            "player": str(player_of(seat)) if seat else None,
            "snapshot": {"t": "snapshot", "seq": 1, "d": state},
            "frames": [frame for frame, _, _ in moments],
        },
    )
    before: list[dict[str, Any]] = []
    given: dict[int, int] = {}
    for (frame, hand, known), shown in zip(moments, folded, strict=True):
        right = expected(hand, seat, known)
        in_page = {name: shown["hand"][name] for name in right["hand"]}
        you = shown["you"] and {name: shown["you"][name] for name in ("seat", "cards", "positions")}
        assert (frame, {"hand": in_page, "you": you}) == (frame, right)
        chips = [each["chips"] for each in (*shown["pots"], *shown["bets"])]
        assert sum(chips) == (0 if hand.is_over else hand.pot_chips)
        if frame["t"] == "hand.pot_awarded":  # by boards and halves
            part = frame["d"]
            given[part["pot"]] = given.get(part["pot"], 0) + part["chips"]
            assert shown["pots"] == rest_of(before, given)
        else:
            before = shown["pots"]
        actor = None if shown["turn"] is None else shown["turn"]["seat"]
        assert actor == hand.actor or frame["t"] == "hand.board_declared"
    return len(moments)


@pytest.mark.parametrize("code", sorted(GAMES))
def test_a_page_folds_every_game_as_the_engine_does(page: ModulePage, code: str) -> None:
    """Players and spectators, after every event: cards, boards, exchanges, chips, turns."""
    game, random = GAMES[code], Random(code)
    compared = 0
    for number in range(8):
        seats = random.choice((3, 6))
        may_run_it = game.family == "flop" and not any(each.put_away for each in game.streets)
        times = HandOptions(run_it_times=3 if may_run_it and number % 2 else 1)
        start = start_of(game, random, seats, times)
        compared += check(page, random, start, VIEWER if number % 4 else None)
    assert compared > 100


def test_a_page_folds_a_double_board_bomb_pot(page: ModulePage) -> None:
    random = Random(5)
    options = HandOptions(is_bomb_pot=True, board_count=2)
    for code in ("holdem", "omaha8", "courchevel"):
        assert check(page, random, start_of(GAMES[code], random, 6, options), VIEWER) > 20
