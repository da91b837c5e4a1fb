/**
 * The house's socket as a page uses it: one connection that comes back by itself, the channels
 * that the page follows on it, and its commands. The contract is pokerhouse/docs/protocol.md.
 */

import { Channel } from "./wire/channel.js";
import { HouseClock } from "./wire/clock.js";
import { Commands, Refusal, newId } from "./wire/commands.js";
import { GIVEN_UP, Line } from "./wire/line.js";

export { Refusal };

const SUB_AGAIN_MS = 2_500;
const STEADY_MS = 10_000; // who was connected so long begins with the shortest pause again

const RESTART = 1012;
const OVERLOADED = 1013;
const NOT_SIGNED_IN = 4401;
const RATE = 4429;
const FINAL = new Set([4400, 4403, 4404, 4426]); // coming back would change nothing

/** Before the next try, in ms: at first and at most. It doubles each time, and is jittered. */
const PAUSES_MS = {
  [RESTART]: [1_000, 15_000],
  [OVERLOADED]: [5_000, 60_000],
  [RATE]: [3_000, 60_000],
};
const USUAL_PAUSE_MS = [300, 15_000];

/**
 * `connecting` until the first connection stands or fails; `away`: it comes back by itself.
 * Final are `signed_out`, and `refused`: this page is too old, or asks for what is not there.
 *
 * @typedef {"connecting" | "open" | "away" | "signed_out" | "refused"} Status
 */

