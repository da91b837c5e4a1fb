// Signing in and up and setting a password anew, by allauth's own paths; what it asks for next, the form asks for.

import { ask, notice, say } from "../shell/page.js";
import { arePasskeysPossible, usePasskey } from "./passkeys.js";
import { saidBy } from "./refusals.js";

const BASE = "/_allauth/browser/v1/auth";
const RESET = "reset";
const form = document.querySelector("form.card-form");
const problem = form.querySelector(".problem");
const code = form.querySelector("[data-code]");
const passkey = form.querySelector("[data-passkey]");
const buttons = form.querySelectorAll("button.main");

const STEPS = {
  mfa_authenticate: { path: "2fa/authenticate", fields: { code: "code" }, label: "The code from your app or key" },
  verify_email: { path: "email/verify", fields: { key: "code" }, label: "The code that was sent to you" },
  password_reset_by_code: {
    path: "password/reset", fields: { key: "code", password: "password" }, label: "The code that was sent to you", isDone: setAnew,
  },
};
const FORMS = {
  "sign-in": { path: "login", fields: ["email", "password"] },
  "sign-up": { path: "signup", fields: ["email", "username", "password"] },
  "sign-again": { path: "reauthenticate", fields: ["password"] },
  "reset-password": { path: "password/request", fields: ["email"] },
};
let step = null;

for (const button of buttons) button.disabled = false; // nothing is sent but by this module

form.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(send);
});

if (passkey && arePasskeysPossible()) {
  passkey.hidden = false;
  passkey.addEventListener("click", () => attempt(sendPasskey));
}

async function attempt(sending) {
  problem.hidden = true;
  for (const button of buttons) button.disabled = true;
  try {
    await sending();
    location.assign(next());
  } catch (error) {
    goOn(error);
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

/** Go on where the house asks for more; else tell why it does not. */
function goOn(error) {
  const pending = error.problem?.data?.flows?.find((flow) => flow.is_pending && STEPS[flow.id]);
  if (pending && STEPS[pending.id] !== step) askForCode(STEPS[pending.id]);
  else if (error.status === 401 && step?.isDone && !error.problem?.errors) step.isDone();
  else tell(error);
}

function send() {
  const { path, fields } = step ?? FORMS[form.id];
  const named = Array.isArray(fields) ? fields.map((name) => [name, name]) : Object.entries(fields);
  const words = Object.fromEntries(named.map(([name, field]) => [name, wordIn(form[field])]));
  return ask("POST", `${BASE}/${path}`, words);
}

const wordIn = (field) => (field.type === "password" ? field.value : field.value.trim());

async function sendPasskey() {
  const path = `${BASE}/webauthn/${step === STEPS.mfa_authenticate ? "authenticate" : "login"}`;
  const { data } = await ask("GET", path);
  return ask("POST", path, { credential: await usePasskey(data.request_options) });
}

function askForCode(next) {
  step = next;
  for (const part of form.querySelectorAll("[data-before]")) part.hidden = true;
  for (const part of form.querySelectorAll("[data-after]")) part.hidden = false;
  code.hidden = false;
  code.querySelector("[data-code-label]").textContent = say(step.label);
  form.code.required = true;
  form.code.focus();
}

/** A password was set anew: with it one signs in, and a second factor is asked for as ever. */
function setAnew() {
  location.assign(`/sign-in?done=${RESET}`);
}

function tell(error) {
  const wrong = error.status === 400 ? error.problem?.errors?.[0]?.param : "";
  problem.textContent =
    form.id === "sign-in" && ["email", "password"].includes(wrong) ? say("This e-mail address or password is not right.")
    : error.status === 409 && step ? say("This code is no longer valid. Ask for a new one.")
    : step && ["code", "key"].includes(wrong) ? say("That code is not right.")
    : saidBy(error);
  problem.hidden = false;
}

/** Return where one wanted to go: a path of this house, nowhere else. */
function next() {
  const wanted = new URL(new URLSearchParams(location.search).get("next") ?? "/", location.origin);
  return wanted.origin === location.origin ? wanted.pathname + wanted.search : "/";
}

if (new URLSearchParams(location.search).get("done") === RESET) {
  notice(say("Your password is set. Sign in with it."), 8000);
}
