"""What a command prints: JSON for programs, aligned lines for people."""

from collections.abc import Iterator, Mapping

import msgspec


def json_line(value: object) -> str:
    """Return the value as JSON on one line."""
    return msgspec.json.encode(value).decode()


def aligned(report: Mapping[str, object]) -> str:
    """Return one line a figure, names to the right; a figure inside another has both names."""
    figures = dict(_flat(report))
    width = max(map(len, figures), default=0)
    return "\n".join(f"{name:>{width}}  {value}" for name, value in figures.items())


def _flat(report: Mapping[str, object], above: str = "") -> Iterator[tuple[str, object]]:
    for name, value in report.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{name} ")
        else:
            yield above + name, value
