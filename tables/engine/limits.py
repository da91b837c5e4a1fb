"""
Betting structures: the smallest and the largest bet and raise. Another one is another class.

All amounts are street totals ("raise to"), chips (RULES section 23).
"""

from typing import TypeAlias

from msgspec import Struct

from tables.engine.terms import MAX_CHIPS, Chips


class NoLimit(
    Struct, frozen=True, tag_field="kind", tag="nl", forbid_unknown_fields=True, kw_only=True
):
    """No-limit: any amount from a full raise up to the stack, no cap (R-NL-1 to R-NL-8)."""

    small_blind: Chips
    big_blind: Chips
    ante: Chips = 0
    bb_ante: Chips = 0

    def problem(self) -> str | None:
        """Return what is wrong with the figures, or None: 0 ≤ SB ≤ BB (R-BLD-2), BB positive."""
        for amount in (self.small_blind, self.big_blind, self.ante, self.bb_ante):
            if type(amount) is not int or not 0 <= amount <= MAX_CHIPS:
                return "amount_out_of_range"
        if self.big_blind == 0 or self.small_blind > self.big_blind:
            return "blinds_out_of_order"
        return None

    def bounds(self, price: Chips, raise_size: Chips, own_total: Chips) -> tuple[Chips, Chips]:
        """
        Return the smallest and the largest total of a bet or raise (R-NL-2, R-NL-3).

        Who cannot reach the smallest may only go all-in: both are `own_total` then (R-NL-4).
        """
        full_raise = price + raise_size
        return (full_raise if full_raise < own_total else own_total), own_total  # noqa: FURB136

    def raise_size_after(self, price: Chips, to: Chips, raise_size: Chips) -> Chips:
        """Return the raise increment after a bet to `to`: a short all-in leaves it (R-NL-7)."""
        return max(raise_size, to - price)

    def is_reopened(self, price: Chips, acted_level: Chips, raise_size: Chips) -> bool:
        """Return whether a player who acted at `acted_level` may raise again (R-NL-6)."""
        return price - acted_level >= raise_size


Structure: TypeAlias = NoLimit
