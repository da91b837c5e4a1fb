"""Replay a PHH file, and say how it went."""

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

from msgspec import Struct

from tables.engine.rules.terms import Chips
from tables.histories.errors import HistoryError, StacksDiffer, StraddleNotSupported
from tables.histories.phh.read import read_file, record_of, variant_of
from tables.histories.phh.record import Amount, Record
from tables.histories.phh.replay import Replay, compare, in_chips, replay

Trip = Callable[[Replay], tuple[Chips, ...]]
"""Takes a replayed hand through some other place and returns the stacks that come back."""


class ReplayOutcome(Struct, frozen=True, kw_only=True):
    """How one file went."""

    file: str
    variant: str | None = None
    events: int = 0
    finishing_stacks: tuple[Amount, ...] | None = None
    expected: tuple[Amount, ...] | None = None
    error: HistoryError | None = None
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the file replayed to the stacks that it names."""
        return self.error is None

    @property
    def is_refused(self) -> bool:
        """Whether the house does not deal such hands, so that nothing was tried."""
        return isinstance(self.error, StraddleNotSupported)

    def line(self) -> dict[str, object]:
        """Return the outcome as one JSON-ready object; `notes` only where there are some."""
        return {
            "file": self.file,
            "variant": self.variant,
            "ok": self.ok,
            "events": self.events,
            "finishing_stacks": self.finishing_stacks and [_json(a) for a in self.finishing_stacks],
            "expected": self.expected and [_json(amount) for amount in self.expected],
            "error": self.error and self.error.report,
            **({"notes": list(self.notes)} if self.notes else {}),
        }


def run_file(path: Path, only: str | None = None, trip: Trip | None = None) -> ReplayOutcome | None:
    """
    Replay one file; None if its variant is not `only`.

    With `trip`, the stacks that come back from it must be the same.
    """
    try:
        fields = read_file(path)
        variant = variant_of(fields)
    except HistoryError as error:
        return ReplayOutcome(file=str(path), error=error)
    if only is not None and variant != only:
        return None
    file = str(path)
    played: Replay | None = None
    record: Record | None = None
    try:
        record = record_of(fields)
        played = replay(record)
        compare(record, played.stacks)
        if trip is not None:
            _check_trip(played.stacks, trip(played))
    except HistoryError as error:
        return _outcome(file, variant, record, played, error)
    return _outcome(file, variant, record, played)


def _check_trip(stacks: tuple[Chips, ...], back: tuple[Chips, ...]) -> None:
    if back != stacks:
        detail = f"{list(stacks)} went to the store, {list(back)} came back."
        raise StacksDiffer(detail, stored=list(stacks), loaded=list(back))


def _outcome(
    file: str,
    variant: str,
    record: Record | None,
    played: Replay | None,
    error: HistoryError | None = None,
) -> ReplayOutcome:
    return ReplayOutcome(
        file=file,
        variant=variant,
        events=len(played.events) if played else 0,
        finishing_stacks=in_chips(record, played.stacks) if played and record else None,
        expected=record.finishing_stacks if record else None,
        error=error,
        notes=played.notes if played else (),
    )


def _json(amount: Amount) -> int | float:
    return float(amount) if isinstance(amount, Decimal) else amount
