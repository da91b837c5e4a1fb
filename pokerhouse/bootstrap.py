"""
The environment of a checkout: `.venv` with the pinned requirements, made once, repaired if broken.

Standard library only, and run by path: nothing of ours and nothing installed is imported here.
A stamp inside `.venv`, written last, says for which Python, place and requirements it was made;
an environment without the right stamp is half-made, moved or old, and is made again.
"""

import fcntl
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

UV = "uv==0.13.9"
GUARD = "POKERHOUSE_ENTERED_BY"
Stamp = dict[str, str]
UNFINISHED: Stamp = {}

NO_SPACE = re.compile(r"No space left on device|os error 28\b|Errno 28\b|Disk quota exceeded")
NO_PERMISSION = re.compile(r"Permission denied|Read-only file system|not permitted", re.IGNORECASE)
NO_ENSUREPIP = re.compile(r"ensurepip is not available|No module named '?(ensurepip|venv)\b")
BAD_CERTIFICATE = re.compile(r"CERTIFICATE_VERIFY_FAILED|invalid peer certificate|UnknownIssuer")
NOTHING_OFFERED = re.compile(r"\(from versions: none\)")
NO_NETWORK = re.compile(
    r"NewConnectionError|NameResolutionError|ConnectTimeoutError|ReadTimeoutError|ProxyError"
    r"|Failed to establish a new connection|Connection (refused|reset|timed out)"
    r"|name resolution|Name or service not known|Network is unreachable|No route to host"
    r"|Failed to fetch|error sending request|dns error|tcp connect error",
    re.IGNORECASE,
)


class BootstrapError(Exception):
    """What went wrong and what to do about it, in one sentence."""


class InstallerError(Exception):
    """A child process failed; the text is what it printed."""


def ensure_environment(checkout: str) -> None:
    """
    Return if the running Python has the requirements; else restart it inside `.venv`.

    Makes or repairs `.venv` first where needed. Exits with one sentence where that cannot be done.
    """
    try:
        enter(Path(checkout))
    except BootstrapError as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(explain(str(error), Path(checkout)))
    except KeyboardInterrupt:
        sys.exit(130)


def enter(checkout: Path) -> None:
    """Do the work of `ensure_environment`; raise BootstrapError where it cannot be done."""
    venv = checkout / ".venv"
    wanted = wanted_stamp(checkout)
    written = read_stamp(venv)
    inside = venv.exists() and Path(sys.prefix).exists() and venv.samefile(sys.prefix)
    if inside and written == wanted:
        os.environ.pop(GUARD, None)
        return
    # A container or a developer's own environment; a stamp would say that this one is ours.
    if not (inside and written is not None) and has_pins(requirements_of(checkout).read_text()):
        return
    if not is_ready(venv, wanted):
        build(checkout, wanted)
    try:
        restart_inside(venv)
    except OSError:  # its Python is there and does not run
        write_stamp(venv, UNFINISHED)
        build(checkout, wanted)
        restart_inside(venv)


def restart_inside(venv: Path) -> None:
    """Replace this process by the same command under the Python of `venv`."""
    if os.environ.get(GUARD) == str(os.getpid()):
        sentence = (
            f"The Python in {venv} does not see its own packages: unset PYTHONHOME if it is set, "
            f"delete {venv} and run this again."
        )
        raise BootstrapError(sentence)
    os.environ[GUARD] = str(os.getpid())  # exec keeps the id: a second arrival is a loop
    python = str(venv / "bin" / "python")
    # While Python starts, an interrupt would be a traceback; manage.py lets it through again.
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        os.execv(python, [python, *sys.orig_argv[1:]])  # noqa: S606
    except OSError:
        del os.environ[GUARD]
        raise
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


# --- is it there? --------------------------------------------------------------------------------


def requirements_of(checkout: Path) -> Path:
    """Return the file with the pins."""
    return checkout / "requirements.txt"


