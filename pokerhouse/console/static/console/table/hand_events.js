/** What happened in the hand, as changes to the table's state. */

import { at } from "./seats.js";

const DEAD_POSTS = ["dead", "bb_ante"]; // in the main pot, and in nobody's total (R-POT-1)
const NO_STREET_BET = ["ante", ...DEAD_POSTS];

function started(state, d, player) {
  state.hand = {
    hand: d.hand,
    hand_no: d.hand_no,
    button: d.button,
    big_blind: d.big_blind,
    street: "preflop",
    board: [],
    pot_chips: 0,
    price_chips: d.structure.big_blind,
    is_over: false,
    is_voided: false,
    commitment: d.commitment,
    seats: d.seats.map(({ seat, stack_chips }) => ({
      seat,
      stack_chips,
      street_chips: 0,
      total_chips: 0,
      status: "able",
      cards: [],
    })),
  };
  if (player === null) return;
  const isMine = (seat) => seat.player === player;
  const mine = d.seats.find(isMine) ?? state.seats.find(isMine);
  state.you = mine ? { seat: mine.seat, cards: [] } : null;
}

function posted({ hand }, { seat: number, kind, chips, is_all_in: isAllIn }) {
  const seat = at(hand.seats, number);
  seat.stack_chips -= chips;
  if (!NO_STREET_BET.includes(kind)) seat.street_chips += chips;
  if (!DEAD_POSTS.includes(kind)) seat.total_chips += chips;
  if (isAllIn) seat.status = "all_in";
  hand.pot_chips += chips;
}

/** Only the viewer's own cards are ever in it. */
function holeDealt(state, { hands }) {
  const mine = hands.find(({ cards }) => cards.length);
  if (mine) state.you.cards = mine.cards;
}

function turnStarted(state, { turn, seat, deadline_at, legal }) {
  state.turn = { turn, seat, deadline_at, ...(legal && { legal }) };
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

function timedOut(state, { seat, outcome }) {
  const status = { all_in: "timed_out", folded: "folded" }[outcome];
  if (status) at(state.hand.seats, seat).status = status;
  turnEnds(state);
}

function boardDealt({ hand }, d) {
  hand.street = d.street;
  hand.board.push(...d.cards);
  if (d.is_run_out) return;
  hand.price_chips = 0;
  for (const seat of hand.seats) {
    if (seat.status !== "folded") seat.street_chips = 0;
  }
}

function uncalledReturned({ hand }, { seat: number, chips }) {
  const seat = at(hand.seats, number);
  seat.stack_chips += chips;
  seat.total_chips -= chips;
  seat.street_chips = Math.max(0, seat.street_chips - chips); // an ante that nobody matched
  hand.pot_chips -= chips;
}

function cardsShown(state, { seat, cards }) {
  at(state.hand.seats, seat).cards = cards;
  turnEnds(state);
}

function potAwarded({ hand }, { chips, shares }) {
  for (const share of shares) at(hand.seats, share.seat).stack_chips += share.chips;
  hand.pot_chips -= chips;
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
  "hand.started": started,
  "hand.posted": posted,
  "hand.hole_dealt": holeDealt,
  "hand.turn_started": turnStarted,
  "hand.folded": folded,
  "hand.checked": turnEnds,
  "hand.called": called,
  "hand.bet": wagered,
  "hand.raised": wagered,
  "hand.timed_out": timedOut,
  "hand.board_dealt": boardDealt,
  "hand.uncalled_returned": uncalledReturned,
  "hand.cards_shown": cardsShown,
  "hand.cards_mucked": turnEnds,
  "hand.board_declared": () => {},
  "hand.pot_awarded": potAwarded,
  "hand.finished": finished,
  "hand.voided": voided,
};
