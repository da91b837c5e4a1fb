"""What a hand is called when it is shown: `two pair, Aces and Kings`, `HI: …; LO: 8,7,5,2,A`."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from tables.engine.rules.games import Game
from tables.engine.rules.ranking import RANKERS, HandRule, best_cards, describe
from tables.engine.rules.terms import Card

_NAMES: Final = (
    *("Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight"),
    *("Nine", "Ten", "Jack", "Queen", "King", "Ace"),
)
_LOW_RULES: Final = ("low_a5", "low_27")
_ACE: Final = 12
_BADUGI_SIZE: Final = 4


def in_words(game: Game, hole: Sequence[Card], board: Sequence[Card]) -> str:
    """Return what the cards are worth on one board, by all hand rules of the game."""
    found = [_worth(rule, hole, board) for rule in game.hand_rules]
    if not game.is_split:
        return found[0] or ""
    return "; ".join(
        f"{half}: {text}" for half, text in zip(("HI", "LO"), found, strict=True) if text
    )


def _worth(rule: HandRule, hole: Sequence[Card], board: Sequence[Card]) -> str | None:
    strength = RANKERS[rule](hole, board)
    if strength is None:
        return None
    word = describe(rule, strength)
    if word in _CATEGORIES:
        best = best_cards(rule, hole, board)
        return _CATEGORIES[word](_by_count(best, lowest=_ACE if rule == "low_a5" else 0))
    ranks = ",".join(word)
    if rule == "badugi":
        return f"Badugi: {ranks}" if len(word) == _BADUGI_SIZE else f"{len(word)}-card: {ranks}"
    return f"Lo: {ranks}" if rule in _LOW_RULES else ranks


def _by_count(cards: Sequence[Card], *, lowest: int) -> list[int]:
    """Return the ranks: what there is most of first, then the highest."""
    counts = Counter([card // 4 for card in cards])
    return sorted(counts, key=lambda rank: (counts[rank], (rank - lowest) % 13), reverse=True)


def _many(rank: int) -> str:
    return _NAMES[rank] + ("es" if _NAMES[rank] == "Six" else "s")


def _run(ranks: Sequence[int]) -> str:
    """From the lowest to the highest; an ace that is low has a gap below it."""
    highest, second, *_, lowest = ranks
    if highest == _ACE and highest - second > 1:
        return f"Ace to {_NAMES[second]}"
    return f"{_NAMES[lowest]} to {_NAMES[highest]}"


def _straight_flush(ranks: Sequence[int]) -> str:
    is_royal = ranks[0] == _ACE and ranks[1] == _ACE - 1
    return "a royal flush" if is_royal else f"a straight flush, {_run(ranks)}"


_CATEGORIES: Final[dict[str, Callable[[Sequence[int]], str]]] = {
    "straight_flush": _straight_flush,
    "quads": lambda ranks: f"four of a kind, {_many(ranks[0])}",
    "full_house": lambda ranks: f"a full house, {_many(ranks[0])} full of {_many(ranks[1])}",
    "flush": lambda ranks: f"a flush, {_NAMES[ranks[0]]} high",
    "straight": lambda ranks: f"a straight, {_run(ranks)}",
    "trips": lambda ranks: f"three of a kind, {_many(ranks[0])}",
    "two_pair": lambda ranks: f"two pair, {_many(ranks[0])} and {_many(ranks[1])}",
    "pair": lambda ranks: f"a pair of {_many(ranks[0])}",
    "high_card": lambda ranks: f"high card {_NAMES[ranks[0]]}",
}
