"""Why a table refuses a command: every code, and what it tells the player."""

TABLE_REFUSALS = {
    # of a top-up that was queued
    "insufficient_funds": "the wallet no longer holds it when the hand has ended",
    # R-ACT-9
    "amount_out_of_range": "a figure of the table's is no whole number in its range; `field`",
    "rules_out_of_range": "a switch of the house rules that no table, or not this one, can be run"
    " with; `switch`, `why`",
    "buyin_min": "the buy-in is below the minimum; `min` (R-STK-2)",
    "buyin_max": "the stack would be above the maximum; `max`, for a top-up `max_add` (R-STK-2)",
    "buyin_below_left": "less than was taken away from here lately; `min` (R-STK-6)",
    "topup_short": "the stack would stay below the buy-in; `min_add` (R-STK-4)",
    "topup_midhand": "chips are added between hands only (R-STK-3)",
    "chips_off_table": "no chips leave the table while the player stays (R-STK-5)",
    "entry_wait_button": "nobody comes in between button and big blind (R-ENT-3)",
    "sb_ratio": "the small blind is none of 1/2, 1/3 and 2/3 of the lower limit; `small_blind`,"
    " `lower` (R-BLD-2)",
    "bb_not_lower": "the big blind of a limit game is its lower limit; `big_blind`, `lower`"
    " (R-BLD-3)",
    "structure": "the structure's figures contradict each other, or the game is not played with it;"
    " `game`, `structure` (R-TAB-5)",
    "table_size": "the game is not played with that many seats; `min`, `max` (R-TAB-1 to R-TAB-3)",
    "not_cash": "an event's chips are neither bought nor sold at its tables (R-TRN-ADD-1)",
    # of this engine
    "already_in": "the player takes cards already and owes nothing",
    "already_leaving": "the player leaves when the hand has ended",
    "already_sitting_out": "the player sits out already, or from that very moment",
    "already_requested": "the next bomb pot has been asked for already",
    "already_set": "the seat's options are so already",
    "already_taken_back": "the hand was taken back before",
    "amount_not_positive": "an amount of chips is a whole number above 0",
    "button_not_drawn": "the button is drawn before the first hand (R-BTN-1)",
    "chips_not_conserved": "stacks and what was taken differ from what was dealt in; `expected`",
    "draw_mismatch": "one card of one deck to every ready seat, lowest first; `ready` (R-BTN-1)",
    "hand_over": "only the last hand is taken back, and before the next one has begun",
    "hand_running": "not while a hand is running",
    "no_chips": "the player has no chips to play with",
    "no_hand_running": "no hand is running, or not that one; `hand_no`",
    "no_hand_settled": "no hand of this table has been settled yet",
    "no_such_seat": "the table has no seat with that number; `seat_count`",
    "not_paused": "the table is not paused",
    "nothing_waits": "nothing waited for the end of the hand, or it has happened",
    "option_not_in_game": "no game of this table is played with that option, or the table does not"
    " offer it; `option`",
    "player_gone": "who won or lost chips in the hand no longer has that seat, or came back to it"
    " with less than he would give back; `seats`",
    "player_seated": "the player sits at this table already; `seat`",
    "pot_mismatch": "the winner was not dealt in, or the pot is larger than what was; `expected`",
    "rotation_mismatch": "new stakes are named for each game of the rotation, in order; `games`",
    "seat_empty": "nobody sits there",
    "seat_taken": "somebody sits there",
    "seats_mismatch": "the result names other seats than were dealt in; `dealt`",
    "something_waits": "first happens what waited for the end of the hand: leaves, sit-outs,"
    " queued chips, busts",
    "stakes_invalid": "0 ≤ small blind ≤ big blind, 0 < big blind, lower limit; nothing negative;"
    " in a cash game the smallest buy-in pays blind and antes of a hand",
    "table_already_open": "the table was opened before",
    "table_closed": "the table is closed, or closes after this hand",
    "table_not_open": "the table has not been opened",
    "table_occupied": "a tournament's players are moved away before their table closes",
    "table_paused": "the table is paused",
    "too_few_players": "fewer players want cards than a hand needs; `ready`, `needed` (R-BTN-1)",
    "unknown_command": "no such thing can be asked of a table; `command`",
    "unknown_game": "the house does not deal that game; `game`",
    "too_many_chips": "the table's chips would pass the limit of its books; `max`",
}
"""Code → what is wrong; the facts that go with the code stand in backquotes."""
