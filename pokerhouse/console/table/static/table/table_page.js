// A table: follows its feed, shows it, and sends what one decides.

import { ActionBar } from "./bar.js";
import { Felt } from "./felt.js";
import { Log } from "./log.js";
import "../shell/keys.js";
import { OfflineLine } from "../shell/offline.js";
import { ask, boot, notice, say, wordsOf } from "../shell/page.js";
import { SeatBar } from "./seat.js";
import { TableState, UnknownEvent } from "./table.js";
import { House } from "../shell/wire.js";

const channel = `table:${boot.table}`;
const names = new Map([[boot.me.id, boot.me.name]]);
const at = (id) => document.getElementById(id);
let table = new TableState(boot.me.id);

const LINES = {
  connecting: "Connecting …",
  away: "Connection lost. Trying again …",
  signed_out: "You are signed out.",
  refused: "This table cannot be followed.",
};

const offline = new OfflineLine(() => house.retry());
const house = new House({
  onStatus(status) {
    document.body.dataset.line = status;
    if (status === "away") offline.lost(() => house.heardAt);
    else if (status !== "connecting") offline.found();
    notice(status === "open" ? "" : say(LINES[status]), 0);
    if (status === "signed_out") location.assign(`/sign-in?next=${encodeURIComponent(location.pathname)}`);
  },
});
const felt = new Felt(at("felt"), {
  now: () => house.now(),
  onFreeSeat: (number) => seatBar.sitDown(number),
  onPick: (position) => bar.pick(position),
});
const bar = new ActionBar(at("bar"), act, draw);
const seatBar = new SeatBar(at("seat-bar"), at("chips-dialog"));
const log = new Log(at("log"), nameOf);

let isDrawing = false;

/** Draw once for all the frames of a moment. */
function draw() {
  if (isDrawing) return;
  isDrawing = true;
  requestAnimationFrame(() => {
    isDrawing = false;
    if (!table.state) return;
    bar.draw(table.state);
    felt.draw(table.state, names, bar.picks);
    seatBar.draw(table.state);
    Object.assign(document.body.dataset, { seq: table.state.seq, hand: table.state.hand?.hand ?? "" });
    document.title = `${table.state.turn?.legal ? `● ${say("Your turn")} · ` : ""}${boot.name} · pokerhouse`;
  });
}

function nameOf(number, player) {
  const id = player ?? table.state.seats.find((seat) => seat.seat === number)?.player ?? playerInHand.get(number);
  return names.get(id) ?? say("Seat {seat}", { seat: number });
}

// Whoever left in the middle of a hand is still told of by name.
const playerInHand = new Map();

let isAsking = false;

/** Names are not in the feed: ask for them where somebody new sits down. */
async function learnNames() {
  const unknown = table.state.seats.some((seat) => !names.has(seat.player));
  if (!unknown || isAsking) return;
  isAsking = true;
  try {
    const answer = await ask("GET", `/api/v1/tables/${boot.table}`);
    for (const seat of answer.seats) names.set(seat.player, seat.name);
    draw();
  } catch {
    // the next event asks again
  } finally {
    isAsking = false;
  }
}

house.follow(channel, {
  snapshot(state, seq) {
    table = new TableState(boot.me.id);
    table.apply({ t: "snapshot", seq, d: state });
    for (const seat of state.seats) playerInHand.set(seat.seat, seat.player);
    learnNames();
    draw();
  },
  event(frame) {
    try {
      table.apply(frame);
    } catch (error) {
      if (error instanceof UnknownEvent) return house.refetch(channel);
      throw error;
    }
    if (frame.t === "hand.started") for (const seat of frame.d.seats) playerInHand.set(seat.seat, seat.player);
    if (frame.t === "table.player_seated") learnNames();
    log.tell(frame);
    draw();
  },
  skip(frame) {
    table.apply(frame);
    document.body.dataset.seq = table.state.seq;
  },
  resumed() {
    draw();
  },
});

async function act(wish) {
  const { turn, hand } = table.state;
  const body = { hand: hand.hand, turn: turn.turn, ...wish }; // what is undefined is not sent
  try {
    await house.send("act", body, { expiresAt: Date.parse(turn.deadline_at) });
  } catch (error) {
    notice(wordsOf(error));
    bar.again(table.state);
  }
}
