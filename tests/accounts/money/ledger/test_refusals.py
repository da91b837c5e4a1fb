"""What the database refuses whoever asks: each is tried, and the books stay as they were."""

import pytest

from accounts.money.ledger import chart
from accounts.money.ledger.chart import AccountRef, Book
from pokerhouse.common.ids import new_id
from tests.support.ledger import (
    DAY,
    MAIN,
    account_row,
    close_day,
    give,
    header,
    lines,
    new_player,
    pose_as_a_replica,
    refused_by_database,
    rows,
    run_sql,
)

CAROL, DAVE = new_player(), new_player()
WALLET, OTHER_WALLET = chart.wallet(CAROL, book=MAIN), chart.wallet(DAVE, book=MAIN)


@pytest.fixture
def two_wallets(house_db: str) -> None:
    """Carol and Dave have 500 each."""
    give(CAROL, 500)
    give(DAVE, 500)


MOVE_100 = ((WALLET, 100), (OTHER_WALLET, -100))


@pytest.mark.usefixtures("two_wallets")
def test_a_whole_and_balanced_transaction_is_accepted_and_moves_the_balances() -> None:
    made, insert = header()
    run_sql(insert, lines(made, *MOVE_100))
    assert rows(f"SELECT balance FROM ledger_balance WHERE account = '{WALLET.id}'") == [(400,)]
    assert rows(f"SELECT balance FROM ledger_balance WHERE account = '{OTHER_WALLET.id}'") == [
        (600,)
    ]


@pytest.mark.usefixtures("two_wallets")
@pytest.mark.parametrize("alias", ["default", "owner"])
def test_lines_that_do_not_balance_are_refused(alias: str) -> None:
    made, insert = header()
    with refused_by_database("ledger_balanced"):
        run_sql(insert, lines(made, (WALLET, 100), (OTHER_WALLET, -99)), alias=alias)


@pytest.mark.usefixtures("two_wallets")
@pytest.mark.parametrize("alias", ["default", "owner"])
def test_later_lines_on_an_old_header_are_refused(alias: str) -> None:
    made, insert = header()
    run_sql(insert, lines(made, *MOVE_100))
    with refused_by_database("ledger_all_lines_at_once"):
        run_sql(lines(made, *MOVE_100, first=3), alias=alias)
    with refused_by_database("ledger_entry_pkey"):
        run_sql(lines(made, *MOVE_100), alias=alias)


@pytest.mark.usefixtures("two_wallets")
def test_lines_in_two_statements_are_refused() -> None:
    made, insert = header(line_count=4)
    with refused_by_database("ledger_all_lines_at_once"):
        run_sql(insert, lines(made, *MOVE_100), lines(made, *MOVE_100, first=3))


@pytest.mark.usefixtures("two_wallets")
def test_more_lines_than_the_header_announces_are_refused() -> None:
    made, insert = header(line_count=2)
    with refused_by_database("ledger_all_lines_at_once"):
        run_sql(insert, lines(made, *MOVE_100, *MOVE_100))


@pytest.mark.usefixtures("two_wallets")
@pytest.mark.parametrize(
    ("line_count", "numbers"), [(2, (1, 3)), (2, (2, 3)), (2, (0, 1)), (3, (1, 3)), (3, (1, 2))]
)
def test_lines_that_are_not_numbered_1_to_line_count_are_refused(
    line_count: int, numbers: tuple[int, int]
) -> None:
    """A gap could be filled later."""
    made, insert = header(line_count=line_count)
    first, second = (
        f"('{made}', {number}, '{account.id}', {amount})"
        for number, (account, amount) in zip(numbers, MOVE_100, strict=True)
    )
    with refused_by_database("ledger_all_lines_at_once"):
        run_sql(
            insert,
            "INSERT INTO ledger_entry (transaction, line, account, amount)"
            f" VALUES {first}, {second}",
        )


@pytest.mark.usefixtures("two_wallets")
@pytest.mark.parametrize("alias", ["default", "owner"])
def test_a_header_without_its_lines_is_refused_at_commit(alias: str) -> None:
    _, insert = header()
    with refused_by_database("ledger_header_has_lines"):
        run_sql(insert, alias=alias)


