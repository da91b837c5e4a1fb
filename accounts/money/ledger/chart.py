"""The chart of accounts as data, and references to single accounts."""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from types import MappingProxyType
from uuid import UUID

from msgspec import Struct

from accounts.money.ledger.errors import UnknownAccount
from pokerhouse.common.ids import PlayerId, TableId


class Book(StrEnum):
    """The two books of a house; no transaction has lines of both."""

    MAIN = "main"
    PLAY = "play"  # play money, test accounts, bots that are not the house's staff


class Kind(StrEnum):
    """The kinds of accounts, from the point of view of the house."""

    ASSET = "asset"
    LIABILITY = "liability"
    EQUITY = "equity"
    INCOME = "income"
    EXPENSE = "expense"


class Side(StrEnum):
    """The side on which an account's amount normally stands."""

    DEBIT = "Dr"
    CREDIT = "Cr"


class AccountType(Struct, frozen=True):
    """
    One row of the chart.

    `keys` says by what the accounts of this code are distinguished, the owner first.
    `has_balance_row` is False if all tables would have to wait for the lock of one row; the balance
    of such an account is the sum of its entries.
    """

    code: int
    name: str
    kind: Kind
    side: Side
    keys: tuple[str, ...]
    has_balance_row: bool
    may_go_negative: bool


_BALANCE_KINDS = (Kind.ASSET, Kind.LIABILITY)
_CONTRA = (4090,)
_MAY_GO_NEGATIVE = (1040,)


def _row(code: int, name: str, kind: Kind, *keys: str) -> AccountType:
    on_debit = (kind in (Kind.ASSET, Kind.EXPENSE)) != (code in _CONTRA)
    return AccountType(
        code=code,
        name=name,
        kind=kind,
        side=Side.DEBIT if on_debit else Side.CREDIT,
        keys=keys,
        has_balance_row=kind in _BALANCE_KINDS,
        may_go_negative=code in _MAY_GO_NEGATIVE,
    )


_ROWS = (
    _row(1005, "vault", Kind.ASSET),
    _row(1010, "cage cash", Kind.ASSET, "drawer"),
    _row(1020, "table bank, cash", Kind.ASSET, "table"),
    _row(1030, "cash in drop boxes and in transit", Kind.ASSET, "box", "shift"),
    _row(1040, "payment clearing", Kind.ASSET, "processor"),
    _row(1050, "segregated player funds", Kind.ASSET, "bank account"),
    _row(1060, "house bank", Kind.ASSET, "bank account"),
    _row(1070, "receivable from players", Kind.ASSET, "player"),
    _row(2010, "wallet", Kind.LIABILITY, "player"),
    _row(2020, "stack", Kind.LIABILITY, "player", "table"),
    _row(2025, "transfer in flight between shards", Kind.LIABILITY, "transfer"),
    _row(2040, "chips outstanding off the tables", Kind.LIABILITY, "chip set"),
    _row(2050, "jackpot pool", Kind.LIABILITY, "pool", "table"),
    _row(2055, "promotional player pool", Kind.LIABILITY, "promotion"),
    _row(2060, "prize pool", Kind.LIABILITY, "tournament"),
    _row(2061, "bounty pool", Kind.LIABILITY, "tournament"),
    _row(2065, "registrations before the start", Kind.LIABILITY, "tournament"),
    _row(2066, "tickets", Kind.LIABILITY, "player"),
    _row(2070, "withdrawals pending", Kind.LIABILITY, "player"),
    _row(2080, "tips", Kind.LIABILITY, "pool or dealer"),
    _row(2090, "promotional chips outstanding", Kind.LIABILITY, "player", "promotion"),
    _row(2095, "disputed funds", Kind.LIABILITY, "case"),
    _row(2099, "dormant balances", Kind.LIABILITY, "player"),
    _row(2110, "taxes payable", Kind.LIABILITY, "kind"),
    _row(3010, "capital", Kind.EQUITY),
    _row(4010, "rake", Kind.INCOME, "table"),
    _row(4015, "time charge", Kind.INCOME, "table"),
    _row(4020, "tournament fees", Kind.INCOME, "tournament"),
    _row(4030, "memberships and seat hours", Kind.INCOME),
    _row(4090, "rakeback", Kind.INCOME),
    _row(5010, "promotions and overlay", Kind.EXPENSE),
    _row(5020, "cash over / short", Kind.EXPENSE, "drawer", "shift"),
    _row(5030, "floor corrections", Kind.EXPENSE, "case"),
    _row(5040, "payment fees", Kind.EXPENSE, "processor"),
    _row(5050, "bad debts", Kind.EXPENSE),
    _row(5060, "gaming tax", Kind.EXPENSE, "kind"),
)

CHART: Mapping[int, AccountType] = MappingProxyType({row.code: row for row in _ROWS})
"""Every account of the house by its code, in the order of the codes."""

MAIN_POOL = UUID("00000000-0000-8000-8000-000000002050")
RESERVE_POOL = UUID("00000000-0000-8000-8000-000000002051")
"""The jackpot pools; each has an account for each table, so that tables need not wait."""


class AccountRef(Struct, frozen=True):
    """
    One account: its book, its code, and the keys that the chart requires.

    :raises UnknownAccount: if the chart has no such code, or requires other keys.
    """

    book: Book
    code: int
    owner: UUID | None = None
    within: UUID | None = None

    def __post_init__(self) -> None:
        row = CHART.get(self.code)
        if row is None:
            sentence = f"The chart has no account {self.code}."
            raise UnknownAccount(sentence, code=self.code)
        keys = (self.owner is not None) + (self.within is not None)
        if keys != len(row.keys) or (self.owner is None and keys):
            wanted = " and ".join(row.keys) or "no key"
            sentence = f"Account {self.code} ({row.name}) is kept by {wanted}."
            raise UnknownAccount(sentence, code=self.code)

    @property
    def id(self) -> UUID:
        """
        Return the account's id, a digest of book, code and keys.

        So it needs no look-up, and two transactions that open an account at the same time write the
        same row.
        """
        return _digest(self)

    @property
    def type(self) -> AccountType:
        """Return the chart's row."""
        return CHART[self.code]


@lru_cache(maxsize=20_000)
def _digest(ref: AccountRef) -> UUID:
    text = f"{ref.book}/{ref.code}/{ref.owner or ''}/{ref.within or ''}"
    return UUID(bytes=sha256(text.encode()).digest()[:16])


def wallet(player: PlayerId, book: Book) -> AccountRef:
    """Return the account of a player's money off the tables."""
    return AccountRef(book, 2010, player)


def stack(player: PlayerId, table: TableId, book: Book) -> AccountRef:
    """Return the account of a player's chips at a table."""
    return AccountRef(book, 2020, player, table)


def drawer_cash(drawer: UUID, book: Book) -> AccountRef:
    """Return the account of the cash in a drawer of the cage."""
    return AccountRef(book, 1010, drawer)


def withdrawal(player: PlayerId, book: Book) -> AccountRef:
    """Return the account of a player's withdrawals that have not been paid yet."""
    return AccountRef(book, 2070, player)


def rake(table: TableId, book: Book) -> AccountRef:
    """Return the account of the house's rake from a table."""
    return AccountRef(book, 4010, table)


def jackpot(table: TableId, book: Book, pool: UUID = MAIN_POOL) -> AccountRef:
    """Return a table's part of a jackpot pool."""
    return AccountRef(book, 2050, pool, table)
