"""`manage.py deal`: random legal hands of any game, in memory or through store and ledger."""

import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import msgspec
from django.core.management.base import CommandError
from msgspec.structs import replace

from pokerhouse.ops.command.base import HouseCommand
from pokerhouse.ops.command.output import aligned, json_line
from tables.engine.hand.events import RakePlan
from tables.engine.rules.games import GAMES
from tables.engine.rules.ruleset import FIELD_OF_SWITCH, PRESETS, RuleSet
from tables.engine.table.bridge import structure_of
from tables.engine.table.state import TableConfig
from tables.lab.simulation.memory import MemoryTable
from tables.lab.simulation.offers import (
    BIG_BLIND,
    LIMITS,
    MIXED,
    ROTATIONS,
    Offer,
    every_offer,
    limits_of,
    mixed,
    rotation,
    single,
    with_options,
)
from tables.lab.simulation.policy import Policy
from tables.lab.simulation.session import PlayableTable, SessionPlan, play_session

MAX_HANDS = 1_000_000
BUY_IN = 100 * BIG_BLIND
TURN_MS = 5000
RAKE = RakePlan(
    percent_bp=500,
    cap_chips=3 * BIG_BLIND,
    jackpot_drop_chips=1,
    jackpot_min_pot_chips=10 * BIG_BLIND,
)

NUMBERS = (
    ("--players", 2, 10, 6, "seats taken"),
    ("--hands", 1, MAX_HANDS, 1000, "hands to deal"),
    ("--seed", 0, 2**63, 7, "the same seed plays the same session"),
)
Report = Mapping[str, object]


class Command(HouseCommand):
    """Deals a session of one game or of all; a law that breaks at any hand ends it with exit 1."""

    help = "Play random legal hands of a game, of a rotation or of everything."

    def needs_database(self, options: dict[str, Any]) -> bool:
        """In memory by default."""
        return bool(options["store"])

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--game",
            default="holdem",
            metavar="CODE[:LIMIT]",
            help=f"{', '.join([*GAMES, *ROTATIONS])}; {MIXED} is all rotations",
        )
        parser.add_argument(
            "--limit", choices=LIMITS, help="betting structure; without it the game's usual one"
        )
        parser.add_argument(
            "--all", action="store_true", help="every game with every structure, a line each"
        )
        for name, low, high, default, what in NUMBERS:
            about = f"{what}: {low} to {high}, without it {default}"
            kind = _within(low, high)
            parser.add_argument(name, type=kind, default=default, metavar="N", help=about)
        parser.add_argument(
            "--preset", choices=list(PRESETS), default="house", help="the rules of the table"
        )
        parser.add_argument(
            "--rule",
            action="append",
            default=[],
            metavar="SWITCH=VALUE",
            help="one switch otherwise than the preset has it, e.g. stud.open_pair=off",
        )
        parser.add_argument(
            "--options",
            action="store_true",
            help="straddles, kills, bomb pots with two boards, bought buttons, boards run more"
            " than once, where the game has them; and hands that are shown or mucked by hand",
        )
        parser.add_argument(
            "--phh",
            type=Path,
            metavar="DIR",
            help="write each hand's history there; then the session has no rake, no time-out and"
            " no short blind, for which the format has no word",
        )
        parser.add_argument("--store", action="store_true", help="through store and ledger")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        offers = _offers(options)
        if options["phh"] is not None:
            _refuse_without_code(offers)
            _make_folder(options["phh"])  # before the hands are dealt, not after the first
        if len(offers) == 1:
            report = self._play(offers[0], options)
            self.stdout.write(json_line(report) if options["json"] else aligned(_as_text(report)))
            return
        for offer in offers:
            report = self._play(offer, options)
            self.stdout.write(json_line(report) if options["json"] else _line(report))

    def _play(self, offer: Offer, options: dict[str, Any]) -> Report:
        config = _config(offer, options)
        plan = _plan(offer, options)
        table = _table(config, is_stored=options["store"])
        began = time.perf_counter()
        with closing(table):
            after_hand = self._after_hand(table, options["phh"], offer, plan)
            figures = play_session(table, plan, after_hand)
        seconds = time.perf_counter() - began
        return {
            **msgspec.structs.asdict(figures),
            "game": offer.name,
            "limit": offer.limit,
            "preset": config.rules.id,
            "players": plan.players,
            "seed": plan.seed,
            "is_conserved": True,  # play_session raises otherwise
            "seconds": round(seconds, 1),
            "hands_per_s": round(figures.hands / seconds, 1),
        }

    def _after_hand(
        self, table: PlayableTable, folder: Path | None, offer: Offer, plan: SessionPlan
    ) -> Callable[[int], None]:
        is_watched = sys.stderr.isatty()

        def after_hand(number: int) -> None:
            if folder is not None:
                name = f"{offer.name}-{offer.limit}-{plan.seed}-{number:06}.phh"
                _write_history(table, folder / name)
            if is_watched and (number % 100 == 0 or number == plan.hands):
                end = "\n" if number == plan.hands else ""
                self.stderr.write(f"\r{number} of {plan.hands} hands", ending=end)

        return after_hand


