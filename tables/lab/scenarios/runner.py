"""Every type of scenario with the code that plays it, and the reading of a file of them."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from tables.lab.scenarios import table
from tables.lab.scenarios.clock import run_clock, run_timeout_followup
from tables.lab.scenarios.dealing import run_deal_order, run_deck
from tables.lab.scenarios.hand import run_hand
from tables.lab.scenarios.hand_moments import run_cap, run_face_up, run_showdown
from tables.lab.scenarios.misdeal import run_misdeal
from tables.lab.scenarios.ranking import run_rank
from tables.lab.scenarios.stud import run_stud_first, run_stud_shortage

MAX_FILE_BYTES = 16 * 2**20

Runner = Callable[[dict[str, object]], list[str]]

RUNNERS: dict[str, Runner] = {
    "hand": run_hand,
    "rank": run_rank,
    "deck": run_deck,
    "deal_order": run_deal_order,
    "stud_first": run_stud_first,
    "stud_shortage": run_stud_shortage,
    "misdeal": run_misdeal,
    "cap": run_cap,
    "face_up": run_face_up,
    "showdown": run_showdown,
    "clock": run_clock,
    "timeout_followup": run_timeout_followup,
    **table.RUNNERS,
}


class ScenarioOutcome(msgspec.Struct, frozen=True):
    """How one scenario went; `detail` says every difference."""

    id: str
    ok: bool
    detail: str = ""


def run_file(path: Path) -> Iterator[ScenarioOutcome]:
    """
    Yield an outcome for each line of the file.

    Nothing is skipped: an unknown type, field, verb or switch is a failure of its line, and so are
    bytes that are no text; a file that cannot be read, or is too large, is one failure.
    """
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            yield ScenarioOutcome(path.name, ok=False, detail=f"larger than {MAX_FILE_BYTES} bytes")
            return
        content = path.read_bytes()
    except OSError as error:
        yield ScenarioOutcome(path.name, ok=False, detail=f"cannot be read: {error.strerror}")
        return
    # Bytes break at line ends alone; a text would also at the likes of U+2028 inside a string.
    for number, line in enumerate(content.splitlines(), start=1):
        if line.strip():
            yield _run_line(line, f"{path.name}:{number}")


def run_scenario(raw: dict[str, object]) -> list[str]:
    """Return how the engine differs from the scenario, as sentences; nothing if it does not."""
    kind = raw.get("type")
    runner = RUNNERS.get(str(kind))
    if runner is None:
        return [f"unknown type {kind}"]
    try:
        return runner(raw)
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is this scenario's failure
        return [f"{type(error).__name__}: {error}"]


def _run_line(line: bytes, place: str) -> ScenarioOutcome:
    try:
        raw = msgspec.json.decode(line, type=dict[str, object])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return ScenarioOutcome(place, ok=False, detail=f"not a scenario: {error}")
    found = run_scenario(raw)
    return ScenarioOutcome(str(raw.get("id", place)), ok=not found, detail="; ".join(found))
