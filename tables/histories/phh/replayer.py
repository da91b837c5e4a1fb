"""
A record on its way through the engine, action by action.

What a record contains and the house would not ask for is accepted with a note: a check or fold by a
player without a decision, a last raise cut to the opponent's stack. So is what it leaves out: the
fold of a player who owes chips, is passed over and never acts again, and the exchange of one who
has no betting left.
"""

from tables.engine.hand.betting import to_call
from tables.engine.hand.commands import Act, ActionKind, Command, TimeOut
from tables.engine.hand.decide import advance
from tables.engine.hand.events import CardsDealt, CardsDiscarded, HandEvent, HoleDealt
from tables.engine.hand.invariants import problems
from tables.engine.hand.legal import legal
from tables.engine.hand.state import (
    ABLE,
    AGREEING,
    BETTING,
    DISCARDING,
    FOLDED,
    SHOWDOWN,
    TIMED_OUT,
    Hand,
)
from tables.engine.rules.errors import RuleViolation
from tables.engine.rules.games import GAMES
from tables.engine.rules.terms import Chips, Position
from tables.histories.errors import (
    ChipsNotConserved,
    FieldRefused,
    HandUnfinished,
    StartRefused,
)
from tables.histories.phh.record import Record, RecordedAction
from tables.histories.phh.record_cards import RecordCards, impossible
from tables.histories.phh.record_deck import RecordDeck
from tables.histories.phh.replay_start import start_command

_BETS = ("f", "cc", "cbr", "pb")


