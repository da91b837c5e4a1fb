"""The undealt cards: which places come next, and what follows when the deck runs out."""

from tables.engine.hand.state import Hand
from tables.engine.rules.terms import Position


def left_count(hand: Hand) -> int:
    """Return how many cards are undealt."""
    return hand.game.deck_size + len(hand.extras.extension) - hand.next_position


def top_positions(hand: Hand, count: int, burn_count: int = 0) -> tuple[Position, ...]:
    """Return the next `count` places after `burn_count` others; there must be as many."""
    first = hand.next_position + burn_count
    end = first + count
    size = hand.game.deck_size
    if end <= size:
        return tuple(range(first, end))
    return tuple([_position(hand, at, size) for at in range(first, end)])


def _position(hand: Hand, at: int, size: int) -> Position:
    return at if at < size else hand.extras.extension[at - size]


def after_dealing(hand: Hand, last: Position) -> int:
    """Return how many cards have left the stub once `last` is dealt."""
    size = hand.game.deck_size
    if hand.next_position <= last < size:
        return last + 1
    start = max(hand.next_position - size, 0)
    if last in hand.extras.extension[start:]:
        return size + hand.extras.extension.index(last, start) + 1
    return hand.next_position  # no event that `decide` makes


def burn_count(hand: Hand) -> int:
    """Return how many cards are burned before the next street (R-DEA-3, R-MSD-4)."""
    return 1 if hand.started.rules.deal_burn and not hand.extras.skipped_burn_count else 0


def burns_for(hand: Hand, board: int) -> bool:
    """Return whether a board's cards have a burn of their own: a double board's second has none."""
    return board == 0 or hand.started.options.board_count == 1


def out_of_play(hand: Hand) -> tuple[Position, ...]:
    """
    Return burns and discards, in the order of the deck, without the hands of folded players.

    A card that was shuffled in again is named by its new place only.
    """
    size = hand.game.deck_size
    gone = [_position(hand, at, size) for at in range(hand.next_position)]
    kept = {position for seat in hand.seats for position in seat.positions}
    kept.update(hand.board_positions)
    kept.update([position for pool in hand.extras.pools for position in pool])
    ahead = hand.extras.extension[max(hand.next_position - size, 0) :]
    kept.update(ahead)
    return tuple(dict.fromkeys([position for position in gone if position not in kept]))
