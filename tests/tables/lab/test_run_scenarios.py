"""`manage.py run_scenarios`: files in, one line a scenario out, exit 1 on any difference."""

import json
from io import StringIO
from pathlib import Path

from django.core.management import call_command

from tests.support.folders import DATA

RANKING = DATA / "scenarios" / "hand_ranking.jsonl"


def run(*arguments: object, code: int = 0) -> tuple[list[str], str]:
    """Call the command, which must exit with `code`; return its lines, and what it complained."""
    out, problems = StringIO(), StringIO()
    try:
        call_command("run_scenarios", *map(str, arguments), stdout=out, stderr=problems)
    except SystemExit as error:
        assert error.code == code  # noqa: PT017  the code is part of the contract
    else:
        assert code == 0
    return out.getvalue().splitlines(), problems.getvalue()


def test_each_scenario_is_a_line_and_the_summary_is_the_last() -> None:
    lines, problems = run(RANKING, "--json")

    *outcomes, last = map(json.loads, lines)
    count = len(RANKING.read_text().splitlines())
    assert [list(outcome) for outcome in outcomes] == [["id", "ok", "detail"]] * count
    assert outcomes[0] == {"id": "HR-001", "ok": True, "detail": ""}
    assert last == {"summary": {"scenarios": count, "ok": count, "failed": 0}}
    assert problems == ""


def test_people_read_the_same_without_json() -> None:
    lines, _ = run(RANKING)

    count = len(RANKING.read_text().splitlines())
    assert lines[0] == "HR-001 ok"
    assert lines[-1] == f"{count} scenarios, {count} ok, 0 failed"


def test_an_unknown_type_fails_its_line_and_the_run(tmp_path: Path) -> None:
    (tmp_path / "odd.jsonl").write_text('{"id": "XX-001", "type": "tarot"}\n')

    lines, _ = run(tmp_path, "--json", code=1)

    assert [json.loads(line) for line in lines] == [
        {"id": "XX-001", "ok": False, "detail": "unknown type tarot"},
        {"summary": {"scenarios": 1, "ok": 0, "failed": 1}},
    ]


def test_a_file_without_a_scenario_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("\n")

    assert run(tmp_path, code=1)[0] == ["0 scenarios, 0 ok, 0 failed"]
