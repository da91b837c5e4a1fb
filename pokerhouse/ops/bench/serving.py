"""The house of `bench socket` and `bench rest`: tables, their players, a web with baselines."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from django.db import connections

from pokerhouse.common.ids import TableId
from pokerhouse.common.roles import Role
from pokerhouse.ops.bench.house import BenchHouse, Seated, bench_house, make_person, open_table
from pokerhouse.ops.embedded.postgres import HOST
from pokerhouse.ops.embedded.up import WEB, Child, house_children

TABLES = 3
"""One client plays them in turn, so no player comes near the limit of his frames per second."""

PLAYERS = 6
TABLE = """
CREATE TABLE bench_row (id uuid PRIMARY KEY, body text NOT NULL);
GRANT INSERT ON bench_row TO PUBLIC
"""
HOUSE_APPLICATION = "pokerhouse.asgi:application"
APPLICATION = "pokerhouse.ops.bench.baseline:application"


@contextmanager
def served_tables() -> Iterator[tuple[BenchHouse, Mapping[TableId, Sequence[Seated]]]]:
    """Give a house whose web is `baseline`; nothing else runs, so every act is the client's."""
    with bench_house() as house:
        with connections["owner"].cursor() as cursor:
            cursor.execute(TABLE)
        cashier = make_person("cashier", Role.CAGE)
        seated = dict(open_table(f"t{number}", cashier, PLAYERS) for number in range(TABLES))
        children = house_children(house.folder, host=HOST, port=house.port)
        web = next(child for child in children if child.name == WEB)
        arguments = [APPLICATION if a == HOUSE_APPLICATION else a for a in web.arguments]
        house.start(Child(WEB, arguments))
        house.wait_until_ready()
        yield house, seated
