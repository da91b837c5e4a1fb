"""What is refused about people, their sessions and their tokens."""

from pokerhouse.common.errors import DomainError


class PersonRefused(DomainError):
    """A refusal about people; the subclasses say which."""


class UnknownPerson(PersonRefused):
    """Nobody has this id."""

    code = "unknown_person"


class EmailTaken(PersonRefused):
    """Somebody has this e-mail address."""

    code = "email_taken"


class ScreenNameTaken(PersonRefused):
    """Somebody has this screen name, perhaps in another case."""

    code = "screen_name_taken"


class InvalidPerson(PersonRefused):
    """E-mail, screen name or language is not well formed; `fields` says which and why."""

    code = "invalid_person"


class RolesRefused(PersonRefused):
    """No role, an unknown one, or a set that the house does not allow together."""

    code = "roles_refused"


class OwnStanding(PersonRefused):
    """Nobody keeps himself out, or lets himself in, as staff."""

    code = "own_standing"


class StandingRefused(PersonRefused):
    """The person's standing has no such step: a barred one stays out."""

    code = "standing_refused"


class UnknownSession(PersonRefused):
    """The person has no such session."""

    code = "unknown_session"


class UnknownToken(PersonRefused):
    """The person has no such token, or it is revoked."""

    code = "unknown_token"


class TokenRefused(PersonRefused):
    """A token's name, scopes or life is outside what the house gives out."""

    code = "token_refused"


class TooManyTokens(PersonRefused):
    """The person holds as many tokens as one may."""

    code = "too_many_tokens"


class TooManyTickets(PersonRefused):
    """The person holds as many unused socket tickets as one may."""

    code = "too_many_tickets"


class TicketRefused(PersonRefused):
    """The ticket is unknown, used, too old, or of a session that has ended."""

    code = "ticket_refused"


class OwnMoney(PersonRefused):
    """Nobody who works at the cage serves himself."""

    code = "own_money"


class AmountOutOfRange(DomainError):
    """The amount is more than one transaction at the cage may be; facts: min, max."""

    code = "amount_out_of_range"
