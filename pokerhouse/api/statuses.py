"""The HTTP status of each `DomainError`'s code; one that is not named here is a 400."""

from types import MappingProxyType

STATUS_BY_CODE = MappingProxyType(
    {
        # people
        "email_taken": 409,
        "own_standing": 403,
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
        # tables and seats
        "already_seated": 409,
        "already_taken_back": 409,
        "command_malformed": 400,
        "hand_running": 409,
        "history_unwritable": 409,
        "no_such_seat": 404,
        "not_seated": 409,
        "player_gone": 409,
        "refused_by_rules": 422,
        "seat_empty": 409,
        "seat_taken": 409,
        "table_closed": 409,
        "table_name_taken": 409,
        "game_name_taken": 409,
        "game_retired": 409,
        "unknown_game": 404,
        "top_up_mid_hand": 409,
        "unknown_table": 404,
        # commands and the store
        "command_running": 503,
        "precondition_required": 428,
        "stale": 412,
        "feed_busy": 503,
        "feed_closed": 409,
        "feed_exists": 409,
        "idempotency_mismatch": 422,
        "too_late": 410,
        "unknown_feed": 404,
        # money: a 409 is about what the accounts hold now, so it is final for this command
        "already_voided": 409,
        "amount_out_of_range": 422,
        "balance_too_large": 409,
        "day_closed": 409,
        "insufficient_funds": 409,
        "ledger_busy": 503,
        "own_money": 403,
        "shift_closed": 409,
        # the house's keys are away: cards cannot be opened, a hand can still be taken back
        "no_master_key": 503,
        "unknown_key": 503,
    }
)
