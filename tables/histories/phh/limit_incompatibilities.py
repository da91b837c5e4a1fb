"""What the house decides otherwise than PokerKit where bets are limited, by name."""

from collections.abc import Iterator, Sequence

from tables.engine.hand.betting import full_raise, raise_base
from tables.engine.hand.events import Bet, HandEvent, Raised
from tables.engine.hand.evolve import evolve
from tables.engine.hand.state import Hand
from tables.engine.rules.limits import PotLimit

_MOST_BETS = 4
"""On a street, everywhere but here."""


def limit_reasons(events: Sequence[HandEvent]) -> dict[str, bool]:
    """Return which of them happened; nothing in no-limit games."""
    all_wagers = list(_wagers(events))
    wagers = [(hand, event) for hand, event in all_wagers if _is_limit(hand)]
    return {
        "pot_of_whole_blinds": any(_is_above_pot(hand, event) for hand, event in all_wagers),
        "fifth_bet": any(_bets_before(wagers, hand) >= _MOST_BETS for hand, _ in wagers),
        "short_bet_raised": _is_short_bet_raised(wagers),
        "spread": any(hand.round.low_bet_chips != hand.round.high_bet_chips for hand, _ in wagers),
    }


def _is_limit(hand: Hand) -> bool:
    return not hand.started.structure.IS_BIG_BET


def _is_above_pot(hand: Hand, event: Bet | Raised) -> bool:
    """R-PL-3: a short blind counts as a whole one."""
    price = hand.price_chips
    most = price + hand.pot_chips + price - hand.of(event.seat).street_chips
    return isinstance(hand.started.structure, PotLimit) and event.to_chips > most


def _wagers(events: Sequence[HandEvent]) -> Iterator[tuple[Hand, Bet | Raised]]:
    """Yield every bet and raise, with what was before it."""
    hand: Hand | None = None
    for event in events:
        if isinstance(event, Bet | Raised) and hand is not None:
            yield hand, event
        hand = evolve(hand, event)


def _bets_before(wagers: Sequence[tuple[Hand, Bet | Raised]], hand: Hand) -> int:
    on_street = [other for other, _ in wagers if other.street == hand.street]
    return sum(other.turn < hand.turn for other in on_street)


def _is_short_bet_raised(wagers: Sequence[tuple[Hand, Bet | Raised]]) -> bool:
    """R-HLF-1, R-HLF-2: from where the next raise is counted, and who may make it."""
    first: dict[int, int] = {}
    for hand, event in wagers:
        if event.to_chips < raise_base(hand) + full_raise(hand):
            first.setdefault(hand.street, hand.turn)
    return any(first.get(hand.street, hand.turn) < hand.turn for hand, _ in wagers)
