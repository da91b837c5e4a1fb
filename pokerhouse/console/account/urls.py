"""The paths of one's account."""

from django.urls import path

from pokerhouse.console.account import profile, security, sessions, tokens

urlpatterns = [
    path("account", profile.profile),
    path("account/security", security.security),
    path("account/security/app", security.set_up),
    path("account/security/app/off", security.switch_off),
    path("account/security/codes", security.new_codes),
    path("account/security/passkeys/new", security.new_passkey),
    path("account/security/passkeys/<int:passkey>/name", security.rename),
    path("account/security/passkeys/<int:passkey>/remove", security.remove),
    path("account/sessions", sessions.sessions),
    path("account/sessions/others/end", sessions.end_others),
    path("account/sessions/<uuid:session>/end", sessions.end),
    path("account/tokens", tokens.tokens),
    path("account/tokens/new", tokens.new),
    path("account/tokens/<uuid:token>/revoke", tokens.revoke),
]
