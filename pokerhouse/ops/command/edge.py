"""
Where a process ends: an error outside the program becomes one sentence and an exit status.

A full disk, a closed pipe, a lost server, an impossible setting: nobody needs a traceback of those;
`--traceback` shows it all the same. Errors of the program itself keep theirs.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn, TextIO

import psycopg
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import DatabaseError

OUTSIDE = (DatabaseError, psycopg.Error, OSError)
INTERRUPTED = 130


def run(argv: Sequence[str]) -> None:
    """Run a command as `manage.py` does; SystemExit with its status where it is not 0."""
    # Without a descriptor (`>&-`) Python has no stream at all; the output is dropped then.
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    try:
        try:
            _ = settings.INSTALLED_APPS  # Django would take a failure for an unknown command
            execute_from_command_line(list(argv))
        finally:
            sys.stdout.flush()  # what does not fit on the disk is told here
    except (*OUTSIDE, ImproperlyConfigured) as error:
        if "--traceback" in argv:
            raise
        end(sentence_of(error))


def sentence_of(error: BaseException) -> str:
    """Return the sentence for an error from outside the program."""
    if isinstance(error, BrokenPipeError):
        return "The output was closed before its end."
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename is not None else ""
        return f"{place}{error.strerror or one_line(error)}."
    if isinstance(error, DatabaseError | psycopg.Error):
        return f"The database refused or does not answer ({one_line(error)})."
    return one_line(error)


def one_line(error: BaseException) -> str:
    """Return the error's text without line breaks."""
    return " ".join(str(error).split())


def end(sentence: str, status: int = 1) -> NoReturn:
    """Print the sentence and end with `status`, even if nothing can be written any more."""
    _let_go(sys.stdout)
    with suppress(OSError):
        sys.stderr.write(sentence + "\n")
    _let_go(sys.stderr)
    sys.exit(status)


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def _let_go(stream: TextIO) -> None:
    """Flush; if that fails drop the rest, because Python flushes again at its end."""
    try:
        stream.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
