"""The tables of people and money as Django sees them."""

from accounts.models.ledger import (
    GamingDay,
    LedgerAccount,
    LedgerBalance,
    LedgerEntry,
    LedgerTransaction,
    Shift,
)
from accounts.models.people import Standing, User
from pokerhouse.common.roles import Role

__all__ = [
    "GamingDay",
    "LedgerAccount",
    "LedgerBalance",
    "LedgerEntry",
    "LedgerTransaction",
    "Role",
    "Shift",
    "Standing",
    "User",
]
