"""How often a player's time-out counted as an all-in on one gaming day (R-TIM-8)."""

from datetime import datetime, time

from django.db import connection

from accounts.money.days.days import CUT_HOUR, TIME_ZONE, gaming_day_of
from pokerhouse.common.ids import PlayerId

_USED = """
SELECT count(*)
FROM hand_entry h
JOIN event s ON s.shard = h.table_id AND s.stream = h.id AND s.version = 1
JOIN event t ON t.shard = h.table_id AND t.stream = h.id AND t.type = 'hand.timed_out'
CROSS JOIN LATERAL convert_from(t.data, 'UTF8') AS timed_out (text)
CROSS JOIN LATERAL
    jsonb_array_elements(convert_from(s.data, 'UTF8')::jsonb -> 'seats') AS dealt (entry)
WHERE h.players @> ARRAY[%(player)s::uuid] AND h.started_at >= %(since)s
    AND (timed_out.text::jsonb ->> 'outcome') = 'all_in'
    AND (dealt.entry ->> 'player') = %(player)s::text
    AND (dealt.entry ->> 'seat') = (timed_out.text::jsonb ->> 'seat')
"""


def protected_today(player: PlayerId, at: datetime) -> int:
    """
    Return how many time-outs of the player counted as all-ins since the gaming day began.

    This is called only if `timeout.protect_per_day` is set, and only when a clock runs out.
    """
    since = datetime.combine(gaming_day_of(at), time(CUT_HOUR), TIME_ZONE)
    with connection.cursor() as cursor:
        cursor.execute(_USED, {"player": str(player), "since": since})
        return int(cursor.fetchone()[0])
