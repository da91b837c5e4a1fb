"""Hands of every game, played at random, and as one of their players is told of them."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from random import Random
from typing import Any, TypeAlias
from uuid import UUID

from tables.engine.hand.commands import Act, Command, StartHand, TimeOut
from tables.engine.hand.dealing import faces_at
from tables.engine.hand.decide import advance
from tables.engine.hand.events import HandEvent, HandOptions, SeatAtStart
from tables.engine.hand.evolve import evolve
from tables.engine.hand.legal import Legal, legal
from tables.engine.hand.state import Hand
from tables.engine.rules.clock import TURN_MS
from tables.engine.rules.games import GAMES, Game
from tables.engine.rules.limits import FixedLimit, NoLimit, PotLimit, Structure, StudSplit
from tables.engine.rules.ruleset import RuleSet
from tables.engine.rules.terms import MAX_SEATS, Card, Post, PostKind, SeatNo
from tables.engine.view import Viewer, project
from tables.live import wire
from tables.live.codec import Happened

TABLE, STREAM = UUID(int=1), UUID(int=2)
AT = "2026-11-30T18:00:00.000Z"
READ_AT = datetime(2026, 11, 30, 18, 0, tzinfo=UTC)
STUD = StudSplit(ante=5, bring_in=3, lower=10, higher=20)
BLINDS: tuple[Structure, ...] = (
    NoLimit(small_blind=5, big_blind=10),
    PotLimit(small_blind=5, big_blind=10),
    FixedLimit(small_blind=5, big_blind=10, lower=10, higher=20),
)
Decide: TypeAlias = Callable[[Random, Hand, Legal], Command]


def player_of(seat: SeatNo) -> UUID:
    return UUID(int=100 + seat)


def start_of(game: Game, random: Random, seats: int, options: HandOptions) -> StartHand:
    """Return a hand of the game, everybody in with another stack."""
    stacks = [random.choice((30, 200, 900)) + seat for seat in range(seats)]
    taken = tuple(SeatAtStart(n + 1, player_of(n + 1), stack) for n, stack in enumerate(stacks))
    is_stud = game.family == "stud"
    posts = [Post(entry.seat, PostKind.ANTE, 5) for entry in taken if is_stud]
    if options.is_bomb_pot:
        posts = [Post(entry.seat, PostKind.ANTE, 20) for entry in taken]
    elif not is_stud:
        posts = [Post(2, PostKind.SMALL_BLIND, 5), Post(3, PostKind.BIG_BLIND, 10)]
        if random.random() < 0.3:
            posts.append(Post(1 if seats == 3 else 4, PostKind.STRADDLE, 20))
    return StartHand(
        hand_no=1,
        game=game.code,
        structure=STUD if is_stud else random.choice(BLINDS),
        rules=RuleSet(id="any", showdown_mode=random.choice(("auto", "manual"))),
        seats=taken,
        button=MAX_SEATS if is_stud else 1,
        big_blind=None if is_stud or options.is_bomb_pot else 3,
        posts=tuple(posts),
        options=options,
    )


def command_of(random: Random, hand: Hand, choices: Legal) -> Command:
    """Return anything legal; folds are rare, so that hands go far."""
    if random.random() < 0.02:
        return TimeOut(choices.seat, choices.turn)
    kinds = [kind for kind in choices.kinds if kind != "fold" or random.random() < 0.2]
    kind = random.choice(kinds or list(choices.kinds))
    match kind:
        case "bet" | "raise":
            low = choices.bring_in_chips + 1 if choices.bring_in_chips else choices.min_to_chips
            ends = (choices.max_to_chips, low if not choices.bring_in_chips else -1)
            to = random.choice([end for end in ends if end > 0])
            return Act(choices.seat, choices.turn, kind, to)
        case "discard":
            held = hand.of(choices.seat).positions
            count = random.randint(choices.min_cards, min(choices.max_cards, len(held)))
            return Act(choices.seat, choices.turn, kind, cards=tuple(random.sample(held, count)))
        case "run_it":
            return Act(choices.seat, choices.turn, kind, times=choices.max_times)
        case _:
            return Act(choices.seat, choices.turn, kind)


def play(
    random: Random, start: StartHand, decide: Decide = command_of
) -> tuple[list[HandEvent], list[Card]]:
    """Play a whole hand; return its events and its deck."""
    deck = random.sample(GAMES[start.game].deck, len(GAMES[start.game].deck))
    events, hand = advance(None, start, deck)
    told = list(events)
    while not hand.is_over:
        choices = legal(hand)
        assert choices is not None
        events, hand = advance(hand, decide(random, hand, choices), deck)
        told += events
    return told, deck


def seen(
    events: list[HandEvent], deck: list[Card], seat: SeatNo | None
) -> Iterator[tuple[dict[str, Any], Hand, Mapping[int, Card]]]:
    """Yield each event as the seat's player gets it, the hand after it, and the cards he knows."""
    hand: Hand | None = None
    known: dict[int, Card] = {}
    for number, event in enumerate(events, 2):
        hand = evolve(hand, event)
        assert hand is not None
        if seat is not None:
            own = hand.of(seat).positions
            known.update(zip(own, faces_at(hand, deck, own), strict=True))  # type: ignore[arg-type]
        viewer = Viewer(seat, dict(known))
        happened = Happened(TABLE, number, STREAM, number, AT, event)
        frame = wire.frame(happened, viewer, epoch=1, turn_ms=TURN_MS, at=READ_AT)
        if frame is None:
            assert project(event, viewer) is None
            frame = {"t": "skip", "from": number, "to": number}
        yield frame, hand, known
