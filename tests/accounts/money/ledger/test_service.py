"""Posting through the one writer."""

from datetime import UTC, date, datetime
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.money.ledger import chart, errors, posting
from accounts.money.ledger.balances import (
    balance_of,
    posted_for,
    stack_of,
    stacks_at,
    transaction_of,
    wallet_of,
)
from accounts.money.ledger.chart import AccountRef, Book
from accounts.money.ledger.posting import Line, Source, Transaction
from accounts.money.ledger.services import Posted, post
from pokerhouse.common.ids import new_id
from pokerhouse.common.money import MAX_AMOUNT
from tests.support.ledger import (
    ACTOR,
    AT,
    DAY,
    MAIN,
    books,
    close_day,
    do_post,
    give,
    new_hand,
    new_player,
    new_table,
    refused,
    rows,
    run_sql,
    settle,
    sit,
)

pytestmark = pytest.mark.usefixtures("house_db")

A, B, C = new_player(), new_player(), new_player()
TABLE = new_table()
DRAWER = new_id()


def test_money_goes_from_the_cage_to_the_table_through_a_hand_and_home_again() -> None:
    """The worked examples in one evening, each with its figures."""
    for player, chips in ((A, 250), (B, 150), (C, 150)):
        do_post(posting.deposit(player=player, drawer=DRAWER, amount_cents=500, book=MAIN))
        do_post(posting.buy_in(player=player, table=TABLE, amount_cents=chips - 50, book=MAIN))
        do_post(posting.top_up(player=player, table=TABLE, amount_cents=50, book=MAIN))
    assert (wallet_of(A, book=MAIN), stack_of(A, TABLE, book=MAIN)) == (250, 250)

    hand = posting.hand_settlement(
        source=Source(new_hand(), 31),
        table=TABLE,
        net_chips={A: 94, B: 50, C: -150},
        rake=5,
        jackpot_drop=1,
        book=MAIN,
    )
    do_post(hand)
    assert stacks_at(TABLE, book=MAIN) == {A: 344, B: 200}
    assert stack_of(C, TABLE, book=MAIN) == 0
    assert balance_of(chart.rake(TABLE, book=MAIN)) == 5
    assert balance_of(chart.jackpot(TABLE, book=MAIN)) == 1

    do_post(posting.leave(player=A, table=TABLE, amount_cents=344, book=MAIN))
    assert (wallet_of(A, book=MAIN), stack_of(A, TABLE, book=MAIN)) == (594, 0)

    do_post(posting.cash_out_requested(player=A, amount_cents=300, book=MAIN))
    assert (wallet_of(A, book=MAIN), balance_of(chart.withdrawal(A, book=MAIN))) == (294, 300)
    do_post(posting.cash_out_refused(player=A, amount_cents=100, book=MAIN))
    do_post(posting.cash_out_paid(player=A, drawer=DRAWER, amount_cents=200, book=MAIN))
    assert (wallet_of(A, book=MAIN), balance_of(chart.withdrawal(A, book=MAIN))) == (394, 0)
    assert balance_of(chart.drawer_cash(DRAWER, book=MAIN)) == 1300


def test_an_opening_float_fills_a_drawer() -> None:
    do_post(posting.opening_float(amount_cents=20_000, book=MAIN))
    do_post(posting.drawer_float(drawer=DRAWER, amount_cents=5_000, book=MAIN))
    assert balance_of(AccountRef(Book.MAIN, 1005)) == 15_000
    assert balance_of(chart.drawer_cash(DRAWER, book=MAIN)) == 5_000
    assert balance_of(AccountRef(Book.MAIN, 3010)) == 20_000


def test_the_header_says_who_when_and_from_which_event() -> None:
    sit(A, TABLE, 100)
    shift = new_id()
    run_sql(f"INSERT INTO shift (id, gaming_day) VALUES ('{shift}', '{DAY}')")
    event = Source(new_id(), 12)
    at = datetime(2026, 11, 29, 23, 0, tzinfo=UTC)
    made = do_post(
        posting.leave(player=A, table=TABLE, amount_cents=40, source=event, book=MAIN),
        at=at,
        gaming_day=DAY,
        shift=shift,
        actor="ruth",
        idem_key="leave-1",
    )
    assert rows(
        "SELECT book, kind, gaming_day, shift, source_stream, source_version, idem_key, reverses,"
        f" line_count, effective_at, actor, memo FROM ledger_transaction WHERE id = '{made}'"
    ) == [
        ("main", "leave", DAY, shift, event.stream, 12, "leave-1", None, 2, at, "ruth", ""),
    ]
    assert rows(
        f"SELECT line, account, amount FROM ledger_entry WHERE transaction = '{made}' ORDER BY line"
    ) == [(1, chart.stack(A, TABLE, book=MAIN).id, 40), (2, chart.wallet(A, book=MAIN).id, -40)]


