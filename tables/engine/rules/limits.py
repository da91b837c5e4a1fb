"""
Betting structures: forced bets, and the range of a bet or raise. A new structure is a new class.

All amounts are street totals ("raise to") in chips (docs/rules.md#formulas). A structure does not
depend on what happens in a hand; how that changes the amounts is in `betting.py`.
"""

from typing import ClassVar, TypeAlias

from msgspec import Struct

from tables.engine.rules.games import LOWER, Street
from tables.engine.rules.terms import MAX_CHIPS, Chips


class _Limit(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True, kw_only=True):
    """What every structure has: its forced bets."""

    IS_BIG_BET: ClassVar[bool] = False
    """No-limit and pot-limit: a raise is at least as large as the one before; there is no cap."""
    HAS_COMPLETION: ClassVar[bool] = True
    """Whether the bring-in is completed to a full bet; in a spread it is a bet itself (R-BRI-2)."""

    small_blind: Chips = 0
    big_blind: Chips = 0
    ante: Chips = 0
    bb_ante: Chips = 0
    bring_in: Chips = 0

    def bets(self, street: Street, *, is_last: bool) -> tuple[Chips, Chips]:
        """Return the smallest and the largest bet of a street; equal in fixed limit."""
        raise NotImplementedError

    def problem(self) -> str | None:
        """Return what is wrong with the structure's own figures, or None."""
        for field in self.__struct_fields__:
            amount = getattr(self, field)
            if type(amount) is not int or not 0 <= amount <= MAX_CHIPS:
                return "amount_out_of_range"
        if self.small_blind > self.big_blind:
            return "blinds_out_of_order"  # R-BLD-2
        return self._misfit()

    def _misfit(self) -> str | None:
        return None


class _BigBet(_Limit, frozen=True, forbid_unknown_fields=True, kw_only=True):
    IS_BIG_BET: ClassVar[bool] = True

    def bets(self, street: Street, *, is_last: bool) -> tuple[Chips, Chips]:  # noqa: ARG002
        """Return the big blind (R-NL-2); stack or pot limit the bet from above."""
        return self.big_blind, MAX_CHIPS

    def _misfit(self) -> str | None:
        if not self.big_blind:
            return "blinds_out_of_order"
        return None if self.bring_in <= self.big_blind else "structure"


class NoLimit(_BigBet, frozen=True, tag="nl", forbid_unknown_fields=True, kw_only=True):
    """No-limit: any amount from a full raise up to the stack, no cap (R-NL-1 to R-NL-8)."""


class PotLimit(_BigBet, frozen=True, tag="pl", forbid_unknown_fields=True, kw_only=True):
    """Pot-limit: a raise by at most the pot after one's own call (R-PL-1 to R-PL-5)."""


class _Split(_Limit, frozen=True, forbid_unknown_fields=True, kw_only=True):
    lower: Chips
    higher: Chips

    def bets(self, street: Street, *, is_last: bool) -> tuple[Chips, Chips]:  # noqa: ARG002
        """Return the street's exact bet; in stud the switches of `stud.*` widen it."""
        bet = self.lower if street.tier == LOWER else self.higher
        return bet, bet

    def _misfit(self) -> str | None:
        return None if 0 < self.lower <= self.higher else "structure"


class FixedLimit(_Split, frozen=True, tag="fixed", forbid_unknown_fields=True, kw_only=True):
    """Fixed ("split") limit: exactly the lower, later exactly the higher limit (R-FL-1)."""


class SpreadLimit(_Limit, frozen=True, tag="spread", forbid_unknown_fields=True, kw_only=True):
    """Spread limit: any amount in one range (R-SPR-1 to R-SPR-3)."""

    HAS_COMPLETION: ClassVar[bool] = False

    min: Chips
    max: Chips

    def bets(self, street: Street, *, is_last: bool) -> tuple[Chips, Chips]:  # noqa: ARG002
        """Return the range, the same on every street."""
        return self.min, self.max

    def _misfit(self) -> str | None:
        return None if 0 < self.min <= self.max else "structure"


class StepSpread(_Limit, frozen=True, tag="step_spread", forbid_unknown_fields=True, kw_only=True):
    """Step-spread limit: the range's top rises, once or with a fourth figure twice (R-SST-1)."""

    HAS_COMPLETION: ClassVar[bool] = False

    min: Chips
    max1: Chips
    max2: Chips
    max3: Chips = 0
    """Of the last street; 0 if there are three figures: `max2` then holds to the end."""

    def bets(self, street: Street, *, is_last: bool) -> tuple[Chips, Chips]:
        """Return the street's range; `spread.step_min` may lift its bottom (`betting.py`)."""
        if street.tier == LOWER:
            return self.min, self.max1
        return self.min, self.max3 if is_last and self.max3 else self.max2

    def _misfit(self) -> str | None:
        is_rising = 0 < self.min <= self.max1 <= self.max2
        return None if is_rising and (not self.max3 or self.max3 >= self.max2) else "structure"


class StudSplit(_Split, frozen=True, tag="stud_split", forbid_unknown_fields=True, kw_only=True):
    """Split limit of stud, written ante/lower/higher, e.g. 5/10/20 (R-STU-2, R-STU-4, R-STU-5)."""

    def _misfit(self) -> str | None:
        has_range = self.ante <= self.higher  # with an open pair any bet between the two (R-STU-4)
        is_opened = 0 < self.bring_in <= self.lower
        return super()._misfit() if has_range and is_opened else "structure"


Structure: TypeAlias = NoLimit | PotLimit | FixedLimit | SpreadLimit | StepSpread | StudSplit
STRUCTURES = (NoLimit, PotLimit, FixedLimit, SpreadLimit, StepSpread, StudSplit)
