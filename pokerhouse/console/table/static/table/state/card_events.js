/** What happened to cards, as changes to the table's state. */

import { at } from "./seats.js";

/** A round of betting begins; who has folded keeps what lay before him. */
function roundBegins(hand, street) {
  hand.street = street;
  hand.price_chips = 0;
  for (const seat of hand.seats) {
    if (seat.status !== "folded") seat.street_chips = 0;
  }
}

/** The viewer's own cards have faces in his events. */
function peek({ you }, { positions, cards }) {
  you.cards = [...you.cards, ...cards];
  you.positions = [...you.positions, ...positions];
}

/** Whoever sits there now may not be who was dealt in. */
const isMine = (you, seat) => you?.seat === seat && you.positions.length > 0;

function holeDealt(state, { hands }) {
  for (const dealt of hands) {
    at(state.hand.seats, dealt.seat).card_count += dealt.positions.length;
    if (dealt.cards.length) peek(state, dealt);
  }
}

function cardsDealt(state, { street, hands, is_run_out: isRunOut }) {
  const { hand, you } = state;
  for (const dealt of hands) {
    const seat = at(hand.seats, dealt.seat);
    seat.card_count += dealt.positions.length;
    if (dealt.is_up) seat.upcards = [...seat.upcards, ...dealt.cards];
    if (seat.cards.length) seat.cards = [...seat.cards, ...dealt.cards];
    if (isMine(you, dealt.seat)) peek(state, dealt);
  }
  if (street === hand.street) return; // the door cards
  if (isRunOut) hand.street = street;
  else roundBegins(hand, street);
}

function discardsBegun({ hand }, { street }) {
  roundBegins(hand, street);
  for (const seat of hand.seats) seat.drawn_count = null;
}

function cardsDiscarded(state, d) {
  const { hand, you } = state;
  const seat = at(hand.seats, d.seat);
  seat.card_count += d.positions.length - d.discarded.length;
  seat.drawn_count = d.discarded.length;
  state.turn = null;
  if (!isMine(you, d.seat)) return;
  const isKept = (_, place) => !d.discarded.includes(you.positions[place]);
  const cards = you.cards.filter(isKept);
  Object.assign(you, { cards, positions: you.positions.filter(isKept) });
  peek(state, d);
}

function boardDealt({ hand }, d) {
  const { street, cards, is_run_out: isRunOut } = d;
  if (d.board) anotherBoard(hand, d);
  else hand.board = [...hand.board, ...cards];
  if (isRunOut) hand.street = street;
  else if (street !== hand.street) roundBegins(hand, street);
}

/** A second board shares what lay there before it was split off. */
function anotherBoard(hand, { cards, board, shared_count: shared }) {
  while (hand.more_boards.length < board) hand.more_boards.push(hand.board.slice(0, shared));
  hand.more_boards[board - 1].push(...cards);
}

/**
 * In stud the card lies open; elsewhere another one took its place, whose face its owner is not
 * told here: nothing changes and he needs a fresh snapshot.
 */
function cardExposed({ hand, you }, d) {
  if (d.replaced_by !== null) return !isMine(you, d.seat);
  const seat = at(hand.seats, d.seat);
  seat.upcards = [...seat.upcards, d.card];
  return true;
}

function boardCorrected({ hand }, { cards }) {
  hand.board.splice(-cards.length, cards.length, ...cards);
}

function cardsShown(state, { seat, cards }) {
  at(state.hand.seats, seat).cards = cards;
  state.turn = null;
}

/** By type: what an event makes of the state; false where it cannot say. @type {Record<string, Function>} */
export const CARD_EVENTS = {
  "hand.hole_dealt": holeDealt,
  "hand.cards_dealt": cardsDealt,
  "hand.discards_begun": discardsBegun,
  "hand.cards_discarded": cardsDiscarded,
  "hand.stub_extended": () => {},
  "hand.board_dealt": boardDealt,
  "hand.card_exposed": cardExposed,
  "hand.board_corrected": boardCorrected,
  "hand.cards_shown": cardsShown,
};
