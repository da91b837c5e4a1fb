"""What a player may do in his turn (R-ACT)."""

from collections.abc import Callable
from typing import NoReturn

from tables.engine.hand.batch import Batch
from tables.engine.hand.bet_sizes import is_bring_in_due
from tables.engine.hand.betting import (
    has_two_amounts,
    next_to_act,
    opening_range,
    raise_range,
    to_call,
)
from tables.engine.hand.commands import Act
from tables.engine.hand.dealing import Cards
from tables.engine.hand.discards import discard, next_discard
from tables.engine.hand.events import (
    Bet,
    BoardDeclared,
    BroughtIn,
    Called,
    CardsMucked,
    CardsShown,
    Checked,
    Folded,
    HandEvent,
    Raised,
    RunItAnswered,
    TurnStarted,
)
from tables.engine.hand.evolve import HANDLERS, turn_started
from tables.engine.hand.rounds import after_discards, after_run_it, end_round, most_boards
from tables.engine.hand.showdown import known_faces, may_muck, next_shower
from tables.engine.hand.state import AGREEING, BETTING, DISCARDING, SHOWDOWN, Hand, SeatState
from tables.engine.hand.upcards import bring_in_seat
from tables.engine.rules.errors import RuleViolation, echoed, echoed_word
from tables.engine.rules.terms import Chips, Position, SeatNo, TurnNo

_NO_CARDS: tuple[Position, ...] = ()


def act(hand: Hand, command: Act, cards: Cards) -> tuple[tuple[HandEvent, ...], Hand]:
    """
    Return the events of the decision and of what follows from it, and the state after them.

    :raises RuleViolation: with the code of R-ACT-9; nothing has changed then.
    """
    actor = hand.actor
    if actor is None or command.seat != actor or command.turn != hand.turn:
        _refuse_turn(hand, command.seat)
    place = hand.index[actor]
    seat = hand.seats[place]
    kind: str = command.kind
    if type(kind) is not str:
        kind = str(echoed(kind))  # nonsense need not be hashable
    if hand.phase != BETTING:
        return _answer(hand, seat, command, kind, cards)
    acting = _ACTING.get(kind)
    if acting is None:
        raise RuleViolation("unknown_action", kind=echoed_word(kind))
    if (
        (command.to_chips is not None and kind not in _WITH_AMOUNT)
        or command.cards is not _NO_CARDS
        or command.times is not None
    ):
        _refuse_extras(command, kind)
    event = acting(hand, seat, command)
    hand = HANDLERS[type(event)](hand, event)
    next_seat = next_to_act(hand, place)
    if next_seat is not None:  # the usual case needs no batch
        turn = TurnStarted(hand.turn + 1, next_seat.seat)
        return (event, turn), turn_started(hand, turn)
    batch = Batch(hand, [event])
    end_round(batch, cards)
    return batch.result()


def _answer(
    hand: Hand, seat: SeatState, command: Act, kind: str, cards: Cards
) -> tuple[tuple[HandEvent, ...], Hand]:
    """Carry out what is no bet: an exchange of cards, a showdown's choice."""
    answering = _ANSWERING[hand.phase].get(kind)
    if answering is None:
        raise RuleViolation("betting_closed", kind=echoed_word(kind))
    _refuse_extras(command, kind)
    batch = Batch(hand, [])
    answering(batch, seat, command, cards)
    return batch.result()


def _refuse_extras(command: Act, kind: str) -> None:
    """Only a bet or raise has an amount: with one, a fold or call is refused."""
    if command.to_chips is not None and kind not in _WITH_AMOUNT:
        raise RuleViolation("wrong_amount", to=echoed(command.to_chips))
    if command.cards != () and kind != "discard":
        raise RuleViolation("wrong_discard", cards=echoed(command.cards))
    if command.times is not None and kind != "run_it":
        raise RuleViolation("wrong_times", times=echoed(command.times))


def whose_turn(hand: Hand, seat: SeatNo, turn: TurnNo) -> SeatState:
    """
    Return the seat if it owes that decision.

    :raises RuleViolation: `hand_over`, `not_turn`, `turn_expired`.
    """
    if seat != hand.actor or turn != hand.turn or hand.actor is None:
        _refuse_turn(hand, seat)
    return hand.seats[hand.index[seat]]


