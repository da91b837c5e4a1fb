"""Django's name for this app."""

from django.apps import AppConfig


class PokerhouseConfig(AppConfig):
    """The app `pokerhouse`; with it comes the Celery application that shared tasks belong to."""

    name = "pokerhouse"

    def ready(self) -> None:
        """Make the Celery app the default one in every process that runs Django."""
        from pokerhouse import celery  # noqa: F401  importing is what is wanted
