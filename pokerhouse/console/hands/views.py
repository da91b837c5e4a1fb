"""The page of one's hands."""

from django.http import HttpResponse

from accounts.people.identity import signed_in
from pokerhouse.common.ids import PlayerId
from pokerhouse.common.roles import Role
from pokerhouse.console.hands.played import played_table
from pokerhouse.console.hands.words import WORDS
from pokerhouse.console.parts.listings import render_page
from pokerhouse.console.shell.boot import boot
from pokerhouse.console.shell.pages import HtmxRequest, page_for


@page_for(Role.PLAYER)
def hands(request: HtmxRequest) -> HttpResponse:
    """GET /hands"""
    person = signed_in(request.user)
    assert person is not None, "the page is for a role"
    listing = played_table(PlayerId(person.id)).listing(request)
    return render_page(
        request,
        "hands/hands.html",
        listing,
        is_untouched=not listing.total_count and not listing.is_filtered,
        boot=boot(request, words=WORDS),
    )
