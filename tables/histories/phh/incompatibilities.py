"""What happened in a hand that no other reader of the PHH format can replay, by name."""

from collections.abc import Sequence

from tables.engine.hand.events import (
    Bet,
    BoardDealt,
    BoardDeclared,
    BroughtIn,
    Called,
    CardsDealt,
    CardsShown,
    Checked,
    DiscardsBegun,
    Folded,
    HandEvent,
    PotAwarded,
    Raised,
    RunItAnswered,
    TimedOut,
    TurnStarted,
    UncalledReturned,
)
from tables.engine.hand.evolve import evolve
from tables.engine.hand.state import ABLE, BETTING, Hand
from tables.engine.hand.upcards import bring_in_seat
from tables.engine.rules.games import GAMES
from tables.engine.rules.terms import Chips, SeatNo
from tables.histories.common import finished_of, started_of
from tables.histories.phh.forced_bets import ForcedBets
from tables.histories.phh.limit_incompatibilities import limit_reasons

_ACTIONS = (Bet, Called, Checked, Folded, Raised, TimedOut)
_AFTER_A_ROUND = (BoardDealt, CardsDealt, CardsShown, DiscardsBegun, PotAwarded, UncalledReturned)


def incompatibilities_of(events: Sequence[HandEvent]) -> tuple[str, ...]:
    """
    Return what happened in the hand that no other reader of the format can replay.

    Nothing: another program that knows the standard, PokerKit too, ends with the same stacks.
    """
    started = started_of(events)
    finished = finished_of(events)
    splits = [event for event in events if isinstance(event, PotAwarded) and len(event.shares) > 1]
    game = GAMES[started.game]
    is_stud = game.family == "stud"
    is_one_each = started.rules.odd_chip_distribution == "one_each"
    reasons = {
        "timeout": any(isinstance(e, TimedOut) and e.outcome == "all_in" for e in events),
        "rake": finished.rake_chips + finished.jackpot_chips > 0,
        "chip_unit": (bool(splits) or game.is_split) and started.chip_unit > 1,
        "odd_chip": bool(splits) and is_one_each,
        "odd_chips_of_two_pots": _has_odd_chips_of_two_pots(splits),
        "board_declared": any(isinstance(event, BoardDeclared) for event in events),
        "several_boards": started.options.board_count > 1 or started.options.is_bomb_pot,
        "run_it": any(isinstance(event, RunItAnswered) and event.times > 1 for event in events),
        "price_of_the_folded": _is_closed_below_the_price(events),
        "unanswerable_raise": _has_unanswerable_raise(events),
        "odd_chips_of_halves": _has_odd_chips_of_halves(events),
        "door_all_in": is_stud and _is_door_all_in(events),
        "bring_in_short": any(
            isinstance(e, BroughtIn) and e.to_chips < started.structure.bring_in for e in events
        ),
        "low_in_some_pots": _has_low_in_some_pots(events),
        "odd_chip_by_suit": is_stud and any(_is_uneven(event) for event in splits),
        "stud_deck_ran_out": is_stud and any(isinstance(e, BoardDealt) for e in events),
        **limit_reasons(events),
        **ForcedBets(events).incompatibilities(),
    }
    return tuple(name for name, applies in reasons.items() if applies)


def _has_odd_chips_of_halves(events: Sequence[HandEvent]) -> bool:
    """R-LOW-2: each half of each pot is split by itself; PokerKit adds up what a hand gets."""
    parts = [event for event in events if isinstance(event, PotAwarded)]
    halves: dict[int, list[Chips]] = {}
    for event in parts:
        halves.setdefault(event.pot, []).append(sum(share.chips for share in event.shares))
    odd = sum(len(set(chips)) > 1 for chips in halves.values())
    odd += sum(_is_uneven(event) for event in parts)
    has_more = odd > 1 or len(halves) > 1
    return odd > 0 and has_more and any(event.half == "low" for event in parts)


def _has_low_in_some_pots(events: Sequence[HandEvent]) -> bool:
    """R-LOW-1: a low that is not eligible for a pot leaves it whole; PokerKit halves it."""
    contested = [e for e in events if isinstance(e, PotAwarded) and len(e.eligible) > 1]
    low = {event.pot for event in contested if event.half == "low"}
    return bool(low) and low != {event.pot for event in contested}


def _is_uneven(event: PotAwarded) -> bool:
    return len({share.chips for share in event.shares}) > 1


def _has_odd_chips_of_two_pots(splits: Sequence[PotAwarded]) -> bool:
    """R-ODD-5: each pot is split by itself; PokerKit throws pots of the same winners together."""
    odd: dict[tuple[SeatNo, ...], int] = {}
    for event in splits:
        winners = tuple(share.seat for share in event.shares)
        shares = [share.chips for share in event.shares]
        odd[winners] = odd.get(winners, 0) + sum(shares) - len(shares) * min(shares)
    return any(chips >= len(winners) for winners, chips in odd.items())


def _is_door_all_in(events: Sequence[HandEvent]) -> bool:
    """R-BRI-4: whoever has the door card has nothing left to open with; others may fold."""
    hand: Hand | None = None
    for event in events:
        if isinstance(event, TurnStarted) and hand is not None:
            return event.seat != bring_in_seat(hand)
        hand = evolve(hand, event)
    return False


def _is_closed_below_the_price(events: Sequence[HandEvent]) -> bool:
    """R-ACT-10: who has matched every live hand need not match what somebody folded."""
    hand: Hand | None = None
    before: HandEvent = events[0]
    for event in events:
        is_closed = isinstance(event, _AFTER_A_ROUND) and isinstance(before, _ACTIONS)
        before = event
        if is_closed and hand is not None and hand.phase == BETTING:
            price = hand.price_chips
            is_owing = any(s.status == ABLE and s.street_chips < price for s in hand.seats)
            if is_owing and len(hand.live()) > 1:
                return True
        hand = evolve(hand, event)
    return False


def _has_unanswerable_raise(events: Sequence[HandEvent]) -> bool:
    """
    R-NL-5 with `raise.unanswerable=allow`: nobody else could put in more than the price.

    Nor does a player who has posted as much get an option elsewhere then.
    """
    hand: Hand | None = None
    for event in events:
        if isinstance(event, Bet | Checked | Raised) and hand is not None:
            price = hand.price_chips
            if not any(
                other.status == ABLE and other.street_chips + other.stack_chips > price
                for other in hand.seats
                if other.seat != event.seat
            ):
                return True
        hand = evolve(hand, event)
    return False
