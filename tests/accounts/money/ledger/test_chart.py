"""The chart of accounts."""

from hashlib import sha256
from uuid import UUID

import pytest

from accounts.money.ledger import chart
from accounts.money.ledger.chart import CHART, AccountRef, Book, Kind, Side
from accounts.money.ledger.errors import UnknownAccount
from pokerhouse.common.ids import PlayerId, TableId
from tests.support.ledger import MAIN

PLAYER = PlayerId(UUID(int=1))
TABLE = TableId(UUID(int=2))

CODES = {
    Kind.ASSET: [1005, 1010, 1020, 1030, 1040, 1050, 1060, 1070],
    Kind.LIABILITY: [
        *(2010, 2020, 2025, 2040, 2050, 2055, 2060, 2061, 2065, 2066, 2070, 2080, 2090, 2095),
        *(2099, 2110),
    ],
    Kind.EQUITY: [3010],
    Kind.INCOME: [4010, 4015, 4020, 4030, 4090],
    Kind.EXPENSE: [5010, 5020, 5030, 5040, 5050, 5060],
}


def test_the_chart_has_every_account_of_the_house_in_the_order_of_the_codes() -> None:
    assert list(CHART) == [code for codes in CODES.values() for code in codes]
    assert {row.code: row.kind for row in CHART.values()} == {
        code: kind for kind, codes in CODES.items() for code in codes
    }


def test_assets_and_expenses_stand_on_the_debit_side_and_so_does_the_contra_account() -> None:
    on_debit = [code for code, row in CHART.items() if row.side is Side.DEBIT]
    assert on_debit == [*CODES[Kind.ASSET], 4090, *CODES[Kind.EXPENSE]]


def test_only_payment_clearing_may_go_negative() -> None:
    assert [code for code, row in CHART.items() if row.may_go_negative] == [1040]


def test_house_income_has_no_balance_row_on_which_every_table_would_queue() -> None:
    with_row = [code for code, row in CHART.items() if row.has_balance_row]
    assert with_row == [*CODES[Kind.ASSET], *CODES[Kind.LIABILITY]]


def test_a_stack_is_kept_by_player_and_table_and_a_jackpot_pool_by_table_too() -> None:
    assert CHART[2020].keys == ("player", "table")
    assert CHART[2050].keys == ("pool", "table")
    assert chart.jackpot(TABLE, book=MAIN).within == TABLE


@pytest.mark.parametrize(
    ("code", "keys"),
    [
        (2011, (PLAYER,)),
        (2010, ()),
        (2010, (PLAYER, TABLE)),
        (2010, (None, TABLE)),
        (2020, (PLAYER,)),
        (1005, (PLAYER,)),
    ],
)
def test_an_account_that_the_chart_does_not_know_is_refused(
    code: int, keys: tuple[UUID | None, ...]
) -> None:
    with pytest.raises(UnknownAccount) as refusal:
        AccountRef(Book.MAIN, code, *keys)
    assert refusal.value.facts == {"code": code}


def test_an_accounts_id_is_the_digest_of_what_it_is() -> None:
    text = f"main/2020/{PLAYER}/{TABLE}"
    assert chart.stack(PLAYER, TABLE, book=MAIN).id == UUID(sha256(text.encode()).hexdigest()[:32])
    assert AccountRef(Book.PLAY, 1005).id == UUID(sha256(b"play/1005//").hexdigest()[:32])
    assert chart.wallet(PLAYER, book=MAIN).id != chart.wallet(PLAYER, Book.PLAY).id
