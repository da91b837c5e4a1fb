"""Mixed games: whose turn it is in the rotation, and what settled hands count for."""

from uuid import UUID

from msgspec.structs import replace

from tables.engine.rules.terms import Chips, SeatNo
from tables.engine.table.state import Leg, Lineup, Progress, Table, TableConfig

_MS_PER_MINUTE = 60_000


def leg_of_next(table: Table, config: TableConfig, at_ms: int) -> tuple[int, Leg]:
    """
    Return the leg of the hand that begins at `at_ms`, and its place in the rotation.

    Only settled hands count: one that was voided is played again in the same game.
    """
    legs = config.legs
    progress = table.progress
    place = progress.leg % len(legs)
    if progress.leg_hand_count and _is_over(progress, config, at_ms):
        place = (place + 1) % len(legs)
    return place, legs[place]


def _is_over(progress: Progress, config: TableConfig, at_ms: int) -> bool:
    if config.rotate_by == "minutes":
        return at_ms - progress.leg_began_at_ms >= config.rotate_every * _MS_PER_MINUTE
    if config.rotate_by == "hands":
        return progress.leg_hand_count >= config.rotate_every
    return progress.leg_hand_count >= config.rotate_every * progress.leg_orbit


def progress_after(
    progress: Progress, hand: Lineup, winner: SeatNo | None, pot_chips: Chips
) -> Progress:
    """Return the progress once `hand` is settled; `winner` is its sole winner, if it has one."""
    is_first = hand.leg != progress.leg or not progress.leg_hand_count
    is_bomb = hand.options.is_bomb_pot
    player = _player(hand, winner)
    is_again = player is not None and player == progress.winner
    return replace(
        progress,
        leg=hand.leg,
        leg_hand_count=1 if is_first else progress.leg_hand_count + 1,
        leg_orbit=len(hand.dealt) if is_first else progress.leg_orbit,
        leg_began_at_ms=hand.at_ms if is_first else progress.leg_began_at_ms,
        hands_since_bomb=0 if is_bomb else progress.hands_since_bomb + 1,
        is_bomb_pot_requested=progress.is_bomb_pot_requested and not is_bomb,
        winner=player,
        won_count=progress.won_count + 1 if is_again else 1 if player is not None else 0,
        won_chips=pot_chips if player is not None else 0,
        dealer=progress.dealer if hand.positions is not None else hand.dealer,
    )


def _player(hand: Lineup, number: SeatNo | None) -> UUID | None:
    return next((dealt.player for dealt in hand.dealt if dealt.seat == number), None)


def progress_without(now: Progress, before: Progress) -> Progress:
    """Return the progress once the last hand is taken back; later requests of staff stay."""
    is_asked = now.is_bomb_pot_requested or before.is_bomb_pot_requested
    return replace(before, is_bomb_pot_requested=is_asked)
