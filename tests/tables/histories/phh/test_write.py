"""Hands written in the PHH format: read again, replayed, and replayed by PokerKit."""

import tomllib
import typing
import warnings
from collections.abc import Sequence

import pytest
from pokerkit import HandHistory

from tables.engine.hand.events import BoardDealt, CardsShown, HandEvent, RakePlan
from tables.engine.rules.cards import cards_of
from tables.engine.rules.ruleset import HOUSE, STANDARD, RuleSet
from tables.engine.rules.terms import Post, PostKind
from tables.histories.errors import Unwritable
from tables.histories.phh.incompatibilities import incompatibilities_of
from tables.histories.phh.lines import WRITERS
from tables.histories.phh.read import read_phh
from tables.histories.phh.replay import compare, replay
from tables.histories.phh.write import write_phh
from tests.support.hands import Play, no_limit, seated
from tests.support.recordable import play_random

ROUNDS = 150


def stacks_of(play: Play) -> list[int]:
    """Return the stacks at the end, first seat left of the button first."""
    return [seat.stack_chips for seat in play.hand.seats]


def again(text: str) -> list[int]:
    """Read and replay the text, and return the stacks, p1 first."""
    record = read_phh(text)
    played = replay(record)
    compare(record, played.stacks)
    assert played.notes == ()
    return list(played.stacks)


def in_pokerkit(text: str) -> list[int]:
    with warnings.catch_warnings():  # PokerKit warns of a fold where a check is free
        warnings.simplefilter("ignore")
        *_, last = HandHistory.loads(text)
    return list(last.stacks)


def test_a_hand_becomes_a_file_that_people_can_read() -> None:
    play = (
        seated({2: 400, 5: 300, 9: 250}, button=9, hole={2: "AcAd", 5: "KcKd"}, board="2h3h7s8s9c")
        .fold(9)
        .call(2)
        .check(5)
        .bet_to(2, 10)
        .raise_to(5, 290)
        .call(2)
    )

    text = write_phh(
        play.events,
        hole={9: cards_of("7c2d")},
        players={2: "Ann", 5: 'Bo "the" B', 9: "Zoë"},
        metadata={"event": "Table 7", "year": 2026, "_shift": "night"},
    )

    assert text == (
        'variant = "NT"\n'
        "ante_trimming_status = false\n"
        "antes = [0, 0, 0]\n"
        "blinds_or_straddles = [5, 10, 0]\n"
        "min_bet = 10\n"
        "starting_stacks = [400, 300, 250]\n"
        "actions = [\n"
        '  "d dh p1 AcAd",\n'
        '  "d dh p2 KcKd",\n'
        '  "d dh p3 7c2d",\n'
        '  "p3 f",\n'
        '  "p1 cc",\n'
        '  "p2 cc",\n'
        '  "d db 2h3h7s",\n'
        '  "p1 cbr 10",\n'
        '  "p2 cbr 290",\n'
        '  "p1 cc",\n'
        '  "p2 sm KcKd",\n'
        '  "p1 sm AcAd",\n'
        '  "d db 8s",\n'
        '  "d db 9c",\n'
        "]\n"
        "hand = 1\n"
        "seats = [2, 5, 9]\n"
        'players = ["Ann", "Bo \\"the\\" B", "Zoë"]\n'
        "finishing_stacks = [700, 0, 250]\n"
        'event = "Table 7"\n'
        "year = 2026\n"
        '_shift = "night"\n'
        "_pokerhouse = 1\n"
        '_rules = { id = "house" }\n'
    )
    assert again(text) == in_pokerkit(text) == [700, 0, 250]


@pytest.mark.parametrize("rules", [STANDARD, HOUSE])
def test_random_hands_come_back_with_equal_stacks_here_and_in_pokerkit(rules: RuleSet) -> None:
    claimed = 0
    for seed in range(ROUNDS):
        dealt = play_random(seed, rules)
        reasons = incompatibilities_of(dealt.events)
        assert set(reasons) <= {"unanswerable_raise", "odd_chips_of_two_pots"}
        for deck in (None, dealt.deck):
            text = write_phh(dealt.events, deck=deck)
            assert again(text) == dealt.stacks, seed
            if not reasons:
                assert in_pokerkit(text) == dealt.stacks, seed
                claimed += 1
    assert claimed > ROUNDS


