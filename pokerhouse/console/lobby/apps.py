"""Django's name for this feature."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """The lobby's page."""

    name = "pokerhouse.console.lobby"
    label = "console_lobby"
