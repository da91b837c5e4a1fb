/** What one may do in a turn, as buttons; it knows `legal` and nothing of how they are drawn. */

const TIMES = ["Run it once", "Run it twice", "Run it three times"];

/**
 * @typedef {{action: string, label: string, chips?: number, count?: number, key: string,
 *   to?: number, n?: number, style?: string}} Button `label` is the sentence, `chips` and `count`
 *   its facts; `to` and `n` are sent along
 * @typedef {{kind: "bet" | "raise", min: number, max: number}} Range any amount between them
 */

/**
 * Return the buttons of a turn, and the range of its bet or raise where there is one.
 *
 * @param {object} legal as the house says it
 * @param {number} everything what the player would have in with all his chips
 * @returns {{buttons: Button[], range: Range | null, discard: {min: number, max: number} | null}}
 */
export function choicesOf(legal, everything) {
  const can = (kind) => legal.kinds.includes(kind);
  const discard = can("discard") ? { min: legal.min_cards, max: legal.max_cards } : null;
  const passive = [
    can("fold") && { action: "fold", label: "Fold", key: "F" },
    can("check") && { action: "check", label: "Check", key: "C" },
    can("call") && { action: "call", label: "Call {chips}", chips: legal.to_call_chips, key: "C" },
    can("bring_in") && { action: "bring_in", label: "Bring in {chips}", chips: legal.bring_in_chips, key: "C" },
    can("muck") && { action: "muck", label: "Muck", key: "F" },
    can("show") && { action: "show", label: "Show", key: "C" },
    can("declare_board") && { action: "declare_board", label: "Play the board", key: "B" },
  ].filter(Boolean);
  const { amounts, range } = wagers(legal, everything);
  return { buttons: [...passive, ...amounts, ...agreements(legal)], range, discard };
}

function agreements({ kinds, max_times: most }) {
  if (!kinds.includes("run_it")) return [];
  return TIMES.slice(0, most).map((label, at) => ({ action: "run_it", label, n: at + 1, key: String(at + 1) }));
}

/** One button where one amount is legal, two where two are, else the range. */
function wagers(legal, everything) {
  const can = (kind) => legal.kinds.includes(kind);
  const kind = ["raise", "bet"].find(can);
  const allIn = { action: "all_in", label: "All-in {chips}", chips: everything, key: "R" };
  if (!kind) return { amounts: can("all_in") ? [allIn] : [], range: null };
  const opening = legal.bring_in_chips ?? 0; // a bet is more than that
  const max = legal.max_to_chips;
  const min = opening ? Math.min(opening + 1, max) : legal.min_to_chips;
  const of = (to, key) => (to === everything ? { ...allIn, action: kind, to, key } : amountOf(kind, to, key));
  if (can("complete") && (min === max || legal.has_two_amounts)) {
    const to = opening ? max : legal.min_to_chips;
    if (to === everything) return { amounts: [{ ...allIn, action: "complete" }], range: null };
    return { amounts: [{ action: "complete", label: "Complete to {chips}", chips: to, key: "R" }], range: null };
  }
  if (min === max) return { amounts: [of(max, "R")], range: null };
  if (legal.has_two_amounts) return { amounts: [of(min, "R"), of(max, "T")], range: null };
  return { amounts: [], range: { kind, min, max } };
}

function amountOf(kind, to, key) {
  return { action: kind, label: kind === "bet" ? "Bet {chips}" : "Raise to {chips}", chips: to, to, key };
}

/** Which of one's cards are to go: as many as the rules allow. */
export class Picks {
  constructor() {
    this.clear();
  }

  /** Begin anew for the turn `key`; the same turn keeps what was picked. */
  allow(key, limits, positions) {
    if (key === this.key) return;
    this.key = key;
    this.limits = limits;
    this.positions = limits ? positions : [];
    this.picked = [];
  }

  clear() {
    this.key = null;
    this.limits = null;
    this.positions = [];
    this.picked = [];
  }

  /** Pick a card or put it back; one too many takes the place of the first. */
  toggle(position) {
    if (!this.positions.includes(position)) return;
    if (this.picked.includes(position)) this.picked = this.picked.filter((one) => one !== position);
    else this.picked = [...this.picked, position].slice(-this.limits.max);
  }

  /** @returns {boolean} whether the rules allow to send what is picked */
  get isEnough() {
    return Boolean(this.limits) && this.picked.length >= this.limits.min;
  }

  /** @returns {Button} */
  get button() {
    const count = this.picked.length;
    const label = this.limits.min ? "Put a card away" : count ? "Draw {count}" : "Stand pat";
    return { action: "discard", label, count, key: "D" };
  }
}
