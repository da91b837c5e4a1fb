"""`manage.py replay_phh`: files in, one line a hand out, exit 1 on any difference."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from tables.histories.phh.record import VARIANTS
from tests.support.folders import DATA

PHH = DATA / "phh"
SAMPLE = PHH / "pluribus/103/8.phh"
KEYS = ["file", "variant", "ok", "events", "finishing_stacks", "expected", "error"]


def run(*arguments: object, code: int = 0) -> str:
    """Call the command, which must exit with `code`, and return what it printed."""
    out = StringIO()
    try:
        call_command("replay_phh", *map(str, arguments), stdout=out, stderr=StringIO())
    except SystemExit as error:
        assert error.code == code  # noqa: PT017  the code is part of the contract
    else:
        assert code == 0
    return out.getvalue()


def run_json(*arguments: object, code: int = 0) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the hands' lines and the summary."""
    *hands, last = [json.loads(line) for line in run(*arguments, "--json", code=code).splitlines()]
    assert list(last) == ["summary"]
    assert list(last["summary"]) == [*("hands", "ok", "failed", "refused", "events", "seconds")]
    return hands, last["summary"]


def planted(folder: Path, old: str, new: str) -> Path:
    """Copy the sample with one thing wrong."""
    text = SAMPLE.read_text()
    assert text.count(old) == 1
    path = folder / "planted.phh"
    path.write_text(text.replace(old, new))
    return path


def test_every_no_limit_file_replays_to_the_stacks_that_it_names() -> None:
    hands, summary = run_json(PHH, "--variant", "NT")

    assert all(hand["ok"] for hand in hands)
    assert [hand["file"] for hand in hands] == sorted(hand["file"] for hand in hands)
    assert (summary["hands"], summary["ok"], summary["failed"]) == (19, 19, 0)
    assert summary["events"] == sum(hand["events"] for hand in hands)


def test_a_hand_is_one_line_with_these_fields() -> None:
    (hand,), _ = run_json(SAMPLE)

    assert list(hand) == KEYS
    assert hand == {
        "file": str(SAMPLE),
        "variant": "NT",
        "ok": True,
        "events": 37,
        "finishing_stacks": [9950, 10025, 10000, 10000, 10000, 10025],
        "expected": [9950, 10025, 10000, 10000, 10000, 10025],
        "error": None,
    }


def test_halves_stand_as_recorded_and_notes_where_there_are_some() -> None:
    (half,), _ = run_json(PHH / "pluribus/32/23.phh")
    (noted,), _ = run_json(PHH / "wsop/2019/42/3/00-01-07.phh")

    assert half["expected"] == [9950, 9275, 10387.5, 10000, 10000, 10387.5]
    assert half["finishing_stacks"] == [9950, 9275, 10388, 10000, 10000, 10387]
    assert list(noted) == [*KEYS, "notes"]
    assert noted["notes"] == [
        "not everyone pays the ante: it is dead, although the record trims it",
        "before action 14: p8's fold is not in the record",
    ]


def test_a_file_without_finishing_stacks_only_has_to_end() -> None:
    (hand,), _ = run_json(PHH / "dwan-ivey-2009.phh")

    assert hand["ok"]
    assert hand["expected"] is None
    assert sum(hand["finishing_stacks"]) == 1125600 + 2000000 + 553500


def test_every_game_that_the_format_has_a_code_for_replays_to_its_end() -> None:
    hands, summary = run_json(PHH)

    assert [hand["error"] for hand in hands if not hand["ok"]] == []
    assert {hand["variant"] for hand in hands} == set(VARIANTS)
    assert (summary["hands"], summary["ok"], summary["refused"]) == (40, 40, 0)


def test_only_hands_of_the_variant_are_tried() -> None:
    hands, summary = run_json(PHH, "--variant", "FR")

    assert [hand["variant"] for hand in hands] == ["FR", "FR"]
    assert summary["ok"] == 2


def test_parts_of_a_chip_stand_as_recorded() -> None:
    """Antonius – Blom 2009: two stacks in dollars and cents, all of them with one player."""
    (hand,), _ = run_json(PHH / "antonius-blom-2009.phh")

    assert hand["finishing_stacks"] == [1937923.75, 0]
    assert hand["notes"] == ["there are parts of a chip: everything is counted in hundredths"]


def test_a_straddle_is_refused_by_name(tmp_path: Path) -> None:
    path = planted(tmp_path, "[50, 100, 0, 0, 0, 0]", "[50, 100, 200, 0, 0, 0]")

    (hand,), summary = run_json(path, code=1)

    assert hand["error"]["code"] == "straddle_not_supported"
    assert (summary["failed"], summary["refused"]) == (0, 1)


