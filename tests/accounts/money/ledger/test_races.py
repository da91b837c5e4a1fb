"""Real threads on real connections, all at the same accounts."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier, Event
from uuid import UUID

import pytest
from django.db import connections, transaction

from accounts.money.ledger import chart, posting
from accounts.money.ledger.balances import balance_of, stack_of, stacks_at, wallet_of
from accounts.money.ledger.chart import AccountRef, Book
from accounts.money.ledger.errors import (
    AlreadyPosted,
    DayClosed,
    InsufficientFunds,
    LedgerBusy,
    LedgerRefusal,
)
from accounts.money.ledger.posting import Line, Source, Transaction
from accounts.money.ledger.services import post
from accounts.money.reconciliation import integrity
from pokerhouse.common.ids import PlayerId, new_id
from tests.support.ledger import (
    ACTOR,
    AT,
    DAY,
    MAIN,
    close_day,
    do_post,
    give,
    new_player,
    new_table,
    rows,
    run_sql,
    settle,
    sit,
)

pytestmark = [pytest.mark.race, pytest.mark.usefixtures("house_db")]

THREADS = 8
ROUNDS = 15

Outcome = UUID | type[LedgerRefusal]


def together(acts: list[Callable[[], None]]) -> None:
    """Run the acts at the same instant, each on a thread and a connection of its own."""
    start = Barrier(len(acts))

    def run(act: Callable[[], None]) -> None:
        try:
            start.wait(timeout=30)
            act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        for future in [pool.submit(run, act) for act in acts]:
            future.result(timeout=120)


def attempt(draft: Transaction, outcomes: list[Outcome], idem_key: str = "") -> None:
    """Post the draft, and note the transaction's id or the refusal."""
    try:
        outcomes.append(do_post(draft, idem_key=idem_key or str(new_id())))
    except LedgerRefusal as refusal:
        outcomes.append(type(refusal))


def books_are_sound() -> None:
    assert [finding.differences for finding in integrity.check_all()] == [()] * 5


def test_eight_threads_that_pay_into_one_wallet_lose_nothing() -> None:
    """The wallet, its drawer and the day are opened by the same race."""
    player, drawer = new_player(), new_id()
    outcomes: list[Outcome] = []

    def pay() -> None:
        for amount in range(1, ROUNDS + 1):
            attempt(
                posting.deposit(player=player, drawer=drawer, amount_cents=amount, book=MAIN),
                outcomes,
            )

    together([pay] * THREADS)
    assert len(set(outcomes)) == THREADS * ROUNDS
    assert wallet_of(player, book=MAIN) == THREADS * sum(range(1, ROUNDS + 1)) == 960
    assert balance_of(chart.drawer_cash(drawer, book=MAIN)) == 960
    books_are_sound()


def test_eight_threads_that_spend_one_wallet_never_overdraw_it() -> None:
    player, table = new_player(), new_table()
    give(player, 1_000)
    outcomes: list[Outcome] = []

    def spend() -> None:
        for _ in range(ROUNDS):
            attempt(
                posting.buy_in(player=player, table=table, amount_cents=17, book=MAIN), outcomes
            )

    together([spend] * THREADS)
    counts = Counter(outcome if isinstance(outcome, type) else UUID for outcome in outcomes)
    assert counts == {UUID: 58, InsufficientFunds: THREADS * ROUNDS - 58}
    assert (wallet_of(player, book=MAIN), stack_of(player, table, book=MAIN)) == (
        1_000 - 58 * 17,
        58 * 17,
    )
    books_are_sound()


