"""Cards as numbers, and their text at the edges (`As`, `Td`)."""

from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import Card

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK_SIZE = 52

_TEXTS = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARDS = {text: card for card, text in enumerate(_TEXTS)}


def card_of(text: str) -> Card:
    """
    Return the card that `text` names.

    :raises RuleViolation: `unknown_card` for anything but a rank of 2–9TJQKA and a suit of cdhs.
    """
    card = _CARDS.get(text)
    if card is None:
        raise RuleViolation("unknown_card", card=text)
    return card


def text_of(card: Card) -> str:
    """Return the card's two letters."""
    return _TEXTS[card]


def cards_of(text: str) -> tuple[Card, ...]:
    """Return the cards of a run of two-letter names, with or without blanks: `AsKd`, `As Kd`."""
    packed = text.replace(" ", "")
    if len(packed) % 2:
        raise RuleViolation("unknown_card", card=text)
    return tuple(card_of(packed[at : at + 2]) for at in range(0, len(packed), 2))


def texts_of(cards: tuple[Card, ...]) -> str:
    """Return the names of `cards` in a run: `AsKd`."""
    return "".join(_TEXTS[card] for card in cards)
