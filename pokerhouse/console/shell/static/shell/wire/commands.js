/** Commands on their way: each goes out, with one id, until the house has answered it. */

const REPEAT_MS = 2_500;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const UNAVAILABLE = 503; // "Repeat it with the same id."

/** What was refused. `problem` is the house's problem body (RFC 9457), with facts like `rule`. */
export class Refusal extends Error {
  /** @param {{code: string, status: number, detail?: string}} problem */
  constructor(problem) {
    super(problem.detail ?? problem.code);
    this.name = "Refusal";
    this.problem = problem;
    this.code = problem.code;
    this.status = problem.status;
  }
}

/** The commands that have no answer yet. */
export class Commands {
  #transmit;
  #now;
  #waiting = new Map();

  /** @param {{transmit: (frame: object) => void, now: () => number}} house */
  constructor({ transmit, now }) {
    this.#transmit = transmit;
    this.#now = now;
  }

  /** @returns {Promise<{result: any, isReplayed: boolean}>} */
  send(kind, body, expiresAt) {
    return new Promise((resolve, reject) => {
      const command = { frame: { t: kind, id: newId(), d: body }, expiresAt, resolve, reject };
      this.#waiting.set(command.frame.id, command);
      this.#watchExpiry(command);
      this.#repeat(command);
    });
  }

  /** Send all of them again, on a new connection. */
  repeatAll() {
    for (const command of this.#waiting.values()) this.#repeat(command);
  }

  /** Take an `ack`. */
  accept({ id, result, is_replayed: isReplayed }) {
    this.#settle(id, (command) => command.resolve({ result, isReplayed }));
  }

  /** Take a `nack`. */
  refuse({ id, problem }) {
    if (problem.status === UNAVAILABLE) return; // its next repetition is due anyway
    this.#settle(id, (command) => command.reject(new Refusal(problem)));
  }

  /** Refuse all of them: there will be no answer. */
  refuseAll(problem) {
    for (const id of [...this.#waiting.keys()]) this.refuse({ id, problem });
  }

  #repeat(command) {
    if (this.#isTooLate(command)) return;
    clearTimeout(command.repeating);
    command.repeating = setTimeout(() => this.#repeat(command), REPEAT_MS);
    this.#transmit(command.frame);
  }

  #watchExpiry(command) {
    if (command.expiresAt === Infinity || this.#isTooLate(command)) return;
    const leftMs = Math.min(command.expiresAt - this.#now(), LONGEST_TIMER_MS);
    command.expiring = setTimeout(() => this.#watchExpiry(command), leftMs);
  }

  #isTooLate({ frame, expiresAt }) {
    if (this.#now() < expiresAt) return false;
    this.refuse({ id: frame.id, problem: { code: "too_late", status: 410 } });
    return true;
  }

  /** The first answer counts; a later one finds no command. */
  #settle(id, how) {
    const command = this.#waiting.get(id);
    if (!command) return;
    this.#waiting.delete(id);
    clearTimeout(command.repeating);
    clearTimeout(command.expiring);
    how(command);
  }
}

/** @returns {string} not from `randomUUID`, which is missing where a house has no TLS */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
