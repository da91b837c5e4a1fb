"""Django's name for this feature, and its place in the navigation."""

from django.apps import AppConfig
from django.utils.translation import gettext_noop as _

from pokerhouse.common.roles import Role
from pokerhouse.console.shell.navigation import Area, Entry, register


class CagePagesConfig(AppConfig):
    """The cage's pages."""

    name = "pokerhouse.console.cage"
    label = "console_cage"

    def ready(self) -> None:
        """Let cashiers find the cage."""
        register(
            Entry(
                path="/cage",
                label=_("Deposit and payout"),
                short=_("Cage"),
                icon="till",
                area=Area.CAGE,
                roles=frozenset({Role.CAGE}),
                rank=10,
            )
        )
