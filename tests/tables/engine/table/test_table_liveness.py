"""A table that is ready to deal does deal: its agenda asks once, and nobody asks again."""

from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pokerhouse.eventstore.store import Head
from tables.dealer.button import draw_for_button
from tables.engine.hand.decide import advance
from tables.engine.rules.games import GAMES
from tables.engine.rules.ruleset import HOUSE
from tables.engine.table import commands as cmd
from tables.engine.table.bridge import hand_to_deal
from tables.engine.table.state import EntryChoice, Leg, SitOutWhen
from tables.live.table import LiveTable
from tables.services.planning import is_ready_to_deal
from tests.support.tables import FIXED, MINUTE_MS, STUD, TestTable, player, refusal_code

_SEATS = st.integers(min_value=1, max_value=5)
_LEGS = st.lists(
    st.sampled_from(
        [Leg("holdem", FIXED), Leg("razz", STUD), Leg("omaha8", FIXED), Leg("badugi", FIXED)]
    ),
    max_size=3,
)
_WISHES = st.lists(
    st.one_of(
        st.just("hand"),
        st.just("hand"),
        st.builds(cmd.SitOut, _SEATS, st.just(SitOutWhen.NEXT_BIG_BLIND)),
        st.builds(cmd.SitOut, _SEATS, st.sampled_from(SitOutWhen)),
        st.builds(cmd.SitIn, _SEATS, st.sampled_from(EntryChoice)),
        st.builds(cmd.Leave, _SEATS, st.just(0)),
        st.builds(
            cmd.TakeSeat,
            seat=_SEATS,
            player=_SEATS.map(player),
            buy_in_chips=st.just(1000),
            at_ms=st.just(0),
        ),
    ),
    max_size=25,
)


@st.composite
def _tables(draw: st.DrawFn) -> TestTable:
    rules = replace(
        HOUSE,
        omaha_seats="2-10",
        omaha_min_to_deal=draw(st.integers(2, 4)),
        table_min_to_open=draw(st.integers(2, 4)),
        button_method=draw(st.sampled_from(["moving", "dead"])),
    )
    return TestTable(
        *range(1, draw(st.integers(2, 5)) + 1),
        rules=rules,
        stakes=FIXED,
        seat_count=5,
        rotation=tuple(draw(_LEGS)),
        rotate_by=draw(st.sampled_from(["orbit", "hands", "minutes"])),
    )


def _is_ready(at: TestTable) -> bool:
    return is_ready_to_deal(LiveTable(head=Head(UUID(int=1), 1, b"", 1), table=at.table))


def _deal(at: TestTable, at_ms: int) -> None:
    """Deal as the agenda's task does; the hand, if it comes to one, is won by nobody."""
    drawn = draw_for_button(at.table, at_ms=at_ms)
    if drawn is not None:
        at.do(drawn)
    at.do(cmd.StartHand(at_ms))
    if at.table.hand is None:
        assert not _is_ready(at), "whoever sat out left too few, or it would be asked again"
        return
    advance(None, hand_to_deal(at.table), GAMES[at.table.hand.game].deck)
    at.settle()


@given(_tables(), _WISHES)
def test_whoever_is_ready_is_dealt_a_hand(at: TestTable, wishes: list[cmd.TableCommand]) -> None:
    """Whatever game of the rotation comes, whoever came, left or asked to sit out before it."""
    for number, wish in enumerate([*wishes, "hand"]):
        if wish != "hand":
            refusal_code(lambda wish=wish: at.do(wish))  # type: ignore[misc]
        elif _is_ready(at):
            _deal(at, number * MINUTE_MS)
        else:
            assert refusal_code(lambda: _deal(at, 0)) == "too_few_players"
