"""
Every refusal that staff can meet, as a sentence: what, the limit, and the way out.

By the refusal's code; where the rules of the game refuse, by theirs. `{braces}` are its facts.
"""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _

from pokerhouse.common.errors import DomainError
from pokerhouse.common.requests import request_id
from pokerhouse.console.game_words import name_of
from pokerhouse.console.shell import formats
from tables.room.rules.words import WORDS

_BUSY = _("Somebody else is at the same thing at this moment. Send it again.")

SENTENCES: Final[Mapping[str, str]] = {
    "stale": _(
        "Somebody else has changed this. What you typed is kept: look at how it stands now, then"
        " send it again."
    ),
    "idempotency_mismatch": _(
        "This form was sent before with something else in it. Load the page again and fill it in"
        " anew."
    ),
    "command_running": _BUSY,
    "feed_busy": _BUSY,
    "ledger_busy": _BUSY,
    # people
    "email_taken": _("Somebody has this e-mail address. Search for the player, or take another."),
    "invalid_person": _("Name, address or password is not well formed. Write it otherwise."),
    "own_standing": _("Somebody else decides that about you. Ask a colleague."),
    "roles_refused": _(
        "The house does not allow these roles together: an administrator has no other role, and"
        " everybody has at least one."
    ),
    "screen_name_taken": _("Somebody is called so already. Choose another screen name."),
    "standing_refused": _(
        "That does not follow from how the player stands by now. Load the page again; who is"
        " barred stays barred."
    ),
    "unknown_person": _("There is no such player. Search for the name again."),
    # the cage
    "amount_out_of_range": _("At most {max} at once. Divide the amount."),
    "balance_too_large": _(
        "The account would hold more than the books can. Take a smaller amount."
    ),
    "day_closed": _("This gaming day is closed. Book it in the day that is open."),
    "insufficient_funds": _("The account holds {balance}. Take at most that."),
    "own_money": _("Nobody serves himself at the cage. Ask a colleague."),
    "shift_closed": _("This shift is closed. Open one first."),
    # tables and games
    "already_taken_back": _("This hand was taken back before. Nothing more is to be done."),
    "command_malformed": _("The reason has characters that cannot be kept. Write it otherwise."),
    "game_name_taken": _("Another game is called so. Choose another name."),
    "game_retired": _("The game is retired, so no table is opened for it. Choose another game."),
    "hand_over": _(
        "Another hand has begun since, so this one stands. Let accounting correct what is wrong."
    ),
    "no_such_seat": _("The table has no such seat. Load the page again."),
    "not_seated": _("Somebody else sits there by now; nobody was removed. Load the page again."),
    "player_gone": _(
        "Somebody who won or lost in this hand has left (seat {seats}), so it stands. Let"
        " accounting correct it."
    ),
    "seat_empty": _("Nobody sits there any more. Load the page again."),
    "table_closed": _("The table is closed, or closes after this hand; it stays as it is."),
    "table_name_taken": _("Another table is called so. Choose another name."),
    "unknown_game": _("There is no such game. Choose one from the list."),
    "unknown_hand": _("There is no such hand. Load the page again."),
    "unknown_table": _("There is no such table. Look for it in the list."),
}

BY_RULE: Final[Mapping[str, str]] = {
    "already_leaving": _("The player leaves after this hand already."),
    "already_requested": _("The next hand is a bomb pot already."),
    "amount_out_of_range": _("From {min} to {max}."),
    "bb_not_lower": _("The big blind is as large as the lower limit: {lower}."),
    "hand_running": _("A hand is being played. Wait until it has ended."),
    "no_hand_settled": _("No hand has ended here yet, so none can be taken back."),
    "not_paused": _("The table is not paused, so it plays on."),
    "option_not_in_game": _("That is not played in this game. Choose another game."),
    "rotation_mismatch": _("The games of the table stay as they are. Load the page again."),
    "rules_out_of_range": _("{switch}: from {min} to {max}."),
    "sb_ratio": _("The small blind is a third, a half or two thirds of the lower limit {lower}."),
    "stakes_invalid": _(
        "No hand can be played for these stakes. The small blind is at most the big one, and the"
        " smallest buy-in covers what is posted."
    ),
    "structure": _("{game} is not played so. Look at its figures, or choose another limit."),
    "table_not_open": _("The table is not open yet."),
    "table_occupied": _("Players of a tournament sit here. Move them first."),
    "table_paused": _("The table is paused already."),
    "table_size": _("This game is played with {min} to {max} seats."),
    "unknown_game": _("There is no such game. Choose one from the list."),
}

BY_WHY: Final[Mapping[str, str]] = {
    "above_seat_count": _("{switch}: at most as many as there are seats, {max}."),
    "below_min_buy_in": _("{switch}: at least the smallest buy-in, {min}."),
    "needs_big_bet": _("{switch}: a high card brings in only in no-limit and pot-limit."),
}
"""Of `rules_out_of_range`, where a switch contradicts the table."""

_IN_MONEY: Final = frozenset({"amount_out_of_range", "balance_too_large", "insufficient_funds"})


def sentence_of(refusal: DomainError) -> str:
    """Return the refusal in the reader's language; one that nobody foresaw says its number."""
    facts = refusal.facts
    sentence = (
        BY_WHY.get(str(facts.get("why")))
        or SENTENCES.get(refusal.code)
        or BY_RULE.get(str(facts.get("rule")))
    )
    if sentence is None:
        unforeseen = gettext("The house does not do that; nothing was changed. Number: {number}")
        return unforeseen.format(number=request_id.get() or "–")
    is_money = refusal.code in _IN_MONEY
    told = {name: _told(name, fact, is_money=is_money) for name, fact in facts.items()}
    return gettext(sentence).format_map(_Facts(told))


class _Facts(dict[str, str]):
    """What a refusal leaves out shows as a dash, not as an error of the page."""

    def __missing__(self, name: str) -> str:
        return "–"


def _told(name: str, fact: object, *, is_money: bool) -> str:
    if name == "switch":
        return WORDS[str(fact)].title(get_language() or "en")
    if name == "game":
        return name_of(str(fact))
    if isinstance(fact, list | tuple):
        return ", ".join(map(str, fact))
    if type(fact) is int:
        return formats.money(fact) if is_money else formats.number(fact)
    return str(fact)
