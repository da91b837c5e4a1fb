"""Comments point into the repository: to a page that is there, and to a chapter that it has."""

import io
import re
import subprocess
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.folders import CHECKOUT
from tests.support.papers import anchors_of

DOCS = CHECKOUT / "pokerhouse" / "docs"
ENDINGS = {".py", ".js", ".md", ".toml", ".css", ".html", ".txt"}

_PAGE = re.compile(r"(?<![\w/.])docs/([\w./-]+\.md)(?:#([\w-]+))?")
_ADR = re.compile(r"\bADRs? (\d{4})\b")
_PAPER = re.compile(r"\b[A-Z]{2,}\.md\b")
_MODULE = re.compile(r"(?<![\w./*-])(\w[\w/]*\.(?:py|js))\b")
_CAPITALS = re.compile(r"\b(?:DESIGN|RULES|LEDGER|SECURITY|CASH|TOURNAMENTS|STYLE|HOUSE)\b")
"""Papers that are kept elsewhere, as comments once called them."""

_BEFORE_DOCSTRING = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.NL}


def _sources() -> list[Path]:
    listed = subprocess.run(  # what is in the repository, or is about to be
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],  # noqa: S607
        cwd=CHECKOUT,
        check=True,
        capture_output=True,
        text=True,
    )
    paths = [CHECKOUT / name for name in sorted(listed.stdout.splitlines())]
    return [path for path in paths if path.suffix in ENDINGS and path.exists()]


SOURCES = _sources()


def comments_of(source: str) -> Iterator[str]:
    """Yield the comments and docstrings of a Python module."""
    before = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        is_docstring = token.type == tokenize.STRING and before in _BEFORE_DOCSTRING
        if token.type == tokenize.COMMENT or is_docstring:
            yield token.string
        if token.type != tokenize.COMMENT:
            before = token.type


def _where(path: Path) -> str:
    return str(path.relative_to(CHECKOUT))


def test_there_are_pointers_to_look_at() -> None:
    """A pattern that finds nothing would prove nothing."""
    found = [page for path in SOURCES for page, _ in _PAGE.findall(path.read_text())]
    assert {"architecture.md", "security.md", "cash-room.md", "ledger.md", "rules.md"} <= set(found)
    assert len(found) > 100


def test_every_page_and_chapter_that_is_named_is_there() -> None:
    missing = set()
    for path in SOURCES:
        for page, chapter in _PAGE.findall(path.read_text()):
            paper = DOCS / page
            if not paper.exists() or (chapter and chapter not in anchors_of(paper)):
                missing.add((_where(path), page, chapter))
    assert missing == set()


def test_every_decision_that_is_named_is_there() -> None:
    known = {path.name[:4] for path in (DOCS / "adr").glob("*.md")}
    named = {
        (_where(path), number) for path in SOURCES for number in _ADR.findall(path.read_text())
    }
    assert {(where, number) for where, number in named if number not in known} == set()


def test_no_comment_names_a_paper_that_is_kept_elsewhere() -> None:
    wrong = set()
    for path in SOURCES:
        text = path.read_text()
        if path.suffix != ".py" or not (_CAPITALS.search(text) or _PAPER.search(text)):
            continue
        for comment in comments_of(text):
            names = [*_CAPITALS.findall(comment), *_PAPER.findall(comment)]
            wrong |= {(_where(path), name) for name in names if name != "README.md"}
    assert wrong == set()


def test_every_module_that_is_named_as_a_file_is_there() -> None:
    """`betting.py` may stand in any folder, `engine/view.py` in a folder of that name."""
    known = {"/" + _where(path) for path in SOURCES}
    wrong = set()
    for path in SOURCES:
        text = path.read_text()
        texts = comments_of(text) if path.suffix == ".py" else [text] * (path.suffix == ".md")
        named = {module for comment in texts for module in _MODULE.findall(comment)}
        wrong |= {
            (_where(path), module)
            for module in named
            if not any(file.endswith("/" + module) for file in known)
        }
    assert wrong == set()


@pytest.mark.parametrize("paper", sorted(DOCS.rglob("*.md")), ids=lambda paper: paper.stem[:40])
def test_no_page_of_ours_names_a_paper_that_is_kept_elsewhere(paper: Path) -> None:
    assert _CAPITALS.findall(paper.read_text()) == []


@pytest.mark.parametrize(
    ("source", "comments"),
    [
        ('"""Of a module."""\n', ['"""Of a module."""']),
        ('x = "DESIGN"  # why\n', ["# why"]),
        ('def f():\n    """Says what."""\n', ['"""Says what."""']),
        ('X = 1\n"""Of a field."""\n', ['"""Of a field."""']),
        ('f("RULES")\n', []),
    ],
)
def test_comments_and_docstrings_are_told_from_code(source: str, comments: list[str]) -> None:
    assert list(comments_of(source)) == comments
