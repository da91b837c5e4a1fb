/** What happened at the table, as changes to its state. */

import { at, NO_OPTIONS } from "./seats.js";

function nothing() {
  // The snapshot does not show it.
}

/** What staff changed has another version: the next number. */
function byStaff({ table }, changes) {
  const number = Number(table.version.replaceAll('"', ""));
  Object.assign(table, changes, { version: `"${number + 1}"` });
}

const turnsTo = (name) => (state) => byStaff(state, { state: name });

function tableResumed(state) {
  byStaff(state, { state: state.table.hand_no ? "playing" : "open" });
}

function stakesChanged(state, { stakes, rotation }) {
  byStaff(state, { stakes, rotation: rotation.length ? rotation : state.table.rotation });
}

const sitsDown = (standing) => (state, d, player) => {
  const newSeat = {
    seat: d.seat,
    player: d.player,
    stack_chips: d.buy_in_chips ?? d.stack_chips,
    status: "in",
    standing,
    missed_small: false,
    missed_big: false,
  };
  state.seats = [...state.seats, newSeat].sort((a, b) => a.seat - b.seat);
  if (d.player === player && !holdsCards(state)) state.you = { seat: d.seat, cards: [], positions: [], ...NO_OPTIONS };
};

function left(state, d, player) {
  state.seats = state.seats.filter(({ seat }) => seat !== d.seat);
  if (d.player === player) state.you = holdsCards(state) ? { ...state.you, ...NO_OPTIONS } : null;
}

/** Who was dealt in looks at the last hand from its seat until the next one begins. */
function holdsCards({ you, hand }) {
  return Boolean(you?.cards.length && at(hand?.seats, you.seat));
}

function busted({ seats }, d) {
  const seat = at(seats, d.seat);
  if (seat.status !== "sitting_out") seat.status = "busted";
}

/** Who was busted and has chips again takes cards again. */
function hasChips({ seats }, d) {
  const seat = at(seats, d.seat);
  if (!seat) return;
  seat.stack_chips = d.stack_chips;
  if (seat.status === "busted" && d.stack_chips > 0) seat.status = "in";
}

const becomes = (status) => ({ seats }, d) => {
  at(seats, d.seat).status = status;
};

function handBegins({ table }, { hand_no: handNo, lineup }) {
  table.hand_no = handNo;
  if (table.state === "open") table.state = "playing";
  const { missed_small, missed_big, still_owing } = lineup;
  table.owing = { missed_small, missed_big, still_owing };
}

/** Of one's own seat only; others' wishes are theirs. */
function optionsChanged({ you }, { straddle, run_it }) {
  Object.assign(you, { straddle, run_it_twice: run_it });
}

function handSettled(state, d) {
  const { still_owing: stillOwing = [], ...marks } = state.table.owing ?? {};
  for (const dealt of state.hand.seats) {
    const seat = at(state.seats, dealt.seat);
    if (!seat) continue;
    seat.stack_chips = at(d.stacks, dealt.seat)?.stack_chips ?? seat.stack_chips;
    if (stillOwing.includes(dealt.seat)) continue; // the hand had no blinds
    Object.assign(seat, { standing: "established", missed_small: false, missed_big: false });
  }
  for (const [mark, numbers] of Object.entries(marks)) {
    for (const number of numbers) {
      const seat = at(state.seats, number);
      if (seat?.standing === "established") seat[mark] = true;
    }
  }
  state.table.owing = null;
}

function tableHandVoided({ table }) {
  table.owing = null;
}

function takenBack(state, { stacks }) {
  for (const stack of stacks) hasChips(state, stack);
  state.hand.is_voided = true;
}

function clockExtended({ turn }, d) {
  if (turn) turn.deadline_at = d.deadline_at;
}

/** By type: what an event makes of the state. @type {Record<string, Function>} */
export const TABLE_EVENTS = {
  "table.player_seated": sitsDown("newcomer"),
  "table.player_moved_in": sitsDown("moved"),
  "table.player_moved_out": left,
  "table.player_left": left,
  "table.player_busted": busted,
  "table.topped_up": hasChips,
  "table.top_up_queued": nothing,
  "table.top_up_dropped": nothing,
  "table.leave_requested": nothing,
  "table.sit_out_requested": nothing,
  "table.sat_out": becomes("sitting_out"),
  "table.sat_in": becomes("in"),
  "table.seat_options_changed": optionsChanged,
  "table.bomb_pot_requested": nothing,
  "table.button_drawn": nothing,
  "table.hand_started": handBegins,
  "table.hand_settled": handSettled,
  "table.hand_voided": tableHandVoided,
  "table.hand_taken_back": takenBack,
  "table.clock_extended": clockExtended,
  "table.paused": turnsTo("paused"),
  "table.resumed": tableResumed,
  "table.closing": turnsTo("closing"),
  "table.closed": turnsTo("closed"),
  "table.stakes_changed": stakesChanged,
};
