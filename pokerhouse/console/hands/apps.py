"""Django's name for this feature, and its place in the navigation."""

from django.apps import AppConfig
from django.utils.translation import gettext_noop as _

from pokerhouse.common.roles import Role
from pokerhouse.console.shell.navigation import Area, Entry, register


class HandsConfig(AppConfig):
    """The page of one's hands."""

    name = "pokerhouse.console.hands"
    label = "console_hands"

    def ready(self) -> None:
        """Let players find their hands."""
        register(
            Entry(
                path="/hands",
                label=_("My hands"),
                short=_("Hands"),
                icon="history",
                area=Area.PLAY,
                roles=frozenset({Role.PLAYER}),
                rank=50,
            )
        )
