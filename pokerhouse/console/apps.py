"""Django's name for this app."""

from contextlib import suppress

from django.apps import AppConfig

from pokerhouse.console.catalogues import compile_catalogues


class ConsoleConfig(AppConfig):
    """The catalogues of the pages; each feature beside this file is an app of its own."""

    name = "pokerhouse.console"
    label = "console"

    def ready(self) -> None:
        """Compile the words; where nothing can be written, somebody has done so before."""
        with suppress(PermissionError, FileNotFoundError):
            compile_catalogues()
