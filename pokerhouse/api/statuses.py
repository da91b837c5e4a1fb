"""The HTTP status of each `DomainError`'s code; one that is not named here is a 400."""

from types import MappingProxyType

STATUS_BY_CODE = MappingProxyType(
    {
        # people
        "email_taken": 409,
        "roles_refused": 422,
        "screen_name_taken": 409,
        "standing_refused": 409,
        "ticket_refused": 401,
        "too_many_tickets": 429,
        "too_many_tokens": 409,
        "unknown_person": 404,
        "unknown_session": 404,
        "unknown_token": 404,
        # a player's decision
        "hand_over": 409,
        "illegal_action": 422,
        "not_your_turn": 409,
        "turn_expired": 409,
        "unknown_hand": 404,
    }
)
