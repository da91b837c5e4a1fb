// One's own seat: sitting down, adding chips, pausing, leaving, and what it does of its own accord.
// These go over REST, each once.

import { ask, boot, chips, element, notice, say, wordsOf } from "../shell/page.js";
import { entriesOf, mayBuyButton, optionsOf } from "./state/offers.js";

/** The buttons of one's seat and the dialog for amounts. */
export class SeatBar {
  /** @param {HTMLElement} root @param {HTMLDialogElement} dialog */
  constructor(root, dialog) {
    this.root = root;
    this.dialog = dialog;
    this.path = `/api/v1/tables/${boot.table}/seats`;
    this.buttons = element("div", {});
    this.toggles = element("div", { className: "toggles", role: "group", "aria-label": say("Your seat's options") });
    root.replaceChildren(this.buttons, this.toggles);
    this.form = dialog.querySelector("form");
    this.form.addEventListener("submit", (event) => this._submitted(event));
  }

  /** Show what one can do about one's seat. */
  draw(state) {
    const seat = state.seats.find((one) => one.player === boot.me.id) ?? null;
    const mayBuy = Boolean(seat) && mayBuyButton(state.table, seat);
    const key = JSON.stringify([seat?.seat, seat?.status, mayBuy]);
    this.table = state.table;
    this._showOptions(seat ? optionsOf(state.table) : [], state.you);
    if (key === this.key) return;
    this.key = key;
    const focused = this.buttons.contains(document.activeElement) ? document.activeElement.textContent : null;
    this.buttons.replaceChildren(...(seat ? this._buttons(seat, mayBuy) : []));
    const again = [...this.buttons.children].find((made) => made.textContent === focused);
    again?.focus(); // drawn anew, but the same to whoever uses the keyboard
  }

  /** In place: a button that is drawn anew would lose the focus. */
  _showOptions(options, you) {
    const key = JSON.stringify(options);
    if (key !== this.optionsKey) {
      this.optionsKey = key;
      this.toggles.replaceChildren(...options.map((option) => this._toggle(option)));
      this.toggles.hidden = !options.length;
    }
    for (const made of this.toggles.children) made.setAttribute("aria-pressed", Boolean(you?.[made.dataset.option]));
  }

  _toggle({ option, label }) {
    const made = element("button", { type: "button", className: "toggle", title: say("Without being asked, from the next hand on"), dataset: { option } }, say(label));
    let isSending = false;
    made.addEventListener("click", async () => {
      if (isSending) return; // the state says what the next press means
      isSending = true;
      const isOn = made.getAttribute("aria-pressed") !== "true";
      if (await this._ask("PATCH", "me", { [option]: isOn })) made.setAttribute("aria-pressed", isOn);
      isSending = false;
    });
    return made;
  }

  /** Ask with how much somebody sits down. */
  async sitDown(number) {
    const table = await ask("GET", `/api/v1/tables/${boot.table}`).catch(() => null);
    const limits = table?.buy_in_chips ?? { min: 1, max: null };
    this._open({
      title: say("Sit down at seat {seat}", { seat: number }),
      amount: Math.min(limits.min * 10, limits.max ?? Infinity),
      limits,
      book: table?.book,
      entries: entriesOf(this.table),
      send: (amount, entry) => ask("POST", `${this.path}/${number}/buy-in`, { amount, entry }),
    });
  }

  _buttons(seat, mayBuy) {
    const button = (word, act, className = "") => {
      const made = element("button", { type: "button", className }, word);
      made.addEventListener("click", act);
      return made;
    };
    const isOut = seat.status === "sitting_out";
    const buying = () => button(say("Buy the button"), () => this._ask("POST", "me/sit-in", { entry: "buy_button" }));
    return [
      button(say("Top up"), () => this._topUp()),
      isOut
        ? button(say("I am back"), () => this._ask("POST", "me/sit-in", { entry: "post" }))
        : button(say("Sit out"), () => this._ask("POST", "me/sit-out", { when: "next_hand" })),
      ...(isOut && mayBuy ? [buying()] : []),
      button(say("Leave the table"), () => this._leave(), "leave"),
    ];
  }

  async _topUp() {
    const table = await ask("GET", `/api/v1/tables/${boot.table}`).catch(() => null);
    const limits = table?.buy_in_chips ?? { min: 1, max: null };
    this._open({
      title: say("Top up"),
      amount: limits.min,
      limits: { min: 1, max: null },
      book: table?.book,
      entries: [],
      send: async (amount) => {
        const answer = await ask("POST", `${this.path}/me/top-up`, { amount });
        if (answer.applied === "after_hand") notice(say("The chips come after this hand."));
      },
    });
  }

  async _leave() {
    const answer = await this._ask("POST", "me/leave", {});
    if (answer?.applied === "after_hand") notice(say("You leave after this hand."));
  }

  async _ask(method, what, body) {
    try {
      return await ask(method, `${this.path}/${what}`, body);
    } catch (error) {
      notice(wordsOf(error));
      return null;
    }
  }

  _open(wish) {
    this.wish = wish;
    const { form } = this;
    form.querySelector("[data-title]").textContent = wish.title;
    form.amount.value = wish.amount;
    form.amount.min = wish.limits.min;
    form.querySelector("[data-entries]").hidden = !wish.entries.length;
    for (const choice of form.querySelectorAll("[data-entry]")) choice.hidden = !wish.entries.includes(choice.dataset.entry);
    form.querySelector(".problem").hidden = true;
    const place = form.querySelector("[data-limits]");
    place.textContent = "";
    ask("GET", "/api/v1/wallet")
      .then(({ data }) => {
        const held = data.find((one) => one.book === wish.book);
        if (held) place.textContent = say("Wallet: {chips}", { chips: chips(held.amount) });
      })
      .catch(() => null);
    this.dialog.showModal();
    form.amount.select();
  }

  async _submitted(event) {
    if (event.submitter?.value === "cancel") return;
    event.preventDefault();
    const problem = this.form.querySelector(".problem");
    const amount = Number(this.form.amount.value);
    event.submitter.disabled = true;
    try {
      await this.wish.send(amount, this.form.entry.value);
      this.dialog.close();
    } catch (error) {
      problem.textContent = wordsOf(error);
      problem.hidden = false;
    } finally {
      event.submitter.disabled = false;
    }
  }
}
