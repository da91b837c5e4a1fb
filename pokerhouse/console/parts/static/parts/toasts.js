// Toasts: each goes after 8 s, but not while the pointer or the focus is on it.

const STAYS_MS = 8000;

function watch(toast) {
  if (toast.dataset.toast === "watched") return;
  toast.dataset.toast = "watched";
  let going = 0;
  const start = () => {
    clearTimeout(going);
    going = setTimeout(() => toast.remove(), STAYS_MS);
  };
  for (const name of ["pointerenter", "focusin"]) toast.addEventListener(name, () => clearTimeout(going));
  for (const name of ["pointerleave", "focusout"]) toast.addEventListener(name, start);
  toast.querySelector("[data-gone]").addEventListener("click", () => toast.remove());
  start();
}

const watchAll = () => document.querySelectorAll("[data-toast]").forEach(watch);
document.addEventListener("htmx:oobAfterSwap", watchAll);
watchAll();
