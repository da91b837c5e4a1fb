"""Cards as numbers and as text."""

import pytest

from tables.engine.rules.cards import DECK_SIZE, card_of, cards_of, text_of, texts_of
from tests.support.hands import refused


def test_every_card_has_its_own_text_and_number() -> None:
    """R-TAB-4: 52 cards; 4 × rank + suit."""
    texts = [text_of(card) for card in range(DECK_SIZE)]
    assert len(set(texts)) == 52
    assert [card_of(text) for text in texts] == list(range(52))
    assert (texts[0], texts[1], texts[4], texts[34], texts[51]) == ("2c", "2d", "3c", "Th", "As")


def test_runs_are_read_with_and_without_blanks() -> None:
    assert cards_of("AsKd") == cards_of("As Kd") == cards_of(" As  Kd ") == (51, 45)
    assert cards_of("") == ()
    assert texts_of((51, 45)) == "AsKd"


@pytest.mark.parametrize("text", ["", "A", "as", "1s", "10s", "AS", "Ax", "AsK", "??", "🂡", " As"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with refused("unknown_card") as caught:
        card_of(text)
    assert caught.value.facts == {"card": text}


@pytest.mark.parametrize("text", ["AsK", "AsKx", "As,Kd", "10s"])
def test_a_run_with_something_that_is_no_card_is_refused(text: str) -> None:
    with refused("unknown_card"):
        cards_of(text)


def test_a_run_with_half_a_card_is_named_whole() -> None:
    with refused("unknown_card") as caught:
        cards_of("As K")
    assert caught.value.facts == {"card": "As K"}
