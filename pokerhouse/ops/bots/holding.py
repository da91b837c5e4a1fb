"""A bot's own cards in the hand, as its frames tell them; a discard names them by position."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

_RANKS = "23456789TJQKA"
_LOW_DRAWS = ("single27", "triple27")
_HIGHEST_LOW = _RANKS.index("8")


class Held(Struct, frozen=True):
    """One card that the bot holds."""

    position: int
    card: str


class Holding:
    """What the bot of one seat holds; follow the channel with it."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self.game = ""
        self.cards: list[Held] = []

    def hear(self, frame: dict[str, Any]) -> None:
        """Take a frame of the table's channel."""
        data = frame.get("d") or {}
        match frame["t"]:
            case "snapshot":
                you, hand = data["you"] or {}, data["hand"] or {}
                self.game = hand.get("game", "")
                self.cards = _held(you.get("positions", ()), you.get("cards", ()))
            case "hand.started":
                self.game, self.cards = data["game"], []
            case "hand.hole_dealt" | "hand.cards_dealt":
                for dealt in data["hands"]:
                    if dealt["seat"] == self._seat:
                        self.cards += _held(dealt["positions"], dealt["cards"])
            case "hand.cards_discarded" if data["seat"] == self._seat:
                gone = data["discarded"]
                kept = [held for held in self.cards if held.position not in gone]
                self.cards = kept + _held(data["positions"], data["cards"])
            case _:
                pass

    def worst(self, least: int, most: int) -> list[int]:
        """Return the positions of the cards to put away, as many as the house allows."""
        unwanted = [held.position for held in _unwanted(self.game, self.cards)]
        rest = [held.position for held in self.cards if held.position not in unwanted]
        missing = max(0, least - len(unwanted))
        return [*unwanted, *rest[:missing]][:most]


def _held(positions: Sequence[int], cards: Sequence[str]) -> list[Held]:
    return [Held(*both) for both in zip(positions, cards, strict=False)]


def _unwanted(game: str, cards: Sequence[Held]) -> list[Held]:
    """Simple, as a beginner would: low games keep low cards that differ, others keep pairs."""
    if game == "badugi":
        return _not_new(sorted(cards, key=_low), is_by_suit=True)
    if game in _LOW_DRAWS:
        low = [held for held in cards if _rank(held) <= _HIGHEST_LOW]
        return [*(held for held in cards if held not in low), *_not_new(low, is_by_suit=False)]
    if game == "draw5":
        ranks = [_rank(held) for held in cards]
        single = [held for held in cards if ranks.count(_rank(held)) == 1]
        return sorted(single, key=_rank)[:3] if len(single) > 3 else single
    return []


def _not_new(cards: Sequence[Held], *, is_by_suit: bool) -> list[Held]:
    """Return the cards whose rank, or suit, one before them has."""
    seen: set[str] = set()
    doubled: list[Held] = []
    for held in cards:
        marks = set(held.card) if is_by_suit else {held.card[0]}
        if marks & seen:
            doubled.append(held)
        else:
            seen |= marks
    return doubled


def _rank(held: Held) -> int:
    return _RANKS.index(held.card[0])


def _low(held: Held) -> int:
    """The rank with the ace below the deuce."""
    return -1 if held.card[0] == "A" else _rank(held)
