"""The papers of the house: links lead somewhere, and a decision is called what its file is."""

import re
from pathlib import Path

import pytest

from tests.support.folders import CHECKOUT

DOCS = CHECKOUT / "pokerhouse" / "docs"
PAPERS = [CHECKOUT / "README.md", CHECKOUT / "deploy" / "README.md", *sorted(DOCS.rglob("*.md"))]
ADRS = sorted((DOCS / "adr").glob("*.md"))

_LINK = re.compile(r"\]\(([^)#:\s]+)(?:#([\w-]+))?\)")


def _anchors(paper: Path) -> set[str]:
    """Return the anchors of a paper's headings, as code hosts make them."""
    headings = re.findall(r"^#+ (.+)$", paper.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_there_are_papers_to_look_at() -> None:
    """A pattern that finds nothing would prove nothing."""
    assert len(ADRS) >= 8
    assert sum(len(_LINK.findall(paper.read_text())) for paper in PAPERS) >= 8


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: str(paper.relative_to(CHECKOUT)))
def test_every_link_inside_the_repository_leads_somewhere(paper: Path) -> None:
    for target, anchor in _LINK.findall(paper.read_text()):
        found = paper.parent / target
        assert found.exists(), target
        assert not anchor or anchor in _anchors(found), anchor


@pytest.mark.parametrize("adr", ADRS, ids=lambda adr: adr.stem[:4])
def test_a_decision_is_titled_by_its_number_and_a_verb_phrase(adr: Path) -> None:
    """`0001-verb-phrase.md` begins with `# 0001 Verb phrase`."""
    mark, number, first, *rest = adr.read_text().splitlines()[0].split()
    assert (mark, first) == ("#", first.capitalize())
    assert "-".join([number, first, *rest]).lower() == adr.stem