def test_the_gaming_day_is_the_one_of_the_moment_and_is_opened_on_demand() -> None:
    give(A, 10)
    before_the_cut = datetime(2026, 12, 1, 5, 59, tzinfo=UTC)
    after_the_cut = datetime(2026, 12, 1, 6, 0, tzinfo=UTC)
    drawn = posting.deposit(player=A, drawer=DRAWER, amount_cents=1, book=MAIN)
    do_post(drawn, at=before_the_cut)
    assert rows("SELECT day, state FROM gaming_day") == [(DAY, "open")]
    do_post(drawn, at=after_the_cut)
    assert rows("SELECT day FROM gaming_day ORDER BY day") == [(DAY,), (date(2026, 12, 1),)]
    assert rows("SELECT gaming_day, count(*) FROM ledger_transaction GROUP BY 1 ORDER BY 1") == [
        (DAY, 2),
        (date(2026, 12, 1), 1),
    ]


def test_a_hand_is_one_statement_once_its_accounts_are_open() -> None:
    """The hot path: one round trip beside BEGIN and COMMIT."""
    sit(A, TABLE, 100)
    sit(B, TABLE, 100)
    settle(TABLE, {A: 9, B: -10}, rake=1)
    with CaptureQueriesContext(connection) as captured:
        settle(TABLE, {A: 9, B: -10}, rake=1)
    statements = [query["sql"].split()[0] for query in captured.captured_queries]
    assert statements == ["BEGIN", "WITH", "COMMIT"]


def test_a_posting_and_its_event_stand_or_fall_together() -> None:
    give(A, 100)
    before = books()

    def fail_after_posting() -> None:
        with transaction.atomic():
            post(
                posting.deposit(player=A, drawer=DRAWER, amount_cents=5, book=MAIN),
                at=AT,
                actor=ACTOR,
                idem_key="x",
            )
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail_after_posting()
    assert books() == before


def test_a_posting_outside_a_transaction_is_a_programmers_error() -> None:
    drawn = posting.deposit(player=A, drawer=DRAWER, amount_cents=5, book=MAIN)
    with pytest.raises(AssertionError):
        post(drawn, at=AT, actor=ACTOR, idem_key="x")
    assert books()["ledger_transaction"] == []


def test_a_hand_in_which_nobodys_stack_changed_is_posted_as_a_header_alone() -> None:
    made = settle(TABLE, {A: 0, B: 0})
    assert rows(f"SELECT kind, line_count FROM ledger_transaction WHERE id = '{made}'") == [
        ("hand", 0)
    ]
    assert books()["ledger_entry"] == []


def test_a_repeated_key_gets_the_first_answer_and_has_no_second_effect() -> None:
    give(A, 100)
    bought = posting.buy_in(player=A, table=TABLE, amount_cents=60, book=MAIN)
    first = do_post(bought, idem_key="buy-1")
    before = books()
    assert do_post(bought, idem_key="buy-1", actor="another", at=AT.replace(minute=59)) == first
    assert books() == before


def test_a_repeat_is_answered_even_when_it_could_not_be_posted_any_more() -> None:
    give(A, 100)
    bought = posting.buy_in(player=A, table=TABLE, amount_cents=100, book=MAIN)
    first = do_post(bought, idem_key="buy-1")
    close_day()
    before = books()
    assert do_post(bought, idem_key="buy-1") == first
    assert books() == before


def test_the_source_event_is_the_key_where_none_is_given() -> None:
    drawn = posting.deposit(
        player=A, drawer=DRAWER, amount_cents=5, source=Source(UUID(int=5), 2), book=MAIN
    )
    with transaction.atomic():
        first = post(drawn, at=AT, actor=ACTOR)
    with transaction.atomic():
        assert post(drawn, at=AT, actor=ACTOR) == first == Posted(first.transaction_id)
    assert rows("SELECT idem_key FROM ledger_transaction") == [(f"{UUID(int=5)}:2",)]


