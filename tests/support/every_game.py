"""Hands of every game, dealt by the engine alone: scripted card by card, or at random."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from msgspec.structs import replace

from tables.engine.hand.commands import Act, ActionKind, Command, StartHand, TimeOut
from tables.engine.hand.dealing import faces_at
from tables.engine.hand.decide import advance
from tables.engine.hand.events import HandEvent, HandOptions, HandVoided, RakePlan
from tables.engine.hand.evolve import evolve
from tables.engine.hand.legal import Legal, legal
from tables.engine.hand.state import Hand
from tables.engine.rules.cards import cards_of, text_of
from tables.engine.rules.games import GAMES, Game, GameCode
from tables.engine.rules.limits import (
    FixedLimit,
    NoLimit,
    PotLimit,
    SpreadLimit,
    StepSpread,
    Structure,
    StudSplit,
)
from tables.engine.rules.ruleset import HOUSE, RuleSet
from tables.engine.rules.terms import MAX_SEATS, Card, Chips, Post, SeatNo
from tables.engine.stacked_deck import Script, filled
from tables.histories.common import arrivals
from tables.lab.scenarios.hand_plain import start_plain

_MOST_DECISIONS = 500
BOMB_ANTE = 4


def hand_of(
    game: GameCode,
    structure: Structure,
    stacks: Mapping[SeatNo, Chips],
    *,
    button: SeatNo = 1,
    extra: Sequence[Post] = (),
    rules: RuleSet = HOUSE,
    rake: RakePlan | None = None,
    options: HandOptions | None = None,
) -> StartHand:
    """Return the command that deals to `stacks`, antes and blinds where they belong."""
    options = options or HandOptions()
    start = start_plain(
        game,
        {**stacks},
        button=MAX_SEATS if GAMES[game].family == "stud" else button,
        structure=structure,
        rules=rules,
        options=options,
    )
    posts = start.posts
    if options.is_bomb_pot:
        posts = tuple(replace(post, amount_chips=BOMB_ANTE) for post in posts)
    return replace(start, posts=(*posts, *extra), rake=rake or RakePlan())


class Scene:
    """
    A hand whose cards are written down: each seat's in the order in which they come.

    With `top` it is the deck that is written down, as far as it goes.
    """

    def __init__(
        self,
        command: StartHand,
        hands: Mapping[SeatNo, str] | None = None,
        board: str = "",
        *,
        top: str = "",
    ) -> None:
        self._deck = GAMES[command.game].deck
        self._script = Script(
            {seat: cards_of(cards) for seat, cards in (hands or {}).items()},
            cards_of(board),
            deck=self._deck,
        )
        self._top = cards_of(top)
        self.hand: Hand | None = None
        self.events: tuple[HandEvent, ...] = ()
        self.do(command)

    def do(self, command: Command) -> "Scene":
        """Carry out any command."""
        known = self._script.cards_for(self.hand, command)
        if self._top:
            known = [*self._top, *[None] * (len(self._deck) - len(self._top))]
        cards = filled(known, self._deck)
        batch, self.hand = advance(self.hand, command, cards)
        self.events += batch
        return self

    def act(self, *acts: tuple[SeatNo, ActionKind] | tuple[SeatNo, ActionKind, Chips]) -> "Scene":
        """Seats act one after the other."""
        for one in acts:
            assert self.hand is not None
            to_chips = one[2] if len(one) > 2 else None
            self.do(Act(one[0], self.hand.turn, one[1], to_chips))
        return self

    def all_check(self) -> "Scene":
        """Everybody checks, until cards are exchanged or the hand is over."""
        while (choices := self._choices()) is not None and "check" in choices.kinds:
            self.act((choices.seat, "check"))
        return self

    def discard(self, seat: SeatNo, *places: int) -> "Scene":
        """The seat puts away what it holds at these places, the first of them 0."""
        assert self.hand is not None
        held = self.hand.of(seat).positions
        cards = tuple([held[place] for place in places])
        return self.do(Act(seat, self.hand.turn, "discard", cards=cards))

    def run_it(self, seat: SeatNo, times: int) -> "Scene":
        """The seat says how many boards it wants."""
        assert self.hand is not None
        return self.do(Act(seat, self.hand.turn, "run_it", times=times))

    def time_out(self, seat: SeatNo) -> "Scene":
        """The seat's clock runs out."""
        assert self.hand is not None
        return self.do(TimeOut(seat, self.hand.turn))

    @property
    def actor(self) -> SeatNo | None:
        """Who owes a decision."""
        choices = self._choices()
        return None if choices is None else choices.seat

    @property
    def is_bring_in_due(self) -> bool:
        """Whether somebody has to open a stud hand."""
        choices = self._choices()
        return choices is not None and choices.bring_in_chips > 0

    def _choices(self) -> Legal | None:
        assert self.hand is not None
        return legal(self.hand)


class ShuffledDeck(list[Card]):
    """A deck that also knows how its discards are shuffled (R-LOW-6)."""

    def order(self, pool: int, size: int) -> list[int]:
        """Return the order of the pile."""
        return Random(pool * 100 + size).sample(range(size), size)


