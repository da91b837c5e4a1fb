"""The cage's pages: choose a player, see what would be posted, post it, and print the slip."""

from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from accounts.money.cage.postings import AtCage, CageKind
from accounts.money.cage.queries import preview, slip_of
from accounts.money.cage.services import transact
from accounts.money.ledger.balances import wallet_of
from accounts.money.ledger.chart import Book
from accounts.money.ledger.errors import UnknownTransaction
from accounts.people.errors import UnknownPerson
from accounts.people.queries import find_people, player_of, screen_names
from pokerhouse.common.ids import PlayerId
from pokerhouse.common.roles import Role
from pokerhouse.console.account_words import account_name
from pokerhouse.console.cage.forms import BOOKS, KINDS, AmountForm, MoveForm, NameFilter, short_of
from pokerhouse.console.parts.answers import go_to
from pokerhouse.console.parts.commands import carry_out, sent, status_of
from pokerhouse.console.parts.listings import Column, Found, SortedTable, Wish, render_page
from pokerhouse.console.players.standings import shown_standing
from pokerhouse.console.shell import formats
from pokerhouse.console.shell.pages import HtmxRequest, page_for

PAGE: Final = "/cage"
_for_cage = page_for(Role.CAGE)


@_for_cage
def choose(request: HtmxRequest) -> HttpResponse:
    """GET /cage: whom to serve"""
    return render_page(request, "cage/choose.html", _table().listing(request))


@_for_cage
def serve(request: HtmxRequest, player_id: UUID) -> HttpResponseBase:
    """GET and POST /cage/players/{p}: what would be posted; POST posts it"""
    player = PlayerId(player_id)
    try:
        person = player_of(player)
    except UnknownPerson as error:
        raise Http404 from error
    move = MoveForm(sent(request), auto_id=False)
    done = carry_out(request, move, lambda meta: transact(move.request_for(player), meta=meta))
    if done is not None:
        return go_to(request, f"{PAGE}/slips/{done.transaction_id}")
    form = _amount_form(request, move)
    cage_request = form.request_for(player) if form.is_bound and form.is_valid() else None
    context = {
        "player": person,
        **shown_standing(person.standing),
        "wallets": [(word, wallet_of(player, Book(book))) for book, word in BOOKS],
        "form": form,
        "refused": move if move.errors else None,
        "show": _shown(cage_request, person.screen_name) if cage_request else None,
        "move": _move_form(move, cage_request) if cage_request else None,
        "back": PAGE,
    }
    status = status_of(move) if move.is_bound else status_of(form)
    return render(request, "cage/serve.html", context, status=status)


@_for_cage
def slip(request: HtmxRequest, transaction_id: UUID) -> HttpResponse:
    """GET /cage/slips/{t}: to be printed on 80 mm"""
    try:
        found = slip_of(transaction_id)
    except UnknownTransaction as error:
        raise Http404 from error
    people = [found.player, *([found.cashier] if found.cashier else [])]
    names = screen_names(people)
    context = {
        "slip": found,
        "kind_word": _word(KINDS, found.kind),
        "book_word": _word(BOOKS, found.book),
        "player_name": names.get(found.player, ""),
        "cashier_name": names.get(found.cashier, "") if found.cashier else "",
        "next": f"{PAGE}/players/{found.player}",
    }
    return render(request, "cage/slip.html", context)


def _amount_form(request: HtmxRequest, move: MoveForm) -> AmountForm:
    """Return the form of the first step; after a refusal it has the refused values."""
    if move.is_bound:
        facts = move.cleaned_data
        amount = formats.money(facts["amount"], has_currency=False)
        return AmountForm({**facts, "amount": amount})
    return AmountForm(request.GET if "amount" in request.GET else None)


def _move_form(move: MoveForm, cage_request: AtCage) -> MoveForm:
    """Return the form of the second step; after a refusal it keeps its command's id."""
    if move.is_bound:
        return move
    facts = {
        "kind": cage_request.kind.value,
        "amount": cage_request.amount_cents,
        "book": cage_request.book.value,
    }
    return MoveForm(None, initial=facts, auto_id=False)


def _shown(cage_request: AtCage, name: str) -> dict[str, Any]:
    """Return what would be posted, in words, and, if the button is locked, why."""
    found = preview(cage_request)
    amount = formats.money(cage_request.amount_cents)
    verb = (
        gettext("Pay in {amount}, with a slip")
        if cage_request.kind is CageKind.DEPOSIT
        else gettext("Pay out {amount}, with a slip")
    )
    return {
        "lines": [
            {
                "code": line.account.code,
                "account": _account(line.account.code),
                "whose": name if line.account.code != _CASH else "",
                "debit": max(line.amount, 0),
                "credit": max(-line.amount, 0),
            }
            for line in found.lines
        ],
        "before": found.wallet_before,
        "after": found.wallet_after,
        "locked": short_of(found.wallet_before) if found.wallet_after < 0 else "",
        "does": verb.format(amount=amount),
    }


_CASH: Final = 1010
_OF_ONE: Final = {2010: _("Wallet"), 2070: _("Payout that waits")}


def _account(code: int) -> str:
    return gettext(_OF_ONE[code]) if code in _OF_ONE else account_name(code)


def _word(choices: Any, value: str) -> str:
    return str(dict(choices)[value])


def _table() -> SortedTable:
    return SortedTable(
        id="cage-players",
        label=gettext("Players"),
        columns=(
            Column(name="name", label=gettext("Screen name"), is_sortable=True),
            Column(name="standing", label=gettext("Standing")),
            Column(name="do", label=""),
        ),
        row_template="cage/row.html",
        source=_find,
        filters=NameFilter,
        sort="name",
        page_size=10,
    )


def _find(wish: Wish) -> Found:
    rows, total = find_people(
        wish.filters.get("q", ""),
        role=Role.PLAYER,
        is_descending=wish.is_descending,
        offset=wish.offset,
        limit=wish.limit,
    )
    return Found(
        [
            {
                "line": line,
                **shown_standing(line.standing),
            }
            for line in rows
        ],
        total,
    )
