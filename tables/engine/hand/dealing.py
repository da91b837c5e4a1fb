"""Which position of the deck goes where (R-DEA), and which face lies there."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from tables.engine.hand.batch import Batch
from tables.engine.hand.events import BoardDealt, CardsDealt, DealtHand, HoleDealt, StubExtended
from tables.engine.hand.state import FOLDED, Hand, SeatState
from tables.engine.hand.undealt import burn_count, burns_for, left_count, out_of_play, top_positions
from tables.engine.rules.cards import DECK_SIZE
from tables.engine.rules.errors import RuleViolation, echoed
from tables.engine.rules.games import Game
from tables.engine.rules.ruleset import RuleSet
from tables.engine.rules.terms import Card, Position, SeatNo

Cards: TypeAlias = Sequence[Card | None]
"""
Position → face, for one call only; None where nobody knows it (an imported record).

It may have a method `order(pool, size) -> Sequence[int]`: how the `pool`-th discard pile was
shuffled before it followed the deck (R-LOW-6). Without one the pile keeps its order.
"""
_MIN_STUB_FOR_COMMUNITY = 3


def check_deck(cards: Cards, game: Game) -> None:
    """
    Refuse anything but the game's number of places with different cards of its deck, or None.

    :raises RuleViolation: `wrong_type`, `deck_size`, `unknown_card`, `duplicate_card`.
    """
    if type(cards) is not tuple and not isinstance(cards, Sequence):
        raise RuleViolation("wrong_type", field="cards")
    if len(cards) != game.deck_size:
        raise RuleViolation("deck_size", cards=len(cards), expected=game.deck_size)
    try:
        missing = game.deck_bytes.translate(None, bytes(cards))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        _check_known(cards, game)
    else:
        if missing:  # a whole deck leaves nothing: the fast way for one
            _check_known(cards, game)


def _check_known(cards: Cards, game: Game) -> None:
    known = [card for card in cards if card is not None]
    for card in known:
        if type(card) is not int or not 0 <= card < DECK_SIZE or card not in game.deck:
            raise RuleViolation("unknown_card", card=echoed(card))
    if len(set(known)) != len(known):
        raise RuleViolation("duplicate_card")


def face_at(hand: Hand, cards: Cards, position: Position) -> Card | None:
    """Return the face at a position, also of a discard that was shuffled in."""
    size = len(hand.game.deck)
    at = position - size
    if at < 0:
        return cards[position]
    for number, pool in enumerate(hand.extras.pools):
        if at < len(pool):
            order = _order(cards, number, len(pool))
            return face_at(hand, cards, pool[order[at]])
        at -= len(pool)
    return None


def _order(cards: Cards, number: int, size: int) -> Sequence[int]:
    order = getattr(cards, "order", None)
    shuffled: Sequence[int] = order(number, size) if order is not None else range(size)
    return shuffled


def faces_at(hand: Hand, cards: Cards, positions: Sequence[Position]) -> tuple[Card | None, ...]:
    """Return the faces at the positions, in their order."""
    if not hand.extras.pools:  # every position is one of the deck
        return tuple([cards[position] for position in positions])
    return tuple([face_at(hand, cards, position) for position in positions])


@lru_cache(maxsize=4096)
def _hole_dealt(
    seats: tuple[SeatNo, ...], cards_each: int, order: Literal["one", "all"], headsup_first: str
) -> HoleDealt:
    """Return the deal to `seats`, clockwise; cached, because it does not depend on the deck."""
    count = len(seats)
    if order == "one":  # R-DEA-1
        positions = [tuple(range(place, count * cards_each, count)) for place in range(count)]
    else:
        starts = range(0, count * cards_each, cards_each)
        positions = [tuple(range(start, start + cards_each)) for start in starts]
    if count == 2 and headsup_first == "button":
        positions.reverse()
    return HoleDealt(tuple([DealtHand(*dealt) for dealt in zip(seats, positions, strict=True)]))


def deal_hole(hand: Hand) -> HoleDealt:
    """Deal every hand its cards face down; heads-up the first card is the big blind's (R-DEA-2)."""
    return hole_dealt(tuple(hand.index), hand.game.hole_count, hand.started.rules)


def hole_dealt(seats: tuple[SeatNo, ...], cards_each: int, rules: RuleSet) -> HoleDealt:
    """Return which positions go to which of `seats`, which stand clockwise."""
    order: Literal["one", "all"] = "one" if rules.deal_one_at_a_time else "all"
    return _hole_dealt(seats, cards_each, order, rules.deal_headsup_first)


