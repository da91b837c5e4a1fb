/** The time of the house, from what it answers to pings. */

const KEPT = 6; // answers
const ROUNDING_MS = 50; // and what two good clocks drift apart meanwhile

/** The house's clock, as good as the quickest of the last answers tells it. */
export class HouseClock {
  #answers = [];
  #offsetMs = 0;

  /** @returns {number} ms since 1970 */
  now() {
    return Date.now() + this.#offsetMs;
  }

  /** Take a first idea, good until a ping was answered. */
  begin(houseMs) {
    if (!this.#answers.length) this.#offsetMs = houseMs - Date.now();
  }

  /**
   * Take a pong.
   *
   * @param {{t0: number, t1: number, t2: number}} pong `t0` is our clock when we asked, `t1` and
   *   `t2` are the house's when it read the question and when it answered; ms
   */
  measure({ t0, t1, t2 }) {
    const t3 = Date.now();
    const roundTripMs = t3 - t0 - (t2 - t1);
    if (roundTripMs < -1) return; // somebody set our clock back meanwhile
    const found = { offsetMs: (t1 + t2 - t0 - t3) / 2, roundTripMs };
    // The truth lies within half a round trip of each. An answer that contradicts this one is
    // from before somebody set a clock.
    const agrees = (old) =>
      Math.abs(old.offsetMs - found.offsetMs) <= (old.roundTripMs + roundTripMs) / 2 + ROUNDING_MS;
    this.#answers = [...this.#answers.filter(agrees), found].slice(-KEPT);
    const best = this.#answers.reduce((a, b) => (b.roundTripMs < a.roundTripMs ? b : a));
    this.#offsetMs = best.offsetMs;
  }
}
