"""Who wins which part of which pot, and the end of the hand (R-POT, R-ODD, R-LOW)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from tables.engine.hand.batch import Batch
from tables.engine.hand.events import HandFinished, PotAwarded, SeatResult
from tables.engine.hand.pots import Pot, build_pots, in_odd_chip_order, split, takes
from tables.engine.hand.state import FOLDED, Board, Hand
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.ranking import RANKERS, HandRule, Strength
from tables.engine.rules.terms import Card, Chips, SeatNo

Half: TypeAlias = Literal["whole", "high", "low"]
Strengths: TypeAlias = dict[SeatNo, Strength]
_Part: TypeAlias = tuple[Chips, Half, int, Sequence[SeatNo]]
"""One part of a pot: its chips, half, board and winners."""


def award(batch: Batch) -> None:
    """Give every pot to its best hands, last side pot first (R-POT-3), and end the hand."""
    hand = batch.hand
    pots = build_pots(hand)
    taken = takes(hand, pots)
    is_contested = len(pots[0].eligible) > 1
    strengths = _strengths(hand) if is_contested else []
    for number in range(len(pots) - 1, -1, -1):
        pot, take = pots[number], taken[number]
        rake, jackpot = take.rake_chips, take.jackpot_chips
        for chips, half, board, winners in _parts(hand, pot, pot.chips - rake - jackpot, strengths):
            batch.add(
                PotAwarded(
                    pot=number,
                    chips=chips + rake + jackpot,
                    half=half,
                    board=board,
                    eligible=pot.eligible,
                    rake_chips=rake,
                    jackpot_chips=jackpot,
                    shares=split(hand, chips, winners),
                )
            )
            rake = jackpot = 0  # once a pot
    _finish(batch, sum([take.rake_chips for take in taken]), taken[0].jackpot_chips)


def _finish(batch: Batch, rake: Chips, jackpot: Chips) -> None:
    hand = batch.hand
    results = [
        SeatResult(seat.seat, seat.stack_chips, seat.stack_chips - entry.stack_chips)
        for seat, entry in zip(hand.seats, hand.started.seats, strict=True)
    ]
    batch.add(HandFinished(tuple(results), rake, jackpot))


def _parts(hand: Hand, pot: Pot, net: Chips, strengths: Sequence[Strengths]) -> Iterable[_Part]:
    """Return the parts of a pot: board after board, the high half before the low."""
    claims = claims_of(hand, pot)
    if len(claims) == 1:
        return ((net, "whole", 0, claims),)  # R-POT-4, R-SHW-5: unseen
    if len(strengths) == 1:
        return ((net, "whole", 0, _high_winners(hand, claims, strengths[0], 0)),)
    return _parts_of_boards(hand, claims, net, strengths)


def _parts_of_boards(
    hand: Hand, claims: Sequence[SeatNo], net: Chips, strengths: Sequence[Strengths]
) -> Iterator[_Part]:
    unit = hand.started.chip_unit
    boards = len(hand.boards)
    each = net // boards // unit * unit
    rules = len(hand.game.hand_rules)
    for board in range(boards):
        chips = net - each * (boards - 1) if not board else each  # odd chips: the first board
        if chips or not board:
            decided = strengths[board * rules : (board + 1) * rules]
            yield from _halves(hand, claims, chips, board, decided)


def _halves(
    hand: Hand, claims: Sequence[SeatNo], chips: Chips, board: int, decided: Sequence[Strengths]
) -> Sequence[_Part]:
    high = _high_winners(hand, claims, decided[0], board)
    if len(decided) == 1:
        return ((chips, "whole", board, high),)
    low = _winners(hand, claims, decided[1], board, 1)
    if not low:  # R-LOW-1: no qualifying low
        return ((chips, "high", board, high),)
    unit = hand.started.chip_unit
    half = chips // 2 // unit * unit
    with_odd_chip: _Part = (chips - half, "high", board, high)  # R-LOW-2
    return (with_odd_chip, (half, "low", board, low)) if half else (with_odd_chip,)


def _high_winners(
    hand: Hand, claims: Sequence[SeatNo], strengths: Strengths, board: int
) -> list[SeatNo]:
    winners = _winners(hand, claims, strengths, board, 0)
    if not winners:
        raise RuleViolation("unknown_cards", seats=list(claims))
    return winners


def _winners(
    hand: Hand, claims: Sequence[SeatNo], strengths: Strengths, board: int, rule: int
) -> list[SeatNo]:
    """Return the best of the hands, in the order in which odd chips go."""
    winners: list[SeatNo] = []
    best: Strength | None = None
    for seat in claims:
        strength = strengths.get(seat)
        if strength is None or (best is not None and strength > best):
            continue
        if strength == best:
            winners.append(seat)
        else:
            winners, best = [seat], strength
    if len(winners) > 1:
        return in_odd_chip_order(hand, winners, hand.game.hand_rules[rule], hand.boards[board])
    return winners


def _strengths(hand: Hand) -> list[Strengths]:
    """Return every claimant's strength, for each board and hand rule (cards speak, R-SHW-3)."""
    rules = hand.game.hand_rules
    if len(rules) == 1 and not hand.more_boards:
        return [_strengths_of(hand, rules[0], known_board(hand.board))]
    return [
        _strengths_of(hand, rule, known_board(board)) for board in hand.boards for rule in rules
    ]


def _strengths_of(hand: Hand, rule: HandRule, board: tuple[Card, ...]) -> Strengths:
    rank = RANKERS[rule]
    strengths: Strengths = {}
    for seat in hand.seats:
        if seat.status == FOLDED:
            continue
        if seat.faces:
            strength = rank(seat.faces, board)
            if strength is not None:
                strengths[seat.seat] = strength
        elif seat.has_declared_board:
            strength = rank((), board)
            if strength is not None:
                strengths[seat.seat] = strength
    return strengths


def components_of(hand: Hand, faces: Sequence[Card]) -> tuple[Strength | None, ...]:
    """Return a hand's strength for each board and hand rule; None where it does not qualify."""
    return tuple(
        [
            RANKERS[rule](faces, known_board(board))
            for board in hand.boards
            for rule in hand.game.hand_rules
        ]
    )


def known_board(board: Board) -> tuple[Card, ...]:
    """
    Return the community cards.

    :raises RuleViolation: `unknown_cards` if a record does not know one.
    """
    if None in board:
        raise RuleViolation("unknown_cards", seats=[])
    return board  # type: ignore[return-value]


def claims_of(hand: Hand, pot: Pot) -> list[SeatNo]:
    """
    Return the pot's hands that were not put away, clockwise from the button's left.

    A hand that is alone in a side pot keeps it, whatever becomes of its claim on others (R-POT-4).
    """
    if len(pot.eligible) == 1:
        return list(pot.eligible)
    return [
        seat.seat
        for seat in hand.seats
        if seat.seat in pot.eligible and (not seat.has_mucked or seat.has_declared_board)
    ]