def _refuse_turn(hand: Hand, seat: SeatNo) -> NoReturn:
    if hand.is_over:
        raise RuleViolation("hand_over")
    if seat != hand.actor:
        raise RuleViolation("not_turn", actor=hand.actor, turn=hand.turn)
    raise RuleViolation("turn_expired", turn=hand.turn)


def _fold(hand: Hand, seat: SeatState, _command: Act) -> HandEvent:
    if not hand.price_chips and is_bring_in_due(hand):
        if seat.seat == bring_in_seat(hand):
            raise RuleViolation("bringin_forced")  # R-BRI-1
    elif not hand.started.rules.action_free_fold and not to_call(hand, seat):
        raise RuleViolation("check_is_free")
    return Folded(seat.seat)  # R-ACT-6, R-BRI-4


def _check(hand: Hand, seat: SeatState, _command: Act) -> HandEvent:
    if seat.street_chips < hand.price_chips:
        raise RuleViolation("check_facing_bet", to_call=to_call(hand, seat))
    if not hand.street:
        _refuse_before_bring_in(hand)
    return Checked(seat.seat)


def _refuse_before_bring_in(hand: Hand) -> None:
    if is_bring_in_due(hand):
        raise RuleViolation("bringin_forced")


def _call(hand: Hand, seat: SeatState, _command: Act) -> HandEvent:
    missing = to_call(hand, seat)
    if not missing:
        _refuse_before_bring_in(hand)
        raise RuleViolation("nothing_to_call")
    is_all_in = missing == seat.stack_chips
    return Called(seat.seat, seat.street_chips + missing, missing, is_all_in)


def _bring_in(hand: Hand, seat: SeatState, _command: Act) -> HandEvent:
    if not is_bring_in_due(hand):
        raise RuleViolation("no_bring_in")
    return bring_in(hand, seat)


def bring_in(hand: Hand, seat: SeatState) -> BroughtIn:
    """Return the opening for the bring-in, or for all that the seat has (R-BRI-2, R-BRI-5)."""
    to = _bring_in_of(hand, seat)
    return BroughtIn(seat.seat, to, to, is_all_in=to == seat.stack_chips)


def _is_bring_in(hand: Hand, seat: SeatState, to: Chips | None) -> bool:
    """A bet of the smaller of the two opening amounts is the bring-in (R-BRI-2)."""
    if not is_bring_in_due(hand) or type(to) is not int:
        return False
    min_to, max_to = opening_range(hand, seat)
    return to == min_to < max_to


def _bring_in_of(hand: Hand, seat: SeatState) -> Chips:
    return min(hand.started.structure.bring_in, seat.stack_chips)


def _bet(hand: Hand, seat: SeatState, command: Act) -> HandEvent:
    if not hand.street and _is_bring_in(hand, seat, command.to_chips):
        return bring_in(hand, seat)
    if hand.price_chips:
        raise RuleViolation("bet_stands", price=hand.price_chips)
    return _wager(hand, seat, command.to_chips)


def _raise(hand: Hand, seat: SeatState, command: Act) -> HandEvent:
    if not hand.price_chips:
        raise RuleViolation("nothing_to_raise")
    return _wager(hand, seat, command.to_chips)


def _complete(hand: Hand, seat: SeatState, command: Act) -> HandEvent:
    """Bet or raise to the full lower limit on stud's third street; no amount is named."""
    to = completion_of(hand)
    if to is None or command.to_chips not in (None, to):
        raise RuleViolation("nothing_to_complete" if to is None else "wrong_amount")
    return _wager(hand, seat, min(to, seat.street_chips + seat.stack_chips))


def completion_of(hand: Hand) -> Chips | None:
    """Return the full opening of stud's third street, or None once it has been made."""
    if hand.street or hand.full_bet_count or not hand.game.is_stud:
        return None
    if not hand.started.structure.HAS_COMPLETION:
        return None
    low = hand.round.low_bet_chips
    if low == hand.round.high_bet_chips:
        return low if hand.full_level_chips < low else None
    return low if hand.price_chips in (0, low - hand.raise_size_chips) else None


def _all_in(hand: Hand, seat: SeatState, command: Act) -> HandEvent:
    everything = seat.street_chips + seat.stack_chips
    if is_bring_in_due(hand) and everything <= hand.started.structure.bring_in:
        return bring_in(hand, seat)
    if everything <= hand.price_chips:
        return _call(hand, seat, command)
    return _wager(hand, seat, everything)


