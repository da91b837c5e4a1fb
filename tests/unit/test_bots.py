"""A bot keeps an action until the house has answered it."""

import asyncio
from random import Random
from typing import Any

import pytest

from pokerhouse.bots import player
from pokerhouse.bots.player import Bot, Pending, Seat
from pokerhouse.bots.styles import STYLES

SEAT = Seat(
    email="b@x.example",
    password="x",
    table="t",
    seat=1,
    buy_in=100,
    style=STYLES[0],
    think_s=0,
)


class Line:
    """What was sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any], str | None]] = []

    async def send(self, kind: str, body: dict[str, Any], key: str | None = None) -> str:
        self.sent.append((kind, body, key))
        return key or ""


@pytest.mark.parametrize(("status", "is_sent"), [(503, True), (409, False), (422, False)])
def test_what_the_house_could_not_answer_is_sent_again_under_its_id(
    monkeypatch: pytest.MonkeyPatch, status: int, *, is_sent: bool
) -> None:
    monkeypatch.setattr(player, "AGAIN_S", 0)
    bot, line = Bot("http://x", SEAT, Random(1)), Line()
    bot._pending = Pending("k1", {"action": "check"})
    nack = {"t": "nack", "d": {"id": "k1", "problem": {"status": status}}}

    asyncio.run(bot._hear(line, nack))  # type: ignore[arg-type]

    assert line.sent == ([("act", {"action": "check"}, "k1")] if is_sent else [])
    assert (bot._pending is not None) == is_sent
