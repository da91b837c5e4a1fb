/** One connection, from its handshake to its end; it knows whether it is alive. */

const SUBPROTOCOL = "pokerhouse.v1";

const ALIVE_MS = 2_000; // so long may a doubted line take to answer
const HELLO_MS = 10_000; // so long may connecting and signing in take
const SILENT_HEARTBEATS = 1.5;

/** In place of a close code: the line was dead, and nobody had told us. */
export const GIVEN_UP = 0;

/** A WebSocket that keeps its heartbeat and ends once, with a close code or `GIVEN_UP`. */
export class Line {
  #socket;
  #seen;
  #onFrame;
  #onEnd;
  #isOpen = false;
  #begunAt = performance.now();
  #heardAt = 0;
  #pingedAt = 0;
  #heartbeatMs = 0;
  #doubted = null; // the ping that has to be answered at once
  #timers = {};

  /**
   * @param {string} url
   * @param {{
   *   seen: () => Record<string, number>,
   *   onFrame: (frame: object) => void,
   *   onEnd: (code: number) => void,
   * }} house `seen`: the last number of each channel, for the pings
   */
  constructor(url, { seen, onFrame, onEnd }) {
    this.#seen = seen;
    this.#onFrame = onFrame;
    this.#onEnd = onEnd;
    this.#socket = new WebSocket(url, SUBPROTOCOL);
    this.#socket.onmessage = (message) => this.#hear(JSON.parse(message.data));
    this.#socket.onclose = (event) => this.#end(event.code);
    this.#timers.hello = setTimeout(() => this.#end(GIVEN_UP), HELLO_MS);
  }

  /** Send a frame, if it is open; whoever needs an answer repeats it on the next line. */
  send(frame) {
    if (this.#isOpen && this.#socket.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(frame));
    }
  }

  /** Find out at once whether it is alive, and end it otherwise. */
  check() {
    if (!this.#isOpen) {
      if (performance.now() - this.#begunAt > ALIVE_MS) this.#end(GIVEN_UP);
    } else if (this.#doubted === null) {
      this.#doubted = this.#ping();
      this.#timers.doubt = setTimeout(() => this.#end(GIVEN_UP), ALIVE_MS);
    }
  }

  /** Leave, and tell nobody. */
  drop() {
    this.#socket.onmessage = this.#socket.onclose = null;
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    this.#socket.close();
  }

  #end(code) {
    this.drop();
    this.#onEnd(code);
  }

  #hear(frame) {
    this.#heardAt = performance.now();
    if (frame.t === "hello") this.#open(frame.d.heartbeat_ms);
    if (frame.t === "pong" && this.#doubted !== null && frame.d.t0 >= this.#doubted) {
      this.#doubted = null;
      clearTimeout(this.#timers.doubt);
    }
    this.#onFrame(frame);
  }

  #open(heartbeatMs) {
    this.#isOpen = true;
    this.#heartbeatMs = heartbeatMs;
    clearTimeout(this.#timers.hello);
    this.#beat();
    this.#watchSilence();
  }

  #beat() {
    this.#ping();
    this.#timers.beat = setTimeout(() => this.#beat(), this.#heartbeatMs);
  }

  #ping() {
    const t0 = Date.now();
    this.#pingedAt = performance.now();
    this.send({ t: "ping", d: { t0, seen: this.#seen() } });
    return t0;
  }

  #watchSilence() {
    // A hidden tab's timers come late, and a house that was not asked may be silent: so silence
    // counts from a heartbeat before the last ping at the earliest.
    const quietSince = Math.max(this.#heardAt, this.#pingedAt - this.#heartbeatMs);
    const leftMs = quietSince + SILENT_HEARTBEATS * this.#heartbeatMs - performance.now();
    if (leftMs <= 0) return this.#end(GIVEN_UP);
    this.#timers.silence = setTimeout(() => this.#watchSilence(), leftMs);
  }
}
