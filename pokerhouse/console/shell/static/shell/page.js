// What every page's modules share: its beginning, its words, and the way to the REST paths.

/** The page's beginning as the house wrote it: `{me, lang, words, …}`. */
export const boot = JSON.parse(document.getElementById("boot").textContent);

const numbers = new Intl.NumberFormat(boot.lang);

/** Return the sentence in the reader's language, `{braces}` filled in. */
export function say(sentence, facts = {}) {
  const told = boot.words[sentence] ?? sentence;
  return told.replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
}

/** Return an amount of chips as people read it. */
export const chips = (amount) => numbers.format(amount);

/** Return an element with these properties and children; text is text, never markup. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "dataset") Object.assign(made.dataset, value);
    else if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** A refusal of the house: `problem` is its body, `code` and `status` tell which. */
export class Problem extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.code ?? String(status));
    Object.assign(this, { status, problem, code: problem.code });
  }
}

const RETRIES_MS = [300, 1000, 2500];

/**
 * Ask a path of the house and return its JSON; a command keeps its id over every try.
 *
 * Tries again where no answer came or the house was busy, so a command counts once.
 */
export async function ask(method, path, body) {
  const headers = { Accept: "application/json", "X-CSRFToken": boot.csrf };
  const wish = { method, headers, credentials: "same-origin" };
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    headers["Idempotency-Key"] = crypto.randomUUID();
    wish.body = JSON.stringify(body);
  }
  for (const pause of [...RETRIES_MS, null]) {
    const answer = await fetch(path, wish).catch(() => null);
    if (answer && answer.status !== 503) return unpack(answer);
    if (pause === null) throw new Problem(answer?.status ?? 0, { code: "away", detail: say("Connection lost. Trying again …") });
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

async function unpack(answer) {
  const told = answer.status === 204 ? {} : await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Problem(answer.status, told);
  return told;
}

const SENTENCES = {
  turn_expired: "Your turn was over before the house heard you.",
  too_late: "Your turn was over before the house heard you.",
  not_your_turn: "It was not your turn.",
  hand_over: "The hand was over already.",
  illegal_action: "The rules forbid that.",
  insufficient_funds: "There is not enough in your wallet.",
  seat_taken: "Somebody else took that seat.",
};

/** Return a refusal in words for a player. */
export function wordsOf(error) {
  const { problem = {}, code } = error;
  const rule = problem.rule ?? code;
  if (rule === "buyin_min" || rule === "buyin_below_left") return say("At least {min}.", { min: chips(problem.min) });
  if (rule === "buyin_max") return say("At most {max}.", { max: chips(problem.max) });
  const known = SENTENCES[code] ?? SENTENCES[rule];
  return known ? say(known) : say("That did not work: {detail}", { detail: problem.detail || error.message });
}

let hiding = 0;

/** Show a short notice at the foot of the page for a while; nothing hides it. */
export function notice(text, lasts_ms = 4000) {
  const place = document.getElementById("notice");
  place.textContent = text;
  place.hidden = !text;
  clearTimeout(hiding);
  if (text && lasts_ms) hiding = setTimeout(() => (place.hidden = true), lasts_ms);
}
