"""The environment of a checkout: when it is made, repaired or left alone, and what failures say."""

import ast
import runpy
import threading
from pathlib import Path
from typing import Any

import pytest

from pokerhouse import bootstrap
from pokerhouse.ops.embedded.folders import CHECKOUT

Commands = list[list[str]]

NO_NETWORK_PIP = """\
WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after \
connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object>: \
Failed to establish a new connection: [Errno 111] Connection refused')': /simple/uv/
ERROR: Could not find a version that satisfies the requirement uv (from versions: none)
ERROR: No matching distribution found for uv
"""
NO_NETWORK_UV = """\
error: Request failed after 3 retries in 4.2s
  cause: Failed to fetch: https://example.org/simple/librt/
  cause: client error (Connect)
  cause: tcp connect error
  cause: Connection refused (os error 111)
"""
NO_SPACE_PIP = (
    "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device"
)
NO_SPACE_UV = """\
error: Failed to install: phevaluator-0.6.0-cp312-cp312-manylinux1_x86_64.whl (phevaluator==0.6.0)
  cause: failed to copy file to /x/.tmpPWiqXw: No space left on device (os error 28)
"""
BAD_CERTIFICATE_UV = """\
error: Failed to fetch: https://example.org/simple/psycopg-binary/
  cause: client error (Connect)
  cause: invalid peer certificate: UnknownIssuer
"""
NO_VENV_DEBIAN = """\
The virtual environment was not created successfully because ensurepip is not available.  On
Debian/Ubuntu systems, you need to install the python3-venv package using the following command.
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with one pin, in a folder with a space."""
    made = tmp_path / "a checkout"
    made.mkdir()
    (made / "requirements.txt").write_text("example==1.0\n")
    return made


@pytest.fixture
def commands(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    """The installer's commands, written down instead of run; `venv` makes its two files."""
    ran: Commands = []

    def run(command: list[str]) -> None:
        ran.append(command)
        if "venv" in command:
            python = Path(command[-1], "bin", "python")
            python.parent.mkdir(parents=True, exist_ok=True)
            python.touch(mode=0o755)
            Path(command[-1], "pyvenv.cfg").touch()

    monkeypatch.setattr(bootstrap, "run", run)
    return ran


def modules(commands: Commands) -> list[str]:
    """Return what each command ran with `-m`, and pip's requirement."""
    return [
        command[command.index("-m") + 1] + (" uv" if command[-1] == bootstrap.UV else "")
        for command in commands
    ]


def build(checkout: Path) -> None:
    bootstrap.build(checkout, bootstrap.wanted_stamp(checkout))


def is_ready(checkout: Path) -> bool:
    return bootstrap.is_ready(checkout / ".venv", bootstrap.wanted_stamp(checkout))


# --- the version of Python -----------------------------------------------------------------------


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 12, 1), (3, 13, 0), (3, 14, 9)])
def test_python_3_11_to_3_14_is_good(version: tuple[int, int, int]) -> None:
    assert runpy.run_path(str(CHECKOUT / "manage.py"))["version_problem"](version) == ""


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 10, 13), (3, 15, 0), (4, 0, 0)])
def test_another_python_gets_one_sentence(version: tuple[int, int, int]) -> None:
    sentence = runpy.run_path(str(CHECKOUT / "manage.py"))["version_problem"](version)
    assert sentence == (
        f"pokerhouse needs Python 3.11 to 3.14 and this is {'.'.join(map(str, version))}: "
        "run it with one of those, for example `python3.12 manage.py test`."
    )


def test_an_old_python_can_read_manage_py() -> None:
    """No syntax that came after Python 2: f-strings, annotations, keyword-only marks, non-ASCII."""
    source = (CHECKOUT / "manage.py").read_bytes()
    tree = ast.parse(source.decode("ascii"), feature_version=(3, 7))
    new = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.AsyncFunctionDef, ast.Starred)
    assert [node for node in ast.walk(tree) if isinstance(node, new)] == []
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert [node.name for node in functions] == ["version_problem", "main"]
    arguments = [argument for node in functions for argument in node.args.args]
    assert [argument.annotation for argument in arguments] == [None]
    assert [(node.returns, node.args.kwonlyargs) for node in functions] == [(None, [])] * 2


