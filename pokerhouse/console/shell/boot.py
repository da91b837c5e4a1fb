"""What a page's modules need to begin: who looks, in which language, and the words they may say."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.translation import get_language, gettext

from accounts.people.identity import signed_in
from pokerhouse.console.words import EVERYWHERE, WORDS


def boot(request: HttpRequest, words: Iterable[str] = WORDS, **facts: str) -> dict[str, Any]:
    """
    Return the page's beginning, JSON-ready.

    A feature whose modules say more than the table's has `words.py` in its folder and names them
    here, so that a table at play does not carry them.
    """
    person = signed_in(request.user)
    return {
        "me": {"id": str(person.id), "name": person.screen_name} if person else None,
        "lang": get_language(),
        "csrf": get_token(request),
        "words": {english: gettext(english) for english in (*EVERYWHERE, *words)},
        **facts,
    }
