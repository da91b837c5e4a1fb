"""Scenarios of a whole hand: play it with the engine, compare all that the scenario expects."""

from collections.abc import Mapping, Sequence
from uuid import UUID

import msgspec

from tables.engine.hand.commands import Act, ActionKind, Command, StartHand, TimeOut
from tables.engine.hand.decide import advance
from tables.engine.hand.events import (
    Bet,
    BoardDealt,
    BroughtIn,
    Called,
    CardsDealt,
    CardsShown,
    HandEvent,
    HandFinished,
    PotAwarded,
    Raised,
    SeatAtStart,
    TurnStarted,
    UncalledReturned,
)
from tables.engine.hand.evolve import fold
from tables.engine.hand.invariants import problems
from tables.engine.hand.legal import legal
from tables.engine.hand.state import FOLDED, Hand
from tables.engine.rules.cards import cards_of
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.ranking import RANKERS, describe
from tables.engine.rules.terms import MAX_SEATS, Card, Post, PostKind
from tables.engine.stacked_deck import Script, filled
from tables.lab.scenarios.config import rake_of, rules_of
from tables.lab.scenarios.hand_schema import ActionLine, HandScenario, LegalLine

_KINDS: dict[str, ActionKind] = {
    "fold": "fold",
    "check": "check",
    "call": "call",
    "bet": "bet",
    "raise": "raise",
    "allin": "all_in",
    "bring_in": "bring_in",
}


def run_hand(raw: dict[str, object]) -> list[str]:
    """Return how the engine differs from the scenario, as sentences; nothing if it does not."""
    play = _Play(msgspec.convert(raw, HandScenario))
    play.to_the_end()
    play.compare()
    return play.found


