"""All cards that a record knows, gathered before the first of them is dealt."""

from collections.abc import Iterator

from tables.engine.rules.games import Game
from tables.engine.rules.terms import Card
from tables.histories.errors import ActionImpossible, FieldRefused
from tables.histories.phh.record import Record, RecordedAction

_NOBODY = 0
"""Who has the board's cards."""
_DECISIONS = ("f", "cc", "cbr", "pb")


class RecordCards:
    """
    Who got which cards, in the order in which they came, and which of them were put away.

    A card may be known only later: when it is shown, or put away by name. So a hand's unknown
    cards are filled in backwards, from what is said of them afterwards.
    """

    def __init__(self, record: Record, game: Game) -> None:
        self.board: tuple[Card | None, ...] = ()
        self.discards: dict[int, tuple[int, ...]] = {}
        """Number of an `sd` → which of the cards that the player ever got, from 0."""
        self._game = game
        self._house_discards = record.house.discards
        self._keeps_mucked = record.house.is_own
        self._owner: dict[Card, int] = {}
        players = range(1, len(record.starting_stacks) + 1)
        self._hands = {player: _Hand(game, player, record) for player in players}
        for action in record.actions:
            self._read(action)
        for player, board in enumerate(record.house.boards):
            self._claim_more(board, -1 - player)

    @property
    def hands(self) -> dict[int, tuple[Card | None, ...]]:
        """
        Every player's cards, discards included; a hand that was put away unseen stays unknown.

        Not in the house's own files: its hands were put away because they had lost.
        """
        return {
            player: hand.cards if self._keeps_mucked else hand.unless_mucked
            for player, hand in self._hands.items()
        }

    def _read(self, action: RecordedAction) -> None:
        hand = self._hands.get(action.player)
        if action.word == "db":
            self._claim(action, _NOBODY)
            self.board += action.cards or ()
        elif hand is None:
            return
        elif action.word == "dh":
            self._claim(action, action.player)
            hand.deal(action)
        elif action.word == "sd" and self._game.family == "draw":
            self._claim(action, action.player)
            places = self._places()
            self.discards[action.number] = hand.put_away(action, places)
        elif action.word == "sm":
            if action.cards:
                self._claim(action, action.player)
            hand.show(action)
        elif action.word in _DECISIONS and self._game.family == "stud":
            for other in self._hands.values():
                other.skip_unsaid()

    def _places(self) -> tuple[int, ...] | None:
        if self._house_discards is None:
            return None
        number = len(self.discards)
        if number >= len(self._house_discards):
            raise FieldRefused("_discards", "one entry for each `sd`")
        return tuple(place - 1 for place in self._house_discards[number])

    def _claim(self, action: RecordedAction, owner: int) -> None:
        """A card lies in one place; in draw games what was put away may be dealt again."""
        for card in action.cards or ():
            if card is None:
                continue
            before = self._owner.setdefault(card, owner)
            if before == owner:
                if not owner and card in self.board:
                    raise impossible(action, "a card that lies elsewhere already")
                continue
            if not owner or not before or card not in self._hands[before].put_away_cards:
                raise impossible(action, "a card that lies elsewhere already")
            self._owner[card] = owner
        if card_not_in(self._game, action):
            raise impossible(action, "a card that is not in this game's deck")

    def _claim_more(self, board: tuple[Card | None, ...], owner: int) -> None:
        for card in board:
            if card is not None and self._owner.setdefault(card, owner) != owner:
                raise FieldRefused("_boards", "a card that lies elsewhere already")


def card_not_in(game: Game, action: RecordedAction) -> bool:
    """Return whether the action names a card that the game is not played with."""
    return any(card is not None and card not in game.deck for card in action.cards or ())


