// What happens at the table, in words: one line an event, the newest first.

import { card } from "./cards.js";
import { chips, element, say } from "./page.js";

const MAX_LINES = 120;

const POSTS = {
  small_blind: "{name} posts the small blind {chips}",
  big_blind: "{name} posts the big blind {chips}",
  ante: "{name} posts the ante {chips}",
};
const STREETS = { flop: "Flop", turn: "Turn", river: "River" };
const SILENT = {
  all_in: "{name} is silent and all-in",
  folded: "{name} is silent and folds",
  checked: "{name} is silent and checks",
  shown: "{name} is silent and shows",
};

const SENTENCES = {
  "table.player_seated": (d) => ["{name} sits down with {chips}", d.buy_in_chips],
  "table.player_left": (d) => ["{name} leaves with {chips}", d.paid_out_chips],
  "table.sat_out": () => ["{name} sits out"],
  "table.sat_in": () => ["{name} is back"],
  "table.topped_up": (d) => ["{name} adds {chips}", d.added_chips],
  "table.player_busted": () => ["{name} is broke"],
  "hand.posted": (d) => [POSTS[d.kind] ?? "{name} posts {chips}", d.chips],
  "hand.hole_dealt": () => ["Cards are dealt"],
  "hand.folded": () => ["{name} folds"],
  "hand.checked": () => ["{name} checks"],
  "hand.called": (d) => ["{name} calls {chips}", d.added_chips],
  "hand.bet": (d) => ["{name} bets {chips}", d.to_chips],
  "hand.raised": (d) => ["{name} raises to {chips}", d.to_chips],
  "hand.timed_out": (d) => [SILENT[d.outcome]],
  "hand.uncalled_returned": (d) => ["{chips} go back to {name}", d.chips],
  "hand.cards_mucked": () => ["{name} mucks"],
  "hand.board_declared": () => ["{name} plays the board"],
};

/** The list of lines; `nameOf(seat, player)` says whose. */
export class Log {
  constructor(root, nameOf) {
    this.root = root;
    this.nameOf = nameOf;
  }

  /** Add the lines of one event. */
  tell(frame) {
    for (const line of this._lines(frame.t, frame.d)) this.root.prepend(line);
    while (this.root.childElementCount > MAX_LINES) this.root.lastElementChild.remove();
  }

  clear() {
    this.root.replaceChildren();
  }

  _lines(type, d) {
    const sentence = SENTENCES[type]?.(d);
    if (sentence) {
      const [words, amount] = sentence;
      return [element("li", {}, say(words, { name: this.nameOf(d.seat, d.player), chips: chips(amount ?? 0) }))];
    }
    switch (type) {
      case "hand.started":
        return [element("li", { className: "start" }, this._handLink(d))];
      case "hand.board_dealt":
        return [element("li", { className: "street" }, `${say(STREETS[d.street] ?? d.street)} `, ...pictures(d.cards))];
      case "hand.cards_shown":
        return [element("li", {}, say("{name} shows {cards}", { name: this.nameOf(d.seat), cards: "" }), ...pictures(d.cards))];
      case "hand.pot_awarded":
        return d.shares.map((share) => element("li", { className: "won" }, say("{name} wins {chips}", { name: this.nameOf(share.seat), chips: chips(share.chips) })));
      case "hand.voided":
        return [element("li", { className: "void" }, say("The hand counts for nothing: {reason}", { reason: d.reason }))];
      case "table.hand_taken_back":
        return [element("li", { className: "void" }, say("The hand was taken back"))];
      case "table.clock_extended":
        return [element("li", {}, say("The clock was extended"))];
      default:
        return [];
    }
  }

  _handLink(d) {
    return element("a", { href: `/hands/${d.hand}` }, say("Hand {number}", { number: d.hand_no }));
  }
}

function pictures(cards) {
  return cards.filter(Boolean).map((text) => element("span", { className: "small" }, card(text)));
}