def wanted_stamp(checkout: Path) -> Stamp:
    """Return what the stamp of a good `.venv` says for the running Python."""
    return {
        "python": f"{sys.implementation.name} {sys.version_info[0]}.{sys.version_info[1]}",
        "venv": str(checkout / ".venv"),
        "requirements": hashlib.sha256(requirements_of(checkout).read_bytes()).hexdigest(),
    }


def stamp_of(venv: Path) -> Path:
    """Return the file that says for what `venv` was made."""
    return venv / "pokerhouse-stamp.json"


def read_stamp(venv: Path) -> Stamp | None:
    """Return the stamp, UNFINISHED for a half-made or unreadable one, None where there is none."""
    try:
        found = json.loads(stamp_of(venv).read_text())
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        return UNFINISHED
    return found if isinstance(found, dict) else UNFINISHED


def write_stamp(venv: Path, stamp: Stamp) -> None:
    """Write the stamp at once or not at all."""
    draft = stamp_of(venv).with_suffix(".new")
    draft.write_text(json.dumps(stamp))
    draft.replace(stamp_of(venv))


def is_ready(venv: Path, wanted: Stamp) -> bool:
    """Return whether `venv` is complete, for this Python, place and requirements."""
    return read_stamp(venv) == wanted and has_parts(venv)


def has_parts(venv: Path) -> bool:
    """Return whether the environment's Python can be started; its link may lead nowhere by now."""
    return os.access(venv / "bin" / "python", os.X_OK) and (venv / "pyvenv.cfg").exists()


def can_install(venv: Path) -> bool:
    """Return whether the environment's Python runs and has its pip."""
    try:
        run([str(venv / "bin" / "python"), "-P", "-m", "pip", "--version"])
    except (InstallerError, OSError):
        return False
    return True


def pins(requirements: str) -> dict[str, str]:
    """Return name → exact version of a requirements file's lines."""
    found = re.findall(r"^([\w.-]+)(?:\[[^\]]*\])?==([^\s;#]+)", requirements, re.MULTILINE)
    return dict(found)


def has_pins(requirements: str) -> bool:
    """Return whether the running Python has every pinned package in just that version."""
    from importlib import metadata  # 30 ms that the usual start inside `.venv` does not pay

    try:
        return all(metadata.version(name) == pin for name, pin in pins(requirements).items())
    except metadata.PackageNotFoundError:
        return False


# --- make it -------------------------------------------------------------------------------------


def build(checkout: Path, wanted: Stamp) -> None:
    """Make or repair `.venv`, one run at a time."""
    venv = checkout / ".venv"
    if not os.access(checkout, os.W_OK | os.X_OK):
        raise BootstrapError(cannot_write(checkout))
    try:
        with locked(checkout):
            if not is_ready(venv, wanted):  # another run may have made it while this one waited
                make(checkout, venv, wanted)
    except InstallerError as error:
        raise BootstrapError(explain(str(error), checkout)) from error
    except OSError as error:
        raise BootstrapError(explain(str(error), checkout)) from error


def refuse_a_link(venv: Path) -> None:
    """Making it again would empty what it leads to: an environment of somebody else."""
    if venv.is_symlink():
        sentence = f"{venv} is a link to another environment: remove the link and run this again."
        raise BootstrapError(sentence)


def make(checkout: Path, venv: Path, wanted: Stamp) -> None:
    """Make `.venv` and install; only the requirements where the rest is right and works."""
    started = time.monotonic()
    written = read_stamp(venv) or UNFINISHED
    is_right = all(written.get(key) == wanted[key] for key in ("python", "venv"))
    if not (is_right and has_parts(venv) and can_install(venv)):
        refuse_a_link(venv)
        refuse_without_ensurepip()
        say(f"Making {venv} (once) …")
        run([sys.executable, "-P", "-m", "venv", "--clear", str(venv)])
    write_stamp(venv, UNFINISHED)
    say("Installing the requirements (once) …")
    install(venv / "bin" / "python", requirements_of(checkout))
    write_stamp(venv, wanted)
    say(f"The environment is ready, after {time.monotonic() - started:.0f} s.")


