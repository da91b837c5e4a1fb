/**
 * A hand's proof, checked in the page: is every opened card the one that the house committed to
 * before the hand? The same check as `tables/dealer/verify_deal.py`; the arithmetic is told in
 * pokerhouse/docs/fair-deal.md.
 */

const CARDS = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
const FIELDS = "card, path, position, salt";
const DEPTH = 6;

/** @type {boolean} whether this page may hash: browsers allow it only over TLS, or locally */
export const canCheck = Boolean(globalThis.crypto?.subtle);

/**
 * What makes no sense as a proof; the message says it in a sentence.
 *
 * `code`: `not_a_proof` (no object with hand, root and openings), `bad_head` (hand or root),
 * `nothing_opened`, `bad_opening`, `opened_twice`, or `cannot_check` (see `canCheck`).
 */
export class BadProof extends Error {
  /**
   * @param {string} code
   * @param {string} sentence
   */
  constructor(code, sentence) {
    super(sentence);
    this.name = "BadProof";
    this.code = code;
  }
}

/**
 * Check each card of a proof.
 *
 * @param {object} proof the document of `GET /hands/{h}/proof`
 * @param {string | null} root the commitment that was noted when the hand started, 64 hex digits;
 *   null compares only with the one that the proof brings itself
 * @param {(string | null)[]} [cards] the cards that the player saw: an opened card that is none
 *   of them is not ok, and neither is one of them that was not opened (its `position` is null)
 * @returns {Promise<{position: number | null, card: string, isOk: boolean}[]>} as opened
 * @throws {BadProof} where it is no proof at all
 */
export async function checkProof(proof, root, cards) {
  if (!canCheck) throw new BadProof("cannot_check", "This page cannot hash: it needs https.");
  refuseNonsense(proof);
  const noted = root ?? proof.root;
  const seen = cards?.filter((card) => card !== null);
  const checked = proof.openings.map(async (opening) => {
    const isCommitted = proof.root === noted && (await rootOf(opening)) === noted;
    const { position, card } = opening;
    return { position, card, isOk: isCommitted && (seen?.includes(card) ?? true) };
  });
  return [...(await Promise.all(checked)), ...unopened(proof, seen ?? [])];
}

function unopened(proof, seen) {
  const opened = proof.openings.map(({ card }) => card);
  const missing = seen.filter((card) => !opened.includes(card));
  return missing.map((card) => ({ position: null, card, isOk: false }));
}

// --- the form ----------------------------------------------------------------------------------

function refuseNonsense(proof) {
  if (!isObject(proof) || ["hand", "root", "openings"].some((name) => !Object.hasOwn(proof, name))) {
    const sentence = "A proof is an object with the fields hand, root and openings.";
    throw new BadProof("not_a_proof", sentence);
  }
  if (typeof proof.hand !== "string" || !isHex(proof.root, 64)) {
    throw new BadProof("bad_head", "The hand must be text and the root 64 hex digits.");
  }
  if (!Array.isArray(proof.openings) || !proof.openings.length) {
    const sentence = "The openings must be a list with at least one card.";
    throw new BadProof("nothing_opened", sentence);
  }
  proof.openings.forEach((opening, place) => {
    const problem = problemOf(opening);
    const sentence = `Opening ${place + 1} makes no sense: ${problem}.`;
    if (problem) throw new BadProof("bad_opening", sentence);
  });
  for (const field of ["position", "card"]) {
    const values = proof.openings.map((opening) => opening[field]);
    const doubled = values.find((value, place) => values.indexOf(value, place + 1) !== -1);
    const sentence = `The ${field} ${doubled} is opened twice.`;
    if (doubled !== undefined) throw new BadProof("opened_twice", sentence);
  }
}

/** Return what is wrong with the form of an opening; empty if nothing is. */
function problemOf(opening) {
  if (!isObject(opening) || Object.keys(opening).sort().join(", ") !== FIELDS) {
    return `it needs exactly the fields ${FIELDS}`;
  }
  const { position, card, salt, path } = opening;
  if (!Number.isInteger(position) || position < 0 || position >= CARDS.length) {
    return "the position must be a number from 0 to 51";
  }
  if (!CARDS.includes(card)) {
    return "the card must be a rank of 23456789TJQKA and a suit of cdhs";
  }
  if (!isHex(salt, 32)) return "the salt must be 32 hex digits";
  if (!Array.isArray(path) || path.length !== DEPTH || !path.every((step) => isHex(step, 64))) {
    return "the path must be 6 times 64 hex digits";
  }
  return "";
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isHex(value, digits) {
  return typeof value === "string" && value.length === digits && /^[0-9a-f]*$/.test(value);
}

// --- the arithmetic ----------------------------------------------------------------------------

/** Hash the card into its leaf, then the leaf with its siblings up to the root of 64 leaves. */
async function rootOf({ position, card, salt, path }) {
  let value = await sha256([0, position, CARDS.indexOf(card), ...bytesOf(salt)]);
  for (const [height, step] of path.entries()) {
    const sibling = bytesOf(step);
    const isRight = (position >> height) & 1;
    value = await sha256(isRight ? [1, ...sibling, ...value] : [1, ...value, ...sibling]);
  }
  return value.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function sha256(bytes) {
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes)))];
}

function bytesOf(hex) {
  return hex.match(/../g).map((byte) => Number.parseInt(byte, 16));
}
