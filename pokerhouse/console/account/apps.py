"""Django's name for this feature."""

from django.apps import AppConfig


class AccountConfig(AppConfig):
    """The pages of one's account; the person's menu leads to them, in every role."""

    name = "pokerhouse.console.account"
    label = "console_account"
