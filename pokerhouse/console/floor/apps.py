"""Django's name for this feature, and its place in the navigation."""

from django.apps import AppConfig
from django.utils.translation import gettext_noop as _

from pokerhouse.common.roles import Role
from pokerhouse.console.shell.navigation import Area, Entry, register


class FloorConfig(AppConfig):
    """The floor's tables."""

    name = "pokerhouse.console.floor"
    label = "console_floor"

    def ready(self) -> None:
        """Let the floor find its tables."""
        register(
            Entry(
                path="/floor/tables",
                label=_("Tables"),
                icon="table",
                area=Area.ROOM,
                roles=frozenset({Role.FLOOR, Role.MANAGER}),
                rank=10,
            )
        )
