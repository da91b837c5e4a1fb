"""Django's name for this feature, and its place in the navigation."""

from django.apps import AppConfig
from django.utils.translation import gettext_noop as _

from pokerhouse.common.roles import Role
from pokerhouse.console.shell.navigation import Area, Entry, register


class BooksConfig(AppConfig):
    """The books' pages."""

    name = "pokerhouse.console.books"
    label = "console_books"

    def ready(self) -> None:
        """Let those find the books who may look into them."""
        register(
            Entry(
                path="/trial-balance",
                label=_("Trial balance"),
                short=_("Balances"),
                icon="book",
                area=Area.BOOKS,
                roles=frozenset({Role.ACCOUNTANT, Role.AUDITOR, Role.MANAGER}),
                rank=60,
            )
        )
