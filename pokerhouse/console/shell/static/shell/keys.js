// Keys of every page: `/` goes to its search, `?` shows them all; Esc closes what is open by itself.

import { areSingleKeysOn, switchSingleKeys } from "./single_keys.js";

const dialog = document.getElementById("keys");
const SEARCH = "input[type=search], .filters :is(input, select):not([type=hidden])";

/** Whether somebody presses a key for the page: not in a field, not in a dialog, not switched off. */
function isForThePage(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  if (document.querySelector("dialog[open]")) return false;
  if (event.target.closest?.("input, select, textarea, [contenteditable]")) return false;
  return areSingleKeysOn() || event.key.length > 1;
}

const searchOfThePage = () => [...document.querySelectorAll(SEARCH)].find((field) => field.checkVisibility());

function show() {
  const has = Boolean(searchOfThePage());
  for (const part of dialog.querySelectorAll("[data-needs-search]")) part.hidden = !has;
  dialog.querySelector("[data-single-keys]").checked = areSingleKeysOn();
  dialog.showModal();
}

document.addEventListener("keydown", (event) => {
  if (!isForThePage(event)) return;
  if (event.key === "?") show();
  else if (event.key === "/" && searchOfThePage()) searchOfThePage().focus();
  else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-keys]")) return;
  for (const open of document.querySelectorAll(":popover-open")) open.hidePopover();
  show();
});

dialog.querySelector("[data-single-keys]").addEventListener("change", ({ target }) => switchSingleKeys(target.checked));
