"""How a socket is let in: by a browser's session, an app's token or a ticket, each looked up."""

from collections.abc import Collection

from accounts.people import queries as people
from accounts.people import tokens
from accounts.people.errors import TicketRefused
from accounts.people.standing import standing
from pokerhouse.common.clock import now
from pokerhouse.realtime.channels import Caller


class HouseDoors:
    """Lets sockets in by the same people and sessions as requests (`accounts.people.api`)."""

    def by_cookie(self, session: str) -> Caller | None:
        """Return the caller of a browser's session."""
        loaded = people.load_session(session)
        found = None if loaded is None else people.person_in(loaded, at=now())
        return None if found is None else Caller(found[0].id, found[1])

    def by_token(self, token: str) -> Caller | None:
        """Return the caller of an app's session token, which is the key of a session."""
        return self.by_cookie(token)

    def by_ticket(self, ticket: str) -> Caller | None:
        """Return the caller of a ticket, and use the ticket up."""
        try:
            bearer = tokens.consume_ticket(ticket=ticket, at=now())
        except TicketRefused:
            return None
        return Caller(bearer.user.id, bearer.access)

    def still_in(self, callers: Collection[Caller]) -> set[Caller]:
        """Return those of `callers` whose session or token still lets them in."""
        held = {(caller.user, caller.access) for caller in callers}
        found = standing(held, at=now())
        return {caller for caller in callers if (caller.user, caller.access.id) in found}
