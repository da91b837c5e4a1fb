// The table as one sees it: seats around an ellipse, bets before them, board and pots in the middle.

import { back, card, ring } from "./cards.js";
import { gameName, stakesText } from "./names.js";
import { chips, element, say } from "../shell/page.js";
import { heldBy } from "./state/held.js";
import { potsOf, streetBets } from "./table.js";

const SLOW_DEAL_MS = 30_000;
const MANY_SEATS = 8; // more of them are drawn narrower on a phone

/** Draws a state of `TableState`; what has not changed is left alone. */
export class Felt {
  /**
   * @param {HTMLElement} root where it is drawn
   * @param {{onFreeSeat?: (seat: number) => void, onPick?: (position: number) => void,
   *   now: () => number}} wishes
   */
  constructor(root, wishes) {
    this.root = root;
    this.wishes = wishes;
    this.places = [];
    this.game = element("div", { className: "game" });
    this.boards = element("div", { className: "boards" });
    this.pots = element("div", { className: "pots" });
    this.word = element("div", { className: "table-word" });
    root.replaceChildren(
      element("div", { className: "rail" }),
      element("div", { className: "middle" }, this.boards, this.pots, this.word, this.game),
    );
  }

  /**
   * Draw `state`; `names` are the players' screen names by id, `picks` what of one's own cards is
   * to go, where a turn asks for it.
   */
  draw(state, names, picks = null) {
    const { table, hand, seats, you, turn } = state;
    const pickable = picks?.positions.length ? picks : null;
    this._place(table.seat_count, you?.seat ?? 1);
    this.root.classList.toggle("of-stud", hand?.family === "stud");
    const inHand = new Map((hand?.seats ?? []).map((seat) => [seat.seat, seat]));
    const sitting = new Map(seats.map((seat) => [seat.seat, seat]));
    const bets = new Map(streetBets(hand).map((bet) => [bet.seat, bet.chips]));
    for (const place of this.places) {
      const number = place.number;
      this._seat(place, {
        seat: sitting.get(number),
        dealt: inHand.get(number),
        bet: bets.get(number) ?? 0,
        isButton: hand?.button === number,
        isMine: you?.seat === number,
        held: heldBy(hand, inHand.get(number), you?.seat === number ? you : null),
        mayPick: Boolean(pickable) && you?.seat === number,
        hand,
        names,
        canSit: !you,
      });
      this._clock(place, turn?.seat === number ? turn : null);
    }
    if (pickable) this._showPicks(pickable);
    this._middle(table, hand, turn, names, sitting);
  }

  _place(count, first) {
    if (this.places.length === count && this.first === first) return;
    this.first = first;
    this.root.classList.toggle("many", count > MANY_SEATS);
    for (const place of this.places) {
      place.box.remove();
      place.bet.remove();
    }
    this.places = Array.from({ length: count }, (_, index) => {
      const number = ((first - 1 + index) % count) + 1;
      const angle = Math.PI / 2 + (2 * Math.PI * index) / count;
      const place = {
        number,
        box: element("div", { className: "seat", dataset: { seat: number } }),
        bet: element("div", { className: "wager" }),
        timer: ring(),
      };
      for (const part of [place.box, place.bet]) {
        part.style.setProperty("--x", Math.cos(angle).toFixed(4));
        part.style.setProperty("--y", Math.sin(angle).toFixed(4));
      }
      this.root.append(place.bet, place.box);
      return place;
    });
  }

  _seat(place, shown) {
    const { seat, dealt, hand } = shown;
    // An empty seat is a button: drawn anew under a finger, it would swallow the press.
    const key = JSON.stringify(
      seat
        ? [seat, dealt, shown.bet, shown.isButton, shown.held, shown.mayPick, hand?.family, hand?.is_over, shown.names.get(seat.player)]
        : [shown.bet, shown.canSit],
    );
    if (place.key === key) return;
    place.key = key;
    place.box.className = ["seat", ...classes(shown)].join(" ");
    place.box.replaceChildren(...(seat ? this._taken(place, shown) : this._free(place, shown)), place.timer.picture);
    place.bet.replaceChildren(...(shown.bet ? [element("span", { className: "chip" }), chips(shown.bet)] : []));
    place.bet.hidden = !shown.bet;
  }

