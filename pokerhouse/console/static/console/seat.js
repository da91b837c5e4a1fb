// One's own seat: sitting down, adding chips, pausing, leaving. These go over REST, each once.

import { ask, boot, chips, element, notice, say, wordsOf } from "./page.js";

/** The buttons of one's seat and the dialog for amounts. */
export class SeatBar {
  /** @param {HTMLElement} root @param {HTMLDialogElement} dialog */
  constructor(root, dialog) {
    this.root = root;
    this.dialog = dialog;
    this.path = `/api/v1/tables/${boot.table}/seats`;
    this.form = dialog.querySelector("form");
    this.form.addEventListener("submit", (event) => this._submitted(event));
  }

  /** Show what one can do about one's seat. */
  draw(state) {
    const seat = state.seats.find((one) => one.player === boot.me.id) ?? null;
    const key = JSON.stringify([seat?.seat, seat?.status, this.isLeaving]);
    this.seat = seat;
    if (!seat) this.isLeaving = false;
    if (key === this.key) return;
    this.key = key;
    this.root.replaceChildren(...(seat ? this._buttons(seat) : []));
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
      hasEntry: true,
      send: (amount, entry) => ask("POST", `${this.path}/${number}/buy-in`, { amount, entry }),
    });
  }

  _buttons(seat) {
    const button = (word, act) => {
      const made = element("button", { type: "button" }, word);
      made.addEventListener("click", act);
      return made;
    };
    const isOut = seat.status === "sitting_out";
    return [
      button(say("Top up"), () => this._topUp()),
      isOut
        ? button(say("I am back"), () => this._ask("sit-in", { entry: "post" }))
        : button(say("Sit out"), () => this._ask("sit-out", { when: "next_hand" })),
      button(say("Leave the table"), () => this._leave()),
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
      hasEntry: false,
      send: async (amount) => {
        const told = await ask("POST", `${this.path}/me/top-up`, { amount });
        if (told.applied === "after_hand") notice(say("The chips come after this hand."));
      },
    });
  }

  async _leave() {
    const told = await this._ask("leave", {});
    if (told?.applied === "after_hand") notice(say("You leave after this hand."));
  }

  async _ask(what, body) {
    try {
      return await ask("POST", `${this.path}/me/${what}`, body);
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
    form.querySelector("[data-entry]").hidden = !wish.hasEntry;
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
      await this.wish.send(amount, this.form.post.checked ? "post" : "wait");
      this.dialog.close();
    } catch (error) {
      problem.textContent = wordsOf(error);
      problem.hidden = false;
    } finally {
      event.submitter.disabled = false;
    }
  }
}
