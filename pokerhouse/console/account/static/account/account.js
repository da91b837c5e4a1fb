// What all pages of the account do: copy a secret, and go on where a dialog leads when it closes.

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  await navigator.clipboard?.writeText(field.value).catch(() => {});
});

// `close` does not bubble, so it is caught on its way down.
document.addEventListener(
  "close",
  ({ target }) => {
    if (target.dataset?.leads) location.assign(target.dataset.leads);
  },
  true,
);
