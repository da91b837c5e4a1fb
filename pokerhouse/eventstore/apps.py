"""Django's name for this app."""

from django.apps import AppConfig


class EventStoreConfig(AppConfig):
    """The app `pokerhouse.eventstore`."""

    name = "pokerhouse.eventstore"
