"""The stacks at the end of a replayed hand against the recorded ones."""

from decimal import Decimal

import pytest

from tables.histories.errors import StacksDiffer
from tables.histories.phh.read import read_phh
from tables.histories.phh.replay import compare, replay
from tests.support.phh import PHH, text_of


def test_finishing_stacks_must_be_equal() -> None:
    record = read_phh(text_of("p3 f", "p1 f", extra="finishing_stacks = [95, 104, 101]"))

    with pytest.raises(StacksDiffer) as caught:
        compare(record, replay(record).stacks)

    assert caught.value.facts["differences"] == [
        {"player": 2, "found": 105, "recorded": "104"},
        {"player": 3, "found": 100, "recorded": "101"},
    ]
    assert str(caught.value) == (
        "The hand ends otherwise: p2 has 105, recorded are 104, p3 has 100, recorded are 101."
    )


@pytest.mark.parametrize(
    ("recorded", "is_equal"),
    [
        ("[95, 105, 100]", True),
        ("[95.0, 104.5, 100.5]", True),
        ("[94.5, 105.5, 100]", True),
        ("[95.5, 105.5, 99]", False),
        ("[95, 105.5, 100]", False),
        ("[95, 104.75, 100.25]", False),
        ("[95, 103.5, 101.5]", False),
    ],
)
def test_half_chips_may_differ_by_that_half_and_nothing_else(recorded: str, is_equal: bool) -> None:
    record = read_phh(text_of("p3 f", "p1 f", extra=f"finishing_stacks = {recorded}"))
    stacks = replay(record).stacks
    assert stacks == (95, 105, 100)

    if is_equal:
        compare(record, stacks)
    else:
        with pytest.raises(StacksDiffer):
            compare(record, stacks)


def test_five_recorded_hands_split_a_chip_and_the_room_gives_it_to_the_first_winner() -> None:
    """R-ODD-1: half a chip of difference in these, and only these."""
    files = ["32/23", "41b/204", "60/88", "88/128", "91/43"]
    differing = {}
    for path in sorted((PHH / "pluribus").rglob("*.phh")):
        record = read_phh(path.read_text())
        stacks = replay(record).stacks
        compare(record, stacks)
        assert record.finishing_stacks is not None
        gaps = {want - got for want, got in zip(record.finishing_stacks, stacks, strict=True)}
        if gaps != {0}:
            differing[path.relative_to(PHH / "pluribus").with_suffix("").as_posix()] = gaps

    half = Decimal("0.5")
    assert sorted(differing) == files
    assert all(gaps == {0, half, -half} for gaps in differing.values())
