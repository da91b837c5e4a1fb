"""The channel `table:{id}`: the table's feed in its wire form, for each viewer what he may see."""

from collections.abc import Collection, Sequence
from typing import Final
from uuid import UUID

import msgspec

from pokerhouse.common.clock import now
from pokerhouse.common.ids import PlayerId, TableId
from pokerhouse.eventstore.errors import UnknownFeed
from pokerhouse.realtime.channels import ChannelForms, Projected, Snapshot, UnknownChannel, UserId
from tables.live import frames as live
from tables.live.bodies import BODIES
from tables.live.state_forms import TableSnapshot
from tables.live.wire import Body

PREFIX: Final = "table"

FORMS = ChannelForms(TableSnapshot, BODIES)


class TableChannel:
    """A table's feed; tables are public, and each viewer sees his own cards in it."""

    def __init__(self, key: str, _user: UserId) -> None:
        try:
            self.shard = UUID(key)
        except ValueError:
            raise UnknownChannel(key) from None
        self.name = f"{PREFIX}:{self.shard}"
        self._table_id = TableId(self.shard)

    def head(self) -> tuple[int, int]:
        """Return the feed's last number and its epoch."""
        try:
            return live.head_of(self._table_id)
        except UnknownFeed:
            raise UnknownChannel(self.name) from None

    def snapshot(self, user: UserId) -> Snapshot:
        """Return the table as `user` may see it."""
        state = live.snapshot(self._table_id, PlayerId(user), now())
        return Snapshot(state.seq, state.epoch, state)

    def read(
        self, after_seq: int, epoch: int, limit: int, users: Collection[UserId]
    ) -> Sequence[Projected]:
        """Return the events behind `after_seq` as frames."""
        players = {PlayerId(user) for user in users}
        found = live.read_event_frames(
            self._table_id, players, after_seq=after_seq, limit=limit, epoch=epoch, at=now()
        )
        return [
            Projected(
                event.seq,
                _bytes(event.public),
                {player: _bytes(body) for player, body in event.own.items()},
            )
            for event in found
        ]


def _bytes(body: Body | None) -> bytes | None:
    return None if body is None else msgspec.json.encode(body)
