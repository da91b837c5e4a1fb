// The action bar: exactly what the rules allow now, by mouse, touch and keyboard.

import { chips, element, say } from "./page.js";

/** One's legal actions; `onAct(action, to)` sends one. */
export class ActionBar {
  /** @param {HTMLElement} root @param {(action: string, to?: number) => void} onAct */
  constructor(root, onAct) {
    this.root = root;
    this.onAct = onAct;
    this.legal = null;
    document.addEventListener("keydown", (event) => this._key(event));
  }

  /** Show what `state` allows; nothing where it is not one's turn. */
  draw(state) {
    const legal = state.turn?.legal ?? null;
    const key = JSON.stringify([legal, state.hand?.pot_chips]);
    if (key === this.key) return;
    this.key = key;
    this.legal = legal;
    this.root.classList.toggle("on", Boolean(legal));
    if (!legal) return this.root.replaceChildren();
    const mine = state.hand.seats.find((seat) => seat.seat === legal.seat);
    this.facts = { pot: state.hand.pot_chips, street: mine.street_chips, everything: mine.street_chips + mine.stack_chips };
    this.root.replaceChildren(...this._buttons(legal));
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

  _buttons(legal) {
    const can = (kind) => legal.kinds.includes(kind);
    const raise = can("raise") ? "raise" : can("bet") ? "bet" : null;
    const parts = [];
    if (can("fold")) parts.push(this._button("fold", say("Fold"), "F"));
    if (can("check")) parts.push(this._button("check", say("Check"), "C"));
    if (can("call")) parts.push(this._button("call", say("Call {chips}", { chips: chips(legal.to_call_chips) }), "C"));
    if (can("muck")) parts.push(this._button("muck", say("Muck"), "F"));
    if (can("show")) parts.push(this._button("show", say("Show"), "C"));
    if (raise) parts.push(this._raising(raise, legal));
    else if (can("all_in")) parts.push(this._button("all_in", say("All-in {chips}", { chips: chips(this.facts.everything) }), "R"));
    return parts;
  }

  _button(action, label, key) {
    const made = element("button", { type: "button", className: `act ${action}`, dataset: { action } }, label, element("kbd", {}, key));
    made.addEventListener("click", () => this._act(action));
    return made;
  }

  _raising(kind, legal) {
    const { min_to_chips: min, max_to_chips: max } = legal;
    const slider = element("input", { type: "range", min, max, value: min, step: 1, className: "slider", "aria-label": say("Raise to {chips}", { chips: "" }) });
    const number = element("input", { type: "number", min, max, value: min, step: 1, inputMode: "numeric", className: "to", "aria-label": say("Raise to {chips}", { chips: "" }) });
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
    send.addEventListener("click", () => this._act(kind));
    this.raising = { kind, number, set };
    set(min);
    const share = (part) => this.facts.street + legal.to_call_chips + part * (this.facts.pot + legal.to_call_chips);
    const quick = (word, to) => {
      const made = element("button", { type: "button", className: "quick" }, word);
      made.addEventListener("click", () => { set(to); number.value = this.to; });
      return made;
    };
    return element(
      "div",
      { className: "raising" },
      element("div", { className: "quicks" }, quick(say("½ pot"), share(0.5)), quick(say("¾ pot"), share(0.75)), quick(say("Pot"), share(1)), quick(say("All-in"), max)),
      slider,
      number,
      send,
    );
  }

  _act(action) {
    if (!this.legal?.kinds.includes(action)) return;
    const to = action === "bet" || action === "raise" ? this.to : undefined;
    this.rest();
    this.onAct(action, to);
  }

  _key(event) {
    if (!this.legal || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const isTyping = event.target === this.raising?.number && this.legal.kinds.some((kind) => kind === "bet" || kind === "raise");
    const key = event.key.toLowerCase();
    if (key === "enter" && isTyping) return this._done(event, this.raising.kind);
    if (isTyping && /^[\d]$|backspace|delete|arrow|tab/.test(key)) return;
    if (event.target.matches("input, textarea, select") && !isTyping && event.target.type !== "range") return;
    if (key === "f") this._done(event, this._first("fold", "muck"));
    else if (key === "c") this._done(event, this._first("check", "call", "show"));
    else if (key === "r") this._startRaise(event);
  }

  _startRaise(event) {
    if (this._first("bet", "raise")) {
      event.preventDefault();
      this.raising.number.focus();
      this.raising.number.select();
    } else this._done(event, this._first("all_in"));
  }

  _first(...kinds) {
    return kinds.find((kind) => this.legal.kinds.includes(kind)) ?? null;
  }

  _done(event, action) {
    if (!action) return;
    event.preventDefault();
    this._act(action);
  }
}
