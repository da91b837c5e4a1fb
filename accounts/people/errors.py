"""Refusals of commands about people, their sessions and their tokens."""

from pokerhouse.common.errors import DomainError


class PersonRefused(DomainError):
    """A refusal about people; the subclasses say which."""


class UnknownPerson(PersonRefused):
    """Nobody has this id."""

    code = "unknown_person"


class EmailTaken(PersonRefused):
    """Another person has this e-mail address."""

    code = "email_taken"


class ScreenNameTaken(PersonRefused):
    """Another person has this screen name, perhaps in other letter case."""

    code = "screen_name_taken"


class InvalidPerson(PersonRefused):
    """E-mail, screen name or language is not well formed; `fields` says which and why."""

    code = "invalid_person"


class RolesRefused(PersonRefused):
    """There is no role, an unknown one, or roles that one person may not have together."""

    code = "roles_refused"


class OwnStanding(PersonRefused):
    """Staff cannot suspend, bar or readmit themselves."""

    code = "own_standing"


class StandingRefused(PersonRefused):
    """The person's standing does not allow this step: somebody who is barred stays barred."""

    code = "standing_refused"


class UnknownSession(PersonRefused):
    """The person has no such session."""

    code = "unknown_session"


class UnknownToken(PersonRefused):
    """The person has no such token, or it is revoked."""

    code = "unknown_token"


class TokenRefused(PersonRefused):
    """Tokens cannot have this name, these scopes or this lifetime."""

    code = "token_refused"


class TooManyTokens(PersonRefused):
    """The person already has the largest number of tokens that is allowed."""

    code = "too_many_tokens"


class TooManyTickets(PersonRefused):
    """The person already has the largest number of unused socket tickets that is allowed."""

    code = "too_many_tickets"


class TicketRefused(PersonRefused):
    """The ticket is unknown, used, too old, or of a session that has ended."""

    code = "ticket_refused"


class OwnMoney(PersonRefused):
    """A cashier cannot pay himself in or out."""

    code = "own_money"


class AmountOutOfRange(DomainError):
    """The amount is larger than a transaction at the cage may be; facts: min, max."""

    code = "amount_out_of_range"
