"""The PHH reader: what it takes, and by what name it refuses nonsense."""

from collections import Counter
from datetime import time
from decimal import Decimal
from pathlib import Path

import pytest

from tables.engine.hand.events import RakePlan
from tables.engine.rules.cards import cards_of
from tables.engine.rules.terms import MAX_CHIPS, PostKind
from tables.histories.errors import (
    ActionRefused,
    FieldRefused,
    FractionalChips,
    HistoryError,
    Unreadable,
)
from tables.histories.phh.read import read_file, read_phh
from tables.histories.phh.record import MAX_ACTIONS, MAX_BYTES, VARIANTS, HousePost, RecordedAction
from tests.support.folders import DATA

PHH = DATA / "phh"

MINIMAL = {
    "variant": "'NT'",
    "antes": "[0, 0]",
    "blinds_or_straddles": "[1, 2]",
    "min_bet": "2",
    "starting_stacks": "[100, 100]",
    "actions": "['d dh p1 ????', 'd dh p2 ????', 'p2 f']",
}


def text_of(**changes: str | None) -> str:
    """Return a small valid file with some fields changed, added or (None) left out."""
    fields = {**MINIMAL, **changes}
    return "".join(f"{name} = {value}\n" for name, value in fields.items() if value is not None)


def with_action(action: str) -> str:
    return text_of(actions=f"['d dh p1 ????', '{action}']")


def test_a_file_becomes_a_typed_record() -> None:
    record = read_phh((PHH / "dwan-ivey-2009.phh").read_text())

    assert record.variant == "NT"
    assert record.is_ante_trimmed
    assert record.antes == (500, 500, 500)
    assert record.blinds_or_straddles == (1000, 2000, 0)
    assert record.min_bet == 2000
    assert (record.small_bet, record.big_bet, record.bring_in) == (None, None, None)
    assert record.starting_stacks == (1125600, 2000000, 553500)
    assert record.finishing_stacks is None
    assert record.players == ("Phil Ivey", "Patrik Antonius", "Tom Dwan")
    assert record.metadata == {
        "author": "Juho Kim",
        "event": "Full Tilt Million Dollar Cash Game S4E12",
        "year": 2009,
        "currency": "USD",
    }
    assert record.notes == ()
    assert record.actions[:4] == (
        RecordedAction(1, "d dh p1 Ac2d", "dh", 1, cards=cards_of("Ac2d")),
        RecordedAction(2, "d dh p2 ????", "dh", 2, cards=(None, None)),
        RecordedAction(3, "d dh p3 7h6h", "dh", 3, cards=cards_of("7h6h")),
        RecordedAction(4, "p3 cbr 7000", "cbr", 3, amount=7000),
    )
    assert record.actions[-1] == RecordedAction(18, "d db Jh", "db", cards=cards_of("Jh"))


def test_every_variant_of_the_standard_is_read() -> None:
    records = [read_phh(path.read_text()) for path in sorted(PHH.rglob("*.phh"))]

    counted = Counter(record.variant for record in records)
    assert counted.keys() == VARIANTS.keys()
    assert counted["NT"] == 19
    stud = next(record for record in records if record.variant == "FR")
    assert (stud.bring_in, stud.small_bet, stud.big_bet) == (50000, 200000, 400000)
    assert stud.blinds_or_straddles is None
    assert stud.actions[5] == RecordedAction(6, "p1 pb", "pb", 1)
    draw = next(record for record in records if record.variant == "F2L3D")
    assert {action.word for action in draw.actions} >= {"dh", "sd", "cc"}


def test_whole_floats_are_chips_and_finishing_stacks_may_be_halves() -> None:
    record = read_phh(
        text_of(
            starting_stacks="[100.0, 1e2]",
            actions="['p2 cbr 6.0']",
            finishing_stacks="[100.5, 99.5]",
        )
    )

    assert record.starting_stacks == (100, 100)
    assert record.actions[0].amount == 6
    assert record.finishing_stacks == (Decimal("100.5"), Decimal("99.5"))


def test_a_record_with_parts_of_a_chip_is_counted_in_hundredths() -> None:
    """Antonius – Blom 2009 was played for dollars and cents."""
    record = read_phh(
        text_of(
            starting_stacks="[100.25, 100]",
            actions="['p2 cbr 6.5']",
            finishing_stacks="[106.75, 93.5]",
        )
    )

    assert record.parts == 100
    assert record.starting_stacks == (10_025, 10_000)
    assert record.min_bet == 200
    assert record.actions[0].amount == 650
    assert record.finishing_stacks == (Decimal("106.75"), Decimal("93.5"))
    assert record.notes == ("there are parts of a chip: everything is counted in hundredths",)


