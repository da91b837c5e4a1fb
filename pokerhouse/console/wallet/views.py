"""The page of one's wallet."""

from django.http import HttpResponse

from accounts.money.wallet.queries import holdings_of
from accounts.people.identity import signed_in
from pokerhouse.common.ids import PlayerId
from pokerhouse.common.roles import Role
from pokerhouse.console.parts.listings import render_page
from pokerhouse.console.shell.pages import HtmxRequest, page_for
from pokerhouse.console.wallet.statement import purses, statement
from tables.room.lobby.queries import lines_of


@page_for(Role.PLAYER)
def wallet(request: HtmxRequest) -> HttpResponse:
    """GET /wallet"""
    person = signed_in(request.user)
    assert person is not None, "the page is for a role"
    player = PlayerId(person.id)
    holdings = holdings_of(player)
    names = lines_of([table for holding in holdings for table in holding.stacks_cents])
    listing = statement(player).listing(request)
    return render_page(
        request,
        "wallet/wallet.html",
        listing,
        purses=purses(holdings, names),
        is_untouched=not listing.total_count and not listing.is_filtered,
        screen_name=person.screen_name,
    )
