// Games, limits and streets by their names, in the reader's language.

import { chips, say } from "../shell/page.js";

const GAMES = {
  holdem: "hold'em",
  short_deck: "short-deck hold'em",
  pineapple: "pineapple",
  crazy_pineapple: "crazy pineapple",
  omaha: "Omaha",
  omaha8: "Omaha hi-lo",
  omaha5: "five-card Omaha",
  omaha5_8: "five-card Omaha hi-lo",
  omaha6: "six-card Omaha",
  omaha6_8: "six-card Omaha hi-lo",
  courchevel: "Courchevel",
  courchevel8: "Courchevel hi-lo",
  stud7: "seven-card stud",
  stud8: "seven-card stud hi-lo",
  razz: "razz",
  draw5: "five-card draw",
  single27: "deuce-to-seven single draw",
  triple27: "deuce-to-seven triple draw",
  badugi: "badugi",
};
const LIMITS = {
  nl: "No-limit {game}",
  pl: "Pot-limit {game}",
  fixed: "Fixed-limit {game}",
  spread: "Spread-limit {game}",
  step_spread: "Step-spread {game}",
};
const STREETS = {
  flop: "Flop",
  turn: "Turn",
  river: "River",
  third: "Third street",
  fourth: "Fourth street",
  fifth: "Fifth street",
  sixth: "Sixth street",
  seventh: "Seventh street",
  draw: "Draw",
  first_draw: "First draw",
  second_draw: "Second draw",
  third_draw: "Third draw",
};

const ROTATIONS = {
  "holdem omaha8 razz stud7 stud8": "HORSE",
  "triple27 holdem omaha8 razz stud7 stud8 holdem omaha": "8-Game",
};

/** Return what a table of the lobby plays. */
export function tableGame({ game, limit, rotation }) {
  if (!rotation.length) return gameName(game, limit);
  return ROTATIONS[rotation.map((leg) => leg.game).join(" ")] ?? say("Mixed games");
}

/** Return a game with its limit, as a heading: `Pot-limit Omaha`; `kind` is its structure's. */
export function gameName(game, kind) {
  const name = say(GAMES[game] ?? game);
  const title = say(LIMITS[kind] ?? "{game}", { game: name });
  return title[0].toUpperCase() + title.slice(1);
}

/** Return a structure's amounts as people write them: `5/10`, in stud `5/10/20`. */
export function stakesText(structure) {
  const s = structure;
  const amounts = {
    fixed: [s.lower, s.higher],
    stud_split: [s.ante, s.lower, s.higher],
    spread: [s.min, s.max],
    step_spread: [s.min, s.max1, s.max2, ...(s.max3 ? [s.max3] : [])],
  }[s.kind] ?? (s.small_blind || !s.bring_in ? [s.small_blind, s.big_blind] : [s.ante, s.bring_in]);
  return amounts.map(chips).join("/");
}

/** Return the name of a street; empty for one that begins unseen. */
export const streetName = (street) => (STREETS[street] ? say(STREETS[street]) : "");
