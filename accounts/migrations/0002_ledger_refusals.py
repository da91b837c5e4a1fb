"""
What the ledger's tables refuse by themselves, and the balance rows that follow the entries.

All triggers are ENABLE ALWAYS. Each refusal is SQLSTATE 23514 and carries a constraint name that
`services.ledger` maps to an error. The functions run as their owner, so the application needs no
right to change a balance; temporary tables come last in their search path.
"""

from django.db import migrations

from pokerhouse.common.guards import append_only_sql


def function(name: str, body: str) -> str:
    return f"""
        CREATE FUNCTION {name}() RETURNS trigger
        LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $${body}$$
    """


# A closed day is never re-opened. The update holds the row alone, so everybody who shared it has
# committed before `closed_at` is read from the clock.
DAY_STEPS = """
BEGIN
    IF NEW.day = OLD.day AND (OLD.state, NEW.state) IN (('open', 'rolled'), ('rolled', 'closed')) THEN
        NEW.rolled_at := CASE WHEN NEW.state = 'rolled' THEN clock_timestamp() ELSE OLD.rolled_at END;
        NEW.closed_at := CASE WHEN NEW.state = 'closed' THEN clock_timestamp() END;
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'gaming day % is %: no step to %', OLD.day, OLD.state, NEW.state
        USING ERRCODE = 'check_violation', TABLE = 'gaming_day', CONSTRAINT = 'gaming_day_step';
END
"""

SHIFT_STEPS = """
DECLARE
    day_state text;
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT state INTO day_state FROM gaming_day WHERE day = NEW.gaming_day FOR SHARE;
        IF day_state IS DISTINCT FROM 'closed' THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION 'gaming day % is closed: no shift opens in it', NEW.gaming_day
            USING ERRCODE = 'check_violation', TABLE = 'shift', CONSTRAINT = 'ledger_day_open';
    END IF;
    IF OLD.state = 'open' AND NEW.state = 'closed'
        AND (NEW.id, NEW.gaming_day) = (OLD.id, OLD.gaming_day)
    THEN
        NEW.closed_at := clock_timestamp();
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'shift % is %: no step to %', OLD.id, OLD.state, NEW.state
        USING ERRCODE = 'check_violation', TABLE = 'shift', CONSTRAINT = 'shift_step';
END
"""

# Assets and liabilities have a balance row; income and equity have none, or every table would
# queue on one row.
OPEN_BALANCES = """
BEGIN
    INSERT INTO ledger_balance (account, code)
        SELECT id, code FROM opened WHERE code < 3000;
    RETURN NULL;
END
"""

# After the insert, not before: a repeated key (ON CONFLICT DO NOTHING) is answered even when its
# day has closed since. FOR SHARE lets posters in side by side and keeps the closer out.
CHECK_HEADER = """
DECLARE
    found_state text;
BEGIN
    SELECT state INTO found_state FROM gaming_day WHERE day = NEW.gaming_day FOR SHARE;
    IF found_state IS NULL OR found_state = 'closed' THEN
        RAISE EXCEPTION 'gaming day % is not open', NEW.gaming_day
            USING ERRCODE = 'check_violation', TABLE = 'ledger_transaction',
                CONSTRAINT = 'ledger_day_open';
    END IF;
    IF NEW.shift IS NOT NULL THEN
        SELECT state INTO found_state FROM shift WHERE id = NEW.shift FOR SHARE;
        IF NOT FOUND OR found_state = 'closed' THEN
            RAISE EXCEPTION 'shift % is not open', NEW.shift
                USING ERRCODE = 'check_violation', TABLE = 'ledger_transaction',
                    CONSTRAINT = 'ledger_shift_open';
        END IF;
    END IF;
    IF NEW.reverses IS NOT NULL AND NOT EXISTS (
        SELECT FROM ledger_transaction t WHERE t.id = NEW.reverses AND t.book = NEW.book
    ) THEN
        RAISE EXCEPTION 'the book % has no transaction %', NEW.book, NEW.reverses
            USING ERRCODE = 'check_violation', TABLE = 'ledger_transaction',
                CONSTRAINT = 'ledger_reverses_known';
    END IF;
    RETURN NULL;
END
"""

# One line is enough to look for: entries come all or none.
CHECK_LINES = """
BEGIN
    IF NOT EXISTS (SELECT FROM ledger_entry WHERE transaction = NEW.id AND line = 1) THEN
        RAISE EXCEPTION 'transaction % has no lines', NEW.id
            USING ERRCODE = 'check_violation', TABLE = 'ledger_transaction',
                CONSTRAINT = 'ledger_header_has_lines';
    END IF;
    RETURN NULL;
END
"""