def test_a_key_that_stands_for_another_content_is_refused() -> None:
    give(A, 100)
    first = do_post(
        posting.buy_in(player=A, table=TABLE, amount_cents=60, book=MAIN), idem_key="buy-1"
    )
    with refused(errors.KeyReused, key="buy-1", transaction=str(first)):
        do_post(posting.buy_in(player=A, table=TABLE, amount_cents=61, book=MAIN), idem_key="buy-1")


def test_an_event_that_was_posted_under_another_key_is_refused() -> None:
    sit(A, TABLE, 10)
    sit(B, TABLE, 10)
    hand = posting.hand_settlement(
        source=Source(new_hand(), 4), table=TABLE, net_chips={A: 1, B: -1}, rake=0, book=MAIN
    )
    first = do_post(hand, idem_key="one")
    with refused(errors.AlreadyPosted, transaction=str(first)):
        do_post(hand, idem_key="two")


@pytest.mark.parametrize("amount", [101, MAX_AMOUNT])
def test_more_than_a_wallet_holds_is_refused_with_account_and_balance(amount: int) -> None:
    give(A, 100)
    with refused(
        errors.InsufficientFunds,
        account=str(chart.wallet(A, book=MAIN).id),
        balance=100,
        change=-amount,
    ):
        do_post(posting.buy_in(player=A, table=TABLE, amount_cents=amount, book=MAIN))


def test_a_hand_that_takes_more_than_a_stack_is_refused() -> None:
    sit(A, TABLE, 10)
    sit(B, TABLE, 10)
    with refused(
        errors.InsufficientFunds, account=str(chart.stack(B, TABLE, book=MAIN).id), balance=10
    ):
        settle(TABLE, {A: 11, B: -11})


def test_a_drawer_pays_no_more_cash_than_it_has() -> None:
    give(A, 100)
    do_post(posting.cash_out_requested(player=A, amount_cents=100, book=MAIN))
    do_post(posting.deposit(player=B, drawer=DRAWER, amount_cents=40, book=MAIN))
    with refused(
        errors.InsufficientFunds, account=str(chart.drawer_cash(DRAWER, book=MAIN).id), balance=40
    ):
        do_post(posting.cash_out_paid(player=A, drawer=DRAWER, amount_cents=100, book=MAIN))


def test_two_lines_on_one_account_count_together() -> None:
    give(A, 100)
    wallet, pending = chart.wallet(A, book=MAIN), chart.withdrawal(A, book=MAIN)
    lines = (Line(wallet, 70), Line(pending, -70), Line(wallet, 40), Line(pending, -40))
    with refused(errors.InsufficientFunds, balance=100, change=-110):
        do_post(Transaction("manual", Book.MAIN, lines))
    do_post(Transaction("manual", Book.MAIN, (*lines[:3], Line(wallet, -10), Line(pending, -30))))
    assert (wallet_of(A, book=MAIN), balance_of(pending)) == (0, 100)


def test_an_account_never_holds_more_than_the_largest_amount() -> None:
    give(A, MAX_AMOUNT)
    with refused(errors.BalanceTooLarge, balance=MAX_AMOUNT, change=1):
        do_post(posting.deposit(player=A, drawer=DRAWER, amount_cents=1, book=MAIN))


def test_a_closed_day_is_refused_and_the_correction_goes_into_the_open_one() -> None:
    give(A, 100)
    close_day()
    bought = posting.buy_in(player=A, table=TABLE, amount_cents=60, book=MAIN)
    with refused(errors.DayClosed):
        do_post(bought)
    made = do_post(bought, gaming_day=date(2026, 12, 1))
    assert rows(f"SELECT gaming_day, effective_at FROM ledger_transaction WHERE id = '{made}'") == [
        (date(2026, 12, 1), AT)
    ]


def test_a_closed_or_unknown_shift_is_refused() -> None:
    give(A, 100)
    shift = new_id()
    run_sql(
        f"INSERT INTO shift (id, gaming_day) VALUES ('{shift}', '{DAY}')",
        f"UPDATE shift SET state = 'closed' WHERE id = '{shift}'",
    )
    bought = posting.buy_in(player=A, table=TABLE, amount_cents=60, book=MAIN)
    for named in (shift, new_id()):
        with refused(errors.ShiftClosed):
            do_post(bought, shift=named)