class Replayer:
    """The hand so far, and what of the record it has seen."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._notes = list(record.notes)
        self._events: list[HandEvent] = []
        self._got: dict[int, list[Position]] = {}
        self._said: dict[int, int] = {}
        """Cards that lines have dealt, by player."""
        self._streets_seen = 0
        self._board_seen = 0
        self._read_before: set[int] = set()
        self._answers = list(record.house.run_it)
        self._last_words = {a.player: a.number for a in record.actions if a.word != "dh"}
        command, notes = start_command(record)
        self._game = GAMES[command.game]
        self._board_streets = tuple(s.board for s in self._game.streets if s.board)
        self._cards = RecordCards(record, self._game)
        boards = (self._cards.board, *record.house.boards)
        self._deck = RecordDeck(command, self._cards.hands, boards)
        self._notes.extend(notes)
        try:
            deck = self._deck.cards_before(None, command, self._next_speaker(0))
            events, self._hand = advance(None, command, deck)
        except RuleViolation as error:
            detail = f"No such hand begins: {error}."
            raise StartRefused(detail, rule=error.code) from error
        self._keep(events)
        self._answer_run_it(None)

    def apply(self, action: RecordedAction) -> None:
        """Feed a player's decision to the engine; hold everything else against what it did."""
        match action.word:
            case "dh":
                self._dealt(action)
            case "db":
                self._board(action)
            case "sm":
                self._show_or_muck(action)
            case "sd":
                self._exchange(action)
            case _:
                self._move(action)

    def finish(self) -> tuple[tuple[HandEvent, ...], Hand, tuple[str, ...]]:
        """Return what was played, if it came to its end, and what was let through."""
        last = self._record.actions[-1] if self._record.actions else None
        while last is not None and self._stand_pat(last, "at the end"):
            pass
        if not self._hand.is_over:
            detail = f"The record ends, and p{self._hand.actor} still owes a decision."
            raise HandUnfinished(detail, player=self._hand.actor)
        return tuple(self._events), self._hand, tuple(self._notes)

    def _next_speaker(self, number: int) -> int | None:
        """Return who bets, calls or folds first after that action."""
        later = (a for a in self._record.actions if a.number > number and a.word in _BETS)
        return next((action.player for action in later), None)

    # Cards

    def _dealt(self, action: RecordedAction) -> None:
        """Hold a line that deals against what the engine has dealt; the cards are known before."""
        if self._game.family == "flop":
            if self._board_seen:
                raise impossible(action, "hands are dealt before the board")
            return
        player = action.player
        said = self._said.get(player, 0) + len(action.cards or ())
        self._said[player] = said
        while len(self._got[player]) < said and self._fold_silent(action):
            pass
        if len(self._got[player]) < said:
            self._out_of_step(action)

    def _board(self, action: RecordedAction) -> None:
        cards = action.cards or ()
        if self._game.family == "flop":
            self._check_street(action, len(cards))
        self._streets_seen += 1
        self._board_seen += len(cards)
        while len(self._hand.board) < self._board_seen and self._fold_silent(action):
            pass
        dealt = self._hand.board[self._board_seen - len(cards) : self._board_seen]
        if not cards or dealt != cards:
            self._out_of_step(action)

    def _check_street(self, action: RecordedAction, count: int) -> None:
        if self._streets_seen == len(self._board_streets):
            raise impossible(action, "the board is complete")
        expected = self._board_streets[self._streets_seen]
        if count != expected:
            raise impossible(action, "wrong number of cards for the street", expected=expected)

    def _out_of_step(self, action: RecordedAction) -> None:
        if self._hand.is_over:
            raise impossible(action, "the hand is over")
        raise impossible(action, "the betting round is not over", actor=self._hand.actor)

    def _show_or_muck(self, action: RecordedAction) -> None:
        """Feed it to the engine only where the players themselves decide on it."""
        hand = self._hand
        if hand.phase != SHOWDOWN or hand.actor != action.player:
            return
        has_declared = action.player in self._record.house.declared
        if has_declared and not hand.of(action.player).has_declared_board:
            self._advance(Act(action.player, hand.turn, "declare_board"), action)
        is_muck = action.cards is None and not action.is_dash
        self._decide_by(action, Act(action.player, hand.turn, "muck" if is_muck else "show"))

    # Exchanging cards

    def _exchange(self, action: RecordedAction) -> None:
        if self._game.family != "draw":
            raise impossible(action, "not in this variant")
        player = action.player
        is_frozen = self._hand.of(player).status == TIMED_OUT and not action.cards  # R-TIM-5
        if is_frozen or action.number in self._read_before:
            return
        while self._hand.phase == BETTING and self._fold_silent(action):
            pass
        while self._hand.phase == DISCARDING and self._hand.actor != player:
            if self._hand.of(player).drawn_count is not None:
                break
            if not self._read_ahead(action) and not self._stand_pat(action):
                break
        if self._hand.phase == DISCARDING and self._hand.actor == player:
            self._draw(action)
        else:
            raise impossible(action, self._whose_turn())

    def _read_ahead(self, action: RecordedAction) -> bool:
        """Take the actor's own line first where the record has it later in the same exchange."""
        for other in self._record.actions:
            if other.number <= action.number:
                continue
            if other.word not in {"sd", "dh"}:
                break
            if other.word == "sd" and other.player == self._hand.actor:
                if other.number in self._read_before:
                    break
                self._read_before.add(other.number)
                self._draw(other)
                return True
        return False

    def _draw(self, action: RecordedAction) -> None:
        got = self._got[action.player]
        places = self._cards.discards[action.number]
        if any(place >= len(got) for place in places):
            raise impossible(action, "a card that the player does not hold yet")
        chosen = tuple(got[place] for place in places)
        self._decide_by(action, Act(action.player, self._hand.turn, "discard", cards=chosen))

    def _stand_pat(self, action: RecordedAction, where: str = "") -> bool:
        """Keep the cards of an actor whose exchange the record leaves out, if he bets no more."""
        hand = self._hand
        if hand.phase != DISCARDING or hand.actor is None:
            return False
        able_count = sum(seat.status == ABLE for seat in hand.seats)
        if hand.of(hand.actor).status == ABLE and able_count > 1:
            return False
        where = where or f"before action {action.number}"
        self._notes.append(f"{where}: p{hand.actor}'s exchange is not in the record")
        self._advance(Act(hand.actor, hand.turn, "discard"), action)
        return True

    # Betting

    def _move(self, action: RecordedAction) -> None:
        if action.word == "pb" and self._game.family != "stud":
            raise impossible(action, "not in this variant")
        while self._stand_pat(action):
            pass
        if self._hand.of(action.player).status == ABLE:
            while self._hand.actor != action.player and self._fold_silent(action):
                pass
        if self._hand.actor == action.player and self._hand.phase == BETTING:
            self._decide(action)
        else:
            self._let_through(action)

    def _fold_silent(self, action: RecordedAction) -> bool:
        """Fold for the actor if `action` passes him over and he never speaks again."""
        actor = self._hand.actor
        if actor is None or self._last_words.get(actor, 0) > action.number:
            return False
        if self._hand.phase != BETTING or not to_call(self._hand, self._hand.of(actor)):
            return False
        self._notes.append(f"before action {action.number}: p{actor}'s fold is not in the record")
        self._advance(Act(actor, self._hand.turn, "fold"), action)
        return True

    def _decide(self, action: RecordedAction) -> None:
        hand = self._hand
        is_behind = len(hand.board) != self._board_seen
        if self._game.family == "stud":
            is_behind = is_behind or self._said.get(action.player) != len(self._got[action.player])
        if is_behind:
            raise impossible(action, "the street's cards are missing before it")
        choices = legal(hand)
        assert choices is not None
        to: Chips | None = None
        kind: ActionKind = "fold"
        if action.word == "cc":
            kind = "call" if choices.to_call_chips else "check"
        elif action.word == "pb":
            kind = "bring_in"
        elif action.word == "cbr":
            kind = "raise" if hand.price_chips else "bet"
            to = self._wager(action, choices.min_to_chips)
        self._decide_by(action, Act(action.player, hand.turn, kind, to))

    def _wager(self, action: RecordedAction, min_to: Chips) -> Chips:
        """Return the amount; one cut to what the others have is lifted (R-POT-6 gives it back)."""
        to = action.amount
        if not self._hand.price_chips < to < min_to:
            return to
        seat = self._hand.of(action.player)
        is_all_in = to == seat.street_chips + seat.stack_chips
        can_be_raised = any(
            other.status == ABLE and other.street_chips + other.stack_chips > to
            for other in self._hand.seats
            if other.seat != action.player
        )
        if is_all_in or can_be_raised:
            return to
        self._notes.append(
            f"action {action.number}: a wager cut to the others' stacks, lifted to {min_to}"
        )
        return min_to

    def _let_through(self, action: RecordedAction) -> None:
        hand = self._hand
        status = hand.of(action.player).status
        has_no_decision = status != FOLDED and (hand.is_over or status != ABLE)
        if action.word in {"cc", "f"} and has_no_decision:
            said = "fold" if action.word == "f" else "check"
            self._notes.append(
                f"action {action.number}: a {said} by p{action.player}, who has no decision"
            )
        else:
            raise impossible(action, self._whose_turn())

    def _whose_turn(self) -> str:
        if self._hand.is_over:
            return "the hand is over"
        owed = "turn to exchange cards" if self._hand.phase == DISCARDING else "turn"
        return f"it is p{self._hand.actor}'s {owed}"

    # The engine

    def _decide_by(self, action: RecordedAction, act: Act) -> None:
        """Do what the record says, or let the player's time run out where a file of ours does."""
        house = self._record.house
        command: Command = act
        if action.number in house.timeouts or action.number in house.other_timeouts:
            is_protected = action.number in house.timeouts
            command = TimeOut(act.seat, self._hand.turn, is_protected)
        elif act.turn != self._hand.turn:
            command = Act(act.seat, self._hand.turn, act.kind, act.to_chips, act.cards)
        self._advance(command, action)

    def _advance(self, command: Command, action: RecordedAction) -> None:
        self._apply(command, action)
        self._answer_run_it(action)

    def _apply(self, command: Command, action: RecordedAction | None) -> None:
        try:
            speaker = self._next_speaker(action.number if action else 0)
            deck = self._deck.cards_before(self._hand, command, speaker)
            events, self._hand = advance(self._hand, command, deck)
        except RuleViolation as error:
            if action is None:
                raise FieldRefused("_run_it", error.code) from error
            raise impossible(action, error.code, **error.facts) from error
        self._keep(events)

    def _answer_run_it(self, action: RecordedAction | None) -> None:
        """Say how often to deal the board, as often as it is asked."""
        while self._hand.phase == AGREEING and self._hand.actor is not None:
            answer = self._answers.pop(0) if self._answers else None
            if answer is None or answer.player != self._hand.actor:
                raise FieldRefused("_run_it", f"an answer by p{self._hand.actor}")
            seat, turn = answer.player, self._hand.turn
            command: Command = Act(seat, turn, "run_it", times=answer.times)
            if answer.is_timed_out:
                command = TimeOut(seat, turn)
            self._apply(command, action)

    def _keep(self, events: tuple[HandEvent, ...]) -> None:
        self._events.extend(events)
        for event in events:
            if isinstance(event, HoleDealt | CardsDealt):
                for dealt in event.hands:
                    self._got.setdefault(dealt.seat, []).extend(dealt.positions)
            elif isinstance(event, CardsDiscarded):
                self._got[event.seat].extend(event.positions)
        broken = problems(self._hand)
        if broken:
            raise ChipsNotConserved("; ".join(broken))
