"""What the modules of signing in say, here and where the account's pages use them."""

from django.utils.translation import gettext_noop as _

WORDS = (
    _("This e-mail address or password is not right."),
    _("The code from your app or key"),
    _("The code that was sent to you"),
    _("This code is no longer valid. Ask for a new one."),
    _("Your password is set. Sign in with it."),
    # what the house refuses
    _("Too many tries. Come back later."),
    _("This password is not right."),
    _("That code is not right."),
    _("At least 8 characters."),
    _("Everybody knows this password. Take another."),
    _("This password is too much like your name or address. Take another."),
    _("Somebody else has this name."),
    _("Fill in every field."),
    # passkeys
    _("The device did not confirm it. Try it again."),
    _("This device has a passkey here already."),
    _("Passkeys do not work at this address."),
)
