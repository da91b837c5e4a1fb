"""Which bot of the demo sits where."""

from pokerhouse.ops.bots.player import BotSeat
from pokerhouse.ops.bots.styles import STYLES
from pokerhouse.ops.demo.house import PASSWORD, Demo, mail_of

BUY_IN = 1000


def seats_of(demo: Demo, think_s: float) -> list[BotSeat]:
    """Return a seat for each bot, from a table's first one on, the styles in turn."""
    names = iter(demo.bots)
    places = [
        (name, opened, seat)
        for opened in demo.tables
        for seat, name in zip(range(1, opened.table.bot_count + 1), names, strict=False)
    ]
    return [
        BotSeat(
            email=mail_of(name),
            password=PASSWORD,
            table=str(opened.table_id),
            seat=seat,
            buy_in=BUY_IN,
            style=STYLES[number % len(STYLES)],
            think_s=think_s * opened.table.slowness,
        )
        for number, (name, opened, seat) in enumerate(places)
    ]