def _wager(hand: Hand, seat: SeatState, to: Chips | None) -> HandEvent:
    everything = seat.street_chips + seat.stack_chips
    if type(to) is not int or to <= 0:
        raise RuleViolation("wrong_amount", to=echoed(to))
    if to > everything:
        raise RuleViolation("too_much", to=echoed(to), max_to=everything)
    price = hand.price_chips
    if not price and not hand.street and is_bring_in_due(hand):
        _check_opening(hand, seat, to)
        return Bet(seat.seat, to, to - seat.street_chips, is_all_in=to == everything)
    found = raise_range(hand, seat)
    if isinstance(found, str):
        raise RuleViolation(found, to_call=to_call(hand, seat))
    min_to, max_to = found
    if not min_to <= to <= max_to:
        code = ("raise_" if price else "bet_") + ("below_min" if to < min_to else "above_max")
        raise RuleViolation(code, to=to, min_to=min_to, max_to=max_to)
    if min_to < to < max_to and hand.street == 1 and has_two_amounts(hand):
        raise RuleViolation("wrong_amount", to=to, min_to=min_to, max_to=max_to)
    kind = Raised if price else Bet
    return kind(seat.seat, to, to - seat.street_chips, is_all_in=to == everything)


def _check_opening(hand: Hand, seat: SeatState, to: Chips) -> None:
    """Opening above the bring-in is to the lower limit, or all-in below it (R-BRI-2)."""
    min_to, max_to = opening_range(hand, seat)
    is_between = min_to < to < max_to and not has_two_amounts(hand)
    if to != max_to and not is_between:
        raise RuleViolation("wrong_amount", to=to, min_to=min_to, max_to=max_to)
    if to <= hand.started.structure.bring_in:
        raise RuleViolation("wrong_amount", to=to, min_to=min_to, max_to=max_to)


def _discard(batch: Batch, seat: SeatState, command: Act, cards: Cards) -> None:
    discard(batch, seat, command.cards)
    if not next_discard(batch):
        after_discards(batch, cards)


def _run_it(batch: Batch, seat: SeatState, command: Act, cards: Cards) -> None:
    most = most_boards(batch.hand)
    if type(command.times) is not int or not 1 <= command.times <= most:
        raise RuleViolation("wrong_times", times=echoed(command.times), min=1, max=most)
    batch.add(RunItAnswered(seat.seat, command.times))
    after_run_it(batch, cards)


def show(batch: Batch, seat: SeatState, cards: Cards) -> None:
    """
    Open the seat's whole hand.

    :raises RuleViolation: `unknown_cards` if not all of it is known.
    """
    faces = known_faces(batch.hand, seat, cards)
    if faces is None:
        raise RuleViolation("unknown_cards", seats=[seat.seat])
    batch.add(CardsShown(seat.seat, seat.positions, faces))
    next_shower(batch)


def _show(batch: Batch, seat: SeatState, _command: Act, cards: Cards) -> None:
    show(batch, seat, cards)


def _muck(batch: Batch, seat: SeatState, _command: Act, _cards: Cards) -> None:
    if not may_muck(batch.hand, seat):
        raise RuleViolation("must_show")
    batch.add(CardsMucked(seat.seat))
    next_shower(batch)


def may_declare_board(hand: Hand, seat: SeatState) -> bool:
    """Return whether the seat may say that it plays the board (R-SHW-3)."""
    return hand.game.can_play_the_board and not hand.more_boards and not seat.has_declared_board


def _declare_board(batch: Batch, seat: SeatState, _command: Act, _cards: Cards) -> None:
    """R-SHW-3: announced before the cards are put away; the turn goes on."""
    if not may_declare_board(batch.hand, seat):
        raise RuleViolation("no_board_to_play")
    batch.add(BoardDeclared(seat.seat))


_ACTING: dict[str, Callable[[Hand, SeatState, Act], HandEvent]] = {
    "fold": _fold,
    "check": _check,
    "call": _call,
    "bet": _bet,
    "raise": _raise,
    "complete": _complete,
    "bring_in": _bring_in,
    "all_in": _all_in,
}
_WITH_AMOUNT = ("raise", "bet", "complete")
_ANSWERING: dict[int, dict[str, Callable[[Batch, SeatState, Act, Cards], None]]] = {
    DISCARDING: {"discard": _discard},
    AGREEING: {"run_it": _run_it},
    SHOWDOWN: {"show": _show, "muck": _muck, "declare_board": _declare_board},
}
