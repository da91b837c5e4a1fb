"""The transaction of each business event: pure functions that return a balanced transaction."""

from collections.abc import Mapping
from hashlib import sha256
from uuid import UUID

import msgspec
from msgspec import Struct

from accounts.money.ledger import chart
from accounts.money.ledger.chart import AccountRef, Book
from accounts.money.ledger.errors import BadAmount, BadLines, NothingToReverse, Unbalanced
from pokerhouse.common.ids import PlayerId, TableId
from pokerhouse.common.money import MAX_AMOUNT

MAX_LINES = 20_000
"""Enough for the prizes of the largest tournament in one transaction."""
MAX_MEMO_LENGTH = 500

HAND = "hand"
VOID = "void"


class Source(Struct, frozen=True):
    """The event that moved the money: its stream (hand, table, tournament) and its version."""

    stream: UUID
    version: int


class Line(Struct, frozen=True):
    """One line: debit positive, credit negative, in minor units."""

    account: AccountRef
    amount: int


class Transaction(Struct, frozen=True):
    """
    One balanced transaction that is not posted yet; an unbalanced one cannot be made.

    :raises BadAmount: if an amount is no integer, 0, or above MAX_AMOUNT.
    :raises BadLines: if there are fewer than two lines (a hand that moved nothing has none), more
        than MAX_LINES, or lines of another book.
    :raises Unbalanced: if debits and credits differ.
    """

    kind: str
    book: Book
    lines: tuple[Line, ...]
    source: Source | None = None
    reverses: UUID | None = None
    memo: str = ""

    def __post_init__(self) -> None:
        count = len(self.lines)
        is_still_hand = count == 0 and self.kind == HAND
        if not (2 <= count <= MAX_LINES or is_still_hand):
            sentence = f"A transaction has 2 to {MAX_LINES} lines, not {count}."
            raise BadLines(sentence, lines=count)
        if len(self.memo) > MAX_MEMO_LENGTH:
            sentence = f"A memo has at most {MAX_MEMO_LENGTH} characters."
            raise BadLines(sentence)
        for line in self.lines:
            _check_integer(line.amount)
            if line.amount == 0:
                raise BadAmount("A line of 0 says nothing.", amount=0)
            if line.account.book != self.book:
                sentence = f"A line of the book {line.account.book} in {self.book}."
                raise BadLines(sentence)
        off_by = sum(line.amount for line in self.lines)
        if off_by:
            sentence = f"Debits and credits differ by {off_by}."
            raise Unbalanced(sentence, off_by=off_by)

    @property
    def digest(self) -> bytes:
        """Return 32 bytes that are equal for equal content, whatever the order of the lines."""
        lines = sorted((line.account.id, line.amount) for line in self.lines)
        content = (self.kind, self.book, self.source, self.reverses, self.memo, lines)
        return sha256(msgspec.json.encode(content)).digest()


def opening_float(*, amount_cents: int, source: Source | None = None, book: Book) -> Transaction:
    """Return the posting of the owner's money into the vault."""
    return _move(
        "opening_float",
        debit=AccountRef(book, 1005),
        credit=AccountRef(book, 3010),
        amount=amount_cents,
        source=source,
    )


def drawer_float(
    *, drawer: UUID, amount_cents: int, source: Source | None = None, book: Book
) -> Transaction:
    """Return the posting of cash that goes from the vault to a drawer."""
    return _move(
        "drawer_float",
        debit=chart.drawer_cash(drawer, book),
        credit=AccountRef(book, 1005),
        amount=amount_cents,
        source=source,
    )


def deposit(
    *,
    player: PlayerId,
    drawer: UUID,
    amount_cents: int,
    source: Source | None = None,
    book: Book,
) -> Transaction:
    """Return the posting of a deposit at the cage."""
    return _move(
        "deposit",
        debit=chart.drawer_cash(drawer, book),
        credit=chart.wallet(player, book),
        amount=amount_cents,
        source=source,
    )


def buy_in(
    *,
    player: PlayerId,
    table: TableId,
    amount_cents: int,
    source: Source | None = None,
    book: Book,
) -> Transaction:
    """Return the posting of a buy-in: from the wallet to the stack."""
    return _move(
        "buy_in",
        debit=chart.wallet(player, book),
        credit=chart.stack(player, table, book),
        amount=amount_cents,
        source=source,
    )


def top_up(
    *,
    player: PlayerId,
    table: TableId,
    amount_cents: int,
    source: Source | None = None,
    book: Book,
) -> Transaction:
    """Return the posting of a top-up or rebuy: from the wallet to the stack."""
    return _move(
        "top_up",
        debit=chart.wallet(player, book),
        credit=chart.stack(player, table, book),
        amount=amount_cents,
        source=source,
    )


