"""Who may see an event."""

from enum import StrEnum


class Audience(StrEnum):
    """The readers of an event's content; to everybody else only its number exists."""

    EVERYONE = "everyone"
    SEAT = "seat"  # the player who sits at the event's `seat`, and nobody else
    NOBODY = "nobody"
