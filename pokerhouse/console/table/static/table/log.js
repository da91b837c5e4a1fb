// What happens at the table, in words: one line an event, the newest first.

import { card } from "./cards.js";
import { gameName, streetName } from "./names.js";
import { chips, element, say } from "../shell/page.js";

const MAX_LINES = 120;

const POSTS = {
  sb: "{name} posts the small blind {chips}",
  bb: "{name} posts the big blind {chips}",
  ante: "{name} posts the ante {chips}",
  straddle: "{name} straddles for {chips}",
  kill: "{name} posts the kill {chips}",
};
const SILENT = {
  all_in: "{name} is silent and all-in",
  folded: "{name} is silent and folds",
  checked: "{name} is silent and checks",
  shown: "{name} is silent and shows",
  mucked: "{name} is silent",
  stood_pat: "{name} is silent",
  run_once: "{name} is silent",
};
const HALVES = { high: "high half", low: "low half" };

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
  "hand.brought_in": (d) => ["{name} brings in {chips}", d.added_chips],
  "hand.called": (d) => ["{name} calls {chips}", d.added_chips],
  "hand.bet": (d) => ["{name} bets {chips}", d.to_chips],
  "hand.raised": (d) => ["{name} raises to {chips}", d.to_chips],
  "hand.timed_out": (d) => [SILENT[d.outcome]],
  "hand.run_it_answered": (d) => [d.times > 1 ? "{name} wants {count} boards" : "{name} wants one board", d.times],
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
      const text = chips(amount ?? 0);
      return [element("li", {}, say(words, { name: this.nameOf(d.seat, d.player), chips: text, count: text }))];
    }
    switch (type) {
      case "hand.started":
        return [element("li", { className: "start" }, this._handLink(d), ` · ${gameName(d.game, d.structure.kind)}`)];
      case "hand.board_dealt":
        return [street(d.street, d.board, ...pictures(d.cards))];
      case "hand.cards_dealt":
        return [street(d.street, 0, ...d.hands.filter((dealt) => dealt.cards.length).flatMap((dealt) => [` ${this.nameOf(dealt.seat)} `, ...pictures(dealt.cards)]))];
      case "hand.discards_begun":
        return d.street.endsWith("draw") ? [street(d.street, 0)] : [];
      case "hand.cards_discarded":
        return [element("li", {}, `${this._exchange(d)} `, ...pictures(d.cards))];
      case "hand.stub_extended":
        return [element("li", {}, say(d.is_shuffled ? "The discards are shuffled in" : "The burn cards are dealt too"))];
      case "hand.card_exposed":
        return [element("li", {}, say("A card of {name} was turned over", { name: this.nameOf(d.seat) }), " ", ...pictures([d.card]))];
      case "hand.board_corrected":
        return [element("li", {}, `${say("The board was put right")} `, ...pictures(d.cards))];
      case "hand.cards_shown":
        return [element("li", {}, say("{name} shows {cards}", { name: this.nameOf(d.seat), cards: "" }), ...pictures(d.cards))];
      case "hand.pot_awarded":
        return d.shares.map((share) => element("li", { className: "won" }, [say("{name} wins {chips}", { name: this.nameOf(share.seat), chips: chips(share.chips) }), ...partOf(d)].join(" · ")));
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

  _exchange({ seat, discarded, positions }) {
    const name = this.nameOf(seat);
    const count = discarded.length;
    if (!count) return say("{name} stands pat", { name });
    return positions.length ? say("{name} draws {count}", { name, count }) : say("{name} puts a card away", { name });
  }

  _handLink(d) {
    return element("a", { href: `/hands/${d.hand}` }, say("Hand {number}", { number: d.hand_no }));
  }
}

function street(name, board, ...what) {
  const words = [streetName(name), ...onBoard(board)].filter(Boolean).join(" · ");
  return element("li", { className: "street" }, `${words} `, ...what);
}

/** Which part of a pot it is, where it is not the whole of it. */
const partOf = ({ half, board }) => [...(HALVES[half] ? [say(HALVES[half])] : []), ...onBoard(board)];

const onBoard = (board) => (board ? [say("board {number}", { number: board + 1 })] : []);

function pictures(cards) {
  return cards.filter(Boolean).map((text) => element("span", { className: "small" }, card(text)));
}