# Lines 1 … line_count come in one statement. Whoever adds lines to a complete header must repeat
# their numbers, which the primary key refuses. Then the balances move, stacks before all others,
# each group by id, so that two postings never wait for each other in a circle.
APPLY_ENTRIES = """
DECLARE
    wrong record;
    short record;
BEGIN
    SELECT l.transaction, h.id IS NOT NULL AS has_header, sum(l.amount) AS off_by,
           coalesce(count(*) = h.line_count AND min(l.line) = 1 AND max(l.line) = h.line_count,
                    false) AS is_complete,
           bool_and(coalesce(a.book = h.book, false)) AS is_one_book
        INTO wrong
        FROM lines l
        LEFT JOIN ledger_transaction h ON h.id = l.transaction
        LEFT JOIN ledger_account a ON a.id = l.account
        GROUP BY l.transaction, h.id
        HAVING h.id IS NULL OR sum(l.amount) <> 0 OR count(*) <> h.line_count OR min(l.line) <> 1
            OR max(l.line) <> h.line_count OR NOT bool_and(coalesce(a.book = h.book, false))
        LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'the lines of transaction % are refused', wrong.transaction
            USING ERRCODE = 'check_violation', TABLE = 'ledger_entry', DETAIL = to_json(wrong)::text,
                CONSTRAINT = CASE
                    WHEN NOT wrong.has_header THEN 'ledger_entry_has_header'
                    WHEN NOT wrong.is_complete THEN 'ledger_all_lines_at_once'
                    WHEN wrong.off_by <> 0 THEN 'ledger_balanced'
                    ELSE 'ledger_one_book' END;
    END IF;

    SELECT account, balance, change INTO short
        FROM (
            SELECT held.account, held.code, held.balance,
                   CASE WHEN held.code < 2000 THEN moved.change ELSE -moved.change END AS change
                FROM (
                    SELECT b.account, b.code, b.balance FROM ledger_balance b
                        WHERE b.account IN (SELECT l.account FROM lines l)
                        ORDER BY b.code <> 2020, b.account FOR NO KEY UPDATE
                ) held
                JOIN (
                    SELECT l.account, sum(l.amount) AS change FROM lines l GROUP BY l.account
                ) moved USING (account)
        ) wanted
        WHERE balance + change > 9007199254740991
            OR balance + change < CASE WHEN code = 1040 THEN -9007199254740991 ELSE 0 END
        LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'account % holds %: % is refused', short.account, short.balance, short.change
            USING ERRCODE = 'check_violation', TABLE = 'ledger_balance',
                DETAIL = to_json(short)::text,
                CONSTRAINT = CASE WHEN short.change < 0 THEN 'ledger_balance_not_negative'
                                  ELSE 'ledger_balance_in_range' END;
    END IF;

    UPDATE ledger_balance b
        SET balance = b.balance + CASE WHEN b.code < 2000 THEN moved.change ELSE -moved.change END
        FROM (
            SELECT l.account, sum(l.amount) AS change FROM lines l GROUP BY l.account
        ) moved
        WHERE b.account = moved.account;
    RETURN NULL;
END
"""

TRIGGERS = {
    "gaming_day": [("step", "BEFORE UPDATE", "FOR EACH ROW", "gaming_day_step")],
    "shift": [("step", "BEFORE INSERT OR UPDATE", "FOR EACH ROW", "shift_step")],
    "ledger_account": [
        (
            "open_balances",
            "AFTER INSERT",
            "REFERENCING NEW TABLE AS opened FOR EACH STATEMENT",
            "ledger_open_balances",
        )
    ],
    "ledger_transaction": [
        ("check_header", "AFTER INSERT", "FOR EACH ROW", "ledger_check_header"),
        (
            "check_lines",
            "AFTER INSERT",
            "DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.line_count > 0)",
            "ledger_check_lines",
        ),
    ],
    "ledger_entry": [
        (
            "apply_entries",
            "AFTER INSERT",
            "REFERENCING NEW TABLE AS lines FOR EACH STATEMENT",
            "ledger_apply_entries",
        )
    ],
}
FUNCTIONS = {
    "gaming_day_step": DAY_STEPS,
    "shift_step": SHIFT_STEPS,
    "ledger_open_balances": OPEN_BALANCES,
    "ledger_check_header": CHECK_HEADER,
    "ledger_check_lines": CHECK_LINES,
    "ledger_apply_entries": APPLY_ENTRIES,
}


def trigger_sql() -> list[str]:
    made = []
    for table, triggers in TRIGGERS.items():
        for name, moment, form, function in triggers:
            what = "CONSTRAINT TRIGGER" if "DEFERRABLE" in form else "TRIGGER"
            made += [
                f"CREATE {what} {name} {moment} ON {table} {form} EXECUTE FUNCTION {function}()",
                f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}",
            ]
    return made


def kept(table: str) -> migrations.RunSQL:
    """Rows of `table` may change and never go."""
    return migrations.RunSQL(
        append_only_sql(table, ["DELETE", "TRUNCATE"]),
        reverse_sql=f"DROP TRIGGER append_only ON {table}",
    )


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_ledger")]
    operations = [
        migrations.RunSQL(
            [*(function(*pair) for pair in FUNCTIONS.items()), *trigger_sql()],
            reverse_sql=[f"DROP FUNCTION {name} CASCADE" for name in FUNCTIONS],
        ),
        kept("gaming_day"),
        kept("shift"),
        kept("ledger_balance"),
    ]
