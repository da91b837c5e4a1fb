"""Django's name for this feature, and its place in the navigation."""

from django.apps import AppConfig
from django.utils.translation import gettext_noop as _

from pokerhouse.console.shell.navigation import Area, Entry, register


class LobbyConfig(AppConfig):
    """The lobby's page."""

    name = "pokerhouse.console.lobby"
    label = "console_lobby"

    def ready(self) -> None:
        """Let everybody find the lobby."""
        register(Entry(path="/", label=_("Lobby"), icon="table", area=Area.PLAY, rank=10))
