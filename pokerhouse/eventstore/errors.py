"""What can go wrong in the store, by name."""

from uuid import UUID

from pokerhouse.common.errors import DomainError


class UnknownFeed(DomainError):
    """There is no feed of that shard."""

    code = "unknown_feed"

    def __init__(self, shard: UUID) -> None:
        super().__init__("No such feed.", shard=str(shard))


class FeedExists(DomainError):
    """The feed of that shard has been opened before."""

    code = "feed_exists"

    def __init__(self, shard: UUID) -> None:
        super().__init__("The feed has been opened before.", shard=str(shard))


class FeedClosed(DomainError):
    """The feed has ended; nothing is appended to it any more."""

    code = "feed_closed"

    def __init__(self, shard: UUID) -> None:
        super().__init__("The feed is closed.", shard=str(shard))


class FeedBusy(DomainError):
    """Other commands won every race, or held the feed longer than the lock time-out. Try again."""

    code = "feed_busy"

    def __init__(self, shard: UUID) -> None:
        super().__init__("The feed is busy; try again in a moment.", shard=str(shard))


class AppendTooLarge(DomainError):
    """More events, or more bytes in an event, than one append may carry."""

    code = "append_too_large"


class CommandKeyInvalid(DomainError):
    """The command's key or actor is empty, too long or not text."""

    code = "command_key_invalid"


class IdempotencyMismatch(DomainError):
    """The key has been used for a command with another body."""

    code = "idempotency_mismatch"

    def __init__(self, key: str) -> None:
        super().__init__("This key has been used for another command.", key=key)


class TooLate(DomainError):
    """The command came after the time until which its sender wanted it; it had no effect."""

    code = "too_late"


class LostRace(Exception):
    """
    The feed moved on since the head was read: load and decide again. Nothing was written.

    Not a DomainError: `commands.retry.execute` handles it, and no user ever sees it.
    """


class DuplicateCommand(Exception):
    """A command with this shard, actor and key had its effect before. Nothing was written."""
