"""
How the discard piles of a record were shuffled, as far as cards that came again show it.

A record does not know its burns, and a pile may be part of a later one. So which discard or burn a
card was may be known only from later cards; with each new card all drawn cards are placed again.
"""

from collections.abc import Iterator, Mapping

from tables.engine.hand.state import Hand
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.terms import Card, Position

_Step = tuple[int, int, int]
"""Number of the pile, place in its order, place in the pile."""


class DiscardPiles:
    """The orders of all piles, and the burns that follow from them."""

    def __init__(self, deck_size: int) -> None:
        self.orders: dict[int, dict[int, int]] = {}
        """Pile → place in its order → place in the pile."""
        self.guessed: dict[Position, Card | None] = {}
        """Burns that came again, by their place in the deck."""
        self._size = deck_size
        self._drawn: list[tuple[Position, Card | None]] = []

    def put(
        self,
        hand: Hand,
        position: Position,
        card: Card | None,
        known: Mapping[Position, Card | None],
    ) -> None:
        """
        Note that `card` came from a pile.

        :raises RuleViolation: `not_in_discards` if no order of the piles gives it.
        """
        if (position, card) in self._drawn:
            return
        self._drawn.append((position, card))
        self.orders, self.guessed = {}, {}
        if not self._place(0, hand, known):
            raise RuleViolation("not_in_discards", card=card)

    def _place(self, number: int, hand: Hand, known: Mapping[Position, Card | None]) -> bool:
        if number == len(self._drawn):
            return True
        position, card = self._drawn[number]
        ways = list(self._ways(hand, position, ()))
        for steps, leaf in sorted(ways, key=lambda way: self._misfit(way, card, known)):
            if not self._fits(leaf, card, known):
                continue
            for pile, at, place in steps:
                self.orders.setdefault(pile, {})[at] = place
            is_guess = card is not None and self._lies_at(leaf, known) is None
            if is_guess:
                self.guessed[leaf] = card
            if self._place(number + 1, hand, known):
                return True
            for pile, at, _ in steps:
                del self.orders[pile][at]
            if is_guess:
                del self.guessed[leaf]
        return False

    def _ways(
        self, hand: Hand, position: Position, steps: tuple[_Step, ...]
    ) -> Iterator[tuple[tuple[_Step, ...], Position]]:
        """Yield each place of the deck that the position may mean, and how it is reached."""
        if position < self._size:
            yield steps, position
            return
        at, pile = position - self._size, 0
        while at >= len(hand.extras.pools[pile]):
            at, pile = at - len(hand.extras.pools[pile]), pile + 1
        pool, order = hand.extras.pools[pile], self.orders.get(pile, {})
        if at in order:
            yield from self._ways(hand, pool[order[at]], steps)
            return
        taken = set(order.values())
        for place in range(len(pool)):
            if place not in taken:
                yield from self._ways(hand, pool[place], (*steps, (pile, at, place)))

    def _fits(
        self, leaf: Position, card: Card | None, known: Mapping[Position, Card | None]
    ) -> bool:
        """A burn that came from one pile may come from the next one again."""
        lies_there = self._lies_at(leaf, known)
        return lies_there is None or card is None or lies_there == card

    def _lies_at(self, leaf: Position, known: Mapping[Position, Card | None]) -> Card | None:
        face = known.get(leaf)
        return self.guessed.get(leaf) if face is None else face

    def _misfit(
        self,
        way: tuple[tuple[_Step, ...], Position],
        card: Card | None,
        known: Mapping[Position, Card | None],
    ) -> tuple[bool, int]:
        """Sure places first, then those that leave most open."""
        steps, leaf = way
        return self._lies_at(leaf, known) != card, len(steps)
