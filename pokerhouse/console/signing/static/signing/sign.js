// Signing in and up, by allauth's own paths; what it asks for next, the form asks for.

import { ask, say } from "../shell/page.js";

const BASE = "/_allauth/browser/v1/auth";
const form = document.querySelector("form.card-form");
const problem = form.querySelector(".problem");
const code = form.querySelector("[data-code]");

const STEPS = {
  mfa_authenticate: { path: `${BASE}/2fa/authenticate`, field: "code", label: "The code from your app or key" },
  verify_email: { path: `${BASE}/email/verify`, field: "key", label: "The code that was sent to you" },
};
const FORMS = {
  "sign-in": { path: "login", fields: ["email", "password"] },
  "sign-up": { path: "signup", fields: ["email", "username", "password"] },
  "sign-again": { path: "reauthenticate", fields: ["password"] },
};
let step = null;

form.querySelector("button.main").disabled = false; // nothing is sent but by this module

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  problem.hidden = true;
  const button = form.querySelector("button.main");
  button.disabled = true;
  try {
    await send();
    location.assign(next());
  } catch (error) {
    const pending = error.problem?.data?.flows?.find((flow) => flow.is_pending && STEPS[flow.id]);
    if (pending && STEPS[pending.id] !== step) askForCode(STEPS[pending.id]);
    else tell(error);
  } finally {
    button.disabled = false;
  }
});

function send() {
  if (step) return ask("POST", step.path, { [step.field]: form.code.value.trim() });
  const { path, fields } = FORMS[form.id];
  const words = Object.fromEntries(fields.map((name) => [name, form[name].value]));
  return ask("POST", `${BASE}/${path}`, words);
}

function askForCode(next) {
  step = next;
  code.hidden = false;
  code.querySelector("[data-code-label]").textContent = say(step.label);
  form.code.required = true;
  form.code.focus();
}

function tell(error) {
  const first = error.problem?.errors?.[0];
  problem.textContent =
    error.status === 429 ? say("Too many tries. Come back later.")
    : step ? say("That code is not right.")
    : form.id === "sign-again" && error.status === 400 ? say("This password is not right.")
    : form.id === "sign-in" && error.status === 400 ? say("This e-mail address or password is not right.")
    : first ? first.message ?? first.detail
    : say("That did not work: {detail}", { detail: error.message });
  problem.hidden = false;
}

/** Return where one wanted to go: a path of this house, nowhere else. */
function next() {
  const wanted = new URL(new URLSearchParams(location.search).get("next") ?? "/", location.origin);
  return wanted.origin === location.origin ? wanted.pathname + wanted.search : "/";
}
