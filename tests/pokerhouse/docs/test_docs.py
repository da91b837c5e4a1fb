"""The papers of the house: links lead somewhere, and a decision is called what its file is."""

import re
from pathlib import Path

import pytest

from tests.support.folders import CHECKOUT, TESTS
from tests.support.papers import anchors_of

DOCS = CHECKOUT / "pokerhouse" / "docs"
PAPERS = [
    *(CHECKOUT / folder / "README.md" for folder in (".", "deploy", "tests")),
    *sorted(DOCS.rglob("*.md")),
]
ADRS = sorted((DOCS / "adr").glob("*.md"))

_TEST = re.compile(r"`([\w/]+/test_\w+\.py)(?:::(test_\w+))?`")
_LINK = re.compile(r"\]\(([^)#:\s]+)(?:#([\w-]+))?\)")


def test_there_are_papers_to_look_at() -> None:
    """A pattern that finds nothing would prove nothing."""
    assert len(ADRS) >= 8
    assert sum(len(_LINK.findall(paper.read_text())) for paper in PAPERS) >= 8


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: str(paper.relative_to(CHECKOUT)))
def test_every_link_inside_the_repository_leads_somewhere(paper: Path) -> None:
    for target, anchor in _LINK.findall(paper.read_text()):
        found = paper.parent / target
        assert found.exists(), target
        assert not anchor or anchor in anchors_of(found), anchor


@pytest.mark.parametrize("adr", ADRS, ids=lambda adr: adr.stem[:4])
def test_a_decision_is_titled_by_its_number_and_a_verb_phrase(adr: Path) -> None:
    """`0001-verb-phrase.md` begins with `# 0001 Verb phrase`."""
    mark, number, first, *rest = adr.read_text().splitlines()[0].split()
    assert (mark, first) == ("#", first.capitalize())
    assert "-".join([number, first, *rest]).lower() == adr.stem


@pytest.mark.parametrize("name", ["security.md", "cash-room.md"])
def test_every_test_that_is_named_is_there(name: str) -> None:
    named = _TEST.findall((DOCS / name).read_text())
    assert len(named) > 10
    for file, test in named:
        text = (TESTS / file).read_text()
        assert not test or re.search(rf"^def {test}\(", text, re.MULTILINE), (file, test)


def test_the_readme_lists_every_command() -> None:
    rows = re.findall(r"^\| `(\w+)", (CHECKOUT / "README.md").read_text(), re.MULTILINE)
    folder = CHECKOUT / "pokerhouse" / "ops" / "management" / "commands"
    assert set(rows) == {path.stem for path in folder.glob("[a-z]*.py")}


def test_every_helper_of_the_tests_is_said_when_to_be_used() -> None:
    listed = set(re.findall(r"`(\w+\.py)`", (TESTS / "README.md").read_text()))
    helpers = {path.name for path in (TESTS / "support").glob("*.py")} - {"__init__.py"}
    assert helpers - listed == set()
