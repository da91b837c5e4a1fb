// The clock in the top bar: the house's time, as the server wrote it, carried on by this browser.

const place = document.querySelector("[data-clock]");
const ahead_ms = Date.parse(place.dataset.clock) - Date.now();
const text = new Intl.DateTimeFormat(document.documentElement.lang, {
  hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: place.dataset.zone || "UTC",
});

function show() {
  const at = new Date(Date.now() + ahead_ms);
  place.textContent = text.format(at);
  place.dateTime = at.toISOString();
  setTimeout(show, 60_000 - (at.getTime() % 60_000));
}

show();
