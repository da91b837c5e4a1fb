"""Django's name for this feature."""

from django.apps import AppConfig


class TablePageConfig(AppConfig):
    """The table's page."""

    name = "pokerhouse.console.table"
    label = "console_table"
