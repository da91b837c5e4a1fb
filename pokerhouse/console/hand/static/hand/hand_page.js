// A finished hand, step by step, and the proof of its deal.

import { Felt } from "../table/felt.js";
import { Log } from "../table/log.js";
import { ask, boot, notice, say, wordsOf } from "../shell/page.js";
import { canCheck, checkProof } from "./proof.js";
import { TableState, UnknownEvent } from "../table/table.js";

const at = (id) => document.getElementById(id);
const felt = new Felt(at("felt"), { now: Date.now });
const names = new Map();
const DEALS = ["hand.hole_dealt", "hand.cards_dealt"];
const FACES = ["hand.board_dealt", "hand.cards_shown", "hand.cards_discarded", "hand.board_corrected"];
const DECK = 52;
let frames = [];
let step = 0;

/** Return the table as it was before the hand's first event. */
function before(hand, seatCount) {
  const started = frames[0].d;
  return {
    seq: frames[0].seq - 1,
    epoch: 0,
    table: { state: "playing", seat_count: seatCount, hand_no: started.hand_no, version: '"1"', owing: null },
    seats: started.seats.map((seat) => ({ ...seat, status: "in", standing: "established", missed_small: false, missed_big: false })),
    hand: null,
    turn: null,
    you: null,
  };
}

function show(hand, seatCount) {
  const table = new TableState(boot.me.id);
  const log = new Log(at("log"), (number) => names.get(playerOf(hand, number)) ?? say("Seat {seat}", { seat: number }));
  log.clear();
  const state = before(hand, seatCount);
  table.apply({ t: "snapshot", seq: state.seq, d: state });
  for (const frame of frames.slice(0, step)) {
    table.state.seq = (frame.seq ?? frame.from) - 1; // the table's own events stand between
    try {
      table.apply(frame);
    } catch (error) {
      if (!(error instanceof UnknownEvent)) throw error;
    }
    if (frame.t !== "skip") log.tell(frame);
  }
  felt.draw({ ...table.state, turn: withoutClock(table.state.turn) }, names);
  at("step").value = say("Step {step} of {steps}", { step, steps: frames.length });
  at("first").disabled = at("back").disabled = step === 0;
  at("next").disabled = at("last").disabled = step === frames.length;
}

// A clock that ran out long ago is not shown running.
const withoutClock = (turn) => turn && { ...turn, deadline_at: "" };

const playerOf = (hand, number) => hand.players.find((one) => one.seat === number)?.player;

async function prove(hand) {
  const place = at("proof");
  if (!canCheck) return (place.textContent = say("This browser cannot check it here: it needs a secure page."));
  place.textContent = say("Checking the deal …");
  try {
    const proof = await ask("GET", `/api/v1/hands/${boot.hand}/proof`);
    const root = frames.find((frame) => frame.t === "hand.started").d.commitment;
    const openings = await checkProof(proof, root);
    const isProven = openings.length > 0 && openings.every((one) => one.isOk) && allAreOpen(openings);
    place.classList.add(isProven ? "ok" : "bad");
    place.textContent = isProven
      ? say("The deal is proven: {count} cards lay where the house had committed them.", { count: openings.length })
      : say("The deal does NOT match its commitment!");
  } catch (error) {
    place.textContent = error.code === "hand_running" ? say("The proof is not there yet.") : wordsOf(error);
  }
}

/** Whether every card that this page shows is one of those that were opened, at its position. */
function allAreOpen(openings) {
  const opened = new Map(openings.map((one) => [one.position, one.card]));
  return frames.every((frame) => {
    const shown = DEALS.includes(frame.t) ? frame.d.hands : FACES.includes(frame.t) ? [frame.d] : [];
    // A card that was shuffled in again has a new position, of which the proof says nothing.
    const isOpen = (text, position) => !text || position >= DECK || opened.get(position) === text;
    return shown.every(({ positions, cards }) => cards.every((text, index) => isOpen(text, positions[index])));
  });
}

async function begin() {
  const [hand, table] = await Promise.all([
    ask("GET", `/api/v1/hands/${boot.hand}`),
    ask("GET", `/api/v1/tables/${boot.table}`),
  ]);
  frames = hand.events;
  for (const player of hand.players) names.set(player.player, player.name);
  const go = (to) => {
    step = Math.min(Math.max(to, 0), frames.length);
    show(hand, table.seat_count);
  };
  at("first").addEventListener("click", () => go(0));
  at("back").addEventListener("click", () => go(step - 1));
  at("next").addEventListener("click", () => go(step + 1));
  at("last").addEventListener("click", () => go(frames.length));
  document.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") go(step - 1);
    if (event.key === "ArrowRight") go(step + 1);
  });
  go(frames.length);
  await prove(hand);
}

begin().catch((error) => notice(wordsOf(error), 0));
