"""Open the demo in a household: its people, its tables, and a process with all bots."""

from collections.abc import Iterator

from pokerhouse.ops.bots.fleet import write_seats
from pokerhouse.ops.demo.bots import seats_of
from pokerhouse.ops.demo.house import PASSWORD, mail_of, make_demo
from pokerhouse.ops.demo.tables import HOLDEM, HURRIED, OTHERS
from pokerhouse.ops.embedded.folders import state_folder
from pokerhouse.ops.embedded.up import Household
from pokerhouse.ops.embedded.whole_house import add_child

SETTINGS = {
    "EMAIL_VERIFICATION": "none",
    "STAFF_NEED_SECOND_FACTOR": "false",
    "LOGIN_RATE_LIMIT": "",
    "SIGN_UP_RATE_LIMIT": "",
}
"""Settings of a demo: it sends no mail, and its bots all sign in at once."""

THINK_S, HURRIED_S = 2.0, 0.05
PAUSE_MS, HURRIED_PAUSE_MS = 3000, 200


def open_demo(household: Household, *, is_hurried: bool) -> Iterator[str]:
    """Make the demo, add its bots to the household, and yield what a person wants to know."""
    tables = HURRIED if is_hurried else (*HOLDEM, *OTHERS)
    demo = make_demo(
        tables=tables,
        hand_pause_ms=HURRIED_PAUSE_MS if is_hurried else PAUSE_MS,
    )
    file = state_folder() / "bots.json"
    write_seats(file, seats_of(demo, HURRIED_S if is_hurried else THINK_S))
    household.environment |= SETTINGS
    add_child(household, "bots", ["-m", "pokerhouse.ops.bots.fleet", household.url, str(file)])
    names = (*demo.players, *demo.staff)
    names_of_tables = " · ".join(table.name for table in tables)
    yield f"Tables: {names_of_tables}, with {len(demo.bots)} bots and free seats"
    yield f"Sign in as {mail_of(names[0])} ({', '.join(names[1:])}), password {PASSWORD}"
