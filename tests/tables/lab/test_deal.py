"""`manage.py deal`: sessions in memory and through the house, and their histories in PokerKit."""

import json
import re
import tomllib
from io import StringIO
from pathlib import Path
from typing import Any, get_args

import pytest
from django.core.management import CommandError, call_command

from accounts.money.ledger.chart import Book
from accounts.money.reports.trial import trial_balance
from pokerhouse.common import house_clock
from pokerhouse.eventstore.models import Event
from pokerhouse.eventstore.verify import verify
from pokerhouse.ops.embedded.folders import CHECKOUT
from tables.audit.house import audit
from tables.engine.hand.commands import ActionKind
from tables.engine.rules.games import GAMES
from tables.lab.simulation.memory import MemoryTable
from tables.lab.simulation.session import Broken, SessionPlan, play_session
from tables.models import CardTable
from tests.support.phh import ends_alike_in_pokerkit, has_incompatibilities
from tests.support.rooms import CONFIG


def deal(*args: object) -> dict[str, Any]:
    out = StringIO()
    call_command("deal", *[str(arg) for arg in args], "--json", stdout=out)
    figures: dict[str, Any] = json.loads(out.getvalue())
    return figures


def without_time(figures: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value for name, value in figures.items() if name not in {"seconds", "hands_per_s"}
    }


def test_chips_in_are_chips_out_and_rake_and_jackpot() -> None:
    figures = deal("--hands", 200, "--players", 5, "--seed", 3)
    assert figures["hands"] == 200
    assert figures["rake"] > 0
    assert figures["jackpot"] > 0
    assert figures["chips_in"] == figures["chips_out"] + figures["rake"] + figures["jackpot"]


def test_the_same_seed_deals_the_same_session() -> None:
    first, second = (without_time(deal("--hands", 50, "--seed", 11)) for _ in range(2))
    other = without_time(deal("--hands", 50, "--seed", 12))
    assert first == second
    assert first != other


def test_the_readme_shows_the_session_that_its_command_plays() -> None:
    readme = (CHECKOUT / "README.md").read_text()
    block = re.search(r"```\n( +hands  1000\n.*?)```", readme, re.DOTALL)
    assert block is not None
    shown = dict(line.split() for line in block[1].splitlines())
    played = deal("--hands", 1000)
    del played["kinds"]  # for programs only
    played["events"] += 1000  # each hand's sealed deck, with --store
    as_text = {name: str(value) for name, value in played.items()}
    assert without_time(shown) == without_time(as_text)


@pytest.mark.usefixtures("house_db", "no_cached_tables")
def test_a_session_through_the_house_is_the_session_in_memory() -> None:
    """The engine decides alike wherever the table lives, and every chain and book is whole."""
    arguments = ("--hands", 80, "--players", 4, "--seed", 5)
    stored, remembered = deal(*arguments, "--store"), deal(*arguments)
    remembered["events"] += 80  # each hand's sealed deck
    assert without_time(stored) == without_time(remembered)
    assert list(verify()) == []
    assert [law for law in audit(house_clock.read())[0] if not law.is_kept] == []
    assert Event.objects.filter(type="hand.timed_out").count() > 1
    assert list(CardTable.objects.values_list("state", flat=True)) == ["closed"]
    assert trial_balance(Book.PLAY).is_balanced


@pytest.mark.parametrize("players", [2, 3, 6, 9])
def test_a_history_replays_in_pokerkit_to_the_same_stacks(players: int, tmp_path: Path) -> None:
    deal("--hands", 60, "--players", players, "--seed", 21, "--phh", tmp_path)
    assert alike_in_pokerkit(tmp_path, 60) >= 57  # R-ODD-5: it adds up the odd chips of two pots


@pytest.mark.parametrize(
    ("game", "variant"),
    [
        ("holdem:fixed", "FT"),
        ("holdem:nl", "NT"),
        ("short_deck:nl", "NS"),
        ("omaha:pl", "PO"),
        ("omaha8:fixed", "FO/8"),
        ("stud7:stud_split", "F7S"),
        ("stud8:stud_split", "F7S/8"),
        ("razz:stud_split", "FR"),
        ("single27:nl", "N2L1D"),
        ("triple27:fixed", "F2L3D"),
        ("badugi:fixed", "FB"),
    ],
)
def test_every_code_of_the_standard_replays_in_pokerkit(
    game: str, variant: str, tmp_path: Path
) -> None:
    """PokerKit's stud is bet in exact limits (R-STU-4 and R-STU-5 by the switches)."""
    exact = ("--rule", "stud.open_pair=off", "--rule", "stud.late_streets=fixed_high")
    deal("--game", game, "--hands", 20, "--seed", 4, "--phh", tmp_path, *exact)
    written = [tomllib.loads(path.read_text())["variant"] for path in tmp_path.iterdir()]
    assert written == [variant] * 20
    assert alike_in_pokerkit(tmp_path, 20) >= 19


