"""What hands are called when they are shown."""

import pytest

from tables.engine.rules.cards import cards_of
from tables.engine.rules.games import GAMES, GameCode
from tables.histories.text.hand_names import in_words


@pytest.mark.parametrize(
    ("game", "hole", "board", "words"),
    [
        ("holdem", "AsKs", "QsJsTs2c3d", "a royal flush"),
        ("holdem", "9s8s", "7s6s5s2c3d", "a straight flush, Five to Nine"),
        ("holdem", "As2s", "3s4s5s9c9d", "a straight flush, Ace to Five"),
        ("holdem", "6s6c", "6d6h5s2c3d", "four of a kind, Sixes"),
        ("holdem", "KsKc", "Kd7h7s2c3d", "a full house, Kings full of Sevens"),
        ("holdem", "As9s", "2s4s7s2c3d", "a flush, Ace high"),
        ("holdem", "As9d", "KsQdJhTc3d", "a straight, Ten to Ace"),
        ("holdem", "As9d", "2s3d4h5c9c", "a straight, Ace to Five"),
        ("holdem", "7s7c", "7d2hTsJc3d", "three of a kind, Sevens"),
        ("holdem", "AsKc", "AdKhTs2c2d", "two pair, Aces and Kings"),
        ("holdem", "2s2c", "AdKhTs9c7d", "a pair of Deuces"),
        ("holdem", "Qs2c", "AdKh9s8c7d", "high card Ace"),
        ("short_deck", "As9d", "6s7d8hKcKd", "a straight, Ace to Nine"),
        ("omaha8", "As2dKhKc", "3c4d8hKdQs", "HI: three of a kind, Kings; LO: 8,4,3,2,A"),
        ("omaha8", "AsAdKhKc", "3cJdTh9d4s", "HI: a pair of Aces"),
        ("razz", "As2d3h4c8dKsKd", "", "Lo: 8,4,3,2,A"),
        ("razz", "AsAdAhKcKdQsQd", "", "two pair, Queens and Aces"),
        ("single27", "2s3d4h5c7d", "", "Lo: 7,5,4,3,2"),
        ("single27", "As2s3d4h5c", "", "Lo: A,5,4,3,2"),
        ("single27", "2s3d4h5c6d", "", "a straight, Deuce to Six"),
        ("single27", "2s2d4h5c6d", "", "a pair of Deuces"),
        ("badugi", "As3d5h8c", "", "Badugi: 8,5,3,A"),
        ("badugi", "As3d5h8h", "", "3-card: 5,3,A"),
    ],
)
def test_a_hand_is_called_what_players_call_it(
    game: GameCode, hole: str, board: str, words: str
) -> None:
    """R-RNK-1, R-LOW-1 to R-LOW-7"""
    assert in_words(GAMES[game], cards_of(hole), cards_of(board)) == words
