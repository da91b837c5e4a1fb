"""Django's name for this app."""

from django.apps import AppConfig


class AgendaConfig(AppConfig):
    """The app `pokerhouse.agenda`."""

    name = "pokerhouse.agenda"