@pytest.mark.parametrize("rules", [STANDARD, HOUSE])
def test_hands_under_house_rules_come_back_too_and_pokerkit_is_claimed_only_where_it_agrees(
    rules: RuleSet,
) -> None:
    reasons: set[str] = set()
    claimed = 0
    for seed in range(ROUNDS):
        dealt = play_random(seed, rules, is_plain=False, has_options=False)
        text = write_phh(dealt.events)
        assert again(text) == dealt.stacks, seed
        found = incompatibilities_of(dealt.events)
        reasons.update(found)
        assert tomllib.loads(text).get("_house_only", []) == list(found)
        if not found:
            assert in_pokerkit(text) == dealt.stacks, seed
            claimed += 1
    assert claimed > ROUNDS // 4
    assert reasons >= {"rake", "chip_unit", "big_blind_short"}
    assert ("timeout" in reasons) == (rules is HOUSE)


def test_only_own_and_shown_cards_are_written_and_everything_for_an_auditor() -> None:
    play = no_limit(200, 200, 200, button=3, hole={1: "AcAd", 2: "KcKd", 3: "7c2d"})
    play = play.fold(3).fold(1)

    public = tomllib.loads(write_phh(play.events))["actions"]
    own = tomllib.loads(write_phh(play.events, hole={1: cards_of("AcAd")}))["actions"]
    audit = tomllib.loads(write_phh(play.events, deck=play.deck))["actions"]

    assert public[:3] == ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"]
    assert own[:3] == ["d dh p1 AcAd", "d dh p2 ????", "d dh p3 ????"]
    assert audit[:3] == ["d dh p1 AcAd", "d dh p2 KcKd", "d dh p3 7c2d"]


def test_no_unseen_card_stands_in_a_public_file() -> None:
    for seed in range(50):
        dealt = play_random(seed)
        public: set[int | None] = set()
        for event in dealt.events:
            if isinstance(event, CardsShown | BoardDealt):
                public.update(event.faces)
        written: set[int | None] = set()
        for action in read_phh(write_phh(dealt.events)).actions:
            written.update(action.cards or ())
        assert written - {None} == public


def test_heads_up_blinds_and_antes_stand_the_other_way_round() -> None:
    play = no_limit(200, 300, button=1, bb_ante=10).fold(1)

    text = write_phh(play.events)

    fields = tomllib.loads(text)
    assert fields["seats"] == [2, 1]
    assert fields["blinds_or_straddles"] == [5, 10]
    assert fields["antes"] == [0, 10]
    assert again(text) == in_pokerkit(text) == [305, 195]


def test_live_and_dead_posts_are_written_so_that_pokerkit_replays_them() -> None:
    """R-ENT-1, R-MIS-1: the standard has neither; PokerKit reads a negative blind as live."""
    extra = (Post(4, PostKind.LIVE, 10), Post(4, PostKind.DEAD, 5))
    play = no_limit(200, 200, 200, 200, 200, button=5, extra=extra)
    play = play.fold(3).check(4).fold(5).fold(1).check(2).checked_down()

    text = write_phh(play.events, deck=play.deck)

    fields = tomllib.loads(text)
    assert fields["blinds_or_straddles"] == [5, 10, 0, -10, 0]
    assert fields["antes"] == [0, 0, 0, 5, 0]
    assert fields["_posts"] == ["p1 sb 5", "p2 bb 10", "p4 live 10", "p4 dead 5"]
    assert incompatibilities_of(play.events) == ()
    assert again(text) == in_pokerkit(text) == stacks_of(play)


def test_an_ante_that_the_big_blind_cannot_pay_is_written_as_paid() -> None:
    """R-TRN-ANTE-1: the house takes the blind first, PokerKit the ante."""
    play = no_limit(200, 14, 200, button=3, bb_ante=10)
    play = play.call(3).call(1).checked_down()

    text = write_phh(play.events, deck=play.deck)

    assert tomllib.loads(text)["antes"] == [0, 4, 0]
    assert again(text) == in_pokerkit(text) == stacks_of(play)


def test_a_time_out_as_all_in_is_marked_and_replayed_here_only() -> None:
    """R-TIM-3: a fold for others, a frozen claim for us."""
    play = no_limit(200, 200, 200, button=3, hole={1: "AcAd"}, board="2h3h7s8s9c")
    play = play.call(3).time_out(1).check(2).checked_down()

    text = write_phh(play.events)

    fields = tomllib.loads(text)
    assert fields["actions"][4] == "p1 f # timed out: all-in"
    assert fields["_timeouts"] == [5]
    assert fields["_house_only"] == ["timeout"]
    assert again(text) == stacks_of(play)
    assert stacks_of(play)[0] == 210


