"""Django's name for this feature."""

from django.apps import AppConfig


class SigningConfig(AppConfig):
    """The pages of signing in and up."""

    name = "pokerhouse.console.signing"
    label = "console_signing"
