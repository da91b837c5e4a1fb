"""What this feature's modules say."""

from django.utils.translation import gettext_noop as _

WORDS = (_("The history could not be loaded."),)
