/**
 * A table as a page keeps it: a snapshot, and every frame after it applied to it. What it holds
 * equals what a fresh snapshot says (the protocol's law), but for `server_now`.
 */

import { HAND_EVENTS } from "./state/hand_events.js";
import { at } from "./state/seats.js";
import { TABLE_EVENTS } from "./state/table_events.js";

export { potsOf, streetBets } from "./state/pots.js";

const HANDLERS = { __proto__: null, ...TABLE_EVENTS, ...HAND_EVENTS };
const nothing = () => {};

/** An event that does not say all, or is newer than this page: only a fresh snapshot helps. */
export class UnknownEvent extends Error {
  /** @param {string} type */
  constructor(type) {
    super(`unknown event: ${type}`);
    this.name = "UnknownEvent";
    this.type = type;
  }
}

/** The state of one table for one viewer. */
export class TableState {
  #player;

  /** @param {string | null} player the viewer's id; null is nobody who could sit */
  constructor(player) {
    this.#player = player;
    /** @type {object | null} as `GET /tables/{t}/state` has it; null before the first snapshot */
    this.state = null;
  }

  /**
   * Take one frame of the channel; numbers have to come without gaps and once.
   *
   * @param {{t: string, seq?: number, from?: number, to?: number, d?: object}} frame
   * @throws {UnknownEvent} where the type is not known; nothing has changed then
   */
  apply(frame) {
    if (frame.t === "snapshot") {
      this.state = structuredClone(frame.d);
      return;
    }
    if (frame.t === "resumed") return;
    const isSkip = frame.t === "skip";
    const handle = isSkip ? nothing : HANDLERS[frame.t];
    if (!handle) throw new UnknownEvent(frame.t);
    const first = isSkip ? frame.from : frame.seq;
    if (first !== this.state.seq + 1) {
      throw new RangeError(`${first} does not follow ${this.state.seq}`);
    }
    if (handle(this.state, frame.d, this.#player) === false) throw new UnknownEvent(frame.t);
    this.state.seq = isSkip ? frame.to : frame.seq;
  }
}

/**
 * Return what the viewer may do in the turn that runs, or null: it is not his.
 *
 * @param {object | null} state
 * @returns {{seat: number, turn: number, kinds: string[], to_call_chips: number,
 *   min_to_chips: number, max_to_chips: number, why_no_raise: string | null} | null} chips;
 *   `min_to_chips` and `max_to_chips` are street totals
 */
export function legalOf(state) {
  return state?.turn?.legal ?? null;
}

/** Return the id of the player in a seat, or null: it is empty. */
export function playerOf(state, number) {
  return at(state?.seats, number)?.player ?? null;
}
