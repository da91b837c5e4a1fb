"""How a person stands with the house, in words and by how urgently it is shown."""

from typing import Final

from django.utils.translation import gettext_lazy as _

STANDINGS: Final = (("good", _("may play")), ("suspended", _("suspended")), ("barred", _("barred")))
LEVELS: Final = {"suspended": "warn", "barred": "alarm"}
"""How urgently a standing is shown; a good standing shows nothing."""


def shown_standing(standing: str) -> dict[str, str]:
    """Return what a template shows of a standing, in the reader's language."""
    return {
        "standing_word": str(dict(STANDINGS)[standing]),
        "level": LEVELS.get(standing, ""),
    }
