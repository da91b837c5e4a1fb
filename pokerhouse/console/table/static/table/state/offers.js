/** What a table offers to a seat beside its games: of `table` in a table's state. */

/** @returns {{option: string, label: string}[]} what a seat may do of its own accord */
export function optionsOf({ options }) {
  const offered = [];
  if (options.straddle !== "off") offered.push({ option: "straddle", label: "Straddle" });
  const label = options.run_it_times > 2 ? "Run it three times" : "Run it twice";
  if (options.run_it_times > 1) offered.push({ option: "run_it_twice", label });
  return offered;
}

/** @returns {string[]} how a newcomer may come in; none where no game has blinds to wait for */
export function entriesOf({ stakes, rotation, options }) {
  const all = rotation.length ? rotation.map((leg) => leg.stakes) : [stakes];
  if (all.every((each) => each.bring_in_chips > 0)) return [];
  return ["post", "wait", ...(options.may_buy_button ? ["buy_button"] : [])];
}

/** @returns {boolean} whether the seat can buy the button: it owes a blind, or has not had one */
export function mayBuyButton({ options }, { standing, missed_small: missedSmall, missed_big: missedBig }) {
  return options.may_buy_button && (standing === "newcomer" || missedSmall || missedBig);
}
