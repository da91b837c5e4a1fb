"""Tables of other games through the store: their decks, their options, what staff ask for."""

from uuid import UUID

import pytest
from msgspec.structs import replace

from accounts.audit_trail.models import AuditEntry
from pokerhouse.commands.meta import ByStaff, Meta
from pokerhouse.common.ids import TableId
from tables.dealer import open_deck
from tables.engine.hand.legal import legal
from tables.engine.rules.games import GAMES
from tables.engine.table.state import Leg, Stakes, TableOptions
from tables.live import table as live_tables
from tables.live.table import LiveTable
from tables.services import floor, seats
from tables.services.refusals import NotSeated, Refused
from tests.support.rooms import (
    AT,
    CONFIG,
    act,
    check_down,
    everything,
    meta,
    open_table,
    player,
    start_hand,
)

pytestmark = pytest.mark.usefixtures("house_db", "no_cached_tables")

_SHORT = replace(
    CONFIG,
    game="short_deck",
    stakes=Stakes(small_blind_chips=0, big_blind_chips=10, lower_limit_chips=10, ante_chips=10),
)
_STUD = Stakes(
    small_blind_chips=0,
    big_blind_chips=0,
    lower_limit_chips=10,
    ante_chips=2,
    limit="stud_split",
    higher_limit_chips=20,
    bring_in_chips=3,
)
_STAFF = UUID(int=7)


def _staff() -> Meta:
    return Meta(ByStaff(_STAFF), key="a bomb pot", at=AT)


def _stacks(live: LiveTable) -> int:
    return live.table.stacks_chips()


def test_short_deck_is_dealt_from_its_own_cards_and_settled() -> None:
    """R-LOW-7: the sealed deck has 36 cards."""
    table_id = open_table(config=_SHORT)

    live = start_hand(table_id)

    assert live.hand_id is not None
    assert live.sealed is not None
    assert sorted(open_deck(live.hand_id, live.sealed).faces) == list(GAMES["short_deck"].deck)
    assert live.table.hand is not None
    assert live.table.hand.button == live.table.hand.big_blind
    assert _stacks(check_down(table_id)) == 3_000


def test_a_rotation_goes_on_through_the_store() -> None:
    """R-BTN-1, R-BTN-7: the button is drawn when its first game with blinds comes."""
    legs = (Leg("razz", _STUD), Leg("omaha8", replace(CONFIG.stakes, limit="pl")))
    table_id = open_table(config=replace(CONFIG, rotation=legs, rotate_by="hands"))
    games = []
    for _ in range(3):
        live = start_hand(table_id)
        assert live.hand is not None
        games.append((live.hand.started.game, live.hand.started.structure.IS_BIG_BET))
        _to_the_end(table_id)

    assert games == [("razz", False), ("omaha8", True), ("razz", False)]
    live_tables.evict_all()
    assert _stacks(live_tables.get(table_id)) == 3_000


def _to_the_end(table_id: TableId) -> None:
    while (choices := legal(live_tables.get(table_id).hand)) is not None:  # type: ignore[arg-type]
        preferred = ("bring_in", "check", "call", "show")
        act(table_id, next(kind for kind in preferred if kind in choices.kinds))


def test_a_player_says_what_his_seat_does() -> None:
    options = TableOptions(straddle="utg", run_it_times=2)
    table_id = open_table(config=replace(CONFIG, options=options))

    receipt = seats.set_options(
        table_id=table_id, player=player(2), straddle=True, run_it=None, meta=meta()
    )

    assert receipt.to_seq == receipt.from_seq
    seat = live_tables.get(table_id).table.seat(2)
    assert seat is not None
    assert (seat.wants_straddle, seat.runs_it) == (True, False)


def test_what_is_not_offered_or_not_ones_own_changes_nothing() -> None:
    table_id = open_table()
    before = everything()

    with pytest.raises(Refused) as refused:
        seats.set_options(
            table_id=table_id, player=player(2), straddle=True, run_it=None, meta=meta()
        )
    assert refused.value.facts == {"rule": "option_not_in_game", "option": "straddle"}
    with pytest.raises(NotSeated):
        seats.set_options(
            table_id=table_id, player=player(9), straddle=None, run_it=False, meta=meta()
        )
    assert everything() == before


def test_staff_ask_for_a_bomb_pot_and_it_is_in_their_book() -> None:
    table_id = open_table()

    floor.request_bomb_pot(table_id=table_id, meta=_staff())

    [row] = AuditEntry.objects.filter(action="table.request_bomb_pot")
    assert (row.actor, row.target) == (_STAFF, f"table:{table_id}")
    live = start_hand(table_id)
    assert live.hand is not None
    assert live.hand.started.options.is_bomb_pot
    assert (live.hand.pot_chips, live.hand.street) == (60, 1)
    with pytest.raises(Refused):
        floor.request_bomb_pot(
            table_id=open_table(config=replace(CONFIG, game="badugi"), players=0), meta=meta()
        )
