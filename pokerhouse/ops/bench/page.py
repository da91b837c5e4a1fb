"""
`manage.py bench page`: what the table page weighs, and how soon it shows and sends.

A person plays at a house of its own, bots and all, in a real Chromium on the same machine.
`event_to_paint` is from a frame's arrival in the page to the frame of pixels behind it,
`tap_to_ack` from the press of a button to the house's ack, which comes after COMMIT.
"""

import gzip
from collections.abc import Iterator

from playwright.sync_api import Browser, Page, sync_playwright

from pokerhouse.ops.bench.measure import machine, percentile
from pokerhouse.ops.browser.chromium import find_chromium
from pokerhouse.ops.browser.person import AtBrowser, person
from pokerhouse.ops.browser.pictures import SEAT, TABLE
from pokerhouse.ops.scratch.running_up import running_up
from pokerhouse.ops.scratch.waiting import wait_until

BUDGET_KB = 120
TURNS = 40

NOTE_TIMES = """() => {
    window.times = { paint: [], ack: [] };
    const Native = window.WebSocket;
    let tapped = 0;
    window.addEventListener("click", (event) => {
        if (event.target.closest("#bar button")) tapped = performance.now();
    }, true);
    window.WebSocket = class extends Native {
        constructor(...given) {
            super(...given);
            this.addEventListener("message", (event) => {
                const came = performance.now();
                if (event.data.startsWith('{"t":"ack"') && tapped) {
                    window.times.ack.push(came - tapped);
                    tapped = 0;
                }
                if (event.data.includes('"hand.'))
                    requestAnimationFrame(() => setTimeout(() =>
                        window.times.paint.push(performance.now() - came)));
            });
        }
    };
}"""


def bench_page() -> dict[str, object]:
    """Play TURNS turns; return sizes in KB and times in milliseconds."""
    before, chromium = machine(), find_chromium()
    with running_up("--until-hands", "1000000") as up, sync_playwright() as playwright:
        wait_until(up.is_beating)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with person(browser, up.url(), "alice") as alice:
            page = alice.page
            page.add_init_script(f"({NOTE_TIMES})()")
            alice.open_table(TABLE)
            weighed = _first_load(browser, alice)
            alice.sit_down(SEAT)
            for _ in _turns(page):
                alice.act_if_due()
            times: dict[str, list[float]] = page.evaluate("() => window.times")
            alice.leave()
        browser.close()
    return {
        "files": len(weighed),
        "kb": round(sum(size for size, _ in weighed.values()) / 1024, 1),
        "compressed_kb": round(sum(small for _, small in weighed.values()) / 1024, 1),
        "budget_kb": BUDGET_KB,
        "event_to_paint_p50_ms": round(percentile(times["paint"], 0.5), 1),
        "event_to_paint_p99_ms": round(percentile(times["paint"], 0.99), 1),
        "tap_to_ack_p50_ms": round(percentile(times["ack"], 0.5), 1),
        "tap_to_ack_p99_ms": round(percentile(times["ack"], 0.99), 1),
        "events": len(times["paint"]),
        "taps": len(times["ack"]),
        **before,
    }


def _turns(page: Page) -> Iterator[int]:
    for turn in range(TURNS):
        page.locator("#bar.on button:enabled").first.wait_for(timeout=100_000)
        yield turn
        page.wait_for_timeout(50)


def _first_load(browser: Browser, somebody: AtBrowser) -> dict[str, tuple[int, int]]:
    """
    Open the page with an empty cache; return the bytes of it and its files, by address.

    Both as they are and compressed by gzip.
    """
    context = browser.new_context(storage_state=somebody.context.storage_state())
    page, answers = context.new_page(), []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108  Playwright's
    page.goto(somebody.page.url)
    page.wait_for_timeout(1000)
    bodies = {
        answer.url: answer.body()
        for answer in answers
        if answer.status == 200 and (answer.url == page.url or "/static/" in answer.url)
    }
    context.close()
    return {url: (len(body), len(gzip.compress(body))) for url, body in bodies.items()}
