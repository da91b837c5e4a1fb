"""Plain hands for scenarios that ask about one thing only: equal stacks, everybody stays in."""

from collections.abc import Callable, Sequence
from uuid import UUID

from tables.engine.hand.commands import Act, ActionKind, Command, StartHand
from tables.engine.hand.decide import advance
from tables.engine.hand.events import HandEvent, HandOptions, SeatAtStart
from tables.engine.hand.legal import Legal, legal
from tables.engine.hand.state import Hand
from tables.engine.rules.games import GAMES, GameCode
from tables.engine.rules.limits import FixedLimit, NoLimit, Structure, StudSplit
from tables.engine.rules.ruleset import HOUSE, RuleSet
from tables.engine.rules.terms import MAX_SEATS, Card, Chips, Position, Post, PostKind, SeatNo

STACK = 1_000
NO_LIMIT = NoLimit(small_blind=5, big_blind=10)
FIXED = FixedLimit(small_blind=5, big_blind=10, lower=10, higher=20)
STUD = StudSplit(ante=5, bring_in=5, lower=10, higher=20)
_PASSIVE: tuple[ActionKind, ...] = ("check", "call", "bring_in", "discard", "show")


def start_plain(  # noqa: PLR0913 - each a field of the start
    game: GameCode,
    stacks: dict[SeatNo, Chips],
    *,
    button: SeatNo = MAX_SEATS,
    structure: Structure | None = None,
    rules: RuleSet = HOUSE,
    options: HandOptions = HandOptions(),  # noqa: B008 - frozen
    exposed: tuple[Position, ...] = (),
) -> StartHand:
    """Return the start of a hand with its usual forced bets; stud's are antes."""
    is_stud = GAMES[game].family == "stud"
    structure = structure or (STUD if is_stud else NO_LIMIT)
    order = sorted(stacks, key=lambda seat: (seat - button - 1) % MAX_SEATS)
    has_blinds = not is_stud and not options.is_bomb_pot
    small, big = (order[1], order[0]) if len(order) == 2 else (order[0], order[1])
    ante = structure.big_blind if options.is_bomb_pot else structure.ante
    posts = [Post(seat, PostKind.ANTE, ante) for seat in order if ante]
    if has_blinds:
        posts.append(Post(small, PostKind.SMALL_BLIND, structure.small_blind))
        posts.append(Post(big, PostKind.BIG_BLIND, structure.big_blind))
    if has_blinds and structure.bb_ante:
        posts.append(Post(big, PostKind.BIG_BLIND_ANTE, structure.bb_ante))
    return StartHand(
        hand_no=1,
        game=game,
        structure=structure,
        rules=rules,
        seats=tuple(SeatAtStart(s, UUID(int=s), stacks[s]) for s in sorted(stacks)),
        button=button,
        big_blind=big if has_blinds else None,
        posts=tuple(posts),
        options=options,
        exposed=exposed,
    )


def staying_in(choices: Legal) -> Act:
    """Return the action that stays in for as little as possible."""
    kind = next(kind for kind in _PASSIVE if kind in choices.kinds)
    return Act(choices.seat, choices.turn, kind)


class PlainHand:
    """A hand and its events so far, of a deck that is `cards_for` whatever comes next."""

    def __init__(
        self,
        command: StartHand,
        cards_for: Callable[[Hand | None, Command], Sequence[Card | None]] | None = None,
    ) -> None:
        deck = GAMES[command.game].deck
        self._cards_for = cards_for or (lambda _hand, _command: deck)
        self.events: tuple[HandEvent, ...] = ()
        first = advance(None, command, self._cards_for(None, command))
        self.events, self.hand = first

    def play(self, command: Command) -> tuple[HandEvent, ...]:
        """Take one command and return what it caused."""
        batch, self.hand = advance(self.hand, command, self._cards_for(self.hand, command))
        self.events += batch
        return batch

    def stay_in_to(self, street: str | None) -> tuple[Hand, tuple[HandEvent, ...]]:
        """
        Let everybody stay in until `street` begins, None: to the end.

        Return the state before the last command, and that command's events.
        """
        before, batch = self.hand, self.events
        while (choices := legal(self.hand)) is not None and self.hand.street_data.name != street:
            before = self.hand
            batch = self.play(staying_in(choices))
        return before, batch
