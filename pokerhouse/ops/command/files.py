"""The files that a command is given to read."""

from collections.abc import Iterable
from pathlib import Path

from django.core.management.base import CommandError


def find_files(paths: Iterable[Path], suffix: str) -> list[Path]:
    """
    Return the files named, and those below the folders named that end so, sorted within each.

    :raises CommandError: if a path does not exist, or a folder holds no such file.
    """
    return [file for path in paths for file in _files_at(path, suffix)]


def _files_at(path: Path, suffix: str) -> list[Path]:
    if path.is_file():
        return [path]
    if not path.is_dir():
        sentence = f"{path} is neither a file nor a folder."
        raise CommandError(sentence)
    found = sorted(file for file in path.rglob(f"*{suffix}") if file.is_file())
    if not found:
        sentence = f"There is no *{suffix} file in {path}."
        raise CommandError(sentence)
    return found
