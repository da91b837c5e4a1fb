"""A bot keeps an action until the house has answered it, and plays every game by its rules."""

import asyncio
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from pokerhouse.ops.bots import player
from pokerhouse.ops.bots.holding import Held, Holding
from pokerhouse.ops.bots.player import Bot, BotSeat, Pending
from pokerhouse.ops.bots.styles import STYLES, choose
from tables.engine.hand.commands import Act, Command, TimeOut
from tables.engine.hand.events import HandOptions
from tables.engine.hand.legal import Legal
from tables.engine.hand.state import Hand
from tables.engine.rules.games import GAMES
from tests.support.seen_hands import play, seen, start_of

SEAT = BotSeat(
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


def as_bot(random: Random, hand: Hand, choices: Legal) -> Command:
    """Decide as a bot does, of what the house tells every client."""
    choice = choose(random, random.choice(STYLES), to_builtins(choices))
    if choice is None:
        return TimeOut(choices.seat, choices.turn)
    cards: tuple[int, ...] = ()
    if choice.action == "discard":
        holding = Holding(choices.seat)
        holding.cards = [Held(position, "2c") for position in hand.of(choices.seat).positions]
        holding.game = hand.game.code
        cards = tuple(holding.worst(choices.min_cards, choices.max_cards))
    kind: Any = choice.action
    return Act(choices.seat, choices.turn, kind, choice.to, cards, choice.n)


@pytest.mark.parametrize("code", sorted(GAMES))
def test_whatever_a_bot_chooses_is_legal_in_every_game(code: str) -> None:
    random, game = Random(code), GAMES[code]
    for _ in range(30):
        start = start_of(game, random, random.choice((3, 6)), HandOptions())
        events, _ = play(random, start, as_bot)  # a refusal would raise
        assert type(events[-1]).__name__ == "HandFinished"


@pytest.mark.parametrize("code", ["holdem", "crazy_pineapple", "stud7", "triple27", "badugi"])
def test_a_bot_knows_its_own_cards_by_their_positions(code: str) -> None:
    """Those that came later, were exchanged or put away included."""
    random = Random(code)
    for _ in range(5):
        holding = Holding(2)
        played = play(random, start_of(GAMES[code], random, 6, HandOptions()))
        for frame, hand, _ in seen(*played, 2):
            holding.hear(frame)
            assert tuple(held.position for held in holding.cards) == hand.of(2).positions
        assert holding.game == code


@pytest.mark.parametrize(
    ("game", "cards", "away"),
    [
        ("triple27", "2c Kd 7h 7s 4d", [1, 3]),  # a high card, and the second seven
        ("badugi", "2c 3c Ad 7h", [1]),  # the higher of two clubs
        ("draw5", "9c 9d As Kh 2c", [2, 3, 4]),  # keeps the pair
        ("draw5", "2c 5d As Kh 9c", [0, 1, 4]),  # keeps the two highest
        ("pineapple", "2c 5d As", [0]),  # one has to go
    ],
)
def test_a_bot_exchanges_what_does_not_help(game: str, cards: str, away: list[int]) -> None:
    holding = Holding(1)
    holding.game = game
    holding.cards = [Held(position, card) for position, card in enumerate(cards.split())]
    least, most = (1, 1) if game == "pineapple" else (0, 5)

    assert holding.worst(least, most) == away
