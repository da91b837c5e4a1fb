"""
A table as a client keeps it: a snapshot, and every frame after it applied to it.

It knows the wire and nothing of the house: what it holds has to equal what a fresh snapshot says
(docs/protocol.md). Only `server_now` is not compared.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

Body = dict[str, Any]

DEAD_POSTS = {"dead", "bb_ante"}
NO_STREET_BET = {"ante", *DEAD_POSTS}
LIFTS_THE_PRICE = {"straddle", "kill"}
NO_CARDS: Body = {"cards": [], "positions": []}
NO_OPTIONS: Body = {"straddle": False, "run_it_twice": False}


class TableClient:
    """The state of one table for one viewer."""

    def __init__(self, player: str | None) -> None:
        self.player = player
        self.state: Body = {}
        self.seq: int | None = None
        self.is_stale = False
        """Whether the next thing to do is to take a new snapshot."""
        self.mine: int | None = None
        """The seat in which the hand was dealt to this viewer: another may have sat there."""
        self.applied: list[tuple[int, int]] = []
        """The ranges of numbers that came, in order."""

    def apply(self, frame: Body) -> None:
        """Take one frame of the channel; numbers have to come without gaps and once."""
        match frame["t"]:
            case "snapshot":
                self.state, self.seq = deepcopy(frame["d"]), frame["seq"]
                self.is_stale = False
                you = self.state["you"]
                self.mine = you["seat"] if you and you["positions"] else None
                return
            case "resumed":
                assert frame["d"]["after_seq"] == self.seq
                return
            case "skip":
                first, last = frame["from"], frame["to"]
            case _:
                first = last = frame["seq"]
                HANDLERS[frame["t"]](self, frame["d"])
        assert self.seq is not None
        assert first == self.seq + 1
        assert last >= first
        self.seq = self.state["seq"] = last
        self.applied.append((first, last))

    def compared(self) -> Body:
        """Return the state without the time at which it was asked for."""
        return {name: part for name, part in self.state.items() if name != "server_now"}

    # --- the table ----------------------------------------------------------------------------

    def seat(self, number: int) -> Body:
        """Return the seat at the table."""
        found: Body = next(s for s in self.state["seats"] if s["seat"] == number)
        return found

    def by_staff(self, **changes: Any) -> None:
        """What staff changed has another version, the next number."""
        table = self.state["table"]
        number = int(table["version"].strip('"'))
        table |= {**changes, "version": f'"{number + 1}"'}

    def paused(self, _: Body) -> None:
        self.by_staff(state="paused")

    def resumed(self, _: Body) -> None:
        self.by_staff(state="playing" if self.state["table"]["hand_no"] else "open")

    def closing(self, _: Body) -> None:
        self.by_staff(state="closing")

    def closed(self, _: Body) -> None:
        self.by_staff(state="closed")

    def stakes_changed(self, d: Body) -> None:
        rotation = d["rotation"] or self.state["table"]["rotation"]
        self.by_staff(stakes=d["stakes"], rotation=rotation)

    def seated(self, d: Body) -> None:
        new = {
            "seat": d["seat"],
            "player": d["player"],
            "stack_chips": d["buy_in_chips"],
            "status": "in",
            "standing": "newcomer",
            "missed_small": False,
            "missed_big": False,
        }
        self.state["seats"] = sorted([*self.state["seats"], new], key=lambda s: s["seat"])
        if d["player"] == self.player and self.mine is None:
            self.state["you"] = {"seat": d["seat"], **NO_CARDS, **NO_OPTIONS}

    def left(self, d: Body) -> None:
        self.state["seats"] = [s for s in self.state["seats"] if s["seat"] != d["seat"]]
        if d["player"] == self.player:
            self.state["you"] = (
                {**self.state["you"], **NO_OPTIONS} if self.mine is not None else None
            )

    def busted(self, d: Body) -> None:
        if self.seat(d["seat"])["status"] != "sitting_out":
            self.seat(d["seat"])["status"] = "busted"

    def topped_up(self, d: Body) -> None:
        seat = self.seat(d["seat"])
        seat["stack_chips"] = d["stack_chips"]
        if seat["status"] == "busted":
            seat["status"] = "in"

    def sat_out(self, d: Body) -> None:
        self.seat(d["seat"])["status"] = "sitting_out"

    def sat_in(self, d: Body) -> None:
        self.seat(d["seat"])["status"] = "in"

    def options_changed(self, d: Body) -> None:
        self.state["you"] |= {"straddle": d["straddle"], "run_it_twice": d["run_it"]}

    def nothing(self, d: Body) -> None:
        """What the snapshot does not show."""

    def hand_begins(self, d: Body) -> None:
        table, lineup = self.state["table"], d["lineup"]
        table["hand_no"] = d["hand_no"]
        table["state"] = "playing" if table["state"] == "open" else table["state"]
        marks = ("missed_small", "missed_big", "still_owing")
        table["owing"] = {name: lineup[name] for name in marks}

    def settled(self, d: Body) -> None:
        stacks = {s["seat"]: s["stack_chips"] for s in d["stacks"]}
        at_table = {s["seat"] for s in self.state["seats"]}
        owing = self.state["table"]["owing"]
        for dealt in self.state["hand"]["seats"]:
            if dealt["seat"] in at_table:
                seat = self.seat(dealt["seat"])
                seat["stack_chips"] = stacks.get(dealt["seat"], seat["stack_chips"])
                if dealt["seat"] not in owing["still_owing"]:
                    seat |= {"standing": "established", "missed_small": False, "missed_big": False}
        for mark in ("missed_small", "missed_big"):
            for number in owing[mark]:
                if number in at_table and self.seat(number)["standing"] == "established":
                    self.seat(number)[mark] = True
        self.state["table"]["owing"] = None

    def table_voided(self, _: Body) -> None:
        self.state["table"]["owing"] = None

    def taken_back(self, d: Body) -> None:
        for stack in d["stacks"]:
            self.topped_up(stack)
        self.hand["is_voided"] = True

    def clock_extended(self, d: Body) -> None:
        if self.state["turn"] is not None:
            self.state["turn"]["deadline_at"] = d["deadline_at"]

    # --- the hand -----------------------------------------------------------------------------

    @property
    def hand(self) -> Body:
        """The running or last hand."""
        hand: Body = self.state["hand"]
        return hand

    def of(self, number: int) -> Body:
        """Return the seat in the hand."""
        found: Body = next(s for s in self.hand["seats"] if s["seat"] == number)
        return found

    def started(self, d: Body) -> None:
        copied = ("hand", "hand_no", "game", "family", "structure", "options", "button")
        self.state["hand"] = {
            **{name: d[name] for name in (*copied, "big_blind", "street")},
            "board": [],
            "more_boards": [],
            "run_it_times": 0,
            "pot_chips": 0,
            "price_chips": 0 if d["big_blind"] is None else d["structure"]["big_blind"],
            "is_over": False,
            "is_voided": False,
            "commitment": d["commitment"],
            "seats": [
                {
                    "seat": entry["seat"],
                    "stack_chips": entry["stack_chips"],
                    "street_chips": 0,
                    "total_chips": 0,
                    "status": "able",
                    "has_timed_out": False,
                    "card_count": 0,
                    "upcards": [],
                    "drawn_count": None,
                    "cards": [],
                }
                for entry in d["seats"]
            ],
        }
        self.mine = next((e["seat"] for e in d["seats"] if e["player"] == self.player), None)
        if self.mine is not None:
            self.state["you"] = {**self.state["you"], "seat": self.mine, **NO_CARDS}
        elif self.player is not None:
            seats = [s["seat"] for s in self.state["seats"] if s["player"] == self.player]
            you = self.state["you"]
            self.state["you"] = {**you, "seat": seats[0], **NO_CARDS} if seats else None

    def posted(self, d: Body) -> None:
        seat, chips = self.of(d["seat"]), d["chips"]
        seat["stack_chips"] -= chips
        seat["street_chips"] += 0 if d["kind"] in NO_STREET_BET else chips
        seat["total_chips"] += 0 if d["kind"] in DEAD_POSTS else chips
        seat["status"] = "all_in" if d["is_all_in"] else seat["status"]
        self.hand["pot_chips"] += chips
        if d["kind"] in LIFTS_THE_PRICE:
            self.hand["price_chips"] = max(self.hand["price_chips"], seat["street_chips"])

    def hole_dealt(self, d: Body) -> None:
        for dealt in d["hands"]:
            assert not dealt["cards"] or self._is_mine(dealt["seat"]), "another's cards"
            self._gets(dealt)

    def _is_mine(self, number: int) -> bool:
        return self.mine == number

    def _gets(self, dealt: Body) -> None:
        """The seat has more cards; one's own are known by name and by face."""
        positions = dealt["positions"]
        self.of(dealt["seat"])["card_count"] += len(positions)
        if self._is_mine(dealt["seat"]):
            you = self.state["you"]
            you["positions"] = [*you["positions"], *positions]
            you["cards"] = [*you["cards"], *(dealt["cards"] or [None] * len(positions))]

    def cards_dealt(self, d: Body) -> None:
        if d["street"] != self.hand["street"]:
            self._street_begins(d)
        for dealt in d["hands"]:
            seat = self.of(dealt["seat"])
            if dealt["is_up"]:
                seat["upcards"] = [*seat["upcards"], *dealt["cards"]]
            if seat["cards"]:
                seat["cards"] = [*seat["cards"], *dealt["cards"]]
            assert not dealt["cards"] or (
                dealt["is_up"] or seat["cards"] or self._is_mine(dealt["seat"])
            ), "another's cards"
            self._gets(dealt)

    def discards_begun(self, d: Body) -> None:
        self._street_begins({**d, "is_run_out": False})
        for seat in self.hand["seats"]:
            seat["drawn_count"] = None

    def discarded(self, d: Body) -> None:
        seat, gone = self.of(d["seat"]), d["discarded"]
        seat["drawn_count"] = len(gone)
        seat["card_count"] -= len(gone)
        if self._is_mine(d["seat"]):
            you = self.state["you"]
            kept = [
                (position, card)
                for position, card in zip(you["positions"], you["cards"], strict=True)
                if position not in gone
            ]
            you["positions"] = [position for position, _ in kept]
            you["cards"] = [card for _, card in kept]
        else:
            assert d["cards"] == [], "another's cards"
        self._gets(d)
        self.state["turn"] = None

    def stale(self, _: Body) -> None:
        """What the floor or the croupier put right: a client takes a new snapshot."""
        self.is_stale = True

    def run_it(self, d: Body) -> None:
        self.hand["run_it_times"] = min(self.hand["run_it_times"] or d["times"], d["times"])
        self.state["turn"] = None

    def turn_started(self, d: Body) -> None:
        names = ("turn", "seat", "asks", "deadline_at", "legal")
        self.state["turn"] = {name: d[name] for name in names if name in d}

    def board_declared(self, d: Body) -> None:
        """It is still his turn, with other choices."""
        if "legal" in d:
            self.state["turn"]["legal"] = d["legal"]

    def folded(self, d: Body) -> None:
        self.of(d["seat"])["status"] = "folded"
        self.state["turn"] = None

    def passed(self, _: Body) -> None:
        self.state["turn"] = None

    def paid(self, d: Body) -> None:
        seat = self.of(d["seat"])
        seat["stack_chips"] -= d["added_chips"]
        seat["total_chips"] += d["added_chips"]
        seat["street_chips"] = d["to_chips"]
        seat["status"] = "all_in" if d["is_all_in"] else seat["status"]
        self.hand["pot_chips"] += d["added_chips"]
        self.state["turn"] = None

    def wagered(self, d: Body) -> None:
        self.paid(d)
        self.hand["price_chips"] = d["to_chips"]

    def brought_in(self, d: Body) -> None:
        self.paid(d)
        self.hand["price_chips"] = self.hand["structure"]["bring_in"]

    def timed_out(self, d: Body) -> None:
        status = {"all_in": "timed_out", "folded": "folded"}.get(d["outcome"])
        if status is not None:
            self.of(d["seat"])["status"] = status
        self.of(d["seat"])["has_timed_out"] = True
        self.state["turn"] = None

    def board_dealt(self, d: Body) -> None:
        if d["street"] != self.hand["street"]:
            self._street_begins(d)
        if not d["board"]:
            self.hand["board"] = [*self.hand["board"], *d["cards"]]
            return
        others = self.hand["more_boards"]
        while len(others) < d["board"]:
            others.append(self.hand["board"][: d["shared_count"]])
        others[d["board"] - 1] = [*others[d["board"] - 1], *d["cards"]]

    def _street_begins(self, d: Body) -> None:
        self.hand["street"] = d["street"]
        if not d["is_run_out"]:
            self.hand["price_chips"] = 0
            for seat in self.hand["seats"]:
                if seat["status"] != "folded":
                    seat["street_chips"] = 0

    def returned(self, d: Body) -> None:
        seat = self.of(d["seat"])
        seat["stack_chips"] += d["chips"]
        seat["total_chips"] -= d["chips"]
        seat["street_chips"] = max(seat["street_chips"] - d["chips"], 0)
        self.hand["pot_chips"] -= d["chips"]

    def shown(self, d: Body) -> None:
        self.of(d["seat"])["cards"] = d["cards"]
        self.state["turn"] = None

    def awarded(self, d: Body) -> None:
        for share in d["shares"]:
            self.of(share["seat"])["stack_chips"] += share["chips"]
        self.hand["pot_chips"] -= d["chips"]

    def finished(self, _: Body) -> None:
        self.hand["is_over"] = True
        self.state["turn"] = None

    def voided(self, d: Body) -> None:
        for seat in self.hand["seats"]:
            seat["stack_chips"] = self.seat(seat["seat"])["stack_chips"]
        self.hand["pot_chips"] = 0
        self.hand["is_voided"] = True
        self.finished(d)


