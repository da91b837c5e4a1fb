"""The ledger's tables: days, shifts, accounts, transactions, entries, balances."""

from django.db import migrations, models

from pokerhouse.common.guards import Grant, append_only

GAMING_DAY = """
CREATE TABLE gaming_day (
    day date NOT NULL,
    state text NOT NULL DEFAULT 'open',
    opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    rolled_at timestamptz,
    closed_at timestamptz,
    CONSTRAINT gaming_day_pkey PRIMARY KEY (day),
    CONSTRAINT gaming_day_state CHECK (state IN ('open', 'rolled', 'closed'))
)
"""

SHIFT = """
CREATE TABLE shift (
    id uuid NOT NULL,
    gaming_day date NOT NULL REFERENCES gaming_day,
    drawer uuid,
    state text NOT NULL DEFAULT 'open',
    opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    closed_at timestamptz,
    CONSTRAINT shift_pkey PRIMARY KEY (id),
    CONSTRAINT shift_state CHECK (state IN ('open', 'closed'))
)
"""

# The id is the digest of the rest, so the primary key is also the natural key.
ACCOUNT = """
CREATE TABLE ledger_account (
    id uuid NOT NULL,
    book text NOT NULL,
    code smallint NOT NULL,
    owner uuid,
    within uuid,
    CONSTRAINT ledger_account_pkey PRIMARY KEY (id),
    CONSTRAINT ledger_account_book CHECK (book IN ('main', 'play')),
    CONSTRAINT ledger_account_chart CHECK (CASE
        WHEN code IN (1005, 3010, 4030, 4090, 5010, 5050)
            THEN owner IS NULL AND within IS NULL
        WHEN code IN (1030, 2020, 2050, 2090, 5020)
            THEN owner IS NOT NULL AND within IS NOT NULL
        WHEN code IN (1010, 1020, 1040, 1050, 1060, 1070, 2010, 2025, 2040, 2055, 2060, 2061, 2065,
                      2066, 2070, 2080, 2095, 2099, 2110, 4010, 4015, 4020, 5030, 5040, 5060)
            THEN owner IS NOT NULL AND within IS NULL
        ELSE false END),
    CONSTRAINT ledger_account_digest CHECK (id = encode(substring(sha256(
        (book || '/' || code || '/' || coalesce(owner::text, '') || '/' || coalesce(within::text, ''))
        ::bytea) FROM 1 FOR 16), 'hex')::uuid)
)
"""

ACCOUNT_INDEXES = (
    "CREATE INDEX ledger_account_owner ON ledger_account (owner, code)",
    "CREATE INDEX ledger_account_within ON ledger_account (within, code) WHERE within IS NOT NULL",
)

TRANSACTION = """
CREATE TABLE ledger_transaction (
    id uuid NOT NULL,
    book text NOT NULL,
    kind text NOT NULL,
    gaming_day date NOT NULL,
    shift uuid,
    source_stream uuid,
    source_version integer,
    idem_key text NOT NULL,
    idem_hash bytea NOT NULL,
    reverses uuid,
    line_count smallint NOT NULL,
    posted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    effective_at timestamptz NOT NULL,
    actor text NOT NULL,
    memo text NOT NULL DEFAULT '',
    CONSTRAINT ledger_transaction_pkey PRIMARY KEY (id),
    CONSTRAINT ledger_transaction_idem_key UNIQUE (idem_key),
    CONSTRAINT ledger_transaction_source UNIQUE (source_stream, source_version),
    CONSTRAINT ledger_transaction_book CHECK (book IN ('main', 'play')),
    CONSTRAINT ledger_transaction_kind CHECK (kind ~ '^[a-z][a-z_]{0,39}$'),
    CONSTRAINT ledger_transaction_whole_source
        CHECK ((source_stream IS NULL) = (source_version IS NULL) AND source_version > 0),
    CONSTRAINT ledger_transaction_lengths CHECK (octet_length(idem_hash) = 32
        AND octet_length(idem_key) BETWEEN 1 AND 200 AND octet_length(actor) BETWEEN 1 AND 200
        AND octet_length(memo) <= 2000),
    CONSTRAINT ledger_transaction_line_count
        CHECK (line_count BETWEEN 2 AND 20000 OR (line_count = 0 AND kind = 'hand')),
    CONSTRAINT ledger_transaction_void_reverses CHECK (kind <> 'void' OR reverses IS NOT NULL)
)
"""

# All but `posted_at`, which is the database's own clock.
GIVEN_COLUMNS = (
    "id, book, kind, gaming_day, shift, source_stream, source_version, idem_key, idem_hash, reverses,"
    " line_count, effective_at, actor, memo"
)

TRANSACTION_INDEXES = (
    "CREATE INDEX ledger_transaction_day ON ledger_transaction (gaming_day)",
    "CREATE UNIQUE INDEX ledger_transaction_void_once ON ledger_transaction (reverses) WHERE kind = 'void'",
)

