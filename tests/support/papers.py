"""The papers of the repository: which chapters a page has."""

import re
from functools import cache
from pathlib import Path


@cache
def anchors_of(paper: Path) -> frozenset[str]:
    """Return the anchors of a page's headings, as code hosts make them."""
    headings = re.findall(r"^#+ (.+)$", paper.read_text(), re.MULTILINE)
    return frozenset(
        re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings
    )