/** The page's line to the house; whoever holds the browser's session cookie is signed in. */
export class House {
  #url;
  #onStatus;
  /** @type {Status} */
  #status = "connecting";
  #user = null;
  #isOver = null; // or why no command is answered any more
  #line = null;
  #openedAt = null;
  #failureCount = 0;
  #comeback = { timer: null, mayHurry: true };
  #clock = new HouseClock();
  #channels = new Map();
  #commands = new Commands({
    transmit: (frame) => this.#line?.send(frame),
    now: () => this.now(),
  });
  #heardAt = new Date();
  #waking = new AbortController();

  /** @param {{url?: string, onStatus?: (status: Status) => void}} [options] */
  constructor({ url = socketOfThisHouse(), onStatus = () => {} } = {}) {
    this.#url = url;
    this.#onStatus = onStatus;
    this.#listenForWaking();
    // Not before the caller holds the object that his handlers speak of.
    queueMicrotask(() => {
      if (this.#isOver) return;
      onStatus(this.#status);
      this.#connect();
    });
  }

  /** @returns {Status} */
  get status() {
    return this.#status;
  }

  /** @returns {string | null} the id of who is signed in, once the house has said hello */
  get user() {
    return this.#user;
  }

  /** @returns {Date} when the house last said something: of then is what the page knows */
  get heardAt() {
    return this.#heardAt;
  }

  /** @returns {number} the time of the house's clock, in ms since 1970 */
  now() {
    return this.#clock.now();
  }

  /**
   * Follow a channel. Each of its numbers reaches the handlers once and in order: as an event, in
   * a skip, or within a snapshot, which replaces all that was known before.
   *
   * @param {string} name for example `table:{id}`
   * @param {{
   *   snapshot?: (state: object, seq: number) => void,
   *   event?: (frame: {t: string, seq: number, ep: number, ts: string, d: object}) => void,
   *   skip?: (frame: {t: "skip", from: number, to: number}) => void,
   *   resumed?: () => void,
   * }} handlers `resumed`: nothing was lost, and what was missed follows. After a handler that
   *   threw a snapshot comes; its error is reported to the window.
   */
  follow(name, handlers) {
    if (this.#isOver) return;
    const channel = new Channel(name, handlers);
    this.#channels.set(name, channel);
    this.#subscribe(channel);
  }

  /** Follow a channel no longer. */
  unfollow(name) {
    if (this.#channels.delete(name)) this.#line?.send({ t: "unsub", d: { ch: name } });
  }

  /** Get a snapshot, as whoever meets an event type that he does not know has to. */
  refetch(name) {
    const channel = this.#channels.get(name);
    if (!channel || channel.isAwaitingSnapshot) return;
    channel.forget();
    this.#subscribe(channel);
  }

  /**
   * Send a command, again and again with the same id until the house has answered.
   *
   * @param {string} kind for example `act`
   * @param {object} [body]
   * @param {{expiresAt?: number}} [options] ms of the house's clock (`now()`): without an answer
   *   by then it is given up as `too_late`, and the feed tells whether it counted
   * @returns {Promise<{result: any, isReplayed: boolean}>} rejects with a `Refusal`: the house's,
   *   or `too_late`, `signed_out`, `refused`, `closed`
   */
  send(kind, body = {}, { expiresAt = Infinity } = {}) {
    if (this.#isOver) return Promise.reject(new Refusal(this.#isOver));
    return this.#commands.send(kind, body, expiresAt);
  }

  /** Try at once, unless the house has asked to wait; a line that stands is asked whether it lives. */
  retry() {
    if (this.#line) this.#line.check();
    else if (this.#comeback.timer !== null && this.#comeback.mayHurry) this.#connect();
  }

  /** End everything: the connection, the timers, and the commands that wait. */
  close() {
    this.#end({ code: "closed", status: 0 });
  }

  // --- coming and going ------------------------------------------------------------------------

  #connect() {
    clearTimeout(this.#comeback.timer);
    this.#comeback = { timer: null, mayHurry: true };
    this.#line = new Line(this.#url, {
      seen: () => this.#seen(),
      onFrame: (frame) => this.#take(frame),
      onEnd: (code) => this.#lost(code),
    });
  }

  #welcome({ user, server_now: serverNow }) {
    this.#user = user;
    this.#openedAt = performance.now();
    this.#clock.begin(Date.parse(serverNow));
    this.#commands.repeatAll(); // first: a turn's time runs
    for (const channel of this.#channels.values()) this.#subscribe(channel);
    this.#setStatus("open");
  }

  #lost(code) {
    const isSteady = this.#openedAt !== null && performance.now() - this.#openedAt >= STEADY_MS;
    this.#line = this.#openedAt = null;
    if (code === NOT_SIGNED_IN) return this.#end({ code: "signed_out", status: 401 });
    if (FINAL.has(code)) return this.#end({ code: "refused", status: 400 });
    if (isSteady) this.#failureCount = 0;
    const pauseMs = pauseAfter(code, this.#failureCount);
    this.#failureCount += 1;
    this.#comeback = {
      timer: setTimeout(() => this.#connect(), pauseMs),
      mayHurry: code !== OVERLOADED && code !== RATE, // those two asked us to wait
    };
    this.#setStatus("away");
  }

  #end(problem) {
    if (this.#isOver) return;
    this.#isOver = problem;
    this.#waking.abort();
    clearTimeout(this.#comeback.timer);
    this.#line?.drop();
    this.#line = null;
    this.#channels.clear();
    this.#commands.refuseAll(problem);
    if (problem.code !== "closed") this.#setStatus(problem.code);
  }

  #setStatus(status) {
    if (status === this.#status) return;
    this.#status = status;
    this.#onStatus(status);
  }

  /** A tab that slept does not know yet that its line is dead: it asks as soon as it wakes. */
  #listenForWaking() {
    const { signal } = this.#waking;
    const wake = () => this.retry();
    for (const type of ["pageshow", "online", "focus"]) addEventListener(type, wake, { signal });
    const wakeIfVisible = () => document.visibilityState === "visible" && wake();
    document.addEventListener("visibilitychange", wakeIfVisible, { signal });
  }

  // --- frames ----------------------------------------------------------------------------------

  #take(frame) {
    this.#heardAt = new Date();
    switch (frame.t) {
      case "hello":
        return this.#welcome(frame.d);
      case "pong":
        return this.#clock.measure(frame.d);
      case "ack":
        return this.#commands.accept(frame.d);
      case "nack":
        return this.#refused(frame.d);
      default:
        return this.#hand(frame);
    }
  }

  #hand(frame) {
    const channel = this.#channels.get(frame.ch);
    if (channel && !channel.take(frame)) this.refetch(frame.ch);
  }

  #refused({ id, problem }) {
    const channel = [...this.#channels.values()].find((each) => each.subId === id);
    if (!channel) return this.#commands.refuse({ id, problem });
    if (problem.status !== 503) return reportError(new Refusal(problem));
    setTimeout(() => channel.subId === id && this.#subscribe(channel), SUB_AGAIN_MS);
  }

  #subscribe(channel) {
    if (this.#channels.get(channel.name) !== channel) return; // unfollowed meanwhile
    const question = channel.sub(newId()); // also while away: the next connection asks again
    this.#line?.send(question);
  }

  /** The last number of each channel: what the house has sent behind it got lost. */
  #seen() {
    const level = [...this.#channels.values()].filter((channel) => !channel.isAwaiting);
    return Object.fromEntries(level.map((channel) => [channel.name, channel.seq]));
  }
}

function socketOfThisHouse() {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
}

function pauseAfter(code, failureCount) {
  if (code === GIVEN_UP && !failureCount) return 0; // somebody looks at the page
  const [firstMs, mostMs] = PAUSES_MS[code] ?? USUAL_PAUSE_MS;
  return Math.min(mostMs, firstMs * 2 ** failureCount) * (0.5 + Math.random());
}
