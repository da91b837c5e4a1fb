// Keys of one character: who speaks to his computer switches them off, in the dialog of the keys.

const KEPT = "single-keys";

/** Whether keys of one character do something in this browser. */
export const areSingleKeysOn = () => localStorage.getItem(KEPT) !== "off";

/** Switch them on or off, for this browser. */
export function switchSingleKeys(isOn) {
  if (isOn) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, "off");
}
