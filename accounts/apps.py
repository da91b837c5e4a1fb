"""Django's name for this app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The app `accounts`."""

    name = "accounts"
