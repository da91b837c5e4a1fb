"""The start of a hand: check what is asked, take the forced bets, deal (R-BLD, R-ANT, R-DEA)."""

from bisect import bisect_right
from collections.abc import Iterable
from operator import attrgetter

from tables.engine.hand.batch import Batch
from tables.engine.hand.commands import StartHand
from tables.engine.hand.dealing import (
    Cards,
    check_deck,
    deal_board,
    deal_doors,
    deal_hole,
    deal_street,
)
from tables.engine.hand.events import HandStarted, Posted, SeatAtStart
from tables.engine.hand.evolve import all_posted, evolve
from tables.engine.hand.misdeals import settle_exposed
from tables.engine.hand.rounds import begin_betting, begin_round, run_out
from tables.engine.hand.showdown import return_uncalled
from tables.engine.hand.start_checks import check_start
from tables.engine.hand.state import ABLE, VOIDED, Hand
from tables.engine.hand.upcards import bring_in_seat
from tables.engine.rules.terms import Chips, Post, PostKind, SeatNo

_SEAT_NO = attrgetter("seat")
_STRADDLE = PostKind.STRADDLE  # a member of an enum is slow to look up


def start(command: StartHand, cards: Cards) -> Batch:
    """
    Start a hand and take it to its first decision, or to its end if nobody owes one.

    :raises RuleViolation: what is wrong with the command or the deck.
    """
    game = check_start(command)
    check_deck(cards, game)
    started = HandStarted(
        hand_no=command.hand_no,
        game=command.game,
        structure=command.structure,
        rules=command.rules,
        seats=clockwise(command.seats, command.button),
        button=command.button,
        big_blind=command.big_blind,
        chip_unit=command.chip_unit,
        rake=command.rake,
        commitment=command.commitment,
        gaming_day=command.gaming_day,
        options=command.options,
    )
    hand = evolve(None, started)
    assert hand is not None
    posted = _posts_of(hand, command.posts)
    batch = Batch(all_posted(hand, posted), [started, *posted])
    batch.add(deal_hole(hand))
    in_stud = settle_exposed(batch, command.exposed, cards) if command.exposed else ()
    if batch.hand.phase != VOIDED:
        _deal_open_cards(batch, cards, in_stud)
        _begin(batch, command, cards)
    return batch


def _deal_open_cards(batch: Batch, cards: Cards, exposed: tuple[SeatNo, ...]) -> None:
    """The door cards of stud; the first community card of Courchevel, after a burn."""
    game = batch.hand.game
    if game.is_stud:
        deal_doors(batch, cards, exposed)
    elif game.streets[0].board:
        batch.add(deal_board(batch.hand, cards, 0, is_run_out=False))


def _begin(batch: Batch, command: StartHand, cards: Cards) -> None:
    """Give the first turn (R-ORD-1, R-ORD-3, R-ORD-4)."""
    hand = batch.hand
    if hand.started.options.is_bomb_pot:
        _skip_first_round(batch, cards)
    elif command.big_blind is not None:
        lifted = [post.seat for post in command.posts if post.kind is _STRADDLE]
        last = lifted[-1] if lifted else command.big_blind
        begin_round(batch, (hand.index[last] + 1) % len(hand.seats), cards)
    elif hand.started.structure.bring_in:
        begin_round(batch, hand.index[bring_in_seat(hand)], cards)  # R-BRI-1, R-BRI-4
    else:
        begin_betting(batch, cards)


def _skip_first_round(batch: Batch, cards: Cards) -> None:
    """A bomb pot's antes are its first round; the board follows (docs/cash-room.md#options)."""
    able_count = sum([seat.status == ABLE for seat in batch.hand.seats])
    if able_count > 1:
        deal_street(batch, cards, 1, is_run_out=False)
        begin_betting(batch, cards)
    else:
        return_uncalled(batch)
        run_out(batch, cards)


def _posts_of(hand: Hand, posts: Iterable[Post]) -> list[Posted]:
    """Return the forced bets as they are taken: each cut to what its seat has left."""
    events: list[Posted] = []
    seats, index = hand.seats, hand.index
    left: dict[SeatNo, Chips] = {}
    for post in posts:
        seat = post.seat
        stack = left[seat] if seat in left else seats[index[seat]].stack_chips
        chips = min(post.amount_chips, stack)  # R-BLD-6, R-ANT-2
        if chips:
            left[seat] = stack - chips
            events.append(Posted(seat, post.kind, chips, chips == stack))
    return events


def clockwise(seats: Iterable[SeatAtStart], button: SeatNo) -> tuple[SeatAtStart, ...]:
    """Return the seats from the first one left of the button; the button's own comes last."""
    ascending = sorted(seats, key=_SEAT_NO)
    if ascending[-1].seat <= button:
        return tuple(ascending)
    first = bisect_right(ascending, button, key=_SEAT_NO)
    return (*ascending[first:], *ascending[:first])
