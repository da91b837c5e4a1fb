"""Django's name for this feature."""

from django.apps import AppConfig


class ShellConfig(AppConfig):
    """The frame's templates and static files."""

    name = "pokerhouse.console.shell"
    label = "console_shell"
