"""Forced bets that were taken, as the PHH standard lists them: antes and blinds by player."""

from collections.abc import Sequence

from tables.engine.hand.events import HandEvent, HandStarted, Posted
from tables.engine.rules.terms import Chips, PostKind, SeatNo
from tables.histories.phh.record import HousePost

_BLINDS = (PostKind.SMALL_BLIND, PostKind.BIG_BLIND)
_LIFTED = (PostKind.STRADDLE, PostKind.KILL)
_DEAD = (PostKind.DEAD, PostKind.BIG_BLIND_ANTE)


class ForcedBets:
    """
    The posts of one hand.

    Antes are what was really paid, because the house takes a big-blind ante after the blind and
    PokerKit before it; classic ones and blinds are the full amount, which every reader cuts to
    the stack. A live post is a negative blind, which PokerKit reads so.
    """

    def __init__(self, events: Sequence[HandEvent]) -> None:
        started = events[0]
        assert isinstance(started, HandStarted)
        self.started = started
        self.posted = [event for event in events if isinstance(event, Posted)]
        self._players = {entry.seat: place for place, entry in enumerate(started.seats)}
        self._classic = [post for post in self.posted if post.kind is PostKind.ANTE]
        self._dead = [post for post in self.posted if post.kind in _DEAD]

    @property
    def is_ante_trimmed(self) -> bool:
        """Whether a short ante plays only for as much of the others' antes (R-ANT-2)."""
        return bool(self._classic) and not self._dead

    @property
    def antes(self) -> list[Chips]:
        """Antes and dead money by player, as the standard writes them."""
        each = max((post.chips for post in self._classic), default=0)
        antes = [each] * len(self._players)
        if self._dead:
            antes = [0] * len(self._players)
            for post in [*self._classic, *self._dead]:
                antes[self._players[post.seat]] += post.chips
        return _as_written(antes)

    @property
    def blinds(self) -> list[Chips]:
        """Blinds and live posts by player, as the standard writes them."""
        structure = self.started.structure
        blinds = [0] * len(self._players)
        for post in self.posted:
            place = self._players[post.seat]
            if post.kind is PostKind.SMALL_BLIND:
                full = structure.small_blind if post.is_all_in else post.chips
                blinds[place] += max(full, post.chips)
            elif post.kind is PostKind.LIVE:
                blinds[place] -= post.chips
        if self.started.big_blind is not None:
            blinds[self._players[self.started.big_blind]] = structure.big_blind
        for post in self.posted:
            if post.kind in _LIFTED:
                blinds[self._players[post.seat]] += post.chips
        return _as_written(blinds)

    def posts(self) -> list[HousePost]:
        """Return the posts as they were taken, players by number."""
        return [
            HousePost(self._players[post.seat] + 1, post.kind, post.chips) for post in self.posted
        ]

    def incompatibilities(self) -> dict[str, bool]:
        """Return what another reader takes differently, by name."""
        live = [post for post in self.posted if post.kind in {*_BLINDS, PostKind.LIVE}]
        has_big_blind = self.started.big_blind is not None
        per_seat: dict[SeatNo, int] = {}
        for post in live:
            per_seat[post.seat] = per_seat.get(post.seat, 0) + 1
        each = max((post.chips for post in self._classic), default=0)
        is_short_ante = any(post.chips < each for post in self._classic)
        return {
            # R-BLD-6: the price stays the full blind, elsewhere it is the largest bet
            "big_blind_short": has_big_blind
            and max((post.chips for post in live), default=0) < self.started.structure.big_blind,
            "straddle": any(post.kind in _LIFTED for post in self.posted),
            "two_live_posts": max(per_seat.values(), default=0) > 1,
            "short_ante_beside_dead_money": is_short_ante and bool(self._dead),
        }


def _as_written(by_player: list[Chips]) -> list[Chips]:
    """Return forced bets as the standard lists them: heads-up the other way round."""
    return by_player[::-1] if len(by_player) == 2 else by_player
