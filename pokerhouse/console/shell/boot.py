"""What a page's modules need to begin: who looks, in which language, and the words they may say."""

from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.translation import get_language, gettext

from accounts.people.identity import signed_in
from pokerhouse.console.words import WORDS


def boot(request: HttpRequest, **facts: str) -> dict[str, Any]:
    """Return the page's beginning, JSON-ready."""
    user = signed_in(request.user)
    person = {"id": str(user.id), "name": user.screen_name} if user is not None else None
    words = {english: gettext(english) for english in WORDS}
    csrf = get_token(request)
    return {"me": person, "lang": get_language(), "csrf": csrf, "words": words, **facts}
