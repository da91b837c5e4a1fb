"""Refusals as sentences: each that staff can meet, in both languages, and never a code."""

import re

import pytest
from django.utils.translation import override

from pokerhouse.api.statuses import STATUS_BY_CODE
from pokerhouse.common.errors import DomainError
from pokerhouse.common.versions import Stale
from pokerhouse.console.parts import refusals
from pokerhouse.console.parts.refusals import sentence_of
from tables.engine.rules.errors import RuleViolation
from tables.services.refusals import Refused

NOT_FOR_STAFF = {
    # sessions, tokens and tickets are a person's own
    "ticket_refused",
    "too_many_tickets",
    "too_many_tokens",
    "unknown_session",
    "unknown_token",
    # a player's decision and his seat
    "already_seated",
    "illegal_action",
    "not_your_turn",
    "seat_taken",
    "top_up_mid_hand",
    "turn_expired",
    # pages make the command's id, name the version, and set no time
    "precondition_required",
    "too_late",
    # said of the rules, by their own code
    "refused_by_rules",
    # pages are not found, or the house is broken: pages of their own
    "already_voided",
    "feed_closed",
    "feed_exists",
    "hand_running",
    "history_unwritable",
    "no_master_key",
    "unknown_feed",
    "unknown_key",
}


def test_every_code_that_staff_can_meet_has_a_sentence() -> None:
    assert set(STATUS_BY_CODE) - set(refusals.SENTENCES) == NOT_FOR_STAFF


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_sentence_shows_a_code(language: str) -> None:
    facts = {"min": 1, "max": 2, "lower": 3, "balance": 5, "seats": [2, 4], "game": "razz"}
    with override(language):
        for code in refusals.SENTENCES:
            refusal = DomainError("", **facts)
            refusal.code = code  # type: ignore[misc]  # stands for the class that has it
            assert not re.search(r"[a-z]_[a-z]|[{}]", sentence_of(refusal)), code
        for rule in refusals.BY_RULE:
            told = sentence_of(Refused(RuleViolation(rule, **facts, switch="stakes.max_buy_in")))
            assert not re.search(r"[a-z]_[a-z]|[{}]", told), rule


@pytest.mark.parametrize(
    ("language", "refusal", "sentence"),
    [
        (
            "en",
            Refused(RuleViolation("table_size", min=2, max=10)),
            "This game is played with 2 to 10 seats.",
        ),
        (
            "de",
            Refused(RuleViolation("structure", game="stud7", structure="fixed")),
            (
                "Seven Card Stud wird so nicht gespielt. Sehen Sie sich die Zahlen an, oder wählen"
                " Sie ein anderes Limit."
            ),
        ),
        (
            "de",
            Refused(
                RuleViolation(
                    "rules_out_of_range",
                    switch="stakes.max_buy_in",
                    why="below_min_buy_in",
                    min=1000,
                )
            ),
            "Höchst-Buy-in: mindestens der kleinste Buy-in, 1.000.",
        ),
        (
            "en",
            Refused(RuleViolation("player_gone", seats=[2, 5])),
            "The house does not do that; nothing was changed. Number: –",
        ),
        (
            "de",
            Stale(7),
            (
                "Jemand anders hat das geändert. Ihre Eingaben sind noch da: Sehen Sie sich den"
                " neuen Stand an und senden Sie dann noch einmal."
            ),
        ),
    ],
)
def test_a_refusal_says_its_facts(language: str, refusal: DomainError, sentence: str) -> None:
    with override(language):
        assert sentence_of(refusal) == sentence