# --- what is there already -----------------------------------------------------------------------


def test_pins_are_read_without_extras_comments_and_markers() -> None:
    text = "# a\npsycopg[binary,pool]==3.3.9\nruff==0.17.6  # b\n\nx-y.z==1; sys>'3'\nq>=2\n"
    assert bootstrap.pins(text) == {"psycopg": "3.3.9", "ruff": "0.17.6", "x-y.z": "1"}


def test_the_running_python_has_the_requirements_or_one_is_missing_or_another_version() -> None:
    requirements = (CHECKOUT / "requirements.txt").read_text()
    assert bootstrap.has_pins(requirements)
    assert not bootstrap.has_pins(requirements + "\nno-such-package-of-ours==1\n")
    assert not bootstrap.has_pins(requirements.replace("\npytest==", "\npytest==0."))


def test_where_the_running_python_has_the_requirements_nothing_is_made(
    checkout: Path, commands: Commands
) -> None:
    (checkout / "requirements.txt").write_text((CHECKOUT / "requirements.txt").read_text())
    bootstrap.enter(checkout)
    assert commands == []
    assert [path.name for path in checkout.iterdir()] == ["requirements.txt"]


def test_a_second_arrival_outside_the_environment_is_an_error_and_no_endless_loop(
    checkout: Path, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Any] = []
    monkeypatch.setenv(bootstrap.GUARD, "another process")
    monkeypatch.setattr("os.execv", lambda *command: started.append(command))
    bootstrap.enter(checkout)
    assert started[0][0] == str(checkout / ".venv" / "bin" / "python")
    with pytest.raises(bootstrap.BootstrapError, match="unset PYTHONHOME"):
        bootstrap.enter(checkout)
    assert len(started) == 1


# --- making and repairing ------------------------------------------------------------------------


def test_a_new_environment_is_made_with_uv_and_stamped(checkout: Path, commands: Commands) -> None:
    build(checkout)
    assert modules(commands) == ["venv", "pip uv", "uv"]
    assert is_ready(checkout)


def test_a_ready_environment_is_left_alone(checkout: Path, commands: Commands) -> None:
    build(checkout)
    commands.clear()
    build(checkout)
    assert commands == []


def test_changed_requirements_are_installed_into_the_same_environment(
    checkout: Path, commands: Commands
) -> None:
    build(checkout)
    commands.clear()
    (checkout / "requirements.txt").write_text("example==1.1\n")
    assert not is_ready(checkout)
    build(checkout)
    assert modules(commands) == ["pip", "pip uv", "uv"]
    assert commands[0][-1] == "--version"
    assert is_ready(checkout)


@pytest.mark.parametrize("part", ["python", "venv"])
def test_an_environment_of_another_python_or_place_is_made_again(
    checkout: Path, commands: Commands, part: str
) -> None:
    build(checkout)
    commands.clear()
    bootstrap.write_stamp(checkout / ".venv", bootstrap.wanted_stamp(checkout) | {part: "another"})
    assert not is_ready(checkout)
    build(checkout)
    assert modules(commands) == ["venv", "pip uv", "uv"]
    assert commands[0][-2:] == ["--clear", str(checkout / ".venv")]
    assert is_ready(checkout)


def test_what_a_link_leads_to_is_never_made_again(
    checkout: Path, commands: Commands, tmp_path: Path
) -> None:
    others = tmp_path / "others"
    others.mkdir()
    (others / "kept").touch()
    (checkout / ".venv").symlink_to(others)
    with pytest.raises(bootstrap.BootstrapError, match="is a link to another environment"):
        bootstrap.build(checkout, bootstrap.wanted_stamp(checkout))
    assert commands == []
    assert (others / "kept").exists()


