"""Django's name for this feature, and its place in the navigation."""

from django.apps import AppConfig
from django.utils.translation import gettext_noop as _

from pokerhouse.common.roles import Role
from pokerhouse.console.shell.navigation import Area, Entry, register


class GamesConfig(AppConfig):
    """The games of the house."""

    name = "pokerhouse.console.games"
    label = "console_games"

    def ready(self) -> None:
        """Let managers find the games."""
        register(
            Entry(
                path="/games",
                label=_("Games"),
                icon="cards",
                area=Area.HOUSE,
                roles=frozenset({Role.MANAGER}),
                rank=20,
            )
        )
