"""Catalogues of words: written by people as `.po`, compiled here for gettext as `.mo`."""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

FOLDER = Path(__file__).parent / "locale"


def compile_catalogues(folder: Path = FOLDER) -> None:
    """Compile what is new or has changed; processes that do so at once write the same."""
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        draft = target.with_name(f"{target.name}.{os.getpid()}")
        with source.open("rb") as text, draft.open("wb") as compiled:
            write_mo(compiled, read_po(text))
        draft.replace(target)
