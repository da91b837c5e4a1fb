// Parts of a page that load by themselves: what they show when nothing comes, and another try.

function fail({ detail: { elt, xhr } }) {
  const place = elt.closest("[data-loads]");
  if (!place) return;
  const copy = place.querySelector("template").content.cloneNode(true);
  const number = xhr?.getResponseHeader?.("X-Request-Id");
  copy.querySelector("[data-number]").textContent = number ?? "";
  copy.querySelector("[data-number-line]").hidden = !number;
  place.querySelector("[data-bars]").hidden = true;
  place.querySelector("[role=alert]")?.remove();
  place.append(copy);
  place.removeAttribute("aria-busy");
}

for (const name of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) document.addEventListener(name, fail);

document.addEventListener("click", (event) => {
  const place = event.target.closest("[data-again]")?.closest("[data-loads]");
  if (!place) return;
  event.preventDefault();
  place.querySelector("[role=alert]").remove();
  place.querySelector("[data-bars]").hidden = false;
  place.setAttribute("aria-busy", "true");
  window.htmx.trigger(place, "again");
});