def test_money_that_goes_round_in_both_directions_does_not_deadlock() -> None:
    """Hands between the same two stacks, won in turns, beside buy-ins and leaves of both."""
    a, b = new_player(), new_player()
    table = new_table()
    for player in (a, b):
        sit(player, table, 10_000)
        give(player, 10_000)
    outcomes: list[Outcome] = []

    def play(winner: int) -> None:
        first, second = (a, b) if winner else (b, a)
        for _ in range(ROUNDS):
            attempt(hand({first: 7, second: -8}), outcomes)
            attempt(posting.leave(player=first, table=table, amount_cents=5, book=MAIN), outcomes)
            attempt(posting.top_up(player=second, table=table, amount_cents=5, book=MAIN), outcomes)

    def hand(net_chips: dict[PlayerId, int]) -> Transaction:
        return posting.hand_settlement(
            source=Source(new_id(), 1), table=table, net_chips=net_chips, rake=1, book=MAIN
        )

    together([partial(play, number % 2) for number in range(THREADS)])
    assert all(isinstance(outcome, UUID) for outcome in outcomes)
    assert len(set(outcomes)) == THREADS * ROUNDS * 3
    rake = THREADS * ROUNDS
    assert balance_of(chart.rake(table, book=MAIN)) == rake
    assert stacks_at(table, book=MAIN) == {a: 10_000 - rake // 2, b: 10_000 - rake // 2}
    assert wallet_of(a, book=MAIN) == wallet_of(b, book=MAIN) == 10_000
    books_are_sound()


def test_accounts_are_opened_in_the_order_of_their_ids_so_that_nobody_waits_in_a_circle() -> None:
    """While one has opened the lowest, the other must not have opened a higher one."""
    cash = chart.drawer_cash(new_id(), book=MAIN)
    give(new_player(), 1)  # opens the day, on which the two would wait in line
    do_post(_gift(cash, chart.wallet(new_player(), book=MAIN)))
    for _ in range(5):
        _race_for_new_wallets(cash)
    books_are_sound()


def _race_for_new_wallets(cash: AccountRef) -> None:
    new = [chart.wallet(new_player(), book=MAIN) for _ in range(6)]
    lowest, *higher = sorted(new, key=lambda account: account.id)
    has_opened = Event()
    outcomes: list[Outcome] = []

    def pay_one_by_one() -> None:
        with transaction.atomic():
            do_post(_gift(cash, lowest))
            has_opened.set()
            _wait_for_a_blocked_statement()
            for account in higher:
                do_post(_gift(cash, account))

    def pay_all() -> None:
        has_opened.wait(timeout=30)
        attempt(_gift(cash, *higher, lowest), outcomes)

    together([pay_one_by_one, pay_all])
    assert isinstance(outcomes[0], UUID)
    assert [balance_of(account) for account in new] == [2] * 6


def _gift(cash: AccountRef, *wallets: AccountRef) -> Transaction:
    lines = [Line(account, -1) for account in wallets]
    return Transaction("gift", Book.MAIN, (Line(cash, len(lines)), *lines))


def test_who_waits_too_long_for_a_wallet_is_told_to_try_again() -> None:
    player = new_player()
    give(player, 10)
    holds, gave_up = Event(), Event()
    outcomes: list[Outcome] = []

    def hold() -> None:
        with transaction.atomic():
            give(player, 5)
            holds.set()
            gave_up.wait(timeout=30)

    def come_too_late() -> None:
        holds.wait(timeout=30)
        with transaction.atomic():
            run_sql("SET LOCAL lock_timeout = 20")
            attempt(
                posting.deposit(player=player, drawer=new_id(), amount_cents=1, book=MAIN), outcomes
            )
        gave_up.set()

    together([hold, come_too_late])
    assert outcomes == [LedgerBusy]
    assert wallet_of(player, book=MAIN) == 15
    books_are_sound()


def test_equal_keys_at_the_same_instant_have_one_effect_and_the_same_answer() -> None:
    player, table = new_player(), new_table()
    give(player, 1_000)
    bought = posting.buy_in(player=player, table=table, amount_cents=60, book=MAIN)
    for number in range(10):
        outcomes: list[Outcome] = []
        together([partial(attempt, bought, outcomes, f"key-{number}")] * THREADS)
        (answer,) = set(outcomes)
        assert isinstance(answer, UUID)
        assert stack_of(player, table, book=MAIN) == 60 * (number + 1)
    books_are_sound()


def test_one_event_under_different_keys_at_the_same_instant_is_posted_once() -> None:
    a, b, table = new_player(), new_player(), new_table()
    sit(a, table, 100)
    sit(b, table, 100)
    outcomes: list[Outcome] = []
    draft = posting.hand_settlement(
        source=Source(new_id(), 9), table=table, net_chips={a: 10, b: -10}, rake=0, book=MAIN
    )
    together([lambda: attempt(draft, outcomes)] * THREADS)
    counts = Counter(outcome if isinstance(outcome, type) else UUID for outcome in outcomes)
    assert counts == {UUID: 1, AlreadyPosted: THREADS - 1}
    assert stacks_at(table, book=MAIN) == {a: 110, b: 90}
    books_are_sound()


def test_closing_a_day_waits_for_the_postings_that_began_before_it() -> None:
    """The closer holds the day's row alone: it comes after the poster, whose entry stands."""
    player = new_player()
    give(player, 10)
    run_sql(f"UPDATE gaming_day SET state = 'rolled' WHERE day = '{DAY}'")
    posted, order = Event(), []

    def pay_slowly() -> None:
        with transaction.atomic():
            draft = posting.deposit(player=player, drawer=new_id(), amount_cents=5, book=MAIN)
            post(draft, at=AT, actor=ACTOR, idem_key="slow")
            posted.set()
            _wait_for_a_blocked_statement()
            order.append("posted")

    def close() -> None:
        posted.wait(timeout=30)
        run_sql(f"UPDATE gaming_day SET state = 'closed' WHERE day = '{DAY}'")
        order.append("closed")

    together([pay_slowly, close])
    assert order == ["posted", "closed"]
    assert wallet_of(player, book=MAIN) == 15
    books_are_sound()


def test_a_posting_that_comes_while_a_day_is_being_closed_is_refused() -> None:
    player = new_player()
    give(player, 10)
    run_sql(f"UPDATE gaming_day SET state = 'rolled' WHERE day = '{DAY}'")
    closing = Event()
    outcomes: list[Outcome] = []

    def close_slowly() -> None:
        with transaction.atomic():
            run_sql(f"UPDATE gaming_day SET state = 'closed' WHERE day = '{DAY}'")
            closing.set()
            _wait_for_a_blocked_statement()

    def pay() -> None:
        closing.wait(timeout=30)
        attempt(
            posting.deposit(player=player, drawer=new_id(), amount_cents=5, book=MAIN), outcomes
        )

    together([close_slowly, pay])
    assert outcomes == [DayClosed]
    assert wallet_of(player, book=MAIN) == 10
    books_are_sound()


def _wait_for_a_blocked_statement() -> None:
    """Return as soon as another connection waits for a lock of this one."""
    blocked = (
        "SELECT count(DISTINCT pid) FROM pg_locks"
        " WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"
    )
    for _ in range(20_000):
        if rows(blocked) == [(1,)]:
            return
    pytest.fail("nobody waited for the lock")


def test_postings_and_the_closing_of_their_day_in_a_storm() -> None:
    """Whatever the order, no entry stands in the day after its closing."""
    player = new_player()
    give(player, 10)
    outcomes: list[Outcome] = []

    def pay() -> None:
        for _ in range(ROUNDS):
            attempt(
                posting.deposit(player=player, drawer=new_id(), amount_cents=1, book=MAIN), outcomes
            )

    together([*[pay] * (THREADS - 1), close_day])
    counts = Counter(outcome if isinstance(outcome, type) else UUID for outcome in outcomes)
    assert set(counts) <= {UUID, DayClosed}
    assert counts[UUID] + counts[DayClosed] == (THREADS - 1) * ROUNDS
    assert wallet_of(player, book=MAIN) == 10 + counts[UUID]
    attempt(posting.deposit(player=player, drawer=new_id(), amount_cents=1, book=MAIN), outcomes)
    assert outcomes[-1] is DayClosed
    books_are_sound()


def test_a_hand_is_voided_once_by_whomever() -> None:
    a, b, table = new_player(), new_player(), new_table()
    sit(a, table, 100)
    sit(b, table, 100)
    posted = settle(table, {a: 50, b: -50})
    outcomes: list[Outcome] = []
    draft = posting.void(
        settled=posting.hand_settlement(
            source=Source(new_id(), 1), table=table, net_chips={a: 50, b: -50}, rake=0, book=MAIN
        ),
        reverses=posted,
    )
    together([lambda: attempt(draft, outcomes)] * THREADS)
    assert sum(isinstance(outcome, UUID) for outcome in outcomes) == 1
    assert stacks_at(table, book=MAIN) == {a: 100, b: 100}
    books_are_sound()
