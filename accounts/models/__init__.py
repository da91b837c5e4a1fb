"""The tables of people and money as Django sees them."""

from accounts.models.audit import AuditEntry
from accounts.models.inbox import InboxHead, InboxItem
from accounts.models.ledger import (
    GamingDay,
    LedgerAccount,
    LedgerBalance,
    LedgerEntry,
    LedgerTransaction,
    Shift,
)
from accounts.models.people import PersonalToken, SocketTicket, Standing, User
from pokerhouse.common.roles import Role

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
    "Role",
    "Shift",
    "SocketTicket",
    "Standing",
    "User",
]