def _offers(options: dict[str, Any]) -> list[Offer]:
    """
    Return what is to be played.

    :raises CommandError: for a game that the house does not have, or not with that structure.
    """
    if options["all"]:
        return list(every_offer())
    game, _, named = options["game"].partition(":")
    limit = named or options["limit"]
    if named and options["limit"]:
        sentence = (
            "The betting structure stands behind the game's colon or in --limit, not in both."
        )
        raise CommandError(sentence)
    if game == MIXED or game in ROTATIONS:
        if limit:
            sentence = f"{game} has the structures of its games; --limit goes with one game."
            raise CommandError(sentence)
        offers = list(mixed()) if game == MIXED else [rotation(game)]
    elif game in GAMES:
        offers = [_single(game, limit)]
    else:
        sentence = f"{game} is no game: it is one of {', '.join([*GAMES, *ROTATIONS, MIXED])}."
        raise CommandError(sentence)
    for offer in offers:
        if options["players"] > offer.max_players:
            sentence = f"{offer.name} is played by {offer.max_players} at most."
            raise CommandError(sentence)
    return offers


def _single(game: str, limit: str | None) -> Offer:
    if limit is not None and limit not in limits_of(game):
        sentence = f"{game} is not played {limit}: it is {', '.join(limits_of(game))}."
        raise CommandError(sentence)
    return single(game, limit)


def _config(offer: Offer, options: dict[str, Any]) -> TableConfig:
    rules = _rules(PRESETS[options["preset"]], options["rule"])
    config = replace(offer.config(rules), turn_ms=TURN_MS)
    if options["options"]:
        config = with_options(config)
    return config if options["phh"] is not None else replace(config, rake=RAKE)


def _rules(preset: RuleSet, changes: Sequence[str]) -> RuleSet:
    """
    Return the preset with some switches changed.

    :raises CommandError: for an unknown switch or a value that it cannot have.
    """
    values = msgspec.to_builtins(preset)
    for change in changes:
        switch, _, value = change.partition("=")
        if switch not in FIELD_OF_SWITCH:
            sentence = f"{switch} is no switch of the rules."
            raise CommandError(sentence)
        values[switch] = value
    try:
        return msgspec.convert(values, RuleSet, strict=False)
    except msgspec.ValidationError as error:
        raise CommandError(str(error)) from error


def _plan(offer: Offer, options: dict[str, Any]) -> SessionPlan:
    is_recorded = options["phh"] is not None
    return SessionPlan(
        hands=options["hands"],
        players=min(options["players"], offer.max_players),
        seed=options["seed"],
        buy_in_chips=BUY_IN,
        policy=Policy(0, is_folding_for_free=False) if is_recorded else Policy(),
        top_up_below_chips=BIG_BLIND if is_recorded else 1,
        has_options=options["options"],
    )


def _refuse_without_code(offers: Sequence[Offer]) -> None:
    """
    Refuse games that the PHH format cannot name.

    :raises CommandError: which ones they are.
    """
    from tables.histories.phh.variants import code_of

    legs = [leg for offer in offers for leg in offer.legs]
    missing = [
        f"{leg.game}:{leg.stakes.limit}"
        for leg in legs
        if code_of(leg.game, structure_of(leg.stakes)) is None
    ]
    if missing:
        sentence = f"The PHH format has no code for {', '.join(missing)}: nothing was dealt."
        raise CommandError(sentence)


def _as_text(report: Report) -> Report:
    """Return the figures for people; programs get the decisions of each kind as well."""
    return {name: value for name, value in report.items() if name != "kinds"}


def _line(report: Report) -> str:
    names = ("hands", "decisions", "events", "players", "seed", "hands_per_s")
    figures = ", ".join(f"{report[name]} {name}" for name in names)
    return f"{report['game']}:{report['limit']}: {figures}, is_conserved"


def _table(config: TableConfig, *, is_stored: bool) -> PlayableTable:
    if is_stored:
        from tables.lab.simulation.stored import StoredTable  # needs the database's settings

        return StoredTable(config)
    return MemoryTable(config)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        sentence = f"No histories can be written into {folder}: {error.strerror}."
        raise CommandError(sentence) from error


def _write_history(table: PlayableTable, path: Path) -> None:
    from tables.histories.phh.write import write_phh

    path.write_text(write_phh(table.hand_events, deck=table.deck), encoding="utf-8")


def _within(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = low - 1
        if not low <= number <= high:
            sentence = f"a whole number from {low} to {high}, not {text}"
            raise ArgumentTypeError(sentence)
        return number

    return parse
