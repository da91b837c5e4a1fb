"""The channel `me`: one's own inbox."""

from collections.abc import Collection, Sequence

import msgspec

from accounts.people.inbox import queries as inbox
from pokerhouse.realtime.channels import Projected, Snapshot, UnknownChannel, UserId


class InboxChannel:
    """The inbox of the socket's own user; nobody can name another one."""

    name = inbox.CHANNEL

    def __init__(self, key: str, user: UserId) -> None:
        if key:
            raise UnknownChannel(key)
        self.shard = user

    def head(self) -> tuple[int, int]:
        """Return the inbox's last number and its epoch."""
        return inbox.head_of(self.shard)

    def snapshot(self, _user: UserId) -> Snapshot:
        """Return the latest notices."""
        epoch = self.head()[1]
        items = inbox.latest(self.shard)
        return Snapshot(items[-1]["seq"] if items else 0, epoch, {"items": items})

    def read(
        self, after_seq: int, _epoch: int, limit: int, _users: Collection[UserId]
    ) -> Sequence[Projected]:
        """Return the notices after `after_seq` as frames; only their owner reads them."""
        found = inbox.read(self.shard, after_seq=after_seq, limit=limit)
        return [Projected(item["seq"], msgspec.json.encode(item)) for item in found]