@pytest.mark.usefixtures("two_wallets")
@pytest.mark.parametrize("alias", ["default", "owner"])
def test_lines_without_a_header_are_refused(alias: str) -> None:
    with refused_by_database("ledger_entry_has_header"):
        run_sql(lines(str(new_id()), *MOVE_100), alias=alias)


@pytest.mark.usefixtures("two_wallets")
@pytest.mark.parametrize(("kind", "count"), [("manual", 0), ("manual", 1), ("hand", 1)])
def test_fewer_than_two_lines_are_refused_unless_it_is_a_hand_that_moved_nothing(
    kind: str, count: int
) -> None:
    _, insert = header(line_count=count, kind=kind)
    with refused_by_database("ledger_transaction_line_count"):
        run_sql(insert)


@pytest.mark.usefixtures("two_wallets")
def test_a_hand_that_moved_nothing_has_a_header_and_takes_no_lines_later() -> None:
    made, insert = header(line_count=0, kind="hand")
    run_sql(insert)
    with refused_by_database("ledger_all_lines_at_once"):
        run_sql(lines(made, *MOVE_100))


@pytest.mark.usefixtures("two_wallets")
def test_a_line_of_0_or_above_the_limit_is_refused() -> None:
    for amount in (0, 2**53):
        made, insert = header()
        with refused_by_database("ledger_entry_amount"):
            run_sql(insert, lines(made, (WALLET, amount), (OTHER_WALLET, -amount)))


@pytest.mark.usefixtures("two_wallets")
@pytest.mark.parametrize("alias", ["default", "owner"])
def test_a_closed_day_takes_no_transaction_with_or_without_lines(alias: str) -> None:
    close_day()
    made, insert = header()
    with refused_by_database("ledger_day_open"):
        run_sql(insert, lines(made, *MOVE_100), alias=alias)
    with refused_by_database("ledger_day_open"):
        run_sql(header(line_count=0, kind="hand")[1], alias=alias)


@pytest.mark.usefixtures("two_wallets")
def test_a_rolled_day_takes_transactions_until_it_is_closed() -> None:
    run_sql(f"UPDATE gaming_day SET state = 'rolled' WHERE day = '{DAY}'")
    made, insert = header()
    run_sql(insert, lines(made, *MOVE_100))
    assert rows(f"SELECT count(*) FROM ledger_entry WHERE transaction = '{made}'") == [(2,)]


@pytest.mark.usefixtures("two_wallets")
def test_a_day_that_was_never_opened_takes_no_transaction() -> None:
    made, insert = header(gaming_day="2026-12-24")
    with refused_by_database("ledger_day_open"):
        run_sql(insert, lines(made, *MOVE_100))


@pytest.mark.usefixtures("two_wallets")
@pytest.mark.parametrize("state", ["open", "closed"])
def test_a_day_goes_from_open_to_rolled_to_closed_and_skips_nothing(state: str) -> None:
    with refused_by_database("gaming_day_step"):
        run_sql(f"UPDATE gaming_day SET state = '{state}' WHERE day = '{DAY}'")


@pytest.mark.usefixtures("two_wallets")
@pytest.mark.parametrize("alias", ["default", "owner"])
@pytest.mark.parametrize("state", ["open", "rolled", "closed"])
def test_a_closed_day_is_never_opened_again(state: str, alias: str) -> None:
    close_day()
    with refused_by_database("gaming_day_step"):
        run_sql(f"UPDATE gaming_day SET state = '{state}' WHERE day = '{DAY}'", alias=alias)


@pytest.mark.usefixtures("two_wallets")
def test_a_shift_takes_transactions_until_it_is_closed_and_never_opens_again() -> None:
    shift = new_id()
    run_sql(f"INSERT INTO shift (id, gaming_day) VALUES ('{shift}', '{DAY}')")
    made, insert = header(shift=shift)
    run_sql(insert, lines(made, *MOVE_100))
    run_sql(f"UPDATE shift SET state = 'closed' WHERE id = '{shift}'")
    made, insert = header(shift=shift)
    with refused_by_database("ledger_shift_open"):
        run_sql(insert, lines(made, *MOVE_100))
    with refused_by_database("shift_step"):
        run_sql(f"UPDATE shift SET state = 'open' WHERE id = '{shift}'")