def test_commentary_blank_lines_and_loose_spacing_are_allowed() -> None:
    record = read_phh(
        text_of(actions="['# a quiet start', '', '  p2   cc # tanks # twice', 'p1 cc']")
    )

    assert [(a.number, a.word, a.player) for a in record.actions] == [(3, "cc", 2), (4, "cc", 1)]


def test_showing_mucking_and_a_dash_are_three_things() -> None:
    record = read_phh(text_of(actions="['p1 sm AcAd', 'p2 sm', 'p1 sm -', 'p2 sm ??Ad']"))

    shown = [(action.cards, action.is_dash) for action in record.actions]
    assert shown == [
        (cards_of("AcAd"), False),
        (None, False),
        (None, True),
        ((None, *cards_of("Ad")), False),
    ]


def test_fields_about_the_hand_are_kept_and_unknown_ones_noted() -> None:
    record = read_phh(
        text_of(hand="'final'", table="7", time="12:30:00", seats="[4, 9]", finishing_stack="[1]")
        + "_sponsors = ['', 'A']\n"
    )

    assert record.metadata == {"hand": "final", "table": 7, "time": time(12, 30)}
    assert record.seats == (4, 9)
    assert record.notes == ("field finishing_stack is not in the standard",)


def test_fields_of_this_house_are_read_only_with_its_mark() -> None:
    own = (
        "_posts = ['p1 bb 2', 'p2 sb 1', 'p2 dead 5']\n_timeouts = [3]\n_chip_unit = 5\n"
        "_odd_chip = 'one_each'\n_rake = { percent_bp = 500, cap_chips = 3 }\n"
    )

    marked = read_phh(text_of() + own + "_pokerhouse = 1\n").house
    foreign = read_phh(text_of() + own).house

    assert marked.posts == (
        HousePost(1, PostKind.BIG_BLIND, 2),
        HousePost(2, PostKind.SMALL_BLIND, 1),
        HousePost(2, PostKind.DEAD, 5),
    )
    assert marked.timeouts == {3}
    assert (marked.chip_unit, marked.odd_chip) == (5, "one_each")
    assert marked.rake == RakePlan(percent_bp=500, cap_chips=3)
    assert foreign.posts is None
    assert foreign.timeouts == frozenset()
    assert (foreign.chip_unit, foreign.rake) == (1, RakePlan())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("variant", None),
        ("variant", "'XX'"),
        ("variant", "7"),
        ("antes", None),
        ("antes", "[0]"),
        ("antes", "[0, -1]"),
        ("antes", "[0, 'a']"),
        ("antes", "5"),
        ("blinds_or_straddles", None),
        ("blinds_or_straddles", "[1, 2, 0]"),
        ("min_bet", None),
        ("min_bet", "0"),
        ("min_bet", "true"),
        ("starting_stacks", None),
        ("starting_stacks", "[100]"),
        ("starting_stacks", "[100, 0]"),
        ("starting_stacks", "[100, inf]"),
        ("starting_stacks", "[100, nan]"),
        ("starting_stacks", "[100, 1e999999999999999999999]"),
        ("starting_stacks", "[100, 1e400]"),
        ("starting_stacks", f"[100, {MAX_CHIPS + 1}]"),
        ("starting_stacks", str([1] * 11)),
        ("actions", None),
        ("actions", "'p1 f'"),
        ("actions", str([""] * (MAX_ACTIONS + 1))),
        ("finishing_stacks", "[1]"),
        ("finishing_stacks", "[1, -1]"),
        ("ante_trimming_status", "1"),
        ("players", "['A']"),
        ("players", "['A', 1]"),
        ("seats", "[1, 1]"),
        ("seats", "[0, 1]"),
        ("hand", "1.5"),
        ("year", "'2009'"),
        ("time_banks", "3"),
    ],
)
def test_a_field_that_makes_no_sense_is_named(field: str, value: str | None) -> None:
    with pytest.raises(FieldRefused) as caught:
        read_phh(text_of(**{field: value}))

    assert caught.value.code == "field_refused"
    assert caught.value.facts["field"] == field


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("_posts", "['p3 live 2']"),
        ("_posts", "['p1 gift 2']"),
        ("_posts", "7"),
        ("_posts", "[[]]"),
        ("_posts", f"['p1 live {MAX_CHIPS + 1}']"),
        ("_timeouts", "[4]"),
        ("_timeouts", "['1']"),
        ("_chip_unit", "0"),
        ("_odd_chip", "[]"),
        ("_rake", "{ percent = 5 }"),
        ("_rake", "5"),
        ("_other_timeouts", "[0]"),
        ("_rules", "5"),
        ("_rules", "{ id = 'house', colour = 'red' }"),
        ("_rules", "{ id = 'house', 'cap.raises' = -1 }"),
        ("_structure", "{ kind = 'nl', pot = 5 }"),
        ("_structure", "'nl'"),
        ("_options", "{ board_count = 'two' }"),
        ("_options", "{ run_it_agreed = [3] }"),
        ("_boards", "'2c3c4c'"),
        ("_boards", "['2c3c4x']"),
        ("_boards", "['', '', '']"),
        ("_run_it", "['p3 2']"),
        ("_run_it", "['p1 4']"),
        ("_board_declared", "['p3']"),
        ("_discards", "[1]"),
        ("_discards", "[[0]]"),
        ("_discards", "[[1, 1]]"),
    ],
)
def test_a_house_field_that_makes_no_sense_is_named(field: str, value: str) -> None:
    with pytest.raises(FieldRefused) as caught:
        read_phh(text_of(**{field: value, "_pokerhouse": "1"}))

    assert caught.value.facts["field"] == field


