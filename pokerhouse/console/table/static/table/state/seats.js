/** Seats in lists: those of a table, of a hand, or of an event. */

/** @returns {object | undefined} the seat with this number */
export function at(seats, number) {
  return seats?.find(({ seat }) => seat === number);
}

/** What a seat does of its own accord, until its player says so. */
export const NO_OPTIONS = { straddle: false, run_it_twice: false };