def test_a_run_that_was_cut_off_while_installing_is_made_again(
    checkout: Path, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = bootstrap.run

    def cut_off(command: list[str]) -> None:
        record(command)
        if "uv" in command:
            raise KeyboardInterrupt

    monkeypatch.setattr(bootstrap, "run", cut_off)
    with pytest.raises(KeyboardInterrupt):
        build(checkout)
    assert bootstrap.read_stamp(checkout / ".venv") == bootstrap.UNFINISHED
    commands.clear()
    monkeypatch.setattr(bootstrap, "run", record)
    build(checkout)
    assert modules(commands) == ["venv", "pip uv", "uv"]
    assert is_ready(checkout)


@pytest.mark.parametrize("damage", ["removed", "leads nowhere", "not executable", "no pyvenv.cfg"])
def test_an_environment_whose_python_is_gone_is_made_again(
    checkout: Path, commands: Commands, damage: str
) -> None:
    build(checkout)
    commands.clear()
    python = checkout / ".venv" / "bin" / "python"
    if damage == "not executable":
        python.chmod(0o644)
    elif damage == "no pyvenv.cfg":
        (checkout / ".venv" / "pyvenv.cfg").unlink()
    else:
        python.unlink()
        if damage == "leads nowhere":
            python.symlink_to(checkout / "a Python that was upgraded away")
    assert not is_ready(checkout)
    python.unlink(missing_ok=True)  # as `venv --clear` does
    build(checkout)
    assert modules(commands) == ["venv", "pip uv", "uv"]
    assert is_ready(checkout)


@pytest.mark.parametrize(
    "failure", [bootstrap.InstallerError("No module named pip"), OSError(8, "Exec format error")]
)
def test_an_environment_that_cannot_install_changed_requirements_is_made_again(
    checkout: Path, commands: Commands, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    build(checkout)
    commands.clear()
    (checkout / "requirements.txt").write_text("example==1.1\n")
    record = bootstrap.run

    def run(command: list[str]) -> None:
        record(command)
        if command[-1] == "--version":
            raise failure

    monkeypatch.setattr(bootstrap, "run", run)
    build(checkout)
    assert modules(commands) == ["pip", "venv", "pip uv", "uv"]
    assert is_ready(checkout)


def test_an_environment_whose_python_does_not_start_is_made_again(
    checkout: Path, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(checkout)
    commands.clear()
    started: list[str] = []

    def execv(python: str, _arguments: list[str]) -> None:
        started.append(python)
        if len(started) == 1:
            raise OSError(8, "Exec format error")

    monkeypatch.delenv(bootstrap.GUARD, raising=False)
    monkeypatch.setattr("os.execv", execv)
    bootstrap.enter(checkout)
    assert modules(commands) == ["venv", "pip uv", "uv"]
    assert started == [str(checkout / ".venv" / "bin" / "python")] * 2
    monkeypatch.delenv(bootstrap.GUARD)


def test_a_python_that_never_starts_ends_with_a_sentence(
    checkout: Path, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    def execv(_python: str, _arguments: list[str]) -> None:
        raise OSError(8, "Exec format error")

    monkeypatch.delenv(bootstrap.GUARD, raising=False)
    monkeypatch.setattr("os.execv", execv)
    with pytest.raises(SystemExit) as ended:
        bootstrap.ensure_environment(str(checkout))
    assert ended.value.code == bootstrap.explain("[Errno 8] Exec format error", checkout)


def test_a_spoilt_stamp_counts_as_unfinished(checkout: Path, commands: Commands) -> None:
    build(checkout)
    bootstrap.stamp_of(checkout / ".venv").write_text("{")
    assert bootstrap.read_stamp(checkout / ".venv") == bootstrap.UNFINISHED
    assert not is_ready(checkout)


def test_of_two_runs_at_once_one_installs_and_the_other_waits(
    checkout: Path, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_waiting = threading.Event()

    def say(line: str) -> None:
        if "waiting for it" in line:
            is_waiting.set()

    monkeypatch.setattr(bootstrap, "say", say)
    other = threading.Thread(target=build, args=(checkout,), daemon=True)
    with bootstrap.locked(checkout):
        other.start()
        assert is_waiting.wait(60)
        bootstrap.make(checkout, checkout / ".venv", bootstrap.wanted_stamp(checkout))
    other.join(60)
    assert not other.is_alive()
    assert modules(commands) == ["venv", "pip uv", "uv"]


# --- failures ------------------------------------------------------------------------------------


def failing(output: str, *, at: str, ran: Commands) -> Any:
    """Return a `run` that fails with `output` when the module `at` is run."""

    def run(command: list[str]) -> None:
        ran.append(command)
        if command[command.index("-m") + 1] == at:
            raise bootstrap.InstallerError(output)

    return run


def test_where_uv_fails_pip_installs(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: Commands = []
    monkeypatch.setattr(bootstrap, "run", failing(BAD_CERTIFICATE_UV, at="uv", ran=ran))
    bootstrap.install(Path("python"), Path("requirements.txt"))
    assert modules(ran) == ["pip uv", "uv", "pip"]


def test_a_full_disk_is_not_tried_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: Commands = []
    monkeypatch.setattr(bootstrap, "run", failing(NO_SPACE_UV, at="uv", ran=ran))
    with pytest.raises(bootstrap.InstallerError):
        bootstrap.install(Path("python"), Path("requirements.txt"))
    assert modules(ran) == ["pip uv", "uv"]


def test_without_a_network_nothing_is_tried_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: Commands = []
    monkeypatch.setattr(bootstrap, "run", failing(NO_NETWORK_PIP, at="pip", ran=ran))
    with pytest.raises(bootstrap.InstallerError):
        bootstrap.install(Path("python"), Path("requirements.txt"))
    assert modules(ran) == ["pip uv"]


def test_an_index_without_uv_may_still_have_the_requirements(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ran: Commands = []

    def run(command: list[str]) -> None:
        ran.append(command)
        if "uv" in command or bootstrap.UV in command:
            raise bootstrap.InstallerError("No matching distribution (from versions: none)")

    monkeypatch.setattr(bootstrap, "run", run)
    bootstrap.install(Path("python"), Path("requirements.txt"))
    assert modules(ran) == ["pip uv", "uv", "pip"]


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        (NO_NETWORK_PIP, "The requirements cannot be downloaded: check the network, "),
        (NO_NETWORK_UV, "The requirements cannot be downloaded: check the network, "),
        (NO_SPACE_PIP, "The disk of "),
        (NO_SPACE_UV, "The disk of "),
        (BAD_CERTIFICATE_UV, "The package index shows a certificate "),
        ("[Errno 30] Read-only file system: '.venv'", "/"),
        (NO_VENV_DEBIAN, "/"),
    ],
)
def test_known_failures_become_one_sentence(output: str, sentence: str, checkout: Path) -> None:
    said = bootstrap.explain(output, checkout)
    assert said.startswith(sentence)
    assert said.count("\n") == 0
    assert said.endswith((" run this again.", " clone into a folder of your own."))


def test_debian_without_python3_venv_is_told_the_package(
    checkout: Path, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(bootstrap.BootstrapError, match="apt install python3-venv"):
        build(checkout)
    assert commands == []
    assert not (checkout / ".venv").exists()


def test_an_unknown_failure_shows_the_output_and_what_to_do(checkout: Path) -> None:
    said = bootstrap.explain("something\nwent wrong\n", checkout)
    assert said.splitlines() == [
        "something",
        "went wrong",
        (
            "The environment could not be made (see above): "
            f"delete {checkout / '.venv'} and run this again."
        ),
    ]


def test_a_checkout_that_cannot_be_written_to_is_said_at_once(
    checkout: Path, commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write everywhere
    with pytest.raises(bootstrap.BootstrapError) as refused:
        build(checkout)
    assert str(refused.value) == bootstrap.cannot_write(checkout)
    assert commands == []


def test_an_error_ends_the_process_with_its_sentence(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: Commands = []
    monkeypatch.setattr(bootstrap, "run", failing(NO_SPACE_PIP, at="venv", ran=ran))
    with pytest.raises(SystemExit) as ended:
        bootstrap.ensure_environment(str(checkout))
    assert ended.value.code == bootstrap.explain(NO_SPACE_PIP, checkout)
