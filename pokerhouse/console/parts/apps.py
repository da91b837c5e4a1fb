"""Django's name for this feature."""

from django.apps import AppConfig


class PartsConfig(AppConfig):
    """Template tags, partials, styles and scripts of the parts."""

    name = "pokerhouse.console.parts"
    label = "console_parts"
