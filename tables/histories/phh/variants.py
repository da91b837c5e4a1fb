"""The games that the PHH standard has a code for: which game of the house, bet how."""

from typing import Final

from msgspec import Struct

from tables.engine.rules.games import GAMES, Game, GameCode
from tables.engine.rules.limits import FixedLimit, NoLimit, PotLimit, Structure, StudSplit
from tables.engine.rules.terms import Chips
from tables.histories.phh.record import Record


class Form(Struct, frozen=True):
    """What a code of the standard stands for."""

    game: GameCode
    limit: type[Structure]


FORMS: Final = {
    "FT": Form("holdem", FixedLimit),
    "NT": Form("holdem", NoLimit),
    "NS": Form("short_deck", NoLimit),
    "PO": Form("omaha", PotLimit),
    "FO/8": Form("omaha8", FixedLimit),
    "F7S": Form("stud7", StudSplit),
    "F7S/8": Form("stud8", StudSplit),
    "FR": Form("razz", StudSplit),
    "N2L1D": Form("single27", NoLimit),
    "F2L3D": Form("triple27", FixedLimit),
    "FB": Form("badugi", FixedLimit),
}


def game_of_code(variant: str) -> Game:
    """Return the house's game behind a code of the standard."""
    return GAMES[FORMS[variant].game]


def code_of(game: GameCode, structure: Structure) -> str | None:
    """Return the standard's code, or None: pineapple, spread limits and many more have none."""
    for code, form in FORMS.items():
        if form.game == game and type(structure) is form.limit:
            return code
    return None


def plain_structure(
    variant: str,
    *,
    blinds: tuple[Chips, Chips],
    antes: tuple[Chips, Chips],
    bring_in: Chips,
    bets: tuple[Chips, Chips],
) -> Structure:
    """
    Return the structure that a file's figures alone describe.

    `blinds` are small and big, `antes` everybody's and what the big blind pays above it, `bets`
    the lower and the higher limit of limit games.
    """
    (small_blind, big_blind), (ante, bb_ante), (lower, higher) = blinds, antes, bets
    limit = FORMS[variant].limit
    if limit is StudSplit:
        return StudSplit(ante=ante, bring_in=bring_in, lower=lower, higher=higher)
    if limit is FixedLimit:
        return FixedLimit(
            small_blind=small_blind,
            big_blind=big_blind,
            ante=ante,
            bb_ante=bb_ante,
            lower=lower,
            higher=higher,
        )
    kind = PotLimit if limit is PotLimit else NoLimit
    return kind(small_blind=small_blind, big_blind=big_blind, ante=ante, bb_ante=bb_ante)


def record_structure(record: Record, blinds: tuple[Chips, Chips], bb_ante: Chips) -> Structure:
    """Return the structure of a record, or the one that this house wrote beside it."""
    if record.house.structure is not None:
        return record.house.structure
    return plain_structure(
        record.variant,
        blinds=blinds,
        antes=(min(record.antes), bb_ante),
        bring_in=record.bring_in or 0,
        bets=(record.small_bet or 0, record.big_bet or 0),
    )
