"""What this feature's modules say."""

from django.utils.translation import gettext_noop as _

WORDS = (
    _("Your password is changed. All other sessions are ended."),
    _("The second factor is on."),
    _("The authenticator app is switched off."),
    _("You have new recovery codes."),
    _("The passkey is added."),
    _("The passkey has its name."),
    _("The passkey is removed."),
)
