// What was typed before htmx had come: its form, which asks by itself as one types, asks once now.

const isTyped = (field) => field.matches("input") && field.value !== field.defaultValue;

document.addEventListener("htmx:load", ({ target }) => {
  if (target !== document.body) return; // a part that htmx brought
  for (const form of document.querySelectorAll("form[hx-get]")) {
    if ([...form.elements].some(isTyped)) window.htmx.trigger(form, "submit");
  }
});