def install(python: Path, requirements: Path) -> None:
    """Install with uv, which is four times as fast; with pip where uv cannot."""
    command = [str(python), "-P", "-m"]
    listed = ["-r", str(requirements)]
    try:
        run([*command, "pip", "install", "-q", UV])
    except InstallerError as error:
        if NO_SPACE.search(str(error)) or NO_NETWORK.search(str(error)):
            raise  # pip would only fail again, and take its time; without uv it may do
    try:
        run([*command, "uv", "pip", "install", "-q", "--python", str(python), *listed])
    except InstallerError as error:
        if NO_SPACE.search(str(error)):
            raise
        # uv reads no pip.conf: where pip has a mirror, a proxy or a certificate, pip still works.
        run([*command, "pip", "install", "-q", *listed])


def run(command: list[str]) -> None:
    """
    Run an installer quietly.

    It inherits the lock: when this process is killed, the next run waits for the orphan to end.
    :raises InstallerError: with its output, if it fails.
    """
    environment = {
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_ROOT_USER_ACTION": "ignore",
        "UV_SYSTEM_CERTS": "1",  # like pip: the machine's certificates
        **os.environ,
    }
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        env=environment,
        close_fds=False,
        check=False,
    )
    if done.returncode:
        raise InstallerError(done.stdout)


@contextmanager
def locked(checkout: Path) -> Iterator[None]:
    """Hold the checkout's lock; the kernel frees it when the last holder is gone, however."""
    handle = os.open(checkout, os.O_RDONLY)
    try:
        os.set_inheritable(handle, True)  # noqa: FBT003  its only form
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another run is making the environment; waiting for it …")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def say(line: str) -> None:
    """Show progress, away from the output of the command itself."""
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


# --- what went wrong -----------------------------------------------------------------------------


def refuse_without_ensurepip() -> None:
    """Debian and Ubuntu keep a part of Python in a package of its own."""
    from importlib.util import find_spec  # needed once in a checkout's life

    spec = find_spec("ensurepip")
    if spec is None or spec.origin is None:
        raise BootstrapError(no_ensurepip())


def no_ensurepip() -> str:
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return (
        f"{sys.executable} comes without ensurepip, so .venv cannot be made: install the package "
        f"python3-venv (`apt install python3-venv`, or python{version}-venv) and run this again."
    )


def cannot_write(checkout: Path) -> str:
    return (
        f"{checkout} cannot be written to, so .venv cannot be made: run this as the owner "
        "of that folder, or clone into a folder of your own."
    )


def explain(output: str, checkout: Path) -> str:
    """Return one sentence for what pip, uv, venv or the system said, after it if unknown."""
    if NO_SPACE.search(output) or shutil.disk_usage(checkout).free < 2**20:
        return (
            f"The disk of {checkout} or of the temporary folder is full: "
            "free about 1 GB and run this again."
        )
    if NO_ENSUREPIP.search(output):
        return no_ensurepip()
    if BAD_CERTIFICATE.search(output):
        return (
            "The package index shows a certificate that this machine does not trust: "
            "set PIP_CERT to your network's certificate file and run this again."
        )
    if NO_NETWORK.search(output) or NOTHING_OFFERED.search(output):
        return (
            "The requirements cannot be downloaded: check the network, or pip's index and proxy "
            "settings (PIP_INDEX_URL, HTTPS_PROXY), and run this again."
        )
    if NO_PERMISSION.search(output):
        return cannot_write(checkout)
    last_lines = "\n".join(output.strip().splitlines()[-20:])
    return (
        f"{last_lines}\nThe environment could not be made (see above): "
        f"delete {checkout / '.venv'} and run this again."
    )
