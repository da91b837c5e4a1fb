"""How a socket is let in: by a browser's session, an app's token or a ticket, each looked up."""

from collections.abc import Collection

from accounts.people import queries as people
from accounts.people import tokens
from accounts.people.errors import TicketRefused
from accounts.people.standing import standing
from pokerhouse.common.clock import now
from pokerhouse.realtime.channels import Principal


class HouseAuthenticators:
    """Lets sockets in by the same people and sessions as requests (`accounts.people.api`)."""

    def by_cookie(self, session: str) -> Principal | None:
        """Return the principal of a browser's session."""
        loaded = people.load_session(session)
        found = None if loaded is None else people.person_in(loaded, at=now())
        return None if found is None else Principal(found[0].id, found[1])

    def by_token(self, token: str) -> Principal | None:
        """Return the principal of an app's session token, which is the key of a session."""
        return self.by_cookie(token)

    def by_ticket(self, ticket: str) -> Principal | None:
        """Return the principal of a ticket, and use the ticket up."""
        try:
            bearer = tokens.consume_ticket(ticket=ticket, at=now())
        except TicketRefused:
            return None
        return Principal(bearer.user.id, bearer.access)

    def still_valid(self, principals: Collection[Principal]) -> set[Principal]:
        """Return those of `principals` whose session or token still lets them in."""
        held = {(principal.user, principal.access) for principal in principals}
        found = standing(held, at=now())
        return {one for one in principals if (one.user, one.access.id) in found}