def hand_settlement(
    *,
    source: Source,
    table: TableId,
    net_chips: Mapping[PlayerId, int],
    rake: int,
    jackpot_drop: int = 0,
    book: Book,
) -> Transaction:
    """
    Return the transaction that settles a hand: gains of winners, losses of losers, and the rake.

    `source` is the hand's stream and the version of its `hand_finished`. A player whose stack did
    not change has no line. If nobody's stack changed, the transaction has no lines.

    :raises BadAmount: if a figure is no integer, rake or drop negative, or one above MAX_AMOUNT.
    :raises Unbalanced: if the players' net results, rake and drop do not add up to 0.
    """
    for net in net_chips.values():
        _check_integer(net)
    for taken in (rake, jackpot_drop):
        _check_integer(taken)
        if taken < 0:
            sentence = f"{taken} taken from a pot is below 0."
            raise BadAmount(sentence, amount=taken)
    changes = [(chart.stack(player, table, book), -net) for player, net in net_chips.items() if net]
    changes.sort(key=lambda change: change[1] < 0)  # debits first, as people read them
    if rake:
        changes.append((chart.rake(table, book), -rake))
    if jackpot_drop:
        changes.append((chart.jackpot(table, book), -jackpot_drop))
    return Transaction(HAND, book, tuple(Line(*change) for change in changes), source=source)


def leave(
    *,
    player: PlayerId,
    table: TableId,
    amount_cents: int,
    source: Source | None = None,
    book: Book,
) -> Transaction:
    """Return the posting of a stack that goes back into the wallet."""
    return _move(
        "leave",
        debit=chart.stack(player, table, book),
        credit=chart.wallet(player, book),
        amount=amount_cents,
        source=source,
    )


def cash_out_requested(
    *, player: PlayerId, amount_cents: int, source: Source | None = None, book: Book
) -> Transaction:
    """Return the posting of a withdrawal that waits for approval or payment."""
    return _move(
        "cash_out_asked",  # as in stored transactions
        debit=chart.wallet(player, book),
        credit=chart.withdrawal(player, book),
        amount=amount_cents,
        source=source,
    )


def cash_out_paid(
    *,
    player: PlayerId,
    drawer: UUID,
    amount_cents: int,
    source: Source | None = None,
    book: Book,
) -> Transaction:
    """Return the posting of a withdrawal that is paid from a drawer."""
    return _move(
        "cash_out_paid",
        debit=chart.withdrawal(player, book),
        credit=chart.drawer_cash(drawer, book),
        amount=amount_cents,
        source=source,
    )


def cash_out_refused(
    *, player: PlayerId, amount_cents: int, source: Source | None = None, book: Book
) -> Transaction:
    """Return the posting of a refused withdrawal, back into the wallet."""
    return _move(
        "cash_out_refused",
        debit=chart.withdrawal(player, book),
        credit=chart.wallet(player, book),
        amount=amount_cents,
        source=source,
    )


def void(
    *, settled: Transaction, reverses: UUID, source: Source | None = None, memo: str = ""
) -> Transaction:
    """
    Return the full reversal of a settled hand; `reverses` is the id of its transaction.

    :raises NothingToReverse: if `settled` is not of a hand, or nobody's stack changed in it.
    """
    if settled.kind != HAND or not settled.lines:
        raise NothingToReverse("Only a settled hand that moved chips can be voided.")
    lines = tuple(Line(line.account, -line.amount) for line in settled.lines)
    return Transaction(VOID, settled.book, lines, source=source, reverses=reverses, memo=memo)


def _move(
    kind: str, *, debit: AccountRef, credit: AccountRef, amount: int, source: Source | None
) -> Transaction:
    _check_integer(amount)
    if amount <= 0:
        sentence = f"An amount is above 0, not {amount}."
        raise BadAmount(sentence, amount=amount)
    return Transaction(
        kind, debit.book, (Line(debit, amount), Line(credit, -amount)), source=source
    )


def _check_integer(amount: int) -> None:
    # `type is`, not isinstance: True is an int, and 5.0 == 5.
    if type(amount) is not int:
        sentence = f"An amount is a whole number of minor units, not {amount!r}."
        raise BadAmount(sentence)
    if abs(amount) > MAX_AMOUNT:
        sentence = f"An amount is at most {MAX_AMOUNT}."
        raise BadAmount(sentence, amount=amount)
