// A hand's history as a file: the API tells it, and PHH comes wrapped in JSON.

import { boot, notice, say } from "../shell/page.js";

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-history]");
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  save(link).catch(() => notice(say("The history could not be loaded.")));
});

async function save(link) {
  const answer = await fetch(link.href, { credentials: "same-origin", headers: { "Accept-Language": boot.lang } });
  if (!answer.ok) throw new Error(String(answer.status));
  const text = link.download.endsWith(".phh") ? (await answer.json()).text : await answer.text();
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const file = document.createElement("a");
  Object.assign(file, { href: address, download: link.download });
  file.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