def test_rake_is_said_and_taken_again() -> None:
    """R-RAK-1: 5 % of 40, with a cap."""
    rake = RakePlan(percent_bp=500, cap_chips=3, jackpot_drop_chips=1, jackpot_min_players=2)
    play = no_limit(200, 200, button=1, rake=rake).raise_to(1, 20).call(2).checked_down()

    text = write_phh(play.events)

    fields = tomllib.loads(text)
    assert fields["_rake_chips"] == 2
    assert fields["_jackpot_chips"] == 1
    assert fields["_rake"] == {
        "percent_bp": 500,
        "cap_chips": 3,
        "is_no_flop_no_drop": True,
        "jackpot_drop_chips": 1,
        "jackpot_min_pot_chips": 0,
        "jackpot_min_players": 2,
    }
    assert fields["_house_only"] == ["rake"]
    assert again(text) == stacks_of(play)
    assert sum(stacks_of(play)) == 397


def test_odd_chips_of_two_pots_are_split_apart_here_and_together_elsewhere() -> None:
    """R-ODD-5: two pots of odd size with the same two winners; the first gets both odd chips."""
    play = seated(
        {1: 300, 2: 300, 3: 31, 4: 300, 5: 52},
        button=5,
        hole={2: "AcKd", 4: "AdKh", 3: "2c2d", 5: "3c3d"},
        board="AhKs7s8d9c",
    )
    play = play.all_in(3).call(4).all_in(5).fold(1).call(2).call(4).checked_down()

    text = write_phh(play.events)

    assert play.pots == [(129, (2, 3, 4, 5)), (63, (2, 4, 5))]
    assert incompatibilities_of(play.events) == ("odd_chips_of_two_pots",)
    assert again(text) == stacks_of(play) == [295, 345, 0, 343, 0]
    assert in_pokerkit(text) == [295, 344, 0, 344, 0]


def test_the_dead_button_is_written_beside_the_seats() -> None:
    """R-BTN-3: the button may stand before an empty seat."""
    play = seated({2: 200, 5: 200, 9: 200}, button=1).fold(9).fold(2)

    fields = tomllib.loads(write_phh(play.events))

    assert fields["seats"] == [2, 5, 9]
    assert fields["_button"] == 1


def test_one_odd_chip_each_is_replayed_so() -> None:
    """R-ODD-3"""
    rules = RuleSet(odd_chip_distribution="one_each")
    play = no_limit(
        *(201, 201, 201, 201),
        button=4,
        rules=rules,
        extra=(Post(4, PostKind.DEAD, 1),),
        hole={1: "AcKd", 2: "AdKh", 3: "AsKc", 4: "3c3d"},
        board="AhKs7s8d9c",
    )
    play = play.call(3).fold(4).call(1).check(2).checked_down()

    text = write_phh(play.events)

    assert tomllib.loads(text)["_rules"] == {"id": "house", "odd_chip.distribution": "one_each"}
    assert incompatibilities_of(play.events) == ("odd_chip",)
    assert again(text) == stacks_of(play) == [202, 201, 201, 200]


def test_names_with_every_kind_of_character_survive() -> None:
    name = "Ä\t\"'\\\n\x7f\x01😀"
    play = no_limit(200, 200, button=1).fold(1)

    text = write_phh(play.events, players={1: name})

    assert read_phh(text).players == ("", name)


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ((), "The events are not those of a whole hand."),
        (no_limit(200, 200, button=1).events[1:], "The events are not those of a whole hand."),
        (no_limit(200, 200, button=1).events, "The hand is not over."),
        (no_limit(200, 200, button=1).fold(1).void().events, "The hand was taken back."),
        (
            no_limit(*[200] * 6, game="omaha").events,
            "The format has no code for omaha with betting structure nl.",
        ),
    ],
)
def test_what_the_format_has_no_words_for_is_refused(
    events: Sequence[HandEvent], message: str
) -> None:
    with pytest.raises(Unwritable) as caught:
        write_phh(events)

    assert caught.value.code == "history_unwritable"
    assert str(caught.value) == message


def test_what_is_said_about_a_hand_cannot_contradict_it() -> None:
    play = no_limit(200, 200, button=1).fold(1)

    with pytest.raises(Unwritable, match="antes") as caught:
        write_phh(play.events, metadata={"antes": 5})

    assert caught.value.facts == {"field": "antes"}


def test_the_writer_knows_every_event() -> None:
    assert set(WRITERS) == set(typing.get_args(HandEvent))
