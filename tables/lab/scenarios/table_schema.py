"""The shape of the table's scenarios. An unknown field, state or choice is a failure."""

from typing import Literal

from msgspec import UNSET, UnsetType, field

from tables.engine.rules.games import GameCode
from tables.engine.table.state import LimitKind
from tables.lab.scenarios.hand_schema import Strict


class SeatCard(Strict):
    """A seat and the card that it drew."""

    seat: int
    card: str


class DrawExpected(Strict):
    """Who has the button after the draw, and the blinds of the first hand."""

    button: int
    sb: int | UnsetType = UNSET
    bb: int | UnsetType = UNSET


class DrawScenario(Strict):
    """A draw for the button (R-BTN-1)."""

    id: str
    type: Literal["button_draw"]
    rule_ids: list[str]
    deal: list[SeatCard]
    expect: DrawExpected
    note: str = ""


class DrawCardsExpected(Strict):
    """What the first hand after a draw is dealt from."""

    deck_size_first_hand: int
    first_hand_button: int


class DrawCardsScenario(Strict):
    """A draw for the button, whose cards go back into the deck."""

    id: str
    type: Literal["button_draw_cards"]
    rule_ids: list[str]
    deal: list[SeatCard]
    expect: DrawCardsExpected
    note: str = ""


class PrevPositions(Strict):
    """Button and blinds of the last hand."""

    button: int
    sb: int
    bb: int


class ScenarioSeat(Strict):
    """A taken seat between two hands."""

    seat: int
    state: Literal["in", "out", "new_wait", "new_post"]


class PositionsExpected(Strict):
    """The next hand's button and blinds; `sb` is the position, also when its seat is empty."""

    button: int
    sb: int
    bb: int
    dealt: list[int] | UnsetType = UNSET
    posts: dict[int, Literal["live_bb", "live_sb", "dead_sb"]] | UnsetType = UNSET
    refused: dict[int, str] | UnsetType = UNSET
    dead_button: bool | UnsetType = UNSET
    dead_sb: bool | UnsetType = UNSET


class PositionsScenario(Strict):
    """Where button and blinds go from one hand to the next."""

    id: str
    type: Literal["next_positions"]
    rule_ids: list[str]
    mode: Literal["cash", "tournament"]
    prev: PrevPositions
    seats: list[ScenarioSeat]
    expect: PositionsExpected
    config: dict[str, object] = field(default_factory=dict)
    note: str = ""


class Blinds(Strict):
    """The table's blinds."""

    sb: int
    bb: int


class EntryGiven(Strict):
    """Who comes in, what he missed, and how he wants to come in."""

    kind: Literal["new", "returning"]
    choice: Literal["post", "wait_until_bb"]
    missed: list[Literal["sb", "bb"]] = field(default_factory=list)


class EntryExpected(Strict):
    """What he posts in the first hand that is dealt to him."""

    live: int
    dead: int
    dealt: bool
    option: bool


class EntryScenario(Strict):
    """A player comes in or comes back (R-ENT, R-MIS)."""

    id: str
    type: Literal["entry"]
    rule_ids: list[str]
    blinds: Blinds
    given: EntryGiven
    expect: EntryExpected
    config: dict[str, object] = field(default_factory=dict)
    note: str = ""


class StakesGiven(Strict):
    """A request about chips."""

    lower: int
    op: Literal["buy_in", "top_up", "remove", "leave", "forced_move"]
    amount: int = 0
    stack: int = 0
    in_hand: bool = False
    folded: bool = False
    left_with: int | None = None
    minutes_since_leave: int | None = None


class StakesExpected(Strict):
    """The answer."""

    ok: bool
    error: str | None = None
    min: int | UnsetType = UNSET
    max: int | UnsetType = UNSET
    min_add: int | UnsetType = UNSET
    stack: int | UnsetType = UNSET
    paid_out: int | UnsetType = UNSET


class StakesScenario(Strict, kw_only=True):
    """Buying in, topping up, leaving, coming back (R-STK)."""

    id: str
    type: Literal["stakes"]
    rule_ids: list[str]
    mode: Literal["cash", "tournament"] = "cash"
    given: StakesGiven
    expect: StakesExpected
    config: dict[str, object] = field(default_factory=dict)
    note: str = ""


class ConfigStructure(Strict):
    """A betting structure; each kind has its own figures."""

    kind: LimitKind
    lower: int = 0
    higher: int = 0
    min: int = 0
    max: int = 0
    max1: int = 0
    max2: int = 0
    max3: int = 0
    ante: int = 0
    bring_in: int = 0


class ConfigGiven(Strict):
    """What a table is to be opened with; the rest is as usual."""

    variant: GameCode
    seats: int
    lower: int | None = None
    small_blind: int | None = None
    big_blind: int | None = None
    structure: ConfigStructure | None = None


class ConfigExpected(Strict):
    """Whether it opens."""

    ok: bool
    error: str | None = None


class ConfigScenario(Strict, kw_only=True):
    """A table is opened, or refused (R-TAB, R-BLD)."""

    id: str
    type: Literal["table_config"]
    rule_ids: list[str]
    mode: Literal["cash", "tournament"] = "cash"
    given: ConfigGiven
    expect: ConfigExpected
    config: dict[str, object] = field(default_factory=dict)
    note: str = ""
