"""From a decision to the next one: turn, street, run-out, showdown."""

from tables.engine.hand.batch import Batch
from tables.engine.hand.betting import first_to_act, next_to_act
from tables.engine.hand.dealing import Cards, deal_board, deal_street
from tables.engine.hand.discards import begin_discards
from tables.engine.hand.events import RunItAnswered, TurnStarted
from tables.engine.hand.showdown import award, return_uncalled, show_all, show_down
from tables.engine.hand.state import ABLE, FOLDED, TIMED_OUT, Hand
from tables.engine.hand.undealt import left_count
from tables.engine.hand.upcards import first_board_place


def proceed(batch: Batch, place: int, cards: Cards) -> None:
    """Go on until somebody owes a decision or the hand is over; the seat at `place` has acted."""
    seat = next_to_act(batch.hand, place)
    if seat is None:
        end_round(batch, cards)
    else:
        batch.add(TurnStarted(batch.hand.turn + 1, seat.seat))


def begin_round(batch: Batch, place: int, cards: Cards) -> None:
    """Go on in the same way at the beginning of a round; the seat at `place` speaks first."""
    seat = first_to_act(batch.hand, place)
    if seat is None:
        end_round(batch, cards)
    else:
        batch.add(TurnStarted(batch.hand.turn + 1, seat.seat))


def end_round(batch: Batch, cards: Cards) -> None:
    """Go on when nobody owes a decision on this street any more."""
    hand = batch.hand
    live = [seat.status for seat in hand.seats if seat.status != FOLDED]
    if len(live) == 1:
        return_uncalled(batch)
        award(batch)
    elif hand.street == len(hand.game.streets) - 1:
        return_uncalled(batch)
        show_down(batch, cards)
    elif live.count(ABLE) > 1:
        _next_street(batch, cards)
    else:
        return_uncalled(batch)
        run_out(batch, cards)


def begin_betting(batch: Batch, cards: Cards) -> None:
    """Begin a later round: the first able hand left of the button, in stud the best board's."""
    hand = batch.hand
    begin_round(
        batch, first_board_place(hand) if hand.game.is_stud else 0, cards
    )  # R-ORD-2, R-STU-3


def _next_street(batch: Batch, cards: Cards) -> None:
    hand = batch.hand
    game = hand.game
    if hand.street < game.last_discards and game.streets[hand.street + 1].has_discards:
        if not begin_discards(batch, is_run_out=False):
            after_discards(batch, cards)
        return
    deal_street(batch, cards, hand.street + 1, is_run_out=False)
    begin_betting(batch, cards)


def after_discards(batch: Batch, cards: Cards) -> None:
    """Go on when every hand has put its cards away: the board's cards, the betting."""
    hand = batch.hand
    if hand.street_data.board:
        able_count = sum([seat.status == ABLE for seat in hand.seats])
        deal_street(batch, cards, hand.street, is_run_out=able_count < 2)
    begin_betting(batch, cards)


def run_out(batch: Batch, cards: Cards) -> None:
    """Complete the cards without betting (R-POT-5); exchanges and agreements are still asked."""
    game = batch.hand.game
    while batch.hand.street < game.last_discards:
        if game.streets[batch.hand.street + 1].has_discards:
            if not begin_discards(batch, is_run_out=True):
                after_discards(batch, cards)
            return
        deal_street(batch, cards, batch.hand.street + 1, is_run_out=True)
    if not batch.hand.is_last_street:
        show_all(batch, cards)  # R-SHW-6: face up at once, then the board
        if batch.hand.started.options.run_it_times > 1 and _asks_to_run_it(batch):
            return
        _deal_the_rest(batch, cards)
    show_down(batch, cards)


def _deal_the_rest(batch: Batch, cards: Cards) -> None:
    hand = batch.hand
    places = range(hand.street + 1, len(hand.game.streets))
    if hand.game.is_stud or hand.started.options.board_count > 1:
        for place in places:
            deal_street(batch, cards, place, is_run_out=True)
        return
    for place in places:
        batch.add(deal_board(batch.hand, cards, place, is_run_out=True))
    for board in range(1, batch.hand.extras.run_it_times):
        for place in places:
            batch.add(deal_board(batch.hand, cards, place, board=board, is_run_out=True))


def after_run_it(batch: Batch, cards: Cards) -> None:
    """Go on when a player has said how many boards he wants."""
    if not _asks_to_run_it(batch):
        _deal_the_rest(batch, cards)
        show_down(batch, cards)


def most_boards(hand: Hand) -> int:
    """Return how many boards may be run: as the game allows and the deck has cards for."""
    options = hand.started.options
    if options.run_it_times < 2 or options.board_count > 1 or hand.game.family != "flop":
        return 1
    burned = 1 if hand.started.rules.deal_burn else 0
    cards = sum([street.board + burned for street in hand.game.streets[hand.street + 1 :]])
    return min(options.run_it_times, left_count(hand) // cards) if cards else 1


def _asks_to_run_it(batch: Batch) -> bool:
    """Ask the next player how many boards he wants, except players who agreed in their settings."""
    most = most_boards(batch.hand)
    if most < 2:
        return False
    live = batch.hand.live()
    if any(seat.status == TIMED_OUT for seat in live):
        return False
    for seat in live:
        if batch.hand.extras.run_it_times == 1:
            return False  # one is enough to refuse
        if seat.seat in batch.hand.extras.run_it_answered:
            continue
        if seat.seat not in batch.hand.started.options.run_it_agreed:
            batch.add(TurnStarted(batch.hand.turn + 1, seat.seat, "run_it"))
            return True
        batch.add(RunItAnswered(seat.seat, most))
    return False
