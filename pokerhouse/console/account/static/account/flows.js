// allauth's paths for whoever has signed in; where they ask once more who one is, so does a dialog.

import { ask } from "../shell/page.js";
import { usePasskey } from "../signing/passkeys.js";
import { saidBy } from "../signing/refusals.js";

const BASE = "/_allauth/browser/v1";

/** Somebody closed the dialog that asked who he is. */
export class GivenUp extends Error {}

/** Ask one of allauth's paths; prove who one is where it wants that, and ask again. */
export async function flow(method, path, body) {
  try {
    return await ask(method, BASE + path, body);
  } catch (error) {
    if (error.status !== 401) throw error;
    if (!error.problem.meta?.is_authenticated) location.assign(`/sign-in?next=${encodeURIComponent(location.pathname)}`);
    await prove(error.problem.data.flows);
    return flow(method, path, body);
  }
}

/** Show a problem in a form, or hide it. */
export function showProblem(form, text) {
  const place = form.querySelector("[data-problem]");
  place.querySelector("span").textContent = text;
  place.hidden = !text;
}

function prove(flows) {
  const dialog = document.getElementById("prove").content.cloneNode(true).querySelector("dialog");
  const form = dialog.querySelector("form");
  const part = (name) => form.querySelector(name);
  const second = flows.find((each) => each.id === "mfa_reauthenticate")?.types ?? [];
  const can = {
    password: flows.some((each) => each.id === "reauthenticate"),
    code: second.includes("totp") || second.includes("recovery_codes"),
  };
  let by = "";

  function choose(way) {
    by = way;
    for (const name of ["password", "code"]) {
      part(`[data-by=${name}]`).hidden = name !== way;
      part(`[data-other=${name}]`).hidden = name === way || !can[name];
    }
    form[way]?.focus();
  }

  part("[data-passkey]").hidden = !second.includes("webauthn");
  document.getElementById("dialogs").append(dialog);
  dialog.showModal();
  choose(can.password ? "password" : "code");

  return new Promise((done, fail) => {
    let isProven = false;
    const attempt = async (send) => {
      showProblem(form, "");
      try {
        await send();
        isProven = true;
        dialog.close();
      } catch (error) {
        showProblem(form, saidBy(error));
      }
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const path = by === "password" ? "reauthenticate" : "2fa/reauthenticate";
      attempt(() => ask("POST", `${BASE}/auth/${path}`, { [by]: form[by].value }));
    });
    for (const name of ["password", "code"]) part(`[data-other=${name}]`).addEventListener("click", () => choose(name));
    part("[data-passkey]").addEventListener("click", () =>
      attempt(async () => {
        const { data } = await ask("GET", `${BASE}/auth/webauthn/reauthenticate`);
        await ask("POST", `${BASE}/auth/webauthn/reauthenticate`, { credential: await usePasskey(data.request_options) });
      }),
    );
    part("[data-give-up]").addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (isProven) done();
      else fail(new GivenUp());
    });
  });
}
