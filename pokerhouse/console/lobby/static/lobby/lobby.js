// The lobby: its lines change as the room does.

import { tableGame } from "../table/names.js";
import { ask, boot, element, say } from "../shell/page.js";
import { House } from "../shell/wire.js";

const place = document.getElementById("tables");

async function refresh() {
  const { data } = await ask("GET", "/api/v1/lobby").catch(() => ({ data: null }));
  if (!data) return;
  for (const line of data) {
    const row = place.querySelector(`[data-table="${line.table}"]`) ?? added(line);
    row.querySelector("[data-free]").textContent = line.free_seats ? say("{free} free", { free: line.free_seats }) : say("full");
    row.querySelector("[data-state]").textContent = say(line.state);
  }
  const there = new Set(data.map((line) => line.table));
  for (const row of place.querySelectorAll("[data-table]")) if (!there.has(row.dataset.table)) row.remove();
}

function added(line) {
  const row = element(
    "tr",
    { dataset: { table: line.table } },
    element("td", {}, element("a", { href: `/tables/${line.table}` }, line.name), element("span", { className: "plays" }, tableGame(line))),
    element("td", {}, tableGame(line)),
    element("td", { className: "number" }, line.stakes_text),
    element("td", { className: "number", dataset: { free: "" } }),
    element("td", { dataset: { state: "" } }),
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
