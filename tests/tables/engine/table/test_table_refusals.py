"""The codes of refusals are documented, all of them and no other."""

import re
from pathlib import Path

from tables import engine
from tables.engine.table.refusals import TABLE_REFUSALS

_CHECKS_OF_RULES = "rules/ruleset_checks.py"
_CODE = re.compile(r'(?:RuleViolation\(|RefusedEntry\(number, |TopUpDropped\([^)]*?)"([a-z_]+)"')


def test_every_code_that_the_table_refuses_with_is_documented_and_used() -> None:
    folder = Path(engine.__path__[0])
    sources = [*sorted((folder / "table").glob("*.py")), folder / _CHECKS_OF_RULES]
    text = "".join(path.read_text() for path in sources)

    assert set(_CODE.findall(text)) == set(TABLE_REFUSALS)


def test_codes_of_the_rule_book_are_its_words_in_lower_case() -> None:
    """R-ACT-9: those that concern a table between hands."""
    ours = (
        "buyin_min buyin_max buyin_below_left topup_short topup_midhand chips_off_table"
        " entry_wait_button table_size sb_ratio bb_not_lower structure not_cash"
    )

    assert set(ours.split()) <= set(TABLE_REFUSALS)