class _Hand:
    """One player's cards while the record is read."""

    def __init__(self, game: Game, player: int, record: Record) -> None:
        first = game.streets[0]
        self._is_stud = game.family == "stud"
        self._most = first.down + first.up
        if self._is_stud:
            self._most = sum(street.down + street.up for street in game.streets)
        self._slots: list[Card | None] = [None] * (first.down + first.up)
        self._held = list(range(len(self._slots)))
        self._said = 0
        """How many of the slots the record has dealt by a line of its own."""
        self._down = {0, 1, self._most - 1} if self._is_stud else None
        self._mentions = [
            (action.number, frozenset(card for card in action.cards or () if card is not None))
            for action in record.actions
            if action.player == player and action.word in {"sd", "sm"}
        ]
        self.put_away_cards: set[Card] = set()
        self._is_mucked = False

    @property
    def cards(self) -> tuple[Card | None, ...]:
        return tuple(self._slots)

    @property
    def unless_mucked(self) -> tuple[Card | None, ...]:
        """The cards, but of a hand that was mucked only those that lay open or were put away."""
        if not self._is_mucked:
            return self.cards
        hidden = {at for at in self._held if self._down is None or at in self._down}
        return tuple(None if at in hidden else card for at, card in enumerate(self._slots))

    def deal(self, action: RecordedAction) -> None:
        for card in action.cards or ():
            if card is not None and card in self._held_cards():
                raise impossible(action, "a card that lies elsewhere already")
            if self._said == len(self._slots):
                if not self._is_stud or len(self._slots) == self._most:
                    raise impossible(action, f"a hand has {self._most} cards")
                self._held.append(self._said)
                self._slots.append(None)
            self._slots[self._said] = card
            self._said += 1

    def skip_unsaid(self) -> None:
        """The next cards are another street's; those that no line dealt stay unknown."""
        self._said = len(self._slots)

    def put_away(self, action: RecordedAction, places: tuple[int, ...] | None) -> tuple[int, ...]:
        """Note which cards leave the hand, and that as many unknown ones come."""
        cards = action.cards or ()
        if len(cards) > len(self._held):
            raise impossible(action, "more cards than the player holds", holds=len(self._held))
        gone = self._chosen(action, cards) if places is None else self._named(cards, places)
        self._held = [at for at in self._held if at not in gone]
        self.put_away_cards.update(card for at in gone if (card := self._slots[at]) is not None)
        self._said = len(self._slots)
        for _ in gone:
            self._held.append(len(self._slots))
            self._slots.append(None)
        return gone

    def _named(self, cards: tuple[Card | None, ...], places: tuple[int, ...]) -> tuple[int, ...]:
        if len(places) != len(cards) or not set(places) <= set(self._held):
            raise FieldRefused(
                "_discards", "as many cards as the `sd` says, which the player holds"
            )
        for at, card in zip(places, cards, strict=True):
            if card is not None and self._slots[at] not in {None, card}:
                raise FieldRefused("_discards", "another card than the `sd` says")
            if card is not None:
                self._slots[at] = card
        return places

    def _chosen(self, action: RecordedAction, cards: tuple[Card | None, ...]) -> tuple[int, ...]:
        """Choose the places of known cards first, so that unknown ones get what is left."""
        gone: list[int] = []
        for card in cards:
            if card is None:
                continue
            place = next(
                (
                    at
                    for wanted in (card, None)
                    for at in self._held
                    if self._slots[at] == wanted and at not in gone
                ),
                None,
            )
            if place is None:
                raise impossible(action, "a card that the player does not hold")
            self._slots[place] = card
            gone.append(place)
        later = self._later(action.number)
        for _ in range(len(cards) - len(gone)):
            gone.append(self._unneeded(action, gone, later))
        return tuple(gone)

    def _later(self, number: int) -> set[Card]:
        """Return the cards of which the record speaks after that action."""
        return {card for at, cards in self._mentions if at > number for card in cards}

    def _unneeded(self, action: RecordedAction, gone: list[int], later: set[Card]) -> int:
        """Return a card that is not heard of again, one that is known if there is one."""
        left = [at for at in self._held if at not in gone]
        for at in [*[at for at in left if self._slots[at] is not None], *left]:
            if self._slots[at] not in later:
                return at
        raise impossible(action, "all of these cards are shown later")

    def show(self, action: RecordedAction) -> None:
        if action.cards is None and not action.is_dash:
            self._is_mucked = True
            return
        self._is_mucked = False
        if not action.cards:
            return
        shown = [card for card in action.cards if card is not None]
        known = {card for card in self._held_cards() if card is not None}
        size = len(self._held)
        if len(action.cards) != size or len(known.union(shown)) > size:
            raise impossible(action, "other cards than the player was dealt")
        new = [card for card in shown if card not in known]
        for at in self._held:
            if new and self._slots[at] is None:
                self._slots[at] = new.pop(0)

    def _held_cards(self) -> Iterator[Card | None]:
        for at in self._held:
            yield self._slots[at]


def impossible(action: RecordedAction, reason: str, **facts: object) -> ActionImpossible:
    """Return the error that `action` is."""
    return ActionImpossible(action.number, action.text[:80], reason, **facts)