class _Play:
    """One scenario on its way through the engine."""

    def __init__(self, scenario: HandScenario) -> None:
        self.scenario = scenario
        self.expect = scenario.expect
        self.found: list[str] = []
        self.events: list[HandEvent] = []
        self.hands: list[Hand] = []  # before each action, and at the end
        command = _start_command(scenario)
        dealt = scenario.hole or scenario.cards
        self.script = Script(
            {int(seat): cards_of(cards) for seat, cards in dealt.items()},
            cards_of(scenario.board or scenario.community),
        )
        self._record(*advance(None, command, self._cards(None, command)))

    def to_the_end(self) -> None:
        """Play every action; the last one must be refused where the scenario says so."""
        actions = self.scenario.actions
        is_refused = self.expect.error is not None
        for line in actions[:-1] if is_refused else actions:
            if not self._play(line):
                return
        if is_refused:
            self._must_refuse(actions[-1])

    def compare(self) -> None:
        """Note every difference from what is expected."""
        hand, expect = self.hands[-1], self.expect
        self._same("replayed state", fold(self.events), hand)
        self._same("stacks", {str(s.seat): s.stack_chips for s in hand.seats}, expect.stacks)
        self._same_if("in_pot", hand.pot_chips, expect.in_pot)
        self._same_if("next_to_act", hand.actor, expect.next_to_act)
        self._same_if("street", _street(hand), expect.street)
        folded = sorted(seat.seat for seat in hand.seats if seat.status == FOLDED)
        self._same_if("folded", folded, expect.folded)
        self._compare_awards()
        self._compare_show()
        for line in expect.legal:
            self._compare_legal(line)

    def _record(self, batch: Sequence[HandEvent], hand: Hand) -> None:
        self.events.extend(batch)
        self.hands.append(hand)
        self.found.extend(problems(hand))

    def _cards(self, hand: Hand | None, command: Command) -> list[Card | None]:
        return filled(self.script.cards_for(hand, command))

    def _play(self, line: ActionLine) -> bool:
        hand = self.hands[-1]
        self._same("street of an action", _street(hand), line.street)
        try:
            command = _command(hand, line)
            batch, after = advance(hand, command, self._cards(hand, command))
        except RuleViolation as refusal:
            self.found.append(f"seat {line.seat} {line.do} {line.to} was refused: {refusal}")
            return False
        first = batch[0]
        to = first.to_chips if isinstance(first, (Called, Bet, Raised, BroughtIn)) else None
        self._same(f"total of seat {line.seat}'s {line.do}", to, line.to)
        self._record(batch, after)
        return True

    def _must_refuse(self, line: ActionLine) -> None:
        hand = self.hands[-1]
        try:
            command = _command(hand, line)
            advance(hand, command, self._cards(hand, command))
        except RuleViolation as refusal:
            self._same("error", f"E_{refusal.code.upper()}", self.expect.error)
        else:
            self.found.append(f"the last action was accepted, expected {self.expect.error}")

    def _compare_awards(self) -> None:
        pots = {e.pot: e for e in self.events if isinstance(e, PotAwarded)}
        if self.expect.pots is not None:
            got = [(pots[number].chips, list(pots[number].eligible)) for number in sorted(pots)]
            self._same("pots", got, [(pot.amount, pot.eligible) for pot in self.expect.pots])
        awards: dict[str, int] = {}
        for pot in pots.values():
            for share in pot.shares:
                awards[str(share.seat)] = awards.get(str(share.seat), 0) + share.chips
        self._same_if("awards", awards, self.expect.awards)
        refunds = {str(e.seat): e.chips for e in self.events if isinstance(e, UncalledReturned)}
        self._same("refunds", refunds, self.expect.refunds)
        rake = sum(e.rake_chips for e in self.events if isinstance(e, HandFinished))
        self._same("rake", rake, self.expect.rake or 0)

    def _compare_show(self) -> None:
        first_to_act: dict[str, int] = {}
        show_order: list[int] = []
        face_up_from: str | None = None
        street = self.hands[0].game.streets[0].name
        for event in self.events:
            match event:
                case BoardDealt() | CardsDealt():
                    street = event.street
                case TurnStarted():
                    first_to_act.setdefault(street, event.seat)
                case CardsShown():
                    show_order.append(event.seat)
                    face_up_from = face_up_from or street
                case _:
                    pass
        for name, seat in self.expect.first_to_act.items():
            self._same(f"first to act, {name}", first_to_act.get(name), seat)
        self._same_if("show_order", show_order, self.expect.show_order)
        self._same_if("face_up_from", face_up_from, self.expect.face_up_from)
        for name, category in self.expect.categories.items():
            self._same(f"category of seat {name}", self._category(int(name)), category)

    def _category(self, seat: int) -> str:
        hand = self.hands[-1]
        board = [card for card in hand.board if card is not None]
        rule = hand.game.hand_rules[0]
        strength = RANKERS[rule](hand.of(seat).faces, board)
        return "" if strength is None else describe(rule, strength)

    def _compare_legal(self, line: LegalLine) -> None:
        hand = self.hands[line.before]
        choices = legal(hand)
        if choices is None:
            self.found.append(f"legal before {line.before}: nobody owes a decision")
            return
        why = choices.why_no_raise
        got: Mapping[str, object] = {
            "before": line.before,
            "seat": choices.seat,
            "to_call": choices.to_call_chips,
            "min_to": choices.min_to_chips,
            "max_to": choices.max_to_chips,
            "can_raise": why is None,
            "can_check": "check" in choices.kinds,
            "why": f"E_{why.upper()}" if why else None,
            "bring_in": choices.bring_in_chips,
        }
        for name, expected in msgspec.structs.asdict(line).items():
            if expected is not msgspec.UNSET:
                self._same(f"legal before {line.before}: {name}", got[name], expected)

    def _same(self, what: str, got: object, expected: object) -> None:
        if got != expected:
            self.found.append(f"{what}: got {got}, expected {expected}")

    def _same_if(self, what: str, got: object, expected: object) -> None:
        if expected is not None:
            self._same(what, got, expected)


def _street(hand: Hand) -> str:
    return hand.game.streets[hand.street].name


def _command(hand: Hand, line: ActionLine) -> Command:
    if line.do == "timeout":
        return TimeOut(line.seat, hand.turn)
    to = line.to if line.do in {"bet", "raise"} else None
    return Act(line.seat, hand.turn, _KINDS[line.do], to)


def _start_command(scenario: HandScenario) -> StartHand:
    return StartHand(
        hand_no=1,
        game=scenario.variant,
        structure=scenario.structure,
        rules=rules_of(scenario.config, scenario.mode),
        seats=tuple(
            SeatAtStart(line.seat, UUID(int=line.seat), line.stack) for line in scenario.seats
        ),
        button=MAX_SEATS if scenario.button is None else scenario.button,
        big_blind=next(
            (line.seat for line in scenario.posts if line.kind == PostKind.BIG_BLIND), None
        ),
        posts=tuple(Post(line.seat, line.kind, line.amount) for line in scenario.posts),
        chip_unit=scenario.chip_unit,
        rake=rake_of(scenario.config),
    )
