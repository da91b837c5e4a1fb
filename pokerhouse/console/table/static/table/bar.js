// The action bar: exactly what the rules allow now, by mouse, touch and keyboard.

import { chips, element, say } from "../shell/page.js";
import { areSingleKeysOn } from "../shell/single_keys.js";
import { choicesOf, Picks } from "./state/choices.js";

/** One's legal actions; `onAct({action, to, n, cards})` sends one. */
export class ActionBar {
  /**
   * @param {HTMLElement} root
   * @param {(wish: {action: string, to?: number, n?: number, cards?: number[]}) => void} onAct
   * @param {() => void} onPick after a card was picked or put back
   */
  constructor(root, onAct, onPick) {
    this.root = root;
    this.onAct = onAct;
    this.onPick = onPick;
    this.legal = null;
    this.choices = null;
    this.picks = new Picks();
    document.addEventListener("keydown", (event) => this._key(event));
  }

  /** Show what `state` allows; nothing where it is not one's turn. */
  draw(state) {
    const legal = state.turn?.legal ?? null;
    const key = JSON.stringify([state.hand?.hand, legal, state.hand?.pot_chips]);
    if (key === this.key) return;
    this.key = key;
    this.legal = legal;
    this.raising = null;
    this.root.classList.toggle("on", Boolean(legal));
    if (!legal) {
      this.choices = null;
      this.picks.clear();
      return this.root.replaceChildren();
    }
    const mine = state.hand.seats.find((seat) => seat.seat === legal.seat);
    this.facts = {
      pot: state.hand.pot_chips,
      street: mine.street_chips,
      everything: mine.street_chips + mine.stack_chips,
      isBigBet: ["nl", "pl"].includes(state.hand.structure.kind),
    };
    this.choices = choicesOf(legal, this.facts.everything);
    this.picks.allow(`${state.hand.hand} ${legal.turn}`, this.choices.discard, state.you?.positions ?? []);
    this.root.replaceChildren(...this._buttons());
  }

  /** Let nobody press twice: the next state says what is allowed then. */
  rest() {
    for (const control of this.root.querySelectorAll("button, input")) control.disabled = true;
    this.legal = null;
  }

  /** Take a refused action back: what is allowed is shown anew. */
  again(state) {
    this.key = "";
    this.draw(state);
  }

  /** Pick one of one's own cards, or put it back. */
  pick(position) {
    if (!this.legal || !this.choices?.discard) return;
    this.picks.toggle(position);
    const button = this.root.querySelector('[data-action="discard"]');
    button.firstChild.textContent = wordsOf(this.picks.button);
    button.disabled = !this.picks.isEnough;
    this.onPick();
  }

  _buttons() {
    const { buttons, range, discard } = this.choices;
    const parts = buttons.map((choice) => this._button(choice));
    if (range) parts.push(this._raising(range));
    if (discard) {
      const hint = say(discard.min ? "Tap the card that you put away." : "Tap the cards that you want to exchange.");
      const send = this._button(this.picks.button);
      send.disabled = !this.picks.isEnough;
      parts.push(element("p", { className: "hint" }, hint), send);
    }
    return parts;
  }

  _button(choice) {
    const { action, key } = choice;
    const made = element("button", { type: "button", className: `act ${action}`, dataset: { action } }, element("span", {}, wordsOf(choice)), element("kbd", {}, key));
    made.addEventListener("click", () => this._act(choice));
    return made;
  }

  _raising({ kind, min, max }) {
    const name = say(kind === "bet" ? "Bet {chips}" : "Raise to {chips}", { chips: "" });
    const slider = element("input", { type: "range", min, max, value: min, step: 1, className: "slider", "aria-label": name });
    const number = element("input", { type: "number", min, max, value: min, step: 1, inputMode: "numeric", className: "to", "aria-label": name });
    const label = element("span", {});
    const send = element("button", { type: "button", className: `act ${kind}`, dataset: { action: kind } }, label, element("kbd", {}, "R"));
    const set = (to) => {
      const kept = Math.min(Math.max(Math.round(to) || min, min), max);
      slider.value = kept;
      if (document.activeElement !== number) number.value = kept;
      this.to = kept;
      label.textContent = say(kept === this.facts.everything ? "All-in {chips}" : kind === "bet" ? "Bet {chips}" : "Raise to {chips}", { chips: chips(kept) });
    };
    slider.addEventListener("input", () => { number.value = slider.value; set(Number(slider.value)); });
    number.addEventListener("input", () => set(Number(number.value)));
    number.addEventListener("change", () => { set(Number(number.value)); number.value = this.to; });
    send.addEventListener("click", () => this._act({ action: kind, to: this.to }));
    this.raising = { kind, number, set };
    set(min);
    const quick = ([word, to]) => {
      const made = element("button", { type: "button", className: "quick" }, word);
      made.addEventListener("click", () => { set(to); number.value = this.to; });
      return made;
    };
    return element("div", { className: "raising" }, element("div", { className: "quicks" }, ...this._quicks(min, max).map(quick)), slider, number, send);
  }

  /** Amounts that people think in: of the pot, or in spread limits the ends of the range. */
  _quicks(min, max) {
    const { pot, street, everything, isBigBet } = this.facts;
    const call = this.legal.to_call_chips;
    const share = (part) => street + call + part * (pot + call);
    const first = isBigBet ? [[say("½ pot"), share(0.5)], [say("¾ pot"), share(0.75)], [say("Pot"), share(1)]] : [[say("Min"), min]];
    return [...first, [max === everything ? say("All-in") : say("Max"), max]];
  }

  _act(choice) {
    if (!this.legal?.kinds.includes(choice.action)) return;
    const wish = { action: choice.action, to: choice.to, n: choice.n };
    if (choice.action === "discard") {
      if (!this.picks.isEnough) return;
      wish.cards = [...this.picks.picked];
    }
    this.rest();
    this.onAct(wish);
  }

  _key(event) {
    if (this.root.inert || (event.key.length === 1 && !areSingleKeysOn())) return;
    if (!this.legal || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const isTyping = Boolean(this.raising) && event.target === this.raising.number;
    const key = event.key.toLowerCase();
    if (key === "enter" && isTyping) return this._done(event, { action: this.raising.kind, to: this.to });
    if (isTyping && /^[\d]$|backspace|delete|arrow|tab/.test(key)) return;
    if (event.target.matches("input, textarea, select") && !isTyping && event.target.type !== "range") return;
    if (key === "r" && this.raising) return this._startRaise(event);
    if (key === "d" && this.choices.discard) return this._done(event, this.picks.button);
    const position = this.choices.discard && this.picks.positions[Number(key) - 1];
    if (position !== null && position !== undefined) return this.pick(position);
    this._done(event, this.choices.buttons.find((choice) => choice.key.toLowerCase() === key));
  }

  _startRaise(event) {
    event.preventDefault();
    this.raising.number.focus();
    this.raising.number.select();
  }

  _done(event, choice) {
    if (!choice) return;
    event.preventDefault();
    this._act(choice);
  }
}

function wordsOf({ label, chips: amount, count }) {
  return say(label, { chips: chips(amount ?? 0), count: count ?? 0 });
}
