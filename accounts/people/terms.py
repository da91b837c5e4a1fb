"""Definitions about people that forms, pages and models share."""

from django.db import models

SCREEN_NAME = r"^[A-Za-z][A-Za-z0-9_.-]{2,19}\Z"
"""3 to 20 letters, digits, `_`, `.` and `-`, beginning with a letter; ASCII, so no look-alikes."""

MAX_SCREEN_NAME = 20

LANG = r"^[a-z]{2}(-[A-Z]{2})?\Z"
"""A language, with a region where it matters: `de`, `pt-BR`."""

MAX_LANG = 5


class Standing(models.TextChoices):
    """Whether a person may sign in: yes, not now, never again."""

    GOOD = "good"
    SUSPENDED = "suspended"
    BARRED = "barred"