HANDLERS: dict[str, Callable[[TableClient, Body], None]] = {
    "table.player_seated": TableClient.seated,
    "table.player_left": TableClient.left,
    "table.player_busted": TableClient.busted,
    "table.topped_up": TableClient.topped_up,
    "table.top_up_queued": TableClient.nothing,
    "table.top_up_dropped": TableClient.nothing,
    "table.leave_requested": TableClient.nothing,
    "table.sit_out_requested": TableClient.nothing,
    "table.seat_options_changed": TableClient.options_changed,
    "table.bomb_pot_requested": TableClient.nothing,
    "table.sat_out": TableClient.sat_out,
    "table.sat_in": TableClient.sat_in,
    "table.button_drawn": TableClient.nothing,
    "table.hand_started": TableClient.hand_begins,
    "table.hand_settled": TableClient.settled,
    "table.hand_voided": TableClient.table_voided,
    "table.hand_taken_back": TableClient.taken_back,
    "table.clock_extended": TableClient.clock_extended,
    "table.paused": TableClient.paused,
    "table.resumed": TableClient.resumed,
    "table.closing": TableClient.closing,
    "table.closed": TableClient.closed,
    "table.stakes_changed": TableClient.stakes_changed,
    "hand.started": TableClient.started,
    "hand.posted": TableClient.posted,
    "hand.hole_dealt": TableClient.hole_dealt,
    "hand.cards_dealt": TableClient.cards_dealt,
    "hand.discards_begun": TableClient.discards_begun,
    "hand.cards_discarded": TableClient.discarded,
    "hand.stub_extended": TableClient.nothing,
    "hand.brought_in": TableClient.brought_in,
    "hand.card_exposed": TableClient.stale,
    "hand.cards_entered": TableClient.stale,
    "hand.board_corrected": TableClient.stale,
    "hand.run_it_answered": TableClient.run_it,
    "hand.turn_started": TableClient.turn_started,
    "hand.folded": TableClient.folded,
    "hand.checked": TableClient.passed,
    "hand.called": TableClient.paid,
    "hand.bet": TableClient.wagered,
    "hand.raised": TableClient.wagered,
    "hand.timed_out": TableClient.timed_out,
    "hand.board_dealt": TableClient.board_dealt,
    "hand.uncalled_returned": TableClient.returned,
    "hand.cards_shown": TableClient.shown,
    "hand.cards_mucked": TableClient.passed,
    "hand.board_declared": TableClient.board_declared,
    "hand.pot_awarded": TableClient.awarded,
    "hand.finished": TableClient.finished,
    "hand.voided": TableClient.voided,
}
"""By event type; one that is missing here fails the test that meets it."""