# No foreign keys: the trigger that balances the lines also proves header and account. Foreign keys
# would lock eight account rows a hand, and sleep under session_replication_role=replica (ADR 0007).
ENTRY = """
CREATE TABLE ledger_entry (
    transaction uuid NOT NULL,
    line smallint NOT NULL,
    account uuid NOT NULL,
    amount bigint NOT NULL,
    CONSTRAINT ledger_entry_pkey PRIMARY KEY (transaction, line),
    CONSTRAINT ledger_entry_amount
        CHECK (amount <> 0 AND amount BETWEEN -9007199254740991 AND 9007199254740991)
)
"""

ENTRY_INDEX = "CREATE INDEX ledger_entry_account ON ledger_entry (account, transaction)"

# A part of each page stays free, so that moving a balance does not touch the index (HOT).
BALANCE = """
CREATE TABLE ledger_balance (
    account uuid NOT NULL,
    code smallint NOT NULL,
    balance bigint NOT NULL DEFAULT 0,
    CONSTRAINT ledger_balance_pkey PRIMARY KEY (account),
    CONSTRAINT ledger_balance_not_negative CHECK (balance >= 0 OR code = 1040),
    CONSTRAINT ledger_balance_in_range
        CHECK (balance BETWEEN -9007199254740991 AND 9007199254740991)
) WITH (fillfactor = 60)
"""


def table(name: str, *statements: str) -> migrations.RunSQL:
    return migrations.RunSQL(list(statements), reverse_sql=f"DROP TABLE {name}")


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                table("gaming_day", GAMING_DAY),
                Grant("gaming_day", ["SELECT", "INSERT (day)", "UPDATE (state)"]),
                table("shift", SHIFT),
                Grant("shift", ["SELECT", "INSERT (id, gaming_day, drawer)", "UPDATE (state)"]),
                table("ledger_account", ACCOUNT, *ACCOUNT_INDEXES),
                append_only("ledger_account"),
                Grant("ledger_account", ["SELECT", "INSERT"]),
                table("ledger_transaction", TRANSACTION, *TRANSACTION_INDEXES),
                append_only("ledger_transaction"),
                Grant(
                    "ledger_transaction",
                    ["SELECT", f"INSERT ({GIVEN_COLUMNS})"],
                ),
                table("ledger_entry", ENTRY, ENTRY_INDEX),
                append_only("ledger_entry"),
                Grant("ledger_entry", ["SELECT", "INSERT"]),
                table("ledger_balance", BALANCE),
                Grant("ledger_balance", ["SELECT"]),
            ],
            state_operations=[
                migrations.CreateModel(
                    name="GamingDay",
                    fields=[
                        ("day", models.DateField(primary_key=True, serialize=False)),
                        ("state", models.TextField(default="open")),
                        ("opened_at", models.DateTimeField()),
                        ("rolled_at", models.DateTimeField(null=True)),
                        ("closed_at", models.DateTimeField(null=True)),
                    ],
                    options={"db_table": "gaming_day"},
                ),
                migrations.CreateModel(
                    name="Shift",
                    fields=[
                        ("id", models.UUIDField(primary_key=True, serialize=False)),
                        ("gaming_day", models.DateField()),
                        ("drawer", models.UUIDField(null=True)),
                        ("state", models.TextField(default="open")),
                        ("opened_at", models.DateTimeField()),
                        ("closed_at", models.DateTimeField(null=True)),
                    ],
                    options={"db_table": "shift"},
                ),
                migrations.CreateModel(
                    name="LedgerAccount",
                    fields=[
                        ("id", models.UUIDField(primary_key=True, serialize=False)),
                        ("book", models.TextField()),
                        ("code", models.SmallIntegerField()),
                        ("owner", models.UUIDField(null=True)),
                        ("within", models.UUIDField(null=True)),
                    ],
                    options={"db_table": "ledger_account"},
                ),
                migrations.CreateModel(
                    name="LedgerTransaction",
                    fields=[
                        ("id", models.UUIDField(primary_key=True, serialize=False)),
                        ("book", models.TextField()),
                        ("kind", models.TextField()),
                        ("gaming_day", models.DateField()),
                        ("shift", models.UUIDField(null=True)),
                        ("source_stream", models.UUIDField(null=True)),
                        ("source_version", models.IntegerField(null=True)),
                        ("idem_key", models.TextField(unique=True)),
                        ("idem_hash", models.BinaryField()),
                        ("reverses", models.UUIDField(null=True)),
                        ("line_count", models.SmallIntegerField()),
                        ("posted_at", models.DateTimeField()),
                        ("effective_at", models.DateTimeField()),
                        ("actor", models.TextField()),
                        ("memo", models.TextField(default="")),
                    ],
                    options={"db_table": "ledger_transaction"},
                ),
                migrations.CreateModel(
                    name="LedgerEntry",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "transaction",
                                "line",
                                blank=True,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("transaction", models.UUIDField()),
                        ("line", models.SmallIntegerField()),
                        ("account", models.UUIDField()),
                        ("amount", models.BigIntegerField()),
                    ],
                    options={"db_table": "ledger_entry"},
                ),
                migrations.CreateModel(
                    name="LedgerBalance",
                    fields=[
                        ("account", models.UUIDField(primary_key=True, serialize=False)),
                        ("code", models.SmallIntegerField()),
                        ("balance", models.BigIntegerField(default=0)),
                    ],
                    options={"db_table": "ledger_balance"},
                ),
            ],
        )
    ]