@pytest.mark.usefixtures("two_wallets")
def test_an_unknown_shift_takes_no_transaction_and_no_shift_opens_in_a_closed_day() -> None:
    made, insert = header(shift=new_id())
    with refused_by_database("ledger_shift_open"):
        run_sql(insert, lines(made, *MOVE_100))
    close_day()
    with refused_by_database("ledger_day_open"):
        run_sql(f"INSERT INTO shift (id, gaming_day) VALUES ('{new_id()}', '{DAY}')")


@pytest.mark.usefixtures("two_wallets")
def test_the_triggers_that_balance_hold_for_a_replica_too() -> None:
    pose_as_a_replica()
    made, insert = header()
    with refused_by_database("ledger_balanced"):
        run_sql(insert, lines(made, (WALLET, 1), (OTHER_WALLET, -2)), alias="owner")
    with refused_by_database("ledger_header_has_lines"):
        run_sql(header()[1], alias="owner")
    with refused_by_database("ledger_day_open"):
        run_sql(header(gaming_day="2026-12-24")[1], alias="owner")


@pytest.mark.usefixtures("two_wallets")
@pytest.mark.parametrize("alias", ["default", "owner"])
def test_a_wallet_never_goes_below_0(alias: str) -> None:
    made, insert = header()
    with refused_by_database("ledger_balance_not_negative"):
        run_sql(insert, lines(made, (WALLET, 501), (OTHER_WALLET, -501)), alias=alias)
    if alias == "owner":
        with refused_by_database("ledger_balance_not_negative"):
            run_sql(
                f"UPDATE ledger_balance SET balance = -1 WHERE account = '{WALLET.id}'",
                alias=alias,
            )


@pytest.mark.usefixtures("two_wallets")
def test_only_payment_clearing_may_go_below_0() -> None:
    clearing = AccountRef(Book.MAIN, 1040, new_id())
    receivable = AccountRef(Book.MAIN, 1070, new_id())
    for account in (clearing, receivable):
        run_sql(account_row(account))
    made, insert = header()
    run_sql(insert, lines(made, (clearing, -100), (WALLET, 100)))
    assert rows(f"SELECT balance FROM ledger_balance WHERE account = '{clearing.id}'") == [(-100,)]
    made, insert = header()
    with refused_by_database("ledger_balance_not_negative"):
        run_sql(insert, lines(made, (receivable, -100), (WALLET, 100)))


@pytest.mark.usefixtures("two_wallets")
def test_a_key_is_used_once() -> None:
    run_sql(header(line_count=0, kind="hand", idem_key="once")[1])
    with refused_by_database("ledger_transaction_idem_key"):
        run_sql(header(line_count=0, kind="hand", idem_key="once")[1])


@pytest.mark.usefixtures("two_wallets")
def test_an_event_is_posted_once() -> None:
    event = {"source_stream": new_id(), "source_version": 3}
    run_sql(header(line_count=0, kind="hand", **event)[1])
    with refused_by_database("ledger_transaction_source"):
        run_sql(header(line_count=0, kind="hand", **event)[1])
    with refused_by_database("ledger_transaction_whole_source"):
        run_sql(header(line_count=0, kind="hand", source_stream=new_id())[1])


@pytest.mark.usefixtures("two_wallets")
def test_a_reversal_names_a_transaction_of_its_book_and_a_void_happens_once() -> None:
    made, insert = header()
    run_sql(insert, lines(made, *MOVE_100))
    back = ((WALLET, -100), (OTHER_WALLET, 100))
    for columns in ({"reverses": new_id()}, {"reverses": made, "book": "play"}):
        other, insert = header(kind="void", **columns)
        with refused_by_database("ledger_reverses_known"):
            run_sql(insert, lines(other, *back))
    with refused_by_database("ledger_transaction_void_reverses"):
        run_sql(header(kind="void")[1])
    voided, insert = header(kind="void", reverses=made)
    run_sql(insert, lines(voided, *back))
    again, insert = header(kind="void", reverses=made)
    with refused_by_database("ledger_transaction_void_once"):
        run_sql(insert, lines(again, *back))


@pytest.mark.usefixtures("two_wallets")
def test_a_line_to_an_account_of_another_book_or_to_none_is_refused() -> None:
    give(CAROL, 500, Book.PLAY)
    for account in (chart.wallet(CAROL, Book.PLAY), chart.wallet(new_player(), book=MAIN)):
        made, insert = header()
        with refused_by_database("ledger_one_book"):
            run_sql(insert, lines(made, (WALLET, 100), (account, -100)))