@pytest.mark.parametrize(
    "action",
    [
        "p2",
        "d",
        "p2 raises 6",
        "p2 cbr",
        "p2 cbr six",
        "p2 cbr -6",
        "p2 cbr 0",
        "p2 cbr 1e3",
        "p2 cbr ٣",
        "p2 cbr 9999999999999999",
        "p2 f now",
        "p3 f",
        "p0 f",
        "p² f",
        "x2 f",
        "d f",
        "d db",
        "d db 10h",
        "d db A?",
        "d db AhAh",
        "d db ah",
        "d dh p3 AhAd",
        "d dh AhAd",
        "p1 db Ah",
        "p1 sm Ah Ad",
        "p1 sm A",
    ],
)
def test_an_action_outside_the_notation_is_named(action: str) -> None:
    with pytest.raises(ActionRefused) as caught:
        read_phh(with_action(action))

    assert caught.value.code == "action_refused"
    assert caught.value.facts["action"] == 2
    assert caught.value.facts["text"] == action


def test_an_action_that_is_no_text_is_named() -> None:
    with pytest.raises(ActionRefused) as caught:
        read_phh(text_of(actions="['p2 cc', 7]"))

    assert caught.value.facts["action"] == 2


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"starting_stacks": "[100.125, 100]"}, "starting_stacks[1]"),
        ({"min_bet": "2.001"}, "min_bet"),
        ({"actions": "['p2 cbr 6.255']"}, "action 1"),
        ({"min_bet": "2.5", "_pokerhouse": "1"}, "min_bet"),
    ],
)
def test_parts_of_a_hundredth_and_of_our_own_chips_are_refused_by_name(
    changes: dict[str, str], where: str
) -> None:
    with pytest.raises(FractionalChips) as caught:
        read_phh(text_of(**changes))

    assert caught.value.code == "fractional_chips"
    assert caught.value.facts["where"] == where


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("variant = !", 1),
        ("variant = 'NT'\nantes = [0, 0\nx = 1\n", 3),
        ("variant = 'NT'\nvariant = 'NT'\n", 2),
        ("{'variant': 'NT'}", 1),
    ],
)
def test_what_is_no_toml_is_named_with_its_line(text: str, line: int) -> None:
    with pytest.raises(Unreadable) as caught:
        read_phh(text)

    assert caught.value.facts["line"] == line


@pytest.mark.parametrize(
    "text", [f"x = {'[' * 20_000}", f"x = {'9' * 5_000}", "x = 'a\0b'", "x = 1979-99-99"]
)
def test_hostile_toml_is_an_error_and_no_traceback(text: str) -> None:
    with pytest.raises(HistoryError):
        read_phh(text)


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    large, latin = tmp_path / "large.phh", tmp_path / "latin.phh"
    large.write_bytes(b"#" * (MAX_BYTES + 1))
    latin.write_bytes("event = 'Zürich'".encode("latin-1"))

    messages = []
    for path in (large, latin, tmp_path / "none.phh", tmp_path):
        with pytest.raises(Unreadable) as caught:
            read_file(path)
        messages.append(str(caught.value))

    assert messages == [
        f"The file is larger than {MAX_BYTES} bytes.",
        "The file is not UTF-8: byte 10.",
        "The file cannot be read: No such file or directory.",
        "The file cannot be read: Is a directory.",
    ]
