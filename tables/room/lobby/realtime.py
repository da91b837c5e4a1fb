"""The channel `lobby`: a version, and the hint that it has changed; clients fetch `GET /lobby`."""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from pokerhouse.common.clock import now
from pokerhouse.eventstore.codec import house_time
from pokerhouse.realtime.channels import ChannelForms, Projected, Snapshot, UnknownChannel, UserId
from tables.live import lobby_version

NAME: Final = "lobby"


class LobbyVersion(Struct, frozen=True):
    """How often the lobby has changed."""

    version: int
    """It rises with every change that the lobby shows."""


class LobbyChanged(LobbyVersion, frozen=True):
    """The lobby has changed: fetch `GET /lobby`."""


FORMS = ChannelForms(LobbyVersion, {"changed": LobbyChanged})


class LobbyChannel:
    """Public: the lobby's version stands for a feed's number."""

    name = NAME
    shard = lobby_version.SHARD

    def __init__(self, key: str, _user: UserId) -> None:
        if key:
            raise UnknownChannel(key)

    def head(self) -> tuple[int, int]:
        """Return the version, and an epoch that never changes, since no hint survives a restart."""
        return lobby_version.version(), lobby_version.EPOCH

    def snapshot(self, _user: UserId) -> Snapshot:
        """Return the version."""
        version, epoch = self.head()
        return Snapshot(version, epoch, {"version": version})

    def read(
        self, after_seq: int, epoch: int, limit: int, _users: Collection[UserId]
    ) -> Sequence[Projected]:
        """Return one hint for all changes, with the latest version."""
        version = lobby_version.version()
        last = min(version, after_seq + limit)
        passed = [Projected(number, None) for number in range(after_seq + 1, last)]
        if last <= after_seq:
            return []
        hint = _changed(last, epoch) if last == version else None
        return [*passed, Projected(last, hint)]


def _changed(version: int, epoch: int) -> bytes:
    frame = {
        "t": "changed",
        "ch": NAME,
        "seq": version,
        "ep": epoch,
        "ts": house_time(now()),
        "d": {"version": version},
    }
    return msgspec.json.encode(frame)
