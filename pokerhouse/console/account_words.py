"""The accounts of the chart by their names in the reader's language."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

ACCOUNTS: Final[Mapping[int, str]] = {
    1005: _("Vault"),
    1010: _("Cash at the cage"),
    1020: _("Cash in table banks"),
    1030: _("Cash in drop boxes and on the way"),
    1040: _("Payments on the way"),
    1050: _("Players' money at the bank"),
    1060: _("The house's bank"),
    1070: _("Players' debts"),
    2010: _("Wallets"),
    2020: _("Stacks at tables"),
    2025: _("Transfers on the way"),
    2040: _("Chips off the tables"),
    2050: _("Jackpot pools"),
    2055: _("Promotional pools of players"),
    2060: _("Prize pools"),
    2061: _("Bounty pools"),
    2065: _("Registrations before the start"),
    2066: _("Tickets"),
    2070: _("Payouts that wait"),
    2080: _("Tips"),
    2090: _("Promotional chips"),
    2095: _("Disputed money"),
    2099: _("Dormant balances"),
    2110: _("Taxes that are owed"),
    3010: _("Capital"),
    4010: _("Rake"),
    4015: _("Time charge"),
    4020: _("Tournament fees"),
    4030: _("Memberships and seat hours"),
    4090: _("Rakeback"),
    5010: _("Promotions and overlay"),
    5020: _("Cash over and short"),
    5030: _("Corrections by the floor"),
    5040: _("Payment fees"),
    5050: _("Bad debts"),
    5060: _("Gaming tax"),
}


def account_name(code: int) -> str:
    """Return what an account is called."""
    return gettext(ACCOUNTS[code])
