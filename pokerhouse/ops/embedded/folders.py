"""Where an embedded house keeps its things."""

import hashlib
import os
import tempfile
from pathlib import Path

from pokerhouse.ops.embedded.errors import EmbeddedError

CHECKOUT = Path(__file__).resolve().parents[3]


def state_folder(checkout: Path = CHECKOUT) -> Path:
    """
    Return the folder of the checkout's own house, or the one that POKERHOUSE_STATE names.

    Root's server runs as `nobody`, which cannot reach every checkout: there it is under /var/lib.
    """
    given = os.environ.get("POKERHOUSE_STATE")
    if given:
        return Path(given)
    if os.geteuid() == 0:
        digest = hashlib.sha256(str(checkout).encode()).hexdigest()
        return Path(f"/var/lib/pokerhouse-{digest[:16]}")
    return checkout / ".house"


def make_state_folder(state: Path) -> None:
    """
    Make the folder; root's may be passed through by `nobody`, never listed.

    :raises EmbeddedError: if that cannot be done.
    """
    try:
        state.mkdir(parents=True, exist_ok=True)
        state.chmod(0o711 if os.geteuid() == 0 else 0o700)
    except OSError as error:
        sentence = (
            f"{state} cannot be made ({error.strerror}): make room or give this user the right, "
            "or set DATABASE_URL to a PostgreSQL of your own."
        )
        raise EmbeddedError(sentence) from error


def make_temporary_folder() -> Path:
    """Make a new empty folder for a throwaway house; for root one that `nobody` can reach."""
    parent = Path(tempfile.gettempdir()).resolve()
    is_passable = all(folder.stat().st_mode & 0o001 for folder in (parent, *parent.parents))
    if os.geteuid() == 0 and not is_passable:
        parent = Path("/tmp")  # noqa: S108  mkdtemp makes a private folder in it
    try:
        return Path(tempfile.mkdtemp(prefix="pokerhouse-", dir=parent))
    except OSError as error:
        sentence = (
            f"{parent} takes no temporary folder ({error.strerror}): make room or set TMPDIR."
        )
        raise EmbeddedError(sentence) from error