  _taken(place, shown) {
    const { seat, dealt, names, hand, isMine } = shown;
    const stack = dealt && hand && !hand.is_over ? dealt.stack_chips : seat.stack_chips;
    return [
      element("div", { className: `cards n${shown.held.length} ${hand?.family ?? ""}` }, ...this._cards(shown)),
      element(
        "div",
        { className: "plate" },
        element("div", { className: "name", title: names.get(seat.player) ?? "" }, names.get(seat.player) ?? "…"),
        element("div", { className: "stack" }, chips(stack)),
        badge(seat, dealt, hand, isMine),
      ),
      shown.isButton ? element("div", { className: "button", title: say("dealer") }, "D") : null,
    ].filter(Boolean);
  }

  _cards({ held, mayPick, hand }) {
    return held.map((one) => {
      const picture = one.card ? card(one.card) : back();
      if (hand.family === "stud") picture.classList.add(one.isUp ? "up" : "down");
      if (!mayPick || one.position === null) return picture;
      const made = element("button", { type: "button", className: "pick", "aria-pressed": "false", dataset: { position: one.position } }, picture);
      made.addEventListener("click", () => this.wishes.onPick?.(one.position));
      return made;
    });
  }

  /** In place: a card that is drawn anew would lose the focus. */
  _showPicks({ picked }) {
    for (const made of this.root.querySelectorAll(".pick")) {
      made.setAttribute("aria-pressed", picked.includes(Number(made.dataset.position)));
    }
  }

  _free(place, shown) {
    const label = shown.canSit ? say("Free seat") : "";
    const free = element("button", { className: "free", type: "button", disabled: !shown.canSit }, element("span", {}, label || say("Seat {seat}", { seat: place.number })));
    if (shown.canSit) free.addEventListener("click", () => this.wishes.onFreeSeat?.(place.number));
    return [free];
  }

  _clock(place, turn) {
    const deadline = Date.parse(turn?.deadline_at) || 0; // 0: nobody waits, or it was long ago
    if (place.deadline === deadline) return;
    place.deadline = deadline;
    if (!deadline) return place.timer.stop();
    const left = deadline - this.wishes.now();
    place.timer.run(left, Math.max(left, SLOW_DEAL_MS));
  }

  _middle(table, hand, turn, names, sitting) {
    const boards = hand ? [hand.board, ...hand.more_boards].filter((board) => board.length) : [];
    const shownBoards = JSON.stringify(boards);
    if (this.shownBoards !== shownBoards) {
      this.shownBoards = shownBoards;
      this.boards.className = `boards of${boards.length}`;
      this.boards.replaceChildren(...boards.map((board) => element("div", { className: "board" }, ...board.map((text) => (text ? card(text) : back())))));
    }
    this.game.textContent = hand ? `${gameName(hand.game, hand.structure.kind)} · ${stakesText(hand.structure)}` : "";
    const pots = hand && !hand.is_over ? potsOf(hand) : [];
    this.pots.replaceChildren(
      ...pots.filter((pot) => pot.chips > 0).map((pot, index) =>
        element("span", { className: "pot" }, element("span", { className: "chip" }), index === 0 ? say("Pot {chips}", { chips: chips(pot.chips) }) : say("Side pot {number}: {chips}", { number: index, chips: chips(pot.chips) })),
      ),
    );
    this.word.textContent = tableWord(table, hand, turn, names, sitting);
  }
}

function classes({ seat, dealt, hand, isMine }) {
  const found = [];
  if (!seat) found.push("empty");
  if (isMine) found.push("mine");
  if (seat && seat.status !== "in") found.push("away");
  if (dealt?.status === "folded") found.push("folded");
  if (hand?.is_over && dealt) found.push("over");
  return found;
}

function badge(seat, dealt, hand, isMine) {
  const running = hand && !hand.is_over;
  const drawn = running && hand.family === "draw" && dealt?.status === "able" ? dealt.drawn_count : null;
  const word =
    drawn === 0 ? say("stood pat")
    : drawn ? say("drew {count}", { count: drawn })
    : running && dealt?.status === "all_in" ? say("all-in")
    : running && dealt?.status === "timed_out" ? say("timed out")
    : seat.status === "sitting_out" ? say("sitting out")
    : seat.status === "busted" ? say("busted")
    : "";
  return word ? element("div", { className: "badge" }, word) : null;
}

function tableWord(table, hand, turn, names, sitting) {
  if (table.state === "closed") return say("closed");
  if (table.state === "paused") return say("paused");
  if (turn) return say("{name} to act", { name: names.get(sitting.get(turn.seat)?.player) ?? say("Seat {seat}", { seat: turn.seat }) });
  if (!hand || sitting.size < 2) return say("Waiting for players");
  return say("Hand {number}", { number: hand.hand_no });
}
