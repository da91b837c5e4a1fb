"""What each event posts; the figures are the worked examples of the ledger's documentation."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from accounts.money.ledger import posting
from accounts.money.ledger.chart import MAIN_POOL, AccountRef, Book
from accounts.money.ledger.errors import (
    BadAmount,
    BadLines,
    LedgerRefusal,
    NothingToReverse,
    Unbalanced,
)
from accounts.money.ledger.posting import Line, Source, Transaction
from pokerhouse.common.ids import PlayerId, TableId
from pokerhouse.common.money import MAX_AMOUNT
from tests.support.ledger import MAIN

A, B, C = (PlayerId(UUID(int=number)) for number in (1, 2, 3))
TABLE = TableId(UUID(int=7))
DRAWER = UUID(int=8)
HAND = Source(UUID(int=9), 31)

Lines = list[tuple[int, UUID | None, UUID | None, int]]


def lines_of(transaction: Transaction) -> Lines:
    return [
        (line.account.code, line.account.owner, line.account.within, line.amount)
        for line in transaction.lines
    ]


def test_a_deposit_of_500_at_the_cage() -> None:
    drawn = posting.deposit(player=A, drawer=DRAWER, amount_cents=500, book=MAIN)
    assert lines_of(drawn) == [(1010, DRAWER, None, 500), (2010, A, None, -500)]
    assert drawn.kind == "deposit"


def test_a_buy_in_of_200_and_a_top_up_of_100() -> None:
    bought = posting.buy_in(player=A, table=TABLE, amount_cents=200, book=MAIN)
    added = posting.top_up(player=A, table=TABLE, amount_cents=100, book=MAIN)
    assert lines_of(bought) == [(2010, A, None, 200), (2020, A, TABLE, -200)]
    assert lines_of(added) == [(2010, A, None, 100), (2020, A, TABLE, -100)]
    assert (bought.kind, added.kind) == ("buy_in", "top_up")


def test_a_settled_hand_with_a_side_pot_rake_and_jackpot_drop() -> None:
    """A in 50, B and C 150; main 150, side 200; rake 5 and jackpot 1 from the main pot."""
    settled = posting.hand_settlement(
        source=HAND,
        table=TABLE,
        net_chips={A: 94, B: 50, C: -150},
        rake=5,
        jackpot_drop=1,
        book=MAIN,
    )
    assert lines_of(settled) == [
        (2020, C, TABLE, 150),
        (2020, A, TABLE, -94),
        (2020, B, TABLE, -50),
        (4010, TABLE, None, -5),
        (2050, MAIN_POOL, TABLE, -1),
    ]
    assert settled.source == HAND


def test_a_player_whose_stack_did_not_change_has_no_line() -> None:
    settled = posting.hand_settlement(
        source=HAND, table=TABLE, net_chips={A: 10, B: 0, C: -10}, rake=0, book=MAIN
    )
    assert lines_of(settled) == [(2020, C, TABLE, 10), (2020, A, TABLE, -10)]


def test_a_hand_in_which_nobodys_stack_changed_has_a_header_only() -> None:
    settled = posting.hand_settlement(
        source=HAND, table=TABLE, net_chips={A: 0, B: 0}, rake=0, book=MAIN
    )
    assert (settled.kind, settled.lines) == ("hand", ())


def test_leaving_with_344() -> None:
    left = posting.leave(player=A, table=TABLE, amount_cents=344, book=MAIN)
    assert lines_of(left) == [(2020, A, TABLE, 344), (2010, A, None, -344)]


def test_a_cash_out_of_300_asked_paid_and_refused() -> None:
    requested = posting.cash_out_requested(player=A, amount_cents=300, book=MAIN)
    paid = posting.cash_out_paid(player=A, drawer=DRAWER, amount_cents=300, book=MAIN)
    denied = posting.cash_out_refused(player=A, amount_cents=300, book=MAIN)
    assert lines_of(requested) == [(2010, A, None, 300), (2070, A, None, -300)]
    assert lines_of(paid) == [(2070, A, None, 300), (1010, DRAWER, None, -300)]
    assert lines_of(denied) == [(2070, A, None, 300), (2010, A, None, -300)]


def test_an_opening_float_of_20000_and_its_way_to_a_drawer() -> None:
    opened = posting.opening_float(amount_cents=20_000, book=MAIN)
    handed = posting.drawer_float(drawer=DRAWER, amount_cents=20_000, book=MAIN)
    assert lines_of(opened) == [(1005, None, None, 20_000), (3010, None, None, -20_000)]
    assert lines_of(handed) == [(1010, DRAWER, None, 20_000), (1005, None, None, -20_000)]


def test_a_void_reverses_every_line_of_the_hand() -> None:
    settled = posting.hand_settlement(
        source=HAND,
        table=TABLE,
        net_chips={A: 94, B: 50, C: -150},
        rake=5,
        jackpot_drop=1,
        book=MAIN,
    )
    voided = posting.void(settled=settled, reverses=UUID(int=77), source=Source(HAND.stream, 32))
    assert [amount for *_, amount in lines_of(voided)] == [-150, 94, 50, 5, 1]
    assert [line.account for line in voided.lines] == [line.account for line in settled.lines]
    assert (voided.kind, voided.reverses) == ("void", UUID(int=77))


def test_only_a_settled_hand_that_moved_chips_can_be_voided() -> None:
    still = posting.hand_settlement(source=HAND, table=TABLE, net_chips={A: 0}, rake=0, book=MAIN)
    bought = posting.buy_in(player=A, table=TABLE, amount_cents=200, book=MAIN)
    for settled in (still, bought):
        with pytest.raises(NothingToReverse):
            posting.void(settled=settled, reverses=UUID(int=77))


def test_both_books_run_through_the_same_code() -> None:
    drawn = posting.deposit(player=A, drawer=DRAWER, amount_cents=500, book=Book.PLAY)
    assert drawn.book is Book.PLAY
    assert {line.account.book for line in drawn.lines} == {Book.PLAY}


@pytest.mark.parametrize("amount", [0, -1, 1.0, True, "1", MAX_AMOUNT + 1])
def test_an_amount_that_is_no_positive_integer_up_to_the_limit_is_refused(amount: Any) -> None:
    draws: tuple[Callable[[], Transaction], ...] = (
        lambda: posting.deposit(player=A, drawer=DRAWER, amount_cents=amount, book=MAIN),
        lambda: posting.buy_in(player=A, table=TABLE, amount_cents=amount, book=MAIN),
        lambda: posting.top_up(player=A, table=TABLE, amount_cents=amount, book=MAIN),
        lambda: posting.leave(player=A, table=TABLE, amount_cents=amount, book=MAIN),
        lambda: posting.cash_out_requested(player=A, amount_cents=amount, book=MAIN),
        lambda: posting.cash_out_paid(player=A, drawer=DRAWER, amount_cents=amount, book=MAIN),
        lambda: posting.cash_out_refused(player=A, amount_cents=amount, book=MAIN),
        lambda: posting.opening_float(amount_cents=amount, book=MAIN),
        lambda: posting.drawer_float(drawer=DRAWER, amount_cents=amount, book=MAIN),
    )
    for draw in draws:
        with pytest.raises(BadAmount):
            draw()


def test_the_largest_amount_is_accepted() -> None:
    drawn = posting.deposit(player=A, drawer=DRAWER, amount_cents=MAX_AMOUNT, book=MAIN)
    assert drawn.lines[0].amount == 9_007_199_254_740_991


@pytest.mark.parametrize(
    ("net_chips", "rake", "drop", "refusal"),
    [
        ({A: 95, B: -100}, 4, 0, Unbalanced),
        ({A: 95, B: -100}, 5, 1, Unbalanced),
        ({A: 101, B: -100}, -1, 0, BadAmount),
        ({A: 101, B: -100}, 0, -1, BadAmount),
        ({A: 95.0, B: -100}, 5, 0, BadAmount),
        ({A: 99, B: -100}, True, 0, BadAmount),
        ({A: False, B: 0}, 0, 0, BadAmount),
        ({A: MAX_AMOUNT + 1, B: -MAX_AMOUNT - 1}, 0, 0, BadAmount),
        ({A: 5}, 0, 0, BadLines),
    ],
)
def test_a_hand_that_does_not_add_up_is_refused(
    net_chips: dict[PlayerId, Any], rake: int, drop: int, refusal: type[LedgerRefusal]
) -> None:
    with pytest.raises(refusal):
        posting.hand_settlement(
            source=HAND, table=TABLE, net_chips=net_chips, rake=rake, jackpot_drop=drop, book=MAIN
        )


def test_an_unbalanced_transaction_cannot_be_made_and_says_by_how_much() -> None:
    vault, capital = AccountRef(Book.MAIN, 1005), AccountRef(Book.MAIN, 3010)
    with pytest.raises(Unbalanced) as refusal:
        Transaction("manual", Book.MAIN, (Line(vault, 10), Line(capital, -9)))
    assert refusal.value.facts == {"off_by": 1}


def test_a_transaction_has_two_lines_or_more_and_none_of_0() -> None:
    vault, capital = AccountRef(Book.MAIN, 1005), AccountRef(Book.MAIN, 3010)
    with pytest.raises(BadLines):
        Transaction("manual", Book.MAIN, ())
    with pytest.raises(BadAmount):
        Transaction("manual", Book.MAIN, (Line(vault, 0), Line(capital, 0)))
    pair = (Line(vault, 1), Line(capital, -1))
    with pytest.raises(BadLines):
        Transaction("manual", Book.MAIN, pair * 10_001)
    assert len(Transaction("manual", Book.MAIN, pair * 10_000).lines) == 20_000


def test_the_two_books_never_meet_in_one_transaction() -> None:
    vault, capital = AccountRef(Book.MAIN, 1005), AccountRef(Book.PLAY, 3010)
    with pytest.raises(BadLines):
        Transaction("manual", Book.MAIN, (Line(vault, 10), Line(capital, -10)))


def test_a_memo_has_a_limit() -> None:
    lines = (Line(AccountRef(Book.MAIN, 1005), 1), Line(AccountRef(Book.MAIN, 3010), -1))
    assert Transaction("manual", Book.MAIN, lines, memo="x" * 500).memo == "x" * 500
    with pytest.raises(BadLines):
        Transaction("manual", Book.MAIN, lines, memo="x" * 501)


def test_the_digest_is_of_the_content_and_not_of_the_order() -> None:
    def settled(net_chips: dict[PlayerId, int], rake: int = 0, drop: int = 0) -> bytes:
        return posting.hand_settlement(
            source=HAND, table=TABLE, net_chips=net_chips, rake=rake, jackpot_drop=drop, book=MAIN
        ).digest

    assert settled({A: 3, B: 2, C: -5}) == settled({C: -5, B: 2, A: 3})
    assert settled({A: 3, B: 2, C: -5}) != settled({A: 2, B: 3, C: -5})
    assert settled({A: 3, C: -5}, rake=2) != settled({A: 3, C: -5}, rake=1, drop=1)
