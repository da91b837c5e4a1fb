"""`python -m pokerhouse.ops.bots.fleet URL FILE`: all bots of a house in one process."""

import asyncio
import logging
import sys
from pathlib import Path
from random import Random

import msgspec

from pokerhouse.ops.bots.player import Bot, BotSeat

log = logging.getLogger(__name__)
RESTART_S = 1.0


def write_seats(path: Path, seats: list[BotSeat]) -> None:
    """Keep for the fleet who plays where; the file holds the bots' password."""
    path.write_bytes(msgspec.json.encode(seats))
    path.chmod(0o600)


def read_seats(path: Path) -> list[BotSeat]:
    """Return what `write_seats` wrote."""
    return msgspec.json.decode(path.read_bytes(), type=list[BotSeat])


async def play(url: str, seats: list[BotSeat]) -> None:
    """Let every bot play until the process ends."""
    async with asyncio.TaskGroup() as group:
        for number, seat in enumerate(seats):
            group.create_task(_keep_playing(url, seat, Random(number)))  # noqa: S311 - a style


async def _keep_playing(url: str, seat: BotSeat, rng: Random) -> None:
    while True:
        try:
            await Bot(url, seat, rng).play()
        except Exception:
            log.exception("%s fell over and gets up again", seat.email)
        await asyncio.sleep(RESTART_S)


def main(url: str, file: str) -> None:
    """Run the fleet of `file` against the house at `url`."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    logging.getLogger("httpx").setLevel(logging.WARNING)
    asyncio.run(play(url, read_seats(Path(file))))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
