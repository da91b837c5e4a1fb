// The page of one's security: each form names its flow, which goes over allauth's paths.

import { element, notice, say } from "../shell/page.js";
import { arePasskeysPossible, makePasskey } from "../signing/passkeys.js";
import { saidBy } from "../signing/refusals.js";
import { flow, GivenUp, showProblem } from "./flows.js";

const PAGE = "/account/security";
const TOTP = "/account/authenticators/totp";
const CODES = "/account/authenticators/recovery-codes";
const PASSKEYS = "/account/authenticators/webauthn";

/** By flow: what it does, and what is said when it is done. */
const FLOWS = {
  password: {
    done: say("Your password is changed. All other sessions are ended."),
    do: (form) => flow("POST", "/account/password/change", { current_password: form.current_password?.value ?? "", new_password: form.new_password.value }),
  },
  app: {
    done: say("The second factor is on."),
    async do(form) {
      await flow("POST", TOTP, { code: form.code.value.replaceAll(" ", "") });
      await showCodes(() => flow("GET", CODES));
    },
  },
  "app-off": { done: say("The authenticator app is switched off."), do: () => flow("DELETE", TOTP) },
  codes: { done: say("You have new recovery codes."), do: () => showCodes(() => flow("POST", CODES, {})) },
  "passkey-add": {
    done: say("The passkey is added."),
    async do(form) {
      const { data } = await flow("GET", `${PASSKEYS}?passwordless`);
      const credential = await makePasskey(data.creation_options);
      const { meta } = await flow("POST", PASSKEYS, { name: form.name.value, credential });
      if (meta.recovery_codes_generated) await showCodes(() => flow("GET", CODES));
    },
  },
  "passkey-rename": {
    done: say("The passkey has its name."),
    do: (form) => flow("PUT", PASSKEYS, { id: Number(form.dataset.target), name: form.elements.name.value }),
  },
  "passkey-remove": {
    done: say("The passkey is removed."),
    do: (form) => flow("DELETE", PASSKEYS, { authenticators: [Number(form.dataset.target)] }),
  },
};

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-flow]");
  if (!form) return;
  event.preventDefault();
  showProblem(form, "");
  if (!form.reportValidity()) return;
  const button = form.querySelector("footer button:not([type=button]), .end button");
  const name = form.dataset.flow;
  button.setAttribute("aria-busy", "true");
  try {
    await FLOWS[name].do(form);
    location.assign(`${PAGE}?done=${name}`);
  } catch (error) {
    if (!(error instanceof GivenUp)) showProblem(form, saidBy(error));
  } finally {
    button.removeAttribute("aria-busy");
  }
});

/** Show recovery codes, this once; go on when they are kept. */
async function showCodes(fetchCodes) {
  const codes = (await fetchCodes()).data.unused_codes ?? [];
  if (!codes.length) return;
  document.querySelector("dialog[open]")?.close();
  const dialog = document.getElementById("codes").content.cloneNode(true).querySelector("dialog");
  dialog.querySelector("[data-codes]").append(...codes.map((code) => element("li", {}, code)));
  dialog.querySelector("[data-print]").addEventListener("click", () => window.print());
  dialog.addEventListener("cancel", (event) => event.preventDefault()); // Esc must not lose them
  document.getElementById("dialogs").append(dialog);
  dialog.showModal();
  await new Promise((kept) => dialog.addEventListener("close", kept));
}

if (!arePasskeysPossible()) {
  for (const part of document.querySelectorAll("[data-needs-passkeys]")) part.hidden = true;
  for (const part of document.querySelectorAll("[data-no-passkeys]")) part.hidden = false;
}

// The address names the flow that has just ended, never a sentence: a link must not put words here.
const ended = new URLSearchParams(location.search).get("done");
if (Object.hasOwn(FLOWS, ended ?? "")) {
  notice(FLOWS[ended].done, 8000);
  history.replaceState(null, "", PAGE);
}
