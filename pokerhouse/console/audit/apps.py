"""Django's name for this feature, and its place in the navigation."""

from django.apps import AppConfig
from django.utils.translation import gettext_noop as _

from pokerhouse.common.roles import Role
from pokerhouse.console.shell.navigation import Area, Entry, register


class AuditConfig(AppConfig):
    """The audit trail's page."""

    name = "pokerhouse.console.audit"
    label = "console_audit"

    def ready(self) -> None:
        """Let those find the trail who may look into it."""
        register(
            Entry(
                path="/audit",
                label=_("Audit trail"),
                icon="history",
                area=Area.HOUSE,
                roles=frozenset({Role.MANAGER, Role.AUDITOR, Role.ADMIN}),
                rank=80,
            )
        )
