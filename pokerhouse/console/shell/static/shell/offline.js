// The line over a page whose house does not answer: since when, another try, and no money until then.

const PATIENCE_MS = 3000;
const AGAIN_MS = 5000;
const PATH = "/api/v1/meta"; // the house's cheapest answer

const line = document.getElementById("offline");
const text = line.querySelector("[data-text]");
const again = line.querySelector("[data-try]");
const time = new Intl.DateTimeFormat(document.documentElement.lang, {
  hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: line.dataset.zone || undefined,
});

/** Shows the line 3 s after the house was lost, and takes it away when it is found. */
export class OfflineLine {
  #waiting = 0;
  #locked = [];

  /** @param {() => unknown} tryNow what "Try now" does; it tells by `found` what came of it */
  constructor(tryNow) {
    again.addEventListener("click", tryNow);
  }

  /** The house does not answer. `shownAt` returns of when that is what the page shows. */
  lost(shownAt) {
    if (this.#waiting) return;
    this.#waiting = setTimeout(() => {
      text.textContent = line.dataset.says.replace("{at}", time.format(shownAt()));
      line.hidden = false;
      for (const part of document.querySelectorAll("[data-moves-money]")) this.#lock(part);
    }, PATIENCE_MS);
  }

  /** The house answers again. */
  found() {
    clearTimeout(this.#waiting);
    this.#waiting = 0;
    line.hidden = true;
    for (const unlock of this.#locked.splice(0)) unlock();
  }

  #lock(part) {
    const name = part.matches("button") ? "disabled" : "inert";
    if (part[name]) return;
    part[name] = true;
    this.#locked.push(() => (part[name] = false));
  }
}

/** Watch over a page that has no socket: by what the browser says, and by what htmx asks in vain. */
export function watchThePage() {
  let shownAt = new Date(line.dataset.at);
  let asking = 0;
  const shown = new OfflineLine(probe);

  async function probe() {
    clearTimeout(asking);
    const answer = await fetch(PATH, { cache: "no-store", signal: AbortSignal.timeout(AGAIN_MS) }).catch(() => null);
    if (answer && answer.status < 500) return shown.found();
    shown.lost(() => shownAt);
    clearTimeout(asking);
    asking = setTimeout(probe, AGAIN_MS);
  }

  for (const name of ["offline", "online"]) addEventListener(name, probe);
  for (const name of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(name, probe);
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (!detail.successful) return;
    shownAt = new Date();
    shown.found();
  });
  if (!navigator.onLine) probe();
}
