"""What a linter of imports cannot tell: rows, cursors, dotted names, callers, names used twice."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.folders import CHECKOUT

PRODUCT = [
    path
    for package in ("pokerhouse", "tables", "accounts", "tournaments")
    for path in sorted((CHECKOUT / package).rglob("*.py"))
    if "migrations" not in path.parts
]
EDGES = [
    path
    for path in PRODUCT
    if path.name in {"api.py", "realtime.py", "tasks.py"}
    or {"api", "realtime", "console"} & set(path.relative_to(CHECKOUT).parts[1:-1])
]
"""What is called from outside: views, sockets, tasks, pages; the platform's own are no app's."""

APP_EDGES = [path for path in EDGES if path.parts[len(CHECKOUT.parts)] != "pokerhouse"]
PAGES = [path for path in EDGES if "console" in path.parts]
FORBIDDEN_IN_EDGES = {"transaction", "connection", "connections"}

SETTINGS = {"pokerhouse/settings.py", "pokerhouse/urls.py"}
"""Django's own dotted names stand here."""

PROCESSES = {"pokerhouse.ops.bots.fleet", "pokerhouse.ops.embedded.supervisor"}
"""What `up` starts by `python -m`."""

_DOTTED = re.compile(r"^(?:pokerhouse|tables|accounts|tournaments)(?:\.[a-z_]+)+(?:\.\w+)?$")
_LABEL = re.compile(r"^(?:pokerhouse|tables|accounts|tournaments)\.[a-z_]+$")
"""A name of Django's or Celery's, and no path: an app (`pokerhouse.agenda`), a task."""

MAY_SHARE_A_NAME = {
    "Command": "Django calls every management command so; the store's row is one too",
    "Event": "the base of a hand's events and of a table's, and the store's row",
    "HandStarted": "of a hand: the deal; of a table: the lineup",
    "HandView": "an endpoint, and what a snapshot says of a hand",
    "TableView": "an endpoint, and what a snapshot says of a table",
    "HandVoided": "of a hand: chips go back; of a table: stacks as before",
    "StartHand": "of a hand: the deal; of a table: the lineup",
    "VoidHand": "of a hand: chips go back; of a table: stacks as before",
    "Game": "a game of the house is a row, a game of poker is data of the engine",
}


def name_of(path: Path) -> str:
    return path.relative_to(CHECKOUT).as_posix()


def module_of(path: Path) -> str:
    return name_of(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in PRODUCT:
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def test_there_is_something_to_check() -> None:
    assert len(PRODUCT) > 300
    assert len(APP_EDGES) > 20
    assert len(PAGES) > 5


def touches(tree: ast.Module) -> Iterator[str]:
    """Yield what a module does with rows and transactions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "django.db":
            yield from (a.name for a in node.names if a.name in FORBIDDEN_IN_EDGES)
        if isinstance(node, ast.Attribute) and node.attr == "objects":
            yield "objects"


@pytest.mark.parametrize("path", [*APP_EDGES, *PAGES], ids=name_of)
def test_whatever_is_called_from_outside_opens_no_transaction_and_asks_no_row(path: Path) -> None:
    assert list(touches(ast.parse(path.read_text(encoding="utf-8")))) == []


def test_the_check_finds_rows_and_transactions() -> None:
    broken = "from django.db import connection, transaction\nfound = User.objects.get()\n"
    assert list(touches(ast.parse(broken))) == ["connection", "transaction", "objects"]


def dotted(tree: ast.Module) -> Iterator[str]:
    """Yield texts that name a module, or something in one."""
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and text not in PROCESSES and is_inside(text):
            yield text


def is_inside(text: str) -> bool:
    return _DOTTED.match(text) is not None and _LABEL.match(text) is None


def test_no_text_names_something_inside_an_app() -> None:
    """
    What an app offers it registers in `AppConfig.ready`; Django's settings are the exception, and
    an app's own name.
    """
    found = {
        name_of(path): names
        for path, tree in trees()
        if name_of(path) not in SETTINGS
        and (names := [text for text in dotted(tree) if text != module_of(path.parent)])
    }
    assert found == {}


def test_the_check_finds_a_dotted_text() -> None:
    broken = 'WAYS = {"tables.expire_turn": "tables.tasks.extend_turn"}\n'
    assert list(dotted(ast.parse(broken))) == ["tables.tasks.extend_turn"]


def services() -> dict[str, set[str]]:
    """Return the public functions of every module of services, by its name."""
    found: dict[str, set[str]] = {}
    for path, tree in trees():
        if path.name == "services.py" or path.parent.name == "services":
            names = {
                node.name
                for node in tree.body
                if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
            }
            if names:
                found[name_of(path)] = names
    return found


def used(path: Path, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield (module, name) of what a module uses: of others by its imports, and its own."""
    modules: dict[str, str] = {}
    names: dict[str, tuple[str, str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                here = alias.asname or alias.name
                modules[here] = f"{node.module}.{alias.name}"
                names[here] = (node.module, alias.name)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in modules:
                yield modules[node.value.id], node.attr
        elif isinstance(node, ast.Name):
            yield names.get(node.id, (module_of(path), node.id))


def test_every_service_has_a_caller_in_the_product() -> None:
    called = {use for path, tree in trees() for use in used(path, tree)}
    unused = [
        f"{module}: {name}"
        for module, names in services().items()
        for name in sorted(names)
        if (module.removesuffix(".py").replace("/", "."), name) not in called
    ]
    assert unused == []


def test_no_class_name_is_used_twice() -> None:
    counts = Counter(
        node.name
        for path, tree in trees()
        if path.parts[len(CHECKOUT.parts)] in {"tables", "pokerhouse"}
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    twice = {name for name, count in counts.items() if count > 1}
    assert twice == set(MAY_SHARE_A_NAME)


_NO_CONFIG = re.compile(r"assert [\w.]*\bconfig is not None")


def test_nobody_has_to_insist_that_an_open_table_has_a_configuration() -> None:
    """`LiveTable.config` is never None; `config_of` refuses a table that is not open."""
    assert _NO_CONFIG.search("    assert live.table.config is not None")
    found = [name_of(path) for path in PRODUCT if _NO_CONFIG.search(path.read_text())]
    assert found == []