def test_a_wrong_finishing_stack_is_a_difference(tmp_path: Path) -> None:
    path = planted(tmp_path, "= [9950, 10025,", "= [9950, 10026,")

    (hand,), summary = run_json(path, code=1)

    assert hand["ok"] is False
    assert hand["file"] == str(path)
    assert hand["finishing_stacks"][1] == 10025
    assert hand["expected"][1] == 10026
    assert hand["error"] == {
        "code": "stacks_differ",
        "detail": "The hand ends otherwise: p2 has 10025, recorded are 10026.",
        "differences": [{"player": 2, "found": 10025, "recorded": "10026"}],
    }
    assert (summary["ok"], summary["failed"]) == (0, 1)


def test_a_wrong_board_card_changes_the_winner(tmp_path: Path) -> None:
    path = planted(tmp_path, "'d db 4s'", "'d db Ks'")

    (hand,), _ = run_json(path, code=1)

    assert hand["error"]["code"] == "stacks_differ"


def test_a_board_card_that_lies_elsewhere_is_named_with_its_action(tmp_path: Path) -> None:
    path = planted(tmp_path, "'d db 4s'", "'d db Js'")

    (hand,), _ = run_json(path, code=1)

    assert hand["error"]["code"] == "action_impossible"
    assert (hand["error"]["action"], hand["error"]["text"]) == (20, "d db Js")


def test_an_impossible_action_is_named_without_json_too(tmp_path: Path) -> None:
    path = planted(tmp_path, "'p2 cbr 1200'", "'p2 cbr 300'")

    out = run(path, SAMPLE, code=1).splitlines()

    assert out[0] == (
        f"{path}: Action 12 `p2 cbr 300`: raise_below_min, to 300, min_to 400, max_to 10000."
    )
    assert out[1].startswith("2 hands, 1 ok, 1 failed, 0 refused, 37 events, ")
    assert len(out) == 2


def test_nonsense_is_a_failed_line_also_with_a_variant(tmp_path: Path) -> None:
    (tmp_path / "a.phh").write_text("variant = ")
    (tmp_path / "b.phh").write_text("variant = 'XX'")
    (tmp_path / "c.phh").write_bytes(b"\xff")
    (tmp_path / "d.phh").write_text("variant = 'NT'")

    hands, summary = run_json(tmp_path, "--variant", "NT", code=1)

    assert [hand["error"]["code"] for hand in hands] == [
        "history_unreadable",
        "field_refused",
        "history_unreadable",
        "field_refused",
    ]
    assert hands[3]["error"]["field"] == "starting_stacks"
    assert (summary["failed"], summary["refused"]) == (4, 0)


def test_no_hand_of_the_variant_is_a_failure() -> None:
    assert run_json(SAMPLE, "--variant", "FT", code=1)[1]["hands"] == 0


def test_an_unknown_variant_is_no_option() -> None:
    with pytest.raises(CommandError, match="XX"):
        run(SAMPLE, "--variant", "XX")


def test_progress_is_shown_on_a_terminal_only() -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    terminal, pipe = Terminal(), StringIO()
    for stream in (terminal, pipe):
        call_command("replay_phh", str(SAMPLE), stdout=StringIO(), stderr=stream, no_color=True)

    assert terminal.getvalue() == "\r1 of 1 files\n"
    assert pipe.getvalue() == ""


def test_with_store_every_hand_is_written_read_back_and_folded_to_its_stacks(
    house_db: str,
) -> None:
    hands, summary = run_json(PHH, "--store")

    assert all(hand["ok"] for hand in hands)
    with connections["owner"].cursor() as cursor:
        cursor.execute("SELECT count(*), count(DISTINCT stream) FROM event")
        assert cursor.fetchone() == (summary["events"], summary["hands"])


def test_a_hand_that_comes_back_otherwise_from_the_store_is_a_difference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from pokerhouse.ops.management.commands import replay_phh

    monkeypatch.setattr(replay_phh, "through_the_store", lambda played: played.stacks[::-1])
    monkeypatch.setattr(replay_phh.Command, "needs_database", lambda *_: False)

    (hand,), _ = run_json(SAMPLE, "--store", code=1)

    assert hand["error"]["code"] == "stacks_differ"
    assert hand["error"]["stored"] == [9950, 10025, 10000, 10000, 10000, 10025]
    assert hand["error"]["loaded"] == [10025, 10000, 10000, 10000, 10025, 9950]