def test_a_voided_hand_gives_everything_back_and_a_corrected_one_posts_anew() -> None:
    for player, chips in ((A, 50), (B, 150), (C, 150)):
        sit(player, TABLE, chips)
    hand = new_hand()
    net_chips = {A: 94, B: 50, C: -150}
    settled = posting.hand_settlement(
        source=Source(hand, 31), table=TABLE, net_chips=net_chips, rake=5, jackpot_drop=1, book=MAIN
    )
    posted = do_post(settled)
    assert transaction_of(posted_for(Source(hand, 31))) == settled
    voided = posting.void(
        settled=transaction_of(posted), reverses=posted, source=Source(hand, 32), memo="fouled deck"
    )
    reversal = do_post(voided)
    assert stacks_at(TABLE, book=MAIN) == {A: 50, B: 150, C: 150}
    assert (
        balance_of(chart.rake(TABLE, book=MAIN)) == balance_of(chart.jackpot(TABLE, book=MAIN)) == 0
    )
    assert rows(f"SELECT kind, reverses, memo FROM ledger_transaction WHERE id = '{reversal}'") == [
        ("void", posted, "fouled deck")
    ]
    with refused(errors.AlreadyVoided, transaction=str(reversal)):
        do_post(posting.void(settled=settled, reverses=posted, source=Source(hand, 33)))
    settle(TABLE, {A: 100, B: 45, C: -150}, rake=5)
    assert stacks_at(TABLE, book=MAIN) == {A: 150, B: 195}


def test_a_void_that_a_winner_cannot_pay_any_more_is_refused() -> None:
    sit(A, TABLE, 50)
    sit(B, TABLE, 50)
    posted = settle(TABLE, {A: 50, B: -50})
    do_post(posting.leave(player=A, table=TABLE, amount_cents=100, book=MAIN))
    with refused(
        errors.InsufficientFunds, account=str(chart.stack(A, TABLE, book=MAIN).id), balance=0
    ):
        do_post(posting.void(settled=transaction_of(posted), reverses=posted))


def test_a_void_of_nothing_known_is_refused() -> None:
    sit(A, TABLE, 50)
    sit(B, TABLE, 50)
    posted = settle(TABLE, {A: 50, B: -50})
    unknown = new_id()
    with refused(errors.UnknownTransaction):
        do_post(posting.void(settled=transaction_of(posted), reverses=unknown))
    with refused(errors.UnknownTransaction, transaction=str(unknown)):
        transaction_of(unknown)
    with refused(errors.UnknownTransaction, stream=str(unknown)):
        posted_for(Source(unknown, 1))


def test_the_books_never_meet() -> None:
    give(A, 100)
    give(A, 7, Book.PLAY)
    assert (wallet_of(A, book=MAIN), wallet_of(A, Book.PLAY)) == (100, 7)
    with refused(errors.InsufficientFunds, balance=7):
        do_post(posting.buy_in(player=A, table=TABLE, amount_cents=8, book=Book.PLAY))


def test_after_a_refusal_a_savepoint_lets_the_same_transaction_go_on() -> None:
    give(A, 100)
    with transaction.atomic():
        with pytest.raises(errors.InsufficientFunds), transaction.atomic():
            post(
                posting.buy_in(player=A, table=TABLE, amount_cents=101, book=MAIN),
                at=AT,
                actor=ACTOR,
                idem_key="much",
            )
        post(
            posting.buy_in(player=A, table=TABLE, amount_cents=100, book=MAIN),
            at=AT,
            actor=ACTOR,
            idem_key="less",
        )
    assert (wallet_of(A, book=MAIN), stack_of(A, TABLE, book=MAIN)) == (0, 100)


def test_the_prizes_of_a_large_tournament_are_one_transaction() -> None:
    pool = AccountRef(Book.MAIN, 2060, new_id())
    entries = AccountRef(Book.MAIN, 2065, pool.owner)
    drawer = chart.drawer_cash(DRAWER, book=MAIN)
    do_post(Transaction("entry", Book.MAIN, (Line(drawer, 5_000), Line(entries, -5_000))))
    do_post(Transaction("start", Book.MAIN, (Line(entries, 5_000), Line(pool, -5_000))))
    winners = [new_player() for _ in range(5_000)]
    prizes = [Line(chart.wallet(winner, book=MAIN), -1) for winner in winners]
    do_post(Transaction("prizes", Book.MAIN, (Line(pool, 5_000), *prizes)))
    assert balance_of(pool) == 0
    assert rows("SELECT count(*), sum(balance) FROM ledger_balance WHERE code = 2010") == [
        (5_000, 5_000)
    ]
