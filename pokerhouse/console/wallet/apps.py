"""Django's name for this feature, and its place in the navigation."""

from django.apps import AppConfig
from django.utils.translation import gettext_noop as _

from pokerhouse.common.roles import Role
from pokerhouse.console.shell.navigation import Area, Entry, register


class WalletConfig(AppConfig):
    """The wallet's page."""

    name = "pokerhouse.console.wallet"
    label = "console_wallet"

    def ready(self) -> None:
        """Let players find their wallet."""
        register(
            Entry(
                path="/wallet",
                label=_("Wallet"),
                icon="wallet",
                area=Area.PLAY,
                roles=frozenset({Role.PLAYER}),
                rank=40,
            )
        )
