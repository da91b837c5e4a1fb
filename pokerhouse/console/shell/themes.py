"""The theme that somebody chose; without a choice pages follow the system's."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE: Final = "theme"
THEMES: Final = ("dark", "light")
_MAX_AGE_S = 365 * 24 * 3600


def theme_of(request: HttpRequest) -> str:
    """Return what the person chose, "" if nothing."""
    chosen = request.COOKIES.get(COOKIE, "")
    return chosen if chosen in THEMES else ""


def keep_theme(response: HttpResponse, theme: str) -> None:
    """Keep the choice in the browser; anything but a theme takes it back."""
    if theme not in THEMES:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    response.set_cookie(
        COOKIE,
        theme,
        max_age=_MAX_AGE_S,
        secure=settings.COOKIES_NEED_TLS,
        httponly=True,
        samesite="Lax",
    )
