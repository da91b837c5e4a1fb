"""Which bot of the demo sits where."""

from pokerhouse.bots.player import Seat
from pokerhouse.bots.styles import STYLES
from pokerhouse.demo.house import PASSWORD, Demo, mail_of

SEATS_TAKEN = 4
"""Of six: two are free for people."""
BUY_IN = 1000


def seats_of(demo: Demo, think_s: float) -> list[Seat]:
    """Return a seat for each bot, SEATS_TAKEN at a table, the styles in turn."""
    seats: list[Seat] = []
    for number, name in enumerate(demo.bots):
        table = demo.tables[number // SEATS_TAKEN]
        seats.append(
            Seat(
                email=mail_of(name),
                password=PASSWORD,
                table=str(table),
                seat=1 + number % SEATS_TAKEN,
                buy_in=BUY_IN,
                style=STYLES[number % len(STYLES)],
                think_s=think_s,
            )
        )
    return seats