def alike_in_pokerkit(folder: Path, count: int) -> int:
    """Return how many of the folder's `count` hands PokerKit can replay; it ends each as we did."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.phh")}
    assert len(texts) == count
    replayable = {name: text for name, text in texts.items() if not has_incompatibilities(text)}
    assert [name for name, text in replayable.items() if not ends_alike_in_pokerkit(text)] == []
    return len(replayable)


def test_every_game_is_dealt_with_every_structure_and_every_option() -> None:
    """R-TAB-5: 95 pairs and two rotations; every kind of decision happens."""
    lines = deal_all("--hands", 10, "--seed", 8, "--options")
    played = [(line["game"], line["limit"]) for line in lines]
    assert len(set(played)) == len(played) == 97
    assert {game for game, _ in played} == {*GAMES, "horse", "8-game"}
    assert all(line["hands"] == 10 and line["is_conserved"] for line in lines)
    kinds = {kind for line in lines for kind in line["kinds"]}
    assert kinds == {*get_args(ActionKind), "time_out"}


def deal_all(*args: object) -> list[dict[str, Any]]:
    out = StringIO()
    call_command("deal", "--all", *[str(arg) for arg in args], "--json", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("game", "limit"),
    [("holdem", "nl"), ("omaha8", "fixed"), ("courchevel", "pl"), ("stud7", "stud_split")],
)
def test_a_game_is_dealt_with_its_usual_structure(game: str, limit: str) -> None:
    figures = deal("--game", game, "--hands", 1)
    assert (figures["game"], figures["limit"]) == (game, limit)
    assert without_time(figures) == without_time(deal("--game", f"{game}:{limit}", "--hands", 1))


@pytest.mark.usefixtures("house_db", "no_cached_tables")
@pytest.mark.parametrize("game", ["stud7", "8-game", "omaha:pl"])
def test_other_games_and_options_are_alike_in_the_house_and_in_memory(game: str) -> None:
    arguments = ("--game", game, "--hands", 12, "--seed", 5, "--options")
    stored, remembered = deal(*arguments, "--store"), deal(*arguments)
    remembered["events"] += 12  # each hand's sealed deck
    assert without_time(stored) == without_time(remembered)
    assert list(verify()) == []


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--game", "bridge"], "bridge is no game"),
        (["--game", "razz:fixed"], "razz is not played fixed: it is nl, pl, spread, step_spread"),
        (["--game", "razz:nl", "--limit", "nl"], "not in both"),
        (["--game", "horse", "--limit", "nl"], "horse has the structures of its games"),
        (["--game", "triple27", "--players", "7"], "triple27 is played by 6 at most"),
        (["--rule", "stud.colour=red"], "stud.colour is no switch"),
        (["--rule", "cap.raises=many"], "cap.raises"),
    ],
)
def test_what_the_house_does_not_deal_is_refused_by_name(args: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=re.escape(sentence)):
        call_command("deal", *args)


def test_a_game_without_a_code_is_refused_before_it_is_dealt(tmp_path: Path) -> None:
    folder = tmp_path / "phh"
    with pytest.raises(CommandError, match="no code for pineapple:nl: nothing was dealt"):
        call_command("deal", "--game", "pineapple", "--phh", str(folder))
    assert not folder.exists()


@pytest.mark.parametrize(
    ("option", "value"),
    [("--players", "1"), ("--players", "11"), ("--hands", "0"), ("--seed", "x")],
)
def test_a_number_out_of_range_is_refused_in_one_sentence(option: str, value: str) -> None:
    with pytest.raises(CommandError, match="a whole number from"):
        call_command("deal", option, value)


def test_chips_that_vanish_are_noticed() -> None:
    """Negative control: a table that swallows a chip does not pass."""

    class Leaking(MemoryTable):
        def top_up(self, seat: int, chips: int) -> None:
            super().top_up(seat, chips + 1)  # more than the session counts

    plan = SessionPlan(hands=40, players=3, seed=1, buy_in_chips=1000)
    with pytest.raises(Broken, match="not conserved"):
        play_session(Leaking(CONFIG), plan)
