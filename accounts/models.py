"""The tables of people and money as Django sees them."""

from accounts.audit_trail.models import AuditEntry
from accounts.money.ledger.models import (
    GamingDay,
    LedgerAccount,
    LedgerBalance,
    LedgerEntry,
    LedgerTransaction,
    Shift,
)
from accounts.people.inbox.models import InboxHead, InboxItem
from accounts.people.models import PersonalToken, SocketTicket, User

__all__ = [
    "AuditEntry",
    "GamingDay",
    "InboxHead",
    "InboxItem",
    "LedgerAccount",
    "LedgerBalance",
    "LedgerEntry",
    "LedgerTransaction",
    "PersonalToken",
    "Shift",
    "SocketTicket",
    "User",
]
