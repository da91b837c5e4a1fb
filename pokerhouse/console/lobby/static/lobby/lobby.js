// The lobby: its lines change as the room does.

import { ask, boot, element, say } from "../shell/page.js";
import { House } from "../shell/wire.js";
import { tableGame } from "../table/names.js";

const place = document.getElementById("tables");

async function refresh() {
  const { data } = await ask("GET", "/api/v1/lobby").catch(() => ({ data: null }));
  if (!data) return;
  for (const line of data) tell(place.querySelector(`[data-table="${line.table}"]`) ?? added(line), line);
  const there = new Set(data.map((line) => line.table));
  for (const row of place.querySelectorAll("[data-table]")) if (!there.has(row.dataset.table)) row.remove();
}

function tell(row, line) {
  const part = (name) => row.querySelector(`[data-${name}]`);
  const taken = line.seat_count - line.free_seats;
  part("free").textContent = line.free_seats ? say("{free} free", { free: line.free_seats }) : say("full");
  part("dots").replaceChildren(...Array.from({ length: line.seat_count }, (_, seat) => element("i", { className: seat < taken ? "taken" : "" })));
  part("state").textContent = say(line.state);
  const isFree = line.free_seats > 0 && "maySit" in place.dataset;
  part("go").textContent = isFree ? say("Take a seat") : say("Watch");
  part("go").classList.toggle("main", isFree);
}

function added(line) {
  const path = `/tables/${line.table}`;
  const cell = (className, ...children) => element("td", { className }, ...children);
  const row = element(
    "tr",
    { dataset: { table: line.table } },
    cell("what", element("a", { href: path }, line.name)),
    cell("plays", tableGame(line)),
    cell("num stakes", line.stakes_text),
    cell("seats", element("span", { className: "dots", dataset: { dots: "" }, "aria-hidden": "true" }), " ", element("span", { dataset: { free: "" } })),
    cell("state", element("span", { className: "tag", dataset: { state: "" } })),
    cell("go", element("a", { className: "btn", href: path, dataset: { go: "" } })),
  );
  place.append(row);
  return row;
}

if (boot.me) {
  const house = new House({});
  house.follow("lobby", { snapshot: refresh, event: refresh, skip() {}, resumed: refresh });
} else {
  setInterval(refresh, 10_000); // strangers have no socket
}
