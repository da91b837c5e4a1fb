"""
Write a finished hand in the PHH format: what our reader replays, and PokerKit where it can.

What the standard has no word for is written in fields of our own, which it allows with a leading
underscore and which `extension_fields` reads; `incompatibilities` names what other readers miss.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.engine.hand.commands import StartHand
from tables.engine.hand.events import HandEvent, HandStarted
from tables.engine.rules.games import GAMES
from tables.engine.rules.limits import FixedLimit, StudSplit
from tables.engine.rules.terms import Card, SeatNo
from tables.histories.common import faces_of, finished_of, started_of
from tables.histories.errors import HistoryError, Unwritable
from tables.histories.phh.extension_fields import extension_fields
from tables.histories.phh.forced_bets import ForcedBets
from tables.histories.phh.incompatibilities import incompatibilities_of
from tables.histories.phh.lines import Lines
from tables.histories.phh.read import record_of
from tables.histories.phh.record import HOUSE_FORMAT, MAX_PLAYERS, HousePost
from tables.histories.phh.replay_start import start_command
from tables.histories.phh.toml_text import toml_text
from tables.histories.phh.variants import code_of

Metadata = Mapping[str, str | int]


def write_phh(
    events: Sequence[HandEvent],
    *,
    hole: Mapping[SeatNo, Sequence[Card]] | None = None,
    deck: Sequence[Card | None] | None = None,
    players: Mapping[SeatNo, str] | None = None,
    metadata: Metadata | None = None,
) -> str:
    """
    Return the PHH text of a finished hand.

    Known cards are those that were shown, and those of `hole` (the reader's own, in the order in
    which they came); an auditor gives the whole `deck`. `players` are names by seat; `metadata` has
    more fields: event, table, day …

    :raises Unwritable: if the hand is not over, was taken back, or the standard has no code for it.
    """
    started, variant = _started(events)
    finished = finished_of(events)
    lines = Lines(events, started, faces_of(events, hole, deck))
    forced = ForcedBets(events)
    order = [entry.seat for entry in started.seats]
    stacks = {result.seat: result.stack_chips for result in finished.results}
    fields: dict[str, Any] = {
        "variant": variant,
        "ante_trimming_status": forced.is_ante_trimmed,
        "antes": forced.antes,
        **_stakes(started, forced),
        "starting_stacks": [entry.stack_chips for entry in started.seats],
        "actions": lines.lines,
        "hand": started.hand_no,
        "seats": order,
    }
    if players is not None:
        fields["players"] = [players.get(seat, "") for seat in order]
    fields["finishing_stacks"] = [stacks[seat] for seat in order]
    own = _own_fields(events, fields, forced, lines)
    fields |= _checked(metadata or {}, fields)
    fields |= own
    return "".join(f"{name} = {toml_text(value, MAX_PLAYERS)}\n" for name, value in fields.items())


def _started(events: Sequence[HandEvent]) -> tuple[HandStarted, str]:
    started = started_of(events)
    variant = code_of(started.game, started.structure)
    if variant is None:
        kind = type(started.structure).__struct_config__.tag
        detail = f"The format has no code for {started.game} with betting structure {kind}."
        raise Unwritable(detail, game=started.game, structure=kind)
    return started, variant


def _stakes(started: HandStarted, forced: ForcedBets) -> dict[str, Any]:
    structure = started.structure
    if isinstance(structure, StudSplit):
        bets = {"small_bet": structure.lower, "big_bet": structure.higher}
        return {"bring_in": structure.bring_in} | bets
    blinds = {"blinds_or_straddles": forced.blinds}
    if isinstance(structure, FixedLimit):
        return blinds | {"small_bet": structure.lower, "big_bet": structure.higher}
    return blinds | {"min_bet": structure.big_blind}


def _checked(metadata: Metadata, fields: Mapping[str, object]) -> Metadata:
    taken = sorted(metadata.keys() & fields.keys())
    if taken:
        detail = f"The hand itself says what {taken[0]} is."
        raise Unwritable(detail, field=taken[0])
    return metadata


def _own_fields(
    events: Sequence[HandEvent], fields: Mapping[str, Any], forced: ForcedBets, lines: Lines
) -> dict[str, Any]:
    """Return `_` fields: always the mark, the others where they say something."""
    started = forced.started
    own: dict[str, Any] = {"_pokerhouse": HOUSE_FORMAT}
    is_stud = GAMES[started.game].family == "stud"
    if not is_stud and started.button != started.seats[-1].seat:
        own["_button"] = started.button  # an empty seat (R-BTN-3)
    plain = _as_others_read(fields)
    posts = forced.posts()
    own |= extension_fields(
        started,
        posts=None if plain is not None and _taken(plain) == posts else posts,
        structure=None if plain is None else plain.structure,
    )
    own |= lines.fields
    finished = finished_of(events)
    if finished.rake_chips or finished.jackpot_chips:
        own["_rake_chips"] = finished.rake_chips
        own["_jackpot_chips"] = finished.jackpot_chips
    reasons = incompatibilities_of(events)
    if reasons:
        own["_house_only"] = list(reasons)
    return own


def _as_others_read(fields: Mapping[str, Any]) -> StartHand | None:
    """Return how the hand begins by the standard's fields alone; None if they leave doubts."""
    try:
        command, notes = start_command(record_of({**fields, "actions": []}))
    except HistoryError:
        return None
    return None if notes else command


def _taken(command: StartHand) -> list[HousePost]:
    """Return forced bets as they are taken, cut to the stacks."""
    stacks = {entry.seat: entry.stack_chips for entry in command.seats}
    taken = []
    for post in command.posts:
        chips = min(post.amount_chips, stacks[post.seat])
        stacks[post.seat] -= chips
        if chips:
            taken.append(HousePost(post.seat, post.kind, chips))
    return taken
