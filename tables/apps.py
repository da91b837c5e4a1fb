"""Django's name for this app, and what it offers to the platform."""

from django.apps import AppConfig

from pokerhouse.agenda import clocks


class TablesConfig(AppConfig):
    """The app `tables`."""

    name = "tables"

    def ready(self) -> None:
        """Register a turn's clock, which is given back the time of an outage."""
        from tables.tasks import EXPIRE_TURN, extend_turn  # once the apps are loaded

        clocks.register(EXPIRE_TURN, extend_turn)
