"""The refusals of the ledger; after each nothing was posted."""

from typing import ClassVar

from pokerhouse.common.errors import DomainError


class LedgerRefusal(DomainError):
    """A posting that the ledger refuses."""

    code: ClassVar[str] = "ledger_refused"


class UnknownAccount(LedgerRefusal):
    """The chart has no such account, or requires other keys, or the book does not exist."""

    code: ClassVar[str] = "unknown_account"


class BadAmount(LedgerRefusal):
    """Not a whole number of minor units, not positive where it must be, or above MAX_AMOUNT."""

    code: ClassVar[str] = "bad_amount"


class Unbalanced(LedgerRefusal):
    """Debits and credits differ."""

    code: ClassVar[str] = "unbalanced"


class BadLines(LedgerRefusal):
    """Fewer than two lines, too many, or lines of more than one book."""

    code: ClassVar[str] = "bad_lines"


class NothingToReverse(LedgerRefusal):
    """Only a settled hand that moved chips can be voided."""

    code: ClassVar[str] = "nothing_to_reverse"


class InsufficientFunds(LedgerRefusal):
    """The account does not hold what the posting takes; facts: account, balance, change."""

    code: ClassVar[str] = "insufficient_funds"


class BalanceTooLarge(LedgerRefusal):
    """The account would hold more than MAX_AMOUNT; facts: account, balance, change."""

    code: ClassVar[str] = "balance_too_large"


class DayClosed(LedgerRefusal):
    """The gaming day is closed; a correction goes into the open day."""

    code: ClassVar[str] = "day_closed"


class ShiftClosed(LedgerRefusal):
    """The shift does not exist or has been counted and closed."""

    code: ClassVar[str] = "shift_closed"


class AlreadyPosted(LedgerRefusal):
    """The event was posted before, under another key; facts: transaction."""

    code: ClassVar[str] = "already_posted"


class AlreadyVoided(LedgerRefusal):
    """The transaction was reversed before; facts: transaction."""

    code: ClassVar[str] = "already_voided"


class KeyReused(LedgerRefusal):
    """The key was used for another posting; facts: transaction."""

    code: ClassVar[str] = "idempotency_key_reused"


class UnknownTransaction(LedgerRefusal):
    """No such transaction in this book."""

    code: ClassVar[str] = "unknown_transaction"


class LedgerBusy(LedgerRefusal):
    """Accounts were locked for too long, or there was a deadlock; repeat the same request."""

    code: ClassVar[str] = "ledger_busy"
