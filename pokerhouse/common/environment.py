"""Settings from the environment; an impossible value is refused by its name, in one sentence."""

from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

POSTGRES_SCHEMES = ("postgres", "postgresql", "pgsql", "psql")


class Environment(environ.Env):  # type: ignore[misc]  # it comes without types
    """
    The environment's variables, cast to what the settings need.

    Every method raises ImproperlyConfigured for a value that cannot be cast. No message repeats the
    value: it may be a password.
    """

    def get_value(self, var: str, *args: Any, **options: Any) -> Any:
        """Return the variable's value; all casts come through here."""
        try:
            return super().get_value(var, *args, **options)
        except ValueError as error:
            sentence = f"{var} in the environment has a value of the wrong kind."
            raise ImproperlyConfigured(sentence) from error

    def count(self, var: str, default: int) -> int:
        """Return a whole number from 1 on."""
        try:
            number: int = self.int(var, default=default)
        except ImproperlyConfigured:
            number = 0
        if number < 1:
            sentence = f"{var} in the environment must be a whole number from 1 on."
            raise ImproperlyConfigured(sentence)
        return number

    def postgres(self, var: str, url: str) -> dict[str, Any]:
        """Return Django's settings for the server at `url`, which `var` gave."""
        if not _is_postgres(url):
            sentence = (
                f"{var} in the environment must be postgres://role:password@host:port/database; "
                "unset it to use the checkout's own database."
            )
            raise ImproperlyConfigured(sentence)
        config: dict[str, Any] = self.db_url_config(url)
        return config


def _is_postgres(url: str) -> bool:
    try:
        parts = urlsplit(url)
        _ = parts.port  # raises if it is no number
    except ValueError:
        return False
    return parts.scheme in POSTGRES_SCHEMES and len(parts.path) > 1
