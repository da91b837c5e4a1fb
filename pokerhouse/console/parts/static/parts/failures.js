// What was asked for and did not come: say so, with its number and another try. What was typed stays.

const place = document.getElementById("toasts");

function tell({ detail: { elt, xhr } }) {
  if (elt.closest("[data-loads]")) return; // that part says it in its own place
  const number = xhr?.getResponseHeader?.("X-Request-Id");
  const told = document.getElementById("failed").content.cloneNode(true).firstElementChild;
  told.querySelector("[data-number]").textContent = number ?? "";
  told.querySelector("[data-number-line]").hidden = !number;
  told.querySelector("[data-gone]").addEventListener("click", () => told.remove());
  told.querySelector("[data-once-more]").addEventListener("click", () => {
    told.remove();
    window.htmx.trigger(elt, elt.matches("form") ? "submit" : "click");
  });
  place.querySelector(".failed")?.remove();
  place.append(told);
}

for (const name of ["htmx:responseError", "htmx:timeout"]) document.addEventListener(name, tell);