def deal_doors(batch: Batch, cards: Cards, exposed: Sequence[SeatNo] = ()) -> None:
    """
    Deal stud's first cards face up, without a burn (R-DEA-4).

    A hand whose down card was exposed has its door card; its third card comes down (R-MSD-4).
    """
    hand = batch.hand
    dealt = _one_each(hand, cards, hand.seats, 0, closed=exposed)
    batch.add(CardsDealt(hand.street_data.name, dealt))


def _one_each(
    hand: Hand, cards: Cards, seats: Sequence[SeatState], burned: int, closed: Sequence[SeatNo]
) -> tuple[DealtHand, ...]:
    """Return a card for each of the seats; it lies face down for those that are closed."""
    positions = top_positions(hand, len(seats), burned)
    faces = faces_at(hand, cards, positions)
    if None in faces:
        _refuse_unknown(seats, faces, closed)
    return tuple(
        [
            DealtHand(seat.seat, (at,), () if seat.seat in closed else (face,))  # type: ignore[arg-type]
            for seat, at, face in zip(seats, positions, faces, strict=True)
        ]
    )


def _refuse_unknown(
    seats: Sequence[SeatState], faces: Sequence[Card | None], closed: Sequence[SeatNo]
) -> None:
    for seat, face in zip(seats, faces, strict=True):
        if face is None and seat.seat not in closed:
            raise RuleViolation("unknown_cards", seats=[seat.seat])


def deal_street(batch: Batch, cards: Cards, place: int, *, is_run_out: bool) -> None:
    """Deal the cards of street number `place`: the next one, or the one that discards began."""
    hand = batch.hand
    if hand.game.is_stud:
        _deal_stud(batch, cards, place, is_run_out=is_run_out)
        return
    batch.add(deal_board(hand, cards, place, is_run_out=is_run_out))
    if hand.started.options.board_count > 1:
        for board in range(1, hand.started.options.board_count):
            batch.add(deal_board(batch.hand, cards, place, board=board, is_run_out=is_run_out))


def deal_board(
    hand: Hand, cards: Cards, place: int, *, board: int = 0, is_run_out: bool
) -> BoardDealt:
    """Return a street's community cards for one board, after one burn (R-DEA-3)."""
    game = hand.game
    street = game.streets[place]
    burned = burn_count(hand) if not board or burns_for(hand, board) else 0
    first = hand.next_position + burned
    last = first + street.board
    if last <= game.deck_size:
        positions = tuple(range(first, last))
        faces = tuple(cards[first:last])
    else:
        positions = top_positions(hand, street.board, burned)
        faces = faces_at(hand, cards, positions)
    return BoardDealt(street.name, positions, faces, is_run_out, board)


def _deal_stud(batch: Batch, cards: Cards, place: int, *, is_run_out: bool) -> None:
    """One card each, or one for all when the deck is too short (R-STU-7)."""
    hand = batch.hand
    street = hand.game.streets[place]
    live = [seat for seat in hand.seats if seat.status != FOLDED]
    plan, extension = stud_plan(hand, len(live))
    if extension:
        batch.add(StubExtended(extension, is_shuffled=False))
        hand = batch.hand
    burned = burn_count(hand)
    if plan == "community":
        positions = top_positions(hand, 1, burned)
        faces = faces_at(hand, cards, positions)
        batch.add(BoardDealt(street.name, positions, faces, is_run_out))
        return
    closed = () if street.up else [seat.seat for seat in live if not seat.faces]
    dealt = _one_each(hand, cards, live, burned, closed)
    batch.add(CardsDealt(street.name, dealt, is_run_out))


def stud_plan(
    hand: Hand, live_count: int
) -> tuple[Literal["deal", "community"], tuple[Position, ...]]:
    """
    Return how the next stud street is dealt, and which old burns follow the deck first (R-STU-7).

    A street needs a card for each hand, a burn, and one card that stays undealt.
    """
    needed = live_count + (1 if hand.started.rules.deal_burn else 0) + 1
    left = left_count(hand)
    if left >= needed:
        return "deal", ()
    old = out_of_play(hand)
    if left + len(old) >= needed:
        return "deal", old
    return "community", () if left >= _MIN_STUB_FOR_COMMUNITY else old
