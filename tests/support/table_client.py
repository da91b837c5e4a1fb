"""
A table as a client keeps it: a snapshot, and every frame after it applied to it.

It knows the wire and nothing of the house: what it holds has to equal what a fresh snapshot says
(API, the protocol's law). Only `server_now` is not compared.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

Body = dict[str, Any]

DEAD_POSTS = {"dead", "bb_ante"}
NO_STREET_BET = {"ante", *DEAD_POSTS}


class TableClient:
    """The state of one table for one viewer."""

    def __init__(self, player: str | None) -> None:
        self.player = player
        self.state: Body = {}
        self.seq: int | None = None
        self.applied: list[tuple[int, int]] = []
        """The ranges of numbers that came, in order."""

    def apply(self, frame: Body) -> None:
        """Take one frame of the channel; numbers have to come without gaps and once."""
        match frame["t"]:
            case "snapshot":
                self.state, self.seq = deepcopy(frame["d"]), frame["seq"]
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
        self.by_staff(stakes=d["stakes"])

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
        if d["player"] == self.player and not self._is_in_hand():
            self.state["you"] = {"seat": d["seat"], "cards": []}

    def left(self, d: Body) -> None:
        self.state["seats"] = [s for s in self.state["seats"] if s["seat"] != d["seat"]]
        if d["player"] == self.player and not self._is_in_hand():
            self.state["you"] = None

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

    def nothing(self, d: Body) -> None:
        """What the snapshot does not show."""

    def hand_begins(self, d: Body) -> None:
        table, lineup = self.state["table"], d["lineup"]
        table["hand_no"] = d["hand_no"]
        table["state"] = "playing" if table["state"] == "open" else table["state"]
        table["owing"] = {name: lineup[name] for name in ("missed_small", "missed_big")}

    def settled(self, d: Body) -> None:
        stacks = {s["seat"]: s["stack_chips"] for s in d["stacks"]}
        at_table = {s["seat"] for s in self.state["seats"]}
        for dealt in self.state["hand"]["seats"]:
            if dealt["seat"] in at_table:
                seat = self.seat(dealt["seat"])
                seat["stack_chips"] = stacks.get(dealt["seat"], seat["stack_chips"])
                seat |= {"standing": "established", "missed_small": False, "missed_big": False}
        for mark, numbers in self.state["table"]["owing"].items():
            for number in numbers:
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

    def _is_in_hand(self) -> bool:
        you, hand = self.state["you"], self.state["hand"]
        return bool(
            you and hand and any(s["seat"] == you["seat"] for s in hand["seats"]) and you["cards"]
        )

    def started(self, d: Body) -> None:
        self.state["hand"] = {
            "hand": d["hand"],
            "hand_no": d["hand_no"],
            "button": d["button"],
            "big_blind": d["big_blind"],
            "street": "preflop",
            "board": [],
            "pot_chips": 0,
            "price_chips": d["structure"]["big_blind"],
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
                    "cards": [],
                }
                for entry in d["seats"]
            ],
        }
        mine = next((e["seat"] for e in d["seats"] if e["player"] == self.player), None)
        if mine is not None:
            self.state["you"] = {"seat": mine, "cards": []}
        elif self.player is not None:
            seats = [s["seat"] for s in self.state["seats"] if s["player"] == self.player]
            self.state["you"] = {"seat": seats[0], "cards": []} if seats else None

    def posted(self, d: Body) -> None:
        seat, chips = self.of(d["seat"]), d["chips"]
        seat["stack_chips"] -= chips
        seat["street_chips"] += 0 if d["kind"] in NO_STREET_BET else chips
        seat["total_chips"] += 0 if d["kind"] in DEAD_POSTS else chips
        seat["status"] = "all_in" if d["is_all_in"] else seat["status"]
        self.hand["pot_chips"] += chips

    def hole_dealt(self, d: Body) -> None:
        for dealt in d["hands"]:
            if dealt["cards"]:
                assert dealt["seat"] == self.state["you"]["seat"], "another's cards"
                self.state["you"]["cards"] = dealt["cards"]

    def turn_started(self, d: Body) -> None:
        names = ("turn", "seat", "deadline_at", "legal")
        self.state["turn"] = {name: d[name] for name in names if name in d}

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

    def timed_out(self, d: Body) -> None:
        status = {"all_in": "timed_out", "folded": "folded"}.get(d["outcome"])
        if status is not None:
            self.of(d["seat"])["status"] = status
        self.state["turn"] = None

    def board_dealt(self, d: Body) -> None:
        self.hand["street"] = d["street"]
        self.hand["board"] += d["cards"]
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
    "hand.board_declared": TableClient.nothing,
    "hand.pot_awarded": TableClient.awarded,
    "hand.finished": TableClient.finished,
    "hand.voided": TableClient.voided,
}
"""By event type; one that is missing here fails the test that meets it."""
