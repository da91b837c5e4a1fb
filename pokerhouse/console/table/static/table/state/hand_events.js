/** What happened in the hand, as changes to the table's state. */

import { CARD_EVENTS } from "./card_events.js";
import { noteAward } from "./pots.js";
import { at, NO_OPTIONS } from "./seats.js";

const DEAD_POSTS = ["dead", "bb_ante"]; // in the main pot, and in nobody's total (R-POT-1)
const NO_STREET_BET = ["ante", ...DEAD_POSTS];
const PRICE_LIFTING = ["straddle", "kill"];

function started(state, d, player) {
  state.hand = {
    hand: d.hand,
    hand_no: d.hand_no,
    button: d.button,
    big_blind: d.big_blind,
    game: d.game,
    family: d.family,
    structure: d.structure,
    options: d.options,
    street: d.street,
    board: [],
    more_boards: [],
    pot_chips: 0,
    price_chips: d.big_blind === null ? 0 : d.structure.big_blind,
    run_it_times: 0,
    is_over: false,
    is_voided: false,
    commitment: d.commitment,
    seats: d.seats.map(({ seat, stack_chips }) => ({
      seat,
      stack_chips,
      street_chips: 0,
      total_chips: 0,
      status: "able",
      has_timed_out: false,
      card_count: 0,
      upcards: [],
      drawn_count: null,
      cards: [],
    })),
  };
  if (player === null) return;
  const isMine = (seat) => seat.player === player;
  const mine = d.seats.find(isMine) ?? state.seats.find(isMine);
  state.you = mine ? { ...NO_OPTIONS, ...state.you, seat: mine.seat, cards: [], positions: [] } : null;
}

function posted({ hand }, { seat: number, kind, chips, is_all_in: isAllIn }) {
  const seat = at(hand.seats, number);
  seat.stack_chips -= chips;
  if (!NO_STREET_BET.includes(kind)) seat.street_chips += chips;
  if (!DEAD_POSTS.includes(kind)) seat.total_chips += chips;
  if (isAllIn) seat.status = "all_in";
  hand.pot_chips += chips;
  if (PRICE_LIFTING.includes(kind)) hand.price_chips = Math.max(hand.price_chips, seat.street_chips);
}

function turnStarted(state, { turn, seat, asks, deadline_at, legal }) {
  state.turn = { turn, seat, asks, deadline_at, ...(legal && { legal }) };
}

function turnEnds(state) {
  state.turn = null;
}

function folded(state, d) {
  at(state.hand.seats, d.seat).status = "folded";
  turnEnds(state);
}

function called(state, d) {
  const seat = at(state.hand.seats, d.seat);
  seat.stack_chips -= d.added_chips;
  seat.total_chips += d.added_chips;
  seat.street_chips = d.to_chips;
  if (d.is_all_in) seat.status = "all_in";
  state.hand.pot_chips += d.added_chips;
  turnEnds(state);
}

function wagered(state, d) {
  called(state, d);
  state.hand.price_chips = d.to_chips;
}

/** Others call the whole bring-in, also where its player was short (R-BRI-5). */
function broughtIn(state, d) {
  called(state, d);
  state.hand.price_chips = state.hand.structure.bring_in;
}

function timedOut(state, { seat: number, outcome }) {
  const status = { all_in: "timed_out", folded: "folded" }[outcome];
  const seat = at(state.hand.seats, number);
  seat.has_timed_out = true;
  if (status) seat.status = status;
  turnEnds(state);
}

function runItAnswered(state, { times }) {
  const { hand } = state;
  hand.run_it_times = Math.min(hand.run_it_times || times, times);
  turnEnds(state);
}

function uncalledReturned({ hand }, { seat: number, chips }) {
  const seat = at(hand.seats, number);
  seat.stack_chips += chips;
  seat.total_chips -= chips;
  seat.street_chips = Math.max(0, seat.street_chips - chips); // an ante that nobody matched
  hand.pot_chips -= chips;
}

function potAwarded({ hand }, { pot, chips, shares }) {
  for (const share of shares) at(hand.seats, share.seat).stack_chips += share.chips;
  hand.pot_chips -= chips;
  noteAward(hand, { pot, chips });
}

function finished(state) {
  state.hand.is_over = true;
  turnEnds(state);
}

function voided(state) {
  for (const seat of state.hand.seats) {
    seat.stack_chips = at(state.seats, seat.seat)?.stack_chips ?? seat.stack_chips;
  }
  state.hand.pot_chips = 0;
  state.hand.is_voided = true;
  finished(state);
}

/** By type: what an event makes of the state. @type {Record<string, Function>} */
export const HAND_EVENTS = {
  ...CARD_EVENTS,
  "hand.started": started,
  "hand.posted": posted,
  "hand.turn_started": turnStarted,
  "hand.folded": folded,
  "hand.checked": turnEnds,
  "hand.called": called,
  "hand.bet": wagered,
  "hand.raised": wagered,
  "hand.brought_in": broughtIn,
  "hand.timed_out": timedOut,
  "hand.run_it_answered": runItAnswered,
  "hand.uncalled_returned": uncalledReturned,
  "hand.cards_mucked": turnEnds,
  "hand.board_declared": () => {},
  "hand.pot_awarded": potAwarded,
  "hand.finished": finished,
  "hand.voided": voided,
};
