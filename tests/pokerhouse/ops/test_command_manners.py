"""What a person at the commands meets: help that says enough, and one sentence for a wrong path."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from pokerhouse.ops.command.output import aligned
from pokerhouse.ops.management.commands import bench, dbshell, deal, replay_phh, run_scenarios

FIGURES = {"rounds": 3, "ours": {"hands_per_s": 20.5, "actions": 4}, "ratio": 7.1}


@pytest.mark.parametrize(
    ("command", "suffix"), [(replay_phh.Command, ".phh"), (run_scenarios.Command, ".jsonl")]
)
def test_a_path_that_holds_nothing_to_read_is_one_sentence_and_status_1(
    command: type[BaseCommand], suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notes.txt").write_text("nothing to read")
    for path, sentence in (
        (tmp_path / f"none{suffix}", "{} is neither a file nor a folder.\n"),
        (tmp_path, f"There is no *{suffix} file in {{}}.\n"),
    ):
        with pytest.raises(SystemExit) as ended:
            command().run_from_argv(["manage.py", "read", str(path), "--json"])
        assert ended.value.code == 1
        assert capsys.readouterr() == ("", sentence.format(path))


@pytest.mark.parametrize("port", ["-1", "65536", "99999999"])
def test_a_port_that_is_none_is_refused_before_anything_starts(port: str) -> None:
    with pytest.raises(CommandError, match="--port is a whole number from 0 to 65535"):
        call_command("up", "--port", port)


def help_of(command: BaseCommand) -> str:
    return " ".join(command.create_parser("manage.py", "this").format_help().split())


def test_the_help_of_deal_says_ranges_and_defaults() -> None:
    text = help_of(deal.Command())
    assert "--players N seats taken: 2 to 10, without it 6" in text
    assert "--hands N hands to deal: 1 to 1000000, without it 1000" in text
    assert f"--seed N the same seed plays the same session: 0 to {2**63}, without it 7" in text


def test_the_help_of_dbshell_is_its_own() -> None:
    assert "Open psql on the house's database: as the application" in help_of(dbshell.Command())


def test_figures_are_aligned_lines_for_people() -> None:
    assert aligned(FIGURES).splitlines() == [
        "          rounds  3",
        "ours hands_per_s  20.5",
        "    ours actions  4",
        "           ratio  7.1",
    ]
    assert aligned({}) == ""


def test_bench_prints_lines_or_one_line_of_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "_bench_engine", lambda _rounds: FIGURES)
    lines, line = StringIO(), StringIO()
    call_command("bench", "engine", stdout=lines)
    call_command("bench", "engine", "--json", stdout=line)
    assert lines.getvalue() == aligned(FIGURES) + "\n"
    assert line.getvalue().count("\n") == 1
    assert json.loads(line.getvalue()) == FIGURES
