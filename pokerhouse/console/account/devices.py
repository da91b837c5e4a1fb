"""What somebody is signed in with, in words: a browser's own name for itself is none."""

from typing import Final

from django.utils.translation import gettext

_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""The first that is found names the browser: the others call themselves by its name too."""

_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def device_of(client: str) -> str:
    """Return what a client is, from its User-Agent: `Firefox, Linux`."""
    found = [
        next((name for sign, name in known if sign in client), "")
        for known in (_BROWSERS, _SYSTEMS)
    ]
    words = ", ".join(name for name in found if name)
    return words or client.split("/", maxsplit=1)[0].strip()[:40] or gettext("Unknown device")
