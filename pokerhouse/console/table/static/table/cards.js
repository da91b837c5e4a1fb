// Cards, drawn by us: four colours, ranks as text, suits as shapes that need no font.

import { say } from "../shell/page.js";

const SVG = "http://www.w3.org/2000/svg";

const SHAPES = {
  c: "M50 12a19 19 0 0 1 16 29a19 19 0 1 1-9 28l5 21H38l5-21a19 19 0 1 1-9-28a19 19 0 0 1 16-29z",
  d: "M50 6 84 50 50 94 16 50z",
  h: "M50 92C20 66 8 50 8 33a21 21 0 0 1 42-6 21 21 0 0 1 42 6c0 17-12 33-42 59z",
  s: "M50 6c26 24 38 38 38 54a19 19 0 0 1-31 14l5 19H38l5-19A19 19 0 0 1 12 60C12 44 24 30 50 6z",
};
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

function draw(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Return the card `As`, `Td` … as a picture with a spoken name. */
export function card(text) {
  const [rank, suit] = text;
  const shown = rank === "T" ? "10" : rank;
  const name = say("{rank} of {suit}", { rank: shown, suit: say(SUITS[suit]) });
  const shape = { d: SHAPES[suit] };
  return draw(
    "svg",
    { viewBox: "0 0 60 84", class: `card ${SUITS[suit]}`, role: "img", "aria-label": name, "data-card": text },
    draw("rect", { x: 1, y: 1, width: 58, height: 82, rx: 7, class: "paper" }),
    draw("text", { x: 9, y: 31, class: shown.length > 1 ? "rank wide" : "rank" }, shown),
    draw("g", { transform: "translate(9 35) scale(.17)" }, draw("path", shape)),
    draw("g", { transform: "translate(22 41) scale(.34)" }, draw("path", shape)),
  );
}

/** Return a card face down. */
export function back() {
  return draw(
    "svg",
    { viewBox: "0 0 60 84", class: "card back", role: "img", "aria-label": say("face down") },
    draw("rect", { x: 1, y: 1, width: 58, height: 82, rx: 7, class: "paper" }),
    draw("rect", { x: 7, y: 7, width: 46, height: 70, rx: 4, class: "pattern" }),
    draw("path", { d: SHAPES.s, transform: "translate(16 28) scale(.28)", class: "mark" }),
  );
}

/** Return a ring that runs out; `run` starts it, `stop` hides it. */
export function ring() {
  const stroke = draw("rect", { x: 2, y: 2, width: 96, height: 96, rx: 16, pathLength: 100, class: "ring" });
  const picture = draw("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", class: "timer", "aria-hidden": "true" }, stroke);
  let running = null;
  return {
    picture,
    /** Show `left_ms` of `whole_ms`. */
    run(left_ms, whole_ms) {
      running?.cancel();
      const from = 100 - (100 * Math.min(left_ms, whole_ms)) / whole_ms;
      stroke.classList.toggle("late", false);
      running = stroke.animate([{ strokeDashoffset: from }, { strokeDashoffset: 100 }], {
        duration: Math.max(left_ms, 1),
        fill: "forwards",
      });
      picture.classList.add("on");
    },
    stop() {
      running?.cancel();
      running = null;
      picture.classList.remove("on");
    },
  };
}