class AnyHand:
    """A random hand of a game, played to its end: one seed, one hand."""

    def __init__(self, game: GameCode, seed: int) -> None:
        self._random = Random(f"{game} {seed}")
        self.game = GAMES[game]
        self.deck = ShuffledDeck(self._random.sample(self.game.deck, len(self.game.deck)))
        self.start = _any_start(self._random, self.game)
        self.events, self.hand = advance(None, self.start, self.deck)
        for _ in range(_MOST_DECISIONS):
            choices = legal(self.hand)
            if choices is None:
                break
            command = _any_command(self._random, self.hand, choices)
            batch, self.hand = advance(self.hand, command, self.deck)
            self.events += batch
        assert self.hand.is_over

    @property
    def is_void(self) -> bool:
        """Whether the hand was taken back."""
        return any(isinstance(event, HandVoided) for event in self.events)

    def held(self, seat: SeatNo) -> set[str]:
        """Return every card that the seat ever held."""
        state = self.hand.of(seat)
        faces = faces_at(self.hand, self.deck, (*state.positions, *state.discarded))
        return {text_of(face) for face in faces if face is not None}


def _any_start(random: Random, game: Game) -> StartHand:
    most = {"omaha": 10}.get(game.code, game.max_seats)
    count = random.randint(2, min(most, 9))
    stacks = {
        seat: random.randint(1, random.choice((15, 120, 900)))
        for seat in random.sample(range(1, 11 if game.family != "stud" else 10), count)
    }
    options = _any_options(random, game, count)
    rake = RakePlan(
        percent_bp=random.choice((0, 500)),
        cap_chips=random.choice((None, 3)),
        is_no_flop_no_drop=random.random() < 0.5,
        jackpot_drop_chips=random.choice((0, 1)),
        jackpot_min_players=2,
    )
    return hand_of(
        game.code,
        _any_structure(random, game),
        stacks,
        button=random.choice(sorted(stacks)),
        rules=_any_rules(random),
        rake=rake,
        options=options,
    )


def _any_options(random: Random, game: Game, count: int) -> HandOptions:
    if game.family != "flop" or any(street.put_away for street in game.streets):
        return HandOptions()
    spare = len(game.deck) - count * game.hole_count - 5 - 3
    board_count = random.choice((1, 1, 2)) if spare >= 5 else 1
    return HandOptions(
        is_bomb_pot=random.random() < 0.2,
        board_count=board_count,
        run_it_times=random.choice((1, 2, 3)) if board_count == 1 else 1,
    )


def _any_rules(random: Random) -> RuleSet:
    return RuleSet(
        id="drawn",
        timeout_mode=random.choice(("allin_protect", "fold")),
        timeout_free_check=random.choice(("allin", "check")),
        showdown_mode=random.choice(("auto", "losers_muck", "manual")),
        deal_burn=random.random() < 0.8,
    )


def _any_structure(random: Random, game: Game) -> Structure:
    if game.family == "stud":
        forced = {"ante": random.choice((0, 1)), "bring_in": 2}
        return random.choice(
            (
                StudSplit(lower=5, higher=10, **forced),
                NoLimit(big_blind=5, **forced),
                PotLimit(big_blind=5, **forced),
                SpreadLimit(min=2, max=10, **forced),
                StepSpread(min=2, max1=5, max2=10, max3=20, **forced),
            )
        )
    blinds = {"small_blind": 2, "big_blind": 4, "ante": random.choice((0, 0, 1))}
    return random.choice(
        (
            NoLimit(**blinds),
            PotLimit(**blinds),
            FixedLimit(lower=4, higher=8, **blinds),
            SpreadLimit(min=4, max=20, **blinds),
            StepSpread(min=4, max1=8, max2=16, **blinds),
        )
    )


def _any_command(random: Random, hand: Hand, choices: Legal) -> Command:
    seat, turn = choices.seat, choices.turn
    if random.random() < 0.04:
        return TimeOut(seat, turn)
    kinds = choices.kinds
    if len(kinds) > 1 and random.random() < 0.7:
        kinds = tuple(kind for kind in kinds if kind not in {"fold", "all_in", "muck"}) or kinds
    kind = random.choice(kinds)
    if kind == "discard":
        count = random.randint(choices.min_cards, choices.max_cards)
        return Act(seat, turn, kind, cards=tuple(random.sample(hand.of(seat).positions, count)))
    if kind == "run_it":
        return Act(seat, turn, kind, times=random.randint(1, choices.max_times))
    if kind not in {"bet", "raise"}:
        return Act(seat, turn, kind)
    low, high = choices.min_to_chips, choices.max_to_chips
    if choices.bring_in_chips:  # a bet is above the bring-in
        return Act(seat, turn, kind, high)
    if choices.has_two_amounts:
        return Act(seat, turn, kind, random.choice((low, high)))
    return Act(seat, turn, kind, random.choice((low, low, random.randint(low, high), high)))


def any_hands(per_game: int) -> Iterator[AnyHand]:
    """Yield random hands of every game that were not taken back."""
    for game in GAMES.values():
        for seed in range(per_game):
            hand = AnyHand(game.code, seed)
            if not hand.is_void:
                yield hand


def own_cards(events: Sequence[HandEvent], seat: SeatNo, deck: Sequence[Card]) -> list[Card]:
    """Return all cards that came to the seat, in the order in which they came (`VisibleCards`)."""
    hand: Hand | None = None
    found: list[Card] = []
    for event in events:
        hand = evolve(hand, event)
        for to, positions in arrivals(event):
            if to == seat and hand is not None:
                found += [card for card in faces_at(hand, deck, positions) if card is not None]
    return found
