"""`manage.py trial_balance [--book main|play] [--day YYYY-MM-DD] [--json]`"""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from datetime import date
from typing import Any

import msgspec

from accounts.money.ledger.chart import Book
from accounts.money.ledger.statements import TrialBalance, trial_balance_text
from accounts.money.reconciliation import integrity
from accounts.money.reports.trial import trial_balance
from pokerhouse.ops.command.base import HouseCommand


class Command(HouseCommand):
    help = (
        "Print the trial balance of a book, then what the checks of the whole ledger (both books,"
        " all days) say. Exits 1 if debits and credits differ, or if any check finds something."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--book", choices=[book.value for book in Book], default=Book.MAIN)
        parser.add_argument(
            "--day", type=_day, metavar="DAY", help="one gaming day, YYYY-MM-DD; default: all"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        balance = trial_balance(Book(options["book"]), options["day"])
        findings = integrity.check_all()
        if options["json"]:
            self.stdout.write(_json(balance, findings))
        else:
            self.stdout.write(trial_balance_text(balance))
            self.stdout.write("\nWhole ledger")
            for finding in findings:
                verdict = "ok" if finding.is_ok else "differs"
                self.stdout.write(f"{finding.title}: {verdict}")
                for difference in finding.differences:
                    self.stdout.write(f"  {difference}")
                unnamed = finding.count - len(finding.differences)
                if unnamed:
                    self.stdout.write(f"  and {unnamed} more: {finding.count} in all")
        if not (balance.is_balanced and all(finding.is_ok for finding in findings)):
            raise SystemExit(1)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        sentence = f"a day of the calendar as YYYY-MM-DD, not {text}"
        raise ArgumentTypeError(sentence) from None


def _json(balance: TrialBalance, findings: Sequence[integrity.Finding]) -> str:
    debit, credit, balance_debit, balance_credit = balance.totals
    report = {
        "book": balance.book,
        "day": balance.day,
        "rows": [
            {
                "code": row.code,
                "name": row.name,
                "debit_cents": row.debit_cents,
                "credit_cents": row.credit_cents,
                "balance_debit_cents": row.balance_debit_cents,
                "balance_credit_cents": row.balance_credit_cents,
            }
            for row in balance.rows
        ],
        "totals": {
            "debit_cents": debit,
            "credit_cents": credit,
            "balance_debit_cents": balance_debit,
            "balance_credit_cents": balance_credit,
        },
        "is_balanced": balance.is_balanced,
        "whole_ledger": [
            {
                "number": finding.number,
                "check": finding.title,
                "is_ok": finding.is_ok,
                "difference_count": finding.count,
            }
            for finding in findings
        ],
        "differences": [sentence for finding in findings for sentence in finding.differences],
    }
    return msgspec.json.encode(report).decode()
