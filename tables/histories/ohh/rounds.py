"""The rounds of a hand as Open Hand History, with their actions; `write` does the rest."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, TypeAlias

from msgspec import Struct

from tables.engine.hand import events as ev
from tables.engine.hand.state import Hand
from tables.engine.rules.games import Game
from tables.engine.rules.terms import Chips, PostKind, SeatNo
from tables.histories.common import VisibleCards

Object: TypeAlias = dict[str, Any]
Amount: TypeAlias = int | Decimal

_POSTS: Final = {
    PostKind.ANTE: "Post Ante",
    PostKind.SMALL_BLIND: "Post SB",
    PostKind.BIG_BLIND: "Post BB",
    PostKind.LIVE: "Post Extra Blind",
    PostKind.DEAD: "Post Dead",
    PostKind.BIG_BLIND_ANTE: "Post Ante",
    PostKind.STRADDLE: "Straddle",
    PostKind.KILL: "Post Extra Blind",
}
_NAMED_POSTS: Final = (PostKind.BIG_BLIND_ANTE, PostKind.KILL)
_WAGERS: Final[dict[type, str]] = {
    ev.Called: "Call",
    ev.Bet: "Bet",
    ev.Raised: "Raise",
    ev.BroughtIn: "Bet",
}
_STREETS: Final = ("Preflop", "Flop", "Turn", "River", "River")
"""The standard has no other names; one of them may come more than once."""


class OhhMoneyFormat(Struct, frozen=True):
    """How the hand's currency writes an amount of its smallest unit."""

    exponent: int

    def of(self, chips: Chips) -> Amount:
        """Return the amount as a number of the currency."""
        return Decimal(chips).scaleb(-self.exponent) if self.exponent else chips


