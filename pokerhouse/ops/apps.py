"""Django's name for this app."""

from django.apps import AppConfig


class OpsConfig(AppConfig):
    """Every operator's command, and the one-command house."""

    name = "pokerhouse.ops"
    label = "ops"
