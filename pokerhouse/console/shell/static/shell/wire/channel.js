/** A channel, and how far its page has it. */

/** Decides what of a frame reaches the handlers: every number once and in order, or a snapshot. */
export class Channel {
  seq = null;
  subId = null; // the last question's
  isAwaiting = true; // what comes before the answer belongs to an older question
  isAwaitingSnapshot = false;
  #epoch = null;
  #handlers;

  constructor(name, handlers) {
    this.name = name;
    this.#handlers = handlers;
  }

  /** Know nothing any more: the next question is for a snapshot. */
  forget() {
    this.seq = this.#epoch = null;
  }

  /** @returns {object} the frame that asks for what is missing */
  sub(id) {
    this.subId = id;
    this.isAwaiting = true;
    this.isAwaitingSnapshot = this.seq === null;
    const from = this.isAwaitingSnapshot ? {} : { after_seq: this.seq, ep: this.#epoch };
    return { t: "sub", id, d: { ch: this.name, ...from } };
  }

  /** Hand on what is new of a frame; @returns {boolean} false where only a snapshot helps */
  take(frame) {
    if (frame.t === "snapshot") return this.#begin(frame);
    if (frame.t === "resumed" ? this.isAwaitingSnapshot : this.isAwaiting) return true;
    if (frame.ep !== this.#epoch) return false; // the feed was restored to an earlier time
    return frame.t === "resumed" ? this.#resume(frame) : this.#advance(frame);
  }

  #begin(frame) {
    this.seq = frame.seq;
    this.#epoch = frame.ep;
    this.isAwaiting = this.isAwaitingSnapshot = false;
    this.#tell("snapshot", frame.d, frame.seq);
    return true; // whoever cannot take this one is not helped by another
  }

  #resume(frame) {
    const wasAsked = this.isAwaiting; // else it answers a ping's `seen`
    if (frame.d.after_seq > this.seq) return false;
    this.isAwaiting = false;
    return wasAsked ? this.#tell("resumed") : true;
  }

  #advance(frame) {
    const isSkip = frame.t === "skip";
    const [first, last] = isSkip ? [frame.from, frame.to] : [frame.seq, frame.seq];
    if (first > this.seq + 1) return false;
    if (last <= this.seq) return true; // it came before
    const news = isSkip ? { ...frame, from: this.seq + 1 } : frame;
    this.seq = last;
    return this.#tell(isSkip ? "skip" : "event", news);
  }

  #tell(what, ...news) {
    try {
      this.#handlers[what]?.(...news);
      return true;
    } catch (error) {
      reportError(error);
      return false;
    }
  }
}
