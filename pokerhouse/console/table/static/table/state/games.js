/** What a page has to know of the games beyond what a hand's state says. */

const FIRST_STREETS = ["preflop", "third", "predraw"];

/** @returns {boolean} whether the hand is in its first round */
export const isFirstRound = ({ street }) => FIRST_STREETS.includes(street);