class Rounds:
    """The rounds with their actions, in the order of the events; the showdown is kept for last."""

    def __init__(
        self,
        game: Game,
        ids: Mapping[SeatNo, int],
        money_format: OhhMoneyFormat,
        visible: VisibleCards,
    ) -> None:
        self.game = game
        self.ids = ids
        self.money_format = money_format
        self.visible = visible
        self.before: Hand | None = None
        """The hand before the event that is being written."""
        self.streets: list[Object] = []
        self.street = ""
        """The engine's name of the last round."""
        self.showdown: list[Object] = []
        self.board_counts: list[int] = []
        """How many cards lay on the first board at each action of the showdown."""
        self.board_count = 0
        self.said: dict[SeatNo, Object] = {}
        """Fields for the seat's next action, which follows."""
        self.run_it: list[Object] = []
        self.exposed: list[Object] = []
        self._begin(game.streets[0].name)

    def add(self, event: ev.HandEvent) -> None:
        """Write the next event."""
        self.before = self.visible.hand
        self.visible.apply(event)
        WRITERS[type(event)](self, event)

    def all(self) -> list[Object]:
        """Return the rounds, with the showdown if there was one."""
        if not self.showdown:
            return self.streets
        actions = [
            action if count == self.board_count else {**action, "_board_count": count}
            for action, count in zip(self.showdown, self.board_counts, strict=True)
        ]
        return [*self.streets, {"id": len(self.streets), "street": "Showdown", "actions": actions}]

    def own_fields(self) -> Object:
        """Return what else happened, in fields of our own."""
        fields = {"_run_it": self.run_it, "_exposed": self.exposed}
        return {name: value for name, value in fields.items() if value}

    def nothing(self, _event: ev.HandEvent) -> None:
        """The standard has no action for it, or another part says it."""

    def post(self, event: ev.Posted) -> None:
        facts: Object = {"_post": event.kind.value} if event.kind in _NAMED_POSTS else {}
        self._act(event.seat, _POSTS[event.kind], event.chips, is_allin=event.is_all_in, **facts)

    def hole(self, event: ev.HoleDealt) -> None:
        self._deal(event.hands)

    def stud_cards(self, event: ev.CardsDealt) -> None:
        if event.street != self.street:
            self._begin(event.street)
        is_up = self.game.streets[self.game.index[event.street]].up > 0
        self._deal(event.hands, **({"_face_up": True} if is_up else {}))

    def begin_discards(self, event: ev.DiscardsBegun) -> None:
        self._begin(event.street)
        self.streets[-1]["_discards"] = []

    def discard(self, event: ev.CardsDiscarded) -> None:
        cards = self.visible.texts(event.discarded)
        self.streets[-1]["_discards"].append(
            {
                "player_id": self.ids[event.seat],
                "count": len(event.discarded),
                **({"cards": cards} if cards else {}),
                **self.said.pop(event.seat, {}),
            }
        )
        if event.positions:
            self._deal([ev.DealtHand(event.seat, event.positions)])

    def board(self, event: ev.BoardDealt) -> None:
        cards = self.visible.board_texts(event.positions)
        if not event.board:
            self.board_count += len(cards)
        if event.street != self.street or event.board or "cards" in self.streets[-1]:
            self._begin(event.street)
        if event.board:
            self.streets[-1]["_board"] = event.board
        self.streets[-1]["cards"] = cards

    def correct_board(self, event: ev.BoardCorrected) -> None:
        self.streets[-1]["cards"] = self.visible.board_texts(event.positions)
        self.streets[-1]["_corrected"] = event.reason

    def expose(self, event: ev.CardExposed) -> None:
        cards = self.visible.texts((event.position,))
        self.exposed.append({"player_id": self.ids[event.seat], "cards": cards})
        if event.replaced_by is not None:
            self._deal([ev.DealtHand(event.seat, (event.replaced_by,))])

    def fold(self, event: ev.Folded) -> None:
        self._act(event.seat, "Fold")

    def check(self, event: ev.Checked) -> None:
        self._act(event.seat, "Check")

    def wager(self, event: ev.Called | ev.Bet | ev.Raised | ev.BroughtIn) -> None:
        facts: Object = {"_bring_in": True} if isinstance(event, ev.BroughtIn) else {}
        word = _WAGERS[type(event)]
        self._act(event.seat, word, event.added_chips, is_allin=event.is_all_in, **facts)

    def time_out(self, event: ev.TimedOut) -> None:
        if event.outcome in {"shown", "mucked", "stood_pat", "run_once"}:
            self._say(event.seat, _timed_out=event.outcome)  # what he did follows
            return
        last = self.streets[-1]["actions"][-1:]
        if event.outcome == "checked" and self._is_bring_in_of(event.seat, last):
            last[0]["_timed_out"] = event.outcome
            return
        word = {"folded": "Fold", "checked": "Check"}.get(event.outcome) or self._passing(
            event.seat
        )
        self._act(event.seat, word, is_allin=event.outcome == "all_in", _timed_out=event.outcome)

    def answer_run_it(self, event: ev.RunItAnswered) -> None:
        said = self.said.pop(event.seat, {})
        self.run_it.append({"player_id": self.ids[event.seat], "times": event.times, **said})

    def declare(self, event: ev.BoardDeclared) -> None:
        self._say(event.seat, _board_declared=True)

    def show(self, event: ev.CardsShown) -> None:
        self._show_down(event.seat, "Shows Cards", cards=self.visible.texts(event.positions))

    def muck(self, event: ev.CardsMucked) -> None:
        self._show_down(event.seat, "Mucks Cards")

    def _begin(self, street: str) -> None:
        self.street = street
        own = {} if self.game.family == "flop" else {"_street": street}
        self.streets.append(
            {
                "id": len(self.streets),
                "street": _STREETS[self.game.index[street]],
                **own,
                "actions": [],
            }
        )

    def _deal(self, hands: Sequence[ev.DealtHand], **facts: Any) -> None:
        """Write the new cards of every seat of which the reader knows all."""
        for dealt in hands:
            cards = self.visible.texts(dealt.positions)
            if len(cards) == len(dealt.positions):
                self._act(dealt.seat, "Dealt Cards", cards=cards, **facts)

    def _passing(self, seat: SeatNo) -> str:
        """Return the word for putting in nothing and staying in."""
        assert self.before is not None
        paid = self.before.of(seat).street_chips
        return "Call" if paid < self.before.price_chips else "Check"

    def _is_bring_in_of(self, seat: SeatNo, actions: Sequence[Object]) -> bool:
        return any("_bring_in" in each and each["player_id"] == self.ids[seat] for each in actions)

    def _say(self, seat: SeatNo, **facts: object) -> None:
        self.said.setdefault(seat, {}).update(facts)

    def _act(
        self, seat: SeatNo, word: str, chips: Chips = 0, *, is_allin: bool = False, **facts: object
    ) -> None:
        actions = self.streets[-1]["actions"]
        actions.append(self._action(actions, seat, word, chips, is_allin=is_allin) | facts)

    def _show_down(self, seat: SeatNo, word: str, **facts: object) -> None:
        said = self.said.pop(seat, {})
        self.showdown.append(self._action(self.showdown, seat, word) | facts | said)
        self.board_counts.append(self.board_count)

    def _action(
        self,
        before: Sequence[Object],
        seat: SeatNo,
        word: str,
        chips: Chips = 0,
        *,
        is_allin: bool = False,
    ) -> Object:
        return {
            "action_number": len(before) + 1,
            "player_id": self.ids[seat],
            "action": word,
            "amount": self.money_format.of(chips),
            "is_allin": is_allin,
        }


WRITERS: dict[type, Callable[[Rounds, Any], None]] = {
    ev.HandStarted: Rounds.nothing,
    ev.DeckSealed: Rounds.nothing,
    ev.Posted: Rounds.post,
    ev.HoleDealt: Rounds.hole,
    ev.CardsDealt: Rounds.stud_cards,
    ev.DiscardsBegun: Rounds.begin_discards,
    ev.CardsDiscarded: Rounds.discard,
    ev.StubExtended: Rounds.nothing,
    ev.BroughtIn: Rounds.wager,
    ev.CardExposed: Rounds.expose,
    ev.CardsEntered: Rounds.nothing,
    ev.BoardCorrected: Rounds.correct_board,
    ev.RunItAnswered: Rounds.answer_run_it,
    ev.TurnStarted: Rounds.nothing,
    ev.Folded: Rounds.fold,
    ev.Checked: Rounds.check,
    ev.Called: Rounds.wager,
    ev.Bet: Rounds.wager,
    ev.Raised: Rounds.wager,
    ev.TimedOut: Rounds.time_out,
    ev.BoardDealt: Rounds.board,
    ev.UncalledReturned: Rounds.nothing,
    ev.CardsShown: Rounds.show,
    ev.CardsMucked: Rounds.muck,
    ev.BoardDeclared: Rounds.declare,
    ev.PotAwarded: Rounds.nothing,
    ev.HandFinished: Rounds.nothing,
    ev.HandVoided: Rounds.nothing,
}
