"""Hands in PHH, written for a test, and what they become."""

import tomllib
import warnings

import pytest
from pokerkit import HandHistory

from tables.engine.hand.events import Posted
from tables.histories.errors import ActionImpossible
from tables.histories.phh.read import read_phh
from tables.histories.phh.replay import Replay, replay
from tests.support.folders import DATA

PHH = DATA / "phh"
CHECKED_DOWN = ("p1 cc", "p2 cc", "d db 3h4h5c", "p1 cc", "p2 cc", "d db 9s", "p1 cc", "p2 cc")


def text_of(
    *actions: str,
    stacks: list[int] | None = None,
    blinds: list[int] | None = None,
    antes: list[int] | None = None,
    extra: str = "",
) -> str:
    """Return a three-handed file with blinds of 5 and 10, unless said otherwise."""
    stacks = stacks or [100, 100, 100]
    blinds = blinds or [5, 10, *[0] * (len(stacks) - 2)]
    return (
        f"variant = 'NT'\nantes = {antes or [0] * len(stacks)}\nblinds_or_straddles = {blinds}\n"
        f"min_bet = 10\nstarting_stacks = {stacks}\nactions = {list(actions)}\n{extra}\n"
    )


def play(text: str) -> Replay:
    return replay(read_phh(text))


def posts_of(played: Replay) -> list[tuple[int, str, int]]:
    return [(e.seat, e.kind.value, e.chips) for e in played.events if isinstance(e, Posted)]


def stacks_in_pokerkit(text: str) -> tuple[int, ...]:
    *_, last = HandHistory.loads(text)
    return tuple(last.stacks)


def has_incompatibilities(text: str) -> bool:
    """Return whether the file says itself that no other reader can replay it."""
    return "_house_only" in tomllib.loads(text)


def ends_alike_in_pokerkit(text: str) -> bool:
    """Return whether PokerKit ends the hand with the stacks that the file names."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        history = HandHistory.loads(text)
        *_, state = history
    assert history.finishing_stacks is not None
    return list(state.stacks) == list(history.finishing_stacks)


def refused_at(number: int, *actions: str, stacks: list[int] | None = None) -> ActionImpossible:
    """Replay three players' actions, of which number `number` must be refused."""
    with pytest.raises(ActionImpossible) as caught:
        play(text_of(*actions, stacks=stacks))
    assert caught.value.facts["action"] == number
    assert caught.value.facts["text"] == actions[number - 1]
    assert str(caught.value).startswith(f"Action {number} `{actions[number - 1]}`: ")
    return caught.value
