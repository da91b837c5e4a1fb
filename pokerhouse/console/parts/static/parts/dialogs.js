// Dialogs: a <dialog data-open> that htmx brings is opened; Esc and what has data-close close it.

function open(dialog) {
  dialog.removeAttribute("data-open");
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal(); // keeps the focus inside, and gives it back when it closes
  const field = dialog.querySelector("input:not([type=hidden]), select, textarea");
  if (!dialog.querySelector("[autofocus]")) field?.focus(); // not the cross that closes it
}

document.addEventListener("htmx:load", ({ detail: { elt } }) => {
  if (elt.matches?.("dialog[data-open]")) open(elt);
  for (const dialog of elt.querySelectorAll?.("dialog[data-open]") ?? []) open(dialog);
});

document.addEventListener("click", (event) => {
  const dialog = event.target.closest("dialog [data-close]")?.closest("dialog");
  if (!dialog) return;
  event.preventDefault();
  dialog.close();
});

// A form that comes back with errors takes the place of its dialog, which must not stay modal.
document.addEventListener("htmx:beforeSwap", ({ detail: { target } }) => {
  if (target.matches?.("dialog[open]")) target.close();
});
