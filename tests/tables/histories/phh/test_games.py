"""Every game with a code of the standard: written, read and replayed as the same hand."""

import warnings
from collections import Counter

import pytest
from msgspec.structs import replace
from pokerkit import HandHistory

from tables.engine.hand.events import CardExposed, RunItAnswered, StubExtended, TimedOut
from tables.engine.rules.games import GameCode
from tables.engine.rules.ruleset import HOUSE, STANDARD, RuleSet
from tables.histories.phh.incompatibilities import incompatibilities_of
from tables.histories.phh.read import read_phh
from tables.histories.phh.record import VARIANTS
from tables.histories.phh.replay import replay
from tables.histories.phh.write import write_phh
from tables.lab.scenarios.hand_plain import start_plain
from tests.support.any_game import AnyGame
from tests.support.recordable import Dealt, play_random
from tests.support.same_events import comparable

ROUNDS = 40
MANUAL = replace(HOUSE, showdown_mode="manual", odd_chip_distribution="one_each")
CHECKING = replace(
    STANDARD, timeout_mode="allin_protect", timeout_free_check="check", deal_burn=False
)


def in_pokerkit(text: str) -> list[int]:
    with warnings.catch_warnings():  # PokerKit warns of a fold where a check is free
        warnings.simplefilter("ignore")
        *_, last = HandHistory.loads(text)
    return list(last.stacks)


def check_both_ways(dealt: Dealt, seed: int) -> None:
    """Write with shown cards only, and with all; read, replay and compare every event."""
    for deck in (None, dealt.deck):
        text = write_phh(dealt.events, deck=deck)
        played = replay(read_phh(text))
        assert played.notes == (), seed
        assert comparable(played.events) == comparable(dealt.events), seed


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("rules", [STANDARD, HOUSE, MANUAL, CHECKING])
def test_a_hand_that_is_read_again_is_the_same_hand_event_by_event(
    variant: str, rules: RuleSet
) -> None:
    """Time-outs, posts, all-ins, several boards, community cards, reshuffled discards and all."""
    for seed in range(ROUNDS):
        check_both_ways(play_random(seed, rules, is_plain=False, variant=variant), seed)


@pytest.mark.parametrize("variant", VARIANTS)
def test_pokerkit_ends_with_the_same_stacks_where_it_has_the_rule(variant: str) -> None:
    claimed = 0
    for seed in range(ROUNDS):
        dealt = play_random(seed, STANDARD, variant=variant)
        if incompatibilities_of(dealt.events):
            continue
        claimed += 1
        for deck in (None, dealt.deck):
            assert in_pokerkit(write_phh(dealt.events, deck=deck)) == dealt.stacks, seed
    assert claimed >= ROUNDS // 3


@pytest.mark.parametrize("game", ["stud7", "razz"])
def test_burns_that_follow_the_deck_of_a_stud_hand_are_nothing_that_others_cannot_replay(
    game: GameCode,
) -> None:
    """R-STU-7: a community card is; the order of cards that are written down is not."""
    play = AnyGame(start_plain(game, dict.fromkeys(range(1, 8), 1_000), rules=STANDARD))
    play.stay_in_to()
    assert len(play.all_of(StubExtended)) == 1
    assert incompatibilities_of(play.events) == ()
    assert in_pokerkit(write_phh(play.events)) == list(play.stacks.values())


@pytest.mark.parametrize("variant", ["FT", "F7S", "FR", "F2L3D"])
def test_an_exposed_card_is_written_where_it_came_to_lie(variant: str) -> None:
    """R-MSD-4: another card in its place, in stud the door; the hand ends alike."""
    for seed in range(ROUNDS):
        dealt = play_random(seed, HOUSE, has_exposed=True, variant=variant)
        assert any(isinstance(event, CardExposed) for event in dealt.events)
        for deck in (None, dealt.deck):
            played = replay(read_phh(write_phh(dealt.events, deck=deck)))
            assert list(played.stacks) == dealt.stacks, seed


def test_the_random_hands_meet_everything_that_is_hard_to_write() -> None:
    """Otherwise the properties above would say less than they seem to."""
    met: Counter[str] = Counter()
    for variant in VARIANTS:
        for seed in range(ROUNDS):
            dealt = play_random(seed, HOUSE, is_plain=False, variant=variant)
            met.update(incompatibilities_of(dealt.events))
            for event in dealt.events:
                if isinstance(event, StubExtended):
                    met["reshuffled" if event.is_shuffled else "burns"] += 1
                elif isinstance(event, TimedOut):
                    met[event.outcome] += 1
                elif isinstance(event, RunItAnswered):
                    met["answered"] += 1
    assert met.keys() >= {
        *("reshuffled", "burns", "answered", "all_in", "folded", "stood_pat", "run_once"),
        *("rake", "timeout", "chip_unit", "several_boards", "run_it", "straddle"),
        *("fifth_bet", "short_bet_raised", "spread", "bring_in_short", "stud_deck_ran_out"),
        *("low_in_some_pots", "odd_chips_of_halves", "pot_of_whole_blinds", "big_blind_short"),
    }
