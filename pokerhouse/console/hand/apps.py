"""Django's name for this feature."""

from django.apps import AppConfig


class HandConfig(AppConfig):
    """The hand's page."""

    name = "pokerhouse.console.hand"
    label = "console_hand"
