/**
 * How the chips in the middle of the table lie. `pot_chips` of a hand is all of them; here they
 * are split into collected pots and bets in front of players, and together those are `pot_chips`:
 *
 * - While a round of betting runs, what each live player has put in on this street lies in front
 *   of him. All else is collected: earlier streets, antes, dead posts, and whatever belonged to
 *   those who folded (a snapshot does not say on which street somebody did).
 * - Afterwards everything is collected, but for the part of a bet that nobody matched: it lies in
 *   front of its player until it is returned, and never was in a pot (R-POT-6).
 *
 * A state does not say that a round is over, but how it stands does: see `isBetting`.
 */

import { isFirstRound } from "./games.js";

/**
 * @typedef {{seat: number, stack_chips: number, street_chips: number, total_chips: number,
 *   status: "able" | "all_in" | "timed_out" | "folded", cards: (string | null)[]}} SeatInHand
 * @typedef {{seats: SeatInHand[], board: (string | null)[], pot_chips: number,
 *   price_chips: number, is_over: boolean}} Hand `hand` of a table's state
 */

/** By hand: how much of each pot has been given out. A snapshot comes before all that or after it. */
const givenOf = new WeakMap();

/** Note that a part of a pot was given out. */
export function noteAward(hand, { pot, chips }) {
  const given = givenOf.get(hand) ?? [];
  while (given.length <= pot) given.push(0);
  given[pot] += chips;
  givenOf.set(hand, given);
}

/**
 * Return the collected pots, main pot first; `seats` are the numbers that can win it, ascending.
 *
 * @param {Hand | null} hand
 * @returns {{chips: number, seats: number[]}[]} none that is empty
 */
export function potsOf(hand) {
  const inFront = new Map(streetBets(hand).map(({ seat, chips }) => [seat, chips]));
  const collected = (hand?.pot_chips ?? 0) - sum([...inFront.values()]);
  if (!collected) return [];
  const claims = hand.seats.map(({ seat, status, total_chips: total }) => ({
    seat,
    chips: total - (inFront.get(seat) ?? 0),
    isLive: status !== "folded",
  }));
  return withTheRest(layers(claims), collected, claims, givenOf.get(hand) ?? []);
}

/**
 * Return the bets in front of players, clockwise from the button's left.
 *
 * @param {Hand | null} hand
 * @returns {{seat: number, chips: number}[]} none that is empty
 */
export function streetBets(hand) {
  if (!hand || hand.is_over) return [];
  if (!isBetting(hand)) return uncalled(hand);
  return live(hand)
    .map(({ seat, street_chips: chips }) => ({ seat, chips }))
    .filter(({ chips }) => chips > 0);
}

/**
 * Whether a round of betting runs. Hands lie open only after the last round. In the first one
 * the blinds have an option even where all is matched; later somebody must owe the price.
 */
function isBetting(hand) {
  const players = live(hand);
  if (players.length < 2 || players.some(({ cards }) => cards.length)) return false;
  if (isFirstRound(hand)) return true;
  return players.some((seat) => seat.status === "able" && seat.street_chips < hand.price_chips);
}

/** The highest total minus the second, if its player has not folded. */
function uncalled(hand) {
  const [top, second] = [...hand.seats].sort((a, b) => b.total_chips - a.total_chips);
  const chips = top.total_chips - (second?.total_chips ?? 0);
  return chips > 0 && top.status !== "folded" ? [{ seat: top.seat, chips }] : [];
}

/** One pot for each distinct total of the live hands, from the lowest (R-POT-2). */
function layers(claims) {
  const alive = claims.filter(({ isLive }) => isLive);
  const levels = [...new Set(alive.map(({ chips }) => chips))].sort((a, b) => a - b);
  const pots = levels.map((level, at) => {
    // Folded chips above the highest live total belong to the last pot.
    const ceiling = at === levels.length - 1 ? Infinity : level;
    const floor = levels[at - 1] ?? 0;
    const chips = sum(claims.map((c) => Math.max(0, Math.min(c.chips, ceiling) - floor)));
    return { chips, seats: numbers(alive.filter((claim) => claim.chips >= level)) };
  });
  return pots.filter(({ chips }) => chips > 0);
}

/**
 * What is more than the layers is dead money, and the main pot's (R-POT-1). Of a pot that is given
 * out in parts, by boards or halves, there is what has not been given yet.
 */
function withTheRest(pots, collected, claims, given) {
  const [main = { chips: 0, seats: numbers(claims.filter(({ isLive }) => isLive)) }, ...side] = pots;
  const dead = collected + sum(given) - sum(pots.map(({ chips }) => chips));
  const whole = [{ ...main, chips: main.chips + dead }, ...side];
  const left = whole.map((pot, number) => ({ ...pot, chips: pot.chips - (given[number] ?? 0) }));
  return left.filter(({ chips }) => chips > 0);
}

function live(hand) {
  return hand.seats.filter(({ status }) => status !== "folded");
}

function numbers(seats) {
  return seats.map(({ seat }) => seat).sort((a, b) => a - b);
}

function sum(chips) {
  return chips.reduce((a, b) => a + b, 0);
}
