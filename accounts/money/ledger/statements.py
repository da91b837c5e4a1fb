"""The trial balance for accountants, as figures and as text."""

from collections.abc import Iterable, Sequence
from datetime import date

from msgspec import Struct

from accounts.money.ledger.chart import CHART, Book

_HEADINGS = ("Code", "Account", "Dr", "Cr", "Balance Dr", "Balance Cr")


class TrialRow(Struct, frozen=True):
    """One row of the trial balance, in minor units: the sums of a code's debits and credits."""

    code: int
    debit_cents: int
    credit_cents: int

    @property
    def name(self) -> str:
        return CHART[self.code].name

    @property
    def balance_debit_cents(self) -> int:
        """Return by how much debits exceed credits, or 0."""
        return max(self.debit_cents - self.credit_cents, 0)

    @property
    def balance_credit_cents(self) -> int:
        """Return by how much credits exceed debits, or 0."""
        return max(self.credit_cents - self.debit_cents, 0)


class TrialBalance(Struct, frozen=True):
    """The trial balance of a book, since its beginning or of one gaming day; rows by code."""

    book: Book
    day: date | None
    rows: tuple[TrialRow, ...]

    @property
    def totals(self) -> tuple[int, int, int, int]:
        """Return the sums of debits, credits, and balances on each side."""
        figures = [_figures(row) for row in self.rows]
        debit, credit, balance_debit, balance_credit = (
            (sum(column) for column in zip(*figures, strict=True)) if figures else (0, 0, 0, 0)
        )
        return debit, credit, balance_debit, balance_credit

    @property
    def is_balanced(self) -> bool:
        """Return whether debits equal credits, and the balances of both sides are equal."""
        debit, credit, balance_debit, balance_credit = self.totals
        return debit == credit and balance_debit == balance_credit


def _figures(row: TrialRow) -> tuple[int, int, int, int]:
    return (
        row.debit_cents,
        row.credit_cents,
        row.balance_debit_cents,
        row.balance_credit_cents,
    )


def trial_balance_text(balance: TrialBalance) -> str:
    """Return the trial balance as a table for a terminal; amounts in minor units."""
    period = f"gaming day {balance.day}" if balance.day else "since the books began"
    title = f"Trial balance · book {balance.book} · {period} · minor units"
    if not balance.rows:
        return f"{title}\n\nNo activity"
    body = [(str(row.code), row.name, *_amounts(_figures(row))) for row in balance.rows]
    totals = ("", "Total", *(f"{amount:,}" for amount in balance.totals))
    return f"{title}\n\n{_table(_HEADINGS, body, totals)}"


def _amounts(figures: Iterable[int]) -> list[str]:
    return [f"{amount:,}" if amount else "" for amount in figures]


def _table(headings: Sequence[str], body: Sequence[Sequence[str]], totals: Sequence[str]) -> str:
    columns = zip(headings, totals, *body, strict=True)
    widths = [max(map(len, column)) for column in columns]
    rule = "  ".join("-" * width for width in widths)

    def line(cells: Sequence[str]) -> str:
        words = [cell.ljust(width) for cell, width in zip(cells[:2], widths[:2], strict=True)]
        numbers = [cell.rjust(width) for cell, width in zip(cells[2:], widths[2:], strict=True)]
        return "  ".join([*words, *numbers]).rstrip()

    return "\n".join([line(headings), rule, *map(line, body), rule, line(totals)])
