"""What keeps the embedded house from starting, in one sentence that says what to do."""

import re
from pathlib import Path

from pokerhouse.common.errors import DomainError


class EmbeddedError(DomainError):
    """The embedded house cannot start."""

    code = "embedded_house"


def explain(output: str, where: Path) -> str:
    """Return one sentence for what initdb or postgres said; `where` is its folder or log file."""
    if re.search(r"No space left on device|Disk quota exceeded", output):
        return f"The disk of {where} is full: free some space and run this again."
    library = re.search(r"error while loading shared libraries: (\S+?):", output)
    if library:
        package = " (Debian, Ubuntu: apt install zlib1g)" if "libz." in library[1] else ""
        return (
            f"PostgreSQL needs the library {library[1]}, which this machine lacks: "
            f"install it{package} and run this again, or set DATABASE_URL."
        )
    if "Read-only file system" in output or "Permission denied" in output:
        return f"PostgreSQL may not write to {where}: give it a writable disk or set DATABASE_URL."
    facts = re.findall(r"(?:FATAL|PANIC|DETAIL|error):\s*(.+)", output)
    last_lines = output.strip().splitlines()[-1:]
    said = " ".join(facts[-2:] or last_lines) or "it said nothing"
    return f"PostgreSQL did not start ({said}): see {where}, or set DATABASE_URL."
