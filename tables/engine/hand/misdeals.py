"""Cards that the dealer turned over while he dealt, and other defects of a deal (R-MSD)."""

from collections.abc import Sequence

from tables.engine.hand.batch import Batch
from tables.engine.hand.commands import CorrectBoard, DeclareMisdeal, EnterCards
from tables.engine.hand.dealing import Cards, face_at, faces_at
from tables.engine.hand.events import BoardCorrected, CardExposed, CardsEntered, HandVoided
from tables.engine.hand.state import BETTING, NOT_ACTED, VOIDED, Hand
from tables.engine.hand.undealt import top_positions
from tables.engine.rules.errors import RuleViolation, echoed, is_text
from tables.engine.rules.terms import Position, SeatNo

MISDEAL = "misdeal"
_REASONS = ("premature_card", "board_too_large", "missing_burn")


def is_misdeal(exposed: Sequence[Position], player_count: int, *, is_stud: bool) -> bool:
    """
    Return whether cards exposed by the dealer spoil the deal (R-MSD-1).

    In flop games two hole cards, or one of the first two that were dealt; in stud an exposed down
    card is the door card, so only two of them at one hand spoil it.
    """
    if is_stud:
        hands = [position % player_count for position in exposed]
        return len(set(hands)) < len(hands)
    return len(exposed) > 1 or any(position < 2 for position in exposed)


def settle_exposed(batch: Batch, exposed: Sequence[Position], cards: Cards) -> tuple[SeatNo, ...]:
    """Void the hand, or give every exposed card its place; return whose door cards they are."""
    hand = batch.hand
    is_stud = hand.game.family == "stud"
    if is_misdeal(exposed, len(hand.seats), is_stud=is_stud):
        batch.add(HandVoided(MISDEAL))
        return ()
    owners = {at: seat.seat for seat in hand.seats for at in seat.positions}
    for position in exposed:
        face = face_at(hand, cards, position)
        if is_stud and face is None:
            raise RuleViolation("unknown_cards", seats=[owners[position]])
        new = None if is_stud else top_positions(batch.hand, 1)[0]
        batch.add(CardExposed(owners[position], position, face, new))
    return tuple([owners[position] for position in exposed]) if is_stud else ()


def has_substantial_action(hand: Hand) -> bool:
    """
    Return whether it is too late for a misdeal (R-MSD-2).

    Two actions in turn of which one put chips in, or any three; forced bets do not count.
    """
    if hand.street > 0 and not hand.started.options.is_bomb_pot:
        return True
    acted = hand.turn - (1 if hand.actor is not None else 0)
    has_chips_in = hand.pot_chips > hand.round.forced_chips
    return acted >= 3 or (acted >= 2 and has_chips_in)


def declare_misdeal(batch: Batch, command: DeclareMisdeal, _cards: Cards) -> None:
    """
    Void the hand, to be dealt again with the same button, blinds and players (R-MSD-1).

    :raises RuleViolation: `hand_over`, `wrong_type`, or `substantial_action` when it is too late
        (R-MSD-2).
    """
    if batch.hand.is_over:
        raise RuleViolation("hand_over")
    if not is_text(command.reason):
        raise RuleViolation("wrong_type", field="reason")
    if has_substantial_action(batch.hand):
        raise RuleViolation("substantial_action")
    batch.add(HandVoided(f"{MISDEAL}: {command.reason}" if command.reason else MISDEAL))


def enter_cards(batch: Batch, command: EnterCards, _cards: Cards) -> None:
    """
    Record faces that nobody knew (croupier mode).

    :raises RuleViolation: `deck_committed`, `unknown_position`, `card_known`, `unknown_card`,
        `duplicate_card`.
    """
    hand = batch.hand
    _refuse_committed(hand)
    places = dict(zip(hand.board_positions, hand.board, strict=False))
    given: tuple[object, ...] = (command.positions, command.faces)
    is_paired = all(isinstance(part, tuple) for part in given)
    if hand.phase == VOIDED or not is_paired or len(command.positions) != len(command.faces):
        raise RuleViolation("unknown_position", positions=len(places))
    public = {card for card in hand.board if card is not None}
    for seat in hand.seats:
        public.update(card for card in (*seat.upcards, *seat.faces) if card is not None)
    for position, face in zip(command.positions, command.faces, strict=True):
        if type(position) is not int or position not in places:
            raise RuleViolation("unknown_position", position=echoed(position))
        if places[position] is not None:
            raise RuleViolation("card_known", position=position)
        if type(face) is not int or face not in hand.game.deck:
            raise RuleViolation("unknown_card", card=echoed(face))
        if face in public:
            raise RuleViolation("duplicate_card", card=face)
        public.add(face)
        places[position] = face
    batch.add(CardsEntered(command.positions, command.faces))


def _are_positions(chosen: object) -> bool:
    return isinstance(chosen, tuple) and all(type(at) is int for at in chosen)


def _refuse_committed(hand: Hand) -> None:
    """Only physical cards can be entered or corrected, never a deck with a commitment."""
    if hand.started.commitment:
        raise RuleViolation("deck_committed")


def correct_board(batch: Batch, command: CorrectBoard, cards: Cards) -> None:
    """
    Put the street's community cards right, before anybody acts on them (R-MSD-6).

    The cards that count may be any that lie undealt or on the board; those that were dealt and do
    not count are out of the hand, as burns are.

    :raises RuleViolation: `deck_committed`, `wrong_type`, `nothing_to_correct`, `unknown_position`.
    """
    hand = batch.hand
    _refuse_committed(hand)
    if not is_text(command.reason) or command.reason not in _REASONS:
        raise RuleViolation("wrong_type", field="reason")
    count = hand.street_data.board
    has_acted = any(seat.acted_level != NOT_ACTED for seat in hand.seats)
    if hand.phase != BETTING or has_acted or not count or hand.more_boards:
        raise RuleViolation("nothing_to_correct")
    chosen = command.positions
    held = {at for seat in hand.seats for at in (*seat.positions, *seat.discarded)}
    held.update(hand.board_positions[:-count])
    if (
        not _are_positions(chosen)
        or len(chosen) != count
        or len(set(chosen)) != count
        or not all(0 <= at < len(hand.game.deck) and at not in held for at in chosen)
    ):
        raise RuleViolation("unknown_position", positions=count)
    after = max(hand.next_position, *[at + 1 for at in chosen])
    faces = faces_at(hand, cards, chosen)
    batch.add(BoardCorrected(chosen, faces, after, command.reason))
