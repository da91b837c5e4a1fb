"""The running or last hand of a table; before the first there is none."""

import pytest

from pokerhouse.common.ids import TableId, new_id
from tables.engine.rules.errors import RuleViolation
from tables.live.table import blank
from tests.support.watched_hand import HAND, WatchedHand


def test_a_table_has_its_hand_with_its_id() -> None:
    watched = WatchedHand(1, "holdem")
    next(watched.batches())
    hand_id, hand = watched.live.last_hand
    assert hand_id == HAND
    assert hand is watched.live.hand


def test_before_the_first_hand_it_is_refused_as_over() -> None:
    with pytest.raises(RuleViolation) as refused:
        _ = blank(TableId(new_id())).last_hand
    assert refused.value.code == "hand_over"
