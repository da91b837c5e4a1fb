// What the house or a device refuses while somebody proves who he is, in words for people.

import { say } from "../shell/page.js";

const SENTENCES = {
  incorrect_password: say("This password is not right."),
  enter_current_password: say("This password is not right."),
  incorrect_code: say("That code is not right."),
  password_too_short: say("At least 8 characters."),
  password_too_common: say("Everybody knows this password. Take another."),
  password_too_similar: say("This password is too much like your name or address. Take another."),
  username_taken: say("Somebody else has this name."),
  required: say("Fill in every field."),
};

const OF_DEVICES = {
  NotAllowedError: say("The device did not confirm it. Try it again."),
  InvalidStateError: say("This device has a passkey here already."),
  SecurityError: say("Passkeys do not work at this address."),
};

/** Return why something did not go on. */
export function saidBy(error) {
  const first = error.problem?.errors?.[0];
  if (error.name in OF_DEVICES) return OF_DEVICES[error.name];
  if (error.status === 429) return say("Too many tries. Come back later.");
  return SENTENCES[first?.code] ?? first?.message ?? first?.detail ?? say("That did not work: {detail}", { detail: error.message });
}
