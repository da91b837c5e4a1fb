"""Django's name for this feature, and its places in the navigation."""

from django.apps import AppConfig
from django.utils.translation import gettext_noop as _

from pokerhouse.common.roles import Role
from pokerhouse.console.shell.navigation import Area, Entry, register


class PlayersConfig(AppConfig):
    """Players for the floor, people for the administrator."""

    name = "pokerhouse.console.players"
    label = "console_players"

    def ready(self) -> None:
        """Let the floor find its players, and administrators all people."""
        register(
            Entry(
                path="/players",
                label=_("Players"),
                icon="person",
                area=Area.ROOM,
                roles=frozenset({Role.FLOOR, Role.MANAGER}),
                rank=60,
            ),
            Entry(
                path="/people",
                label=_("People"),
                icon="people",
                area=Area.HOUSE,
                roles=frozenset({Role.ADMIN}),
                rank=10,
            ),
        )
