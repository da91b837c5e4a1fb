"""Django's settings, from the environment; the one-command house fills in what is not given."""

from pathlib import Path

import environ

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent

# --- Django -----------------------------------------------------------------------------------
SECRET_KEY = env.str("SECRET_KEY", default="only-for-a-house-without-a-network-door")
DEBUG = False
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = [
    "pokerhouse",
    "pokerhouse.eventstore",
    "pokerhouse.agenda",
    "accounts",
    "tables",
]

# --- PostgreSQL -------------------------------------------------------------------------------
# Two roles: `default` may only INSERT and SELECT what is append-only; `owner` migrates.
# Time limits, because a long writing transaction anywhere holds every subscriber back.
DATABASE_URL = env.str(
    "DATABASE_URL", default="postgres://pokerhouse_app@127.0.0.1:5432/pokerhouse"
)
DATABASE_OWNER_URL = env.str("DATABASE_OWNER_URL", default=DATABASE_URL)
DATABASES = {
    "default": {
        **env.db_url_config(DATABASE_URL),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "server_side_binding": True,  # with a threshold: a prepared statement (ADR 0003)
            "prepare_threshold": 2,
            "pool": {
                "min_size": 0,
                "max_size": env.int("DATABASE_POOL_SIZE", default=16),
                "timeout": 5,
            },
            "options": "-c lock_timeout=2000 -c statement_timeout=30000"
            " -c idle_in_transaction_session_timeout=10000",
        },
    },
    "owner": {
        **env.db_url_config(DATABASE_OWNER_URL),
        "OPTIONS": {"options": "-c lock_timeout=10000"},
    },
}

# --- Valkey or Redis ---------------------------------------------------------------------------
# The bell, Celery's broker, limits: may be lost at any time, never the truth (DESIGN section 2).
REDIS_URL = env.str("REDIS_URL", default="redis://127.0.0.1:6379/0")
REDIS_TIMEOUT_S = 0.5

# --- Celery -----------------------------------------------------------------------------------
# Names and reasons: DESIGN sections 7 and 10. The agenda is the clock; Celery only runs what is due.
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default=REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_timeout": REDIS_TIMEOUT_S,
    "socket_connect_timeout": REDIS_TIMEOUT_S,
    "visibility_timeout": 60,
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# --- Secrets of the house ----------------------------------------------------------------------
# 32 bytes in hex. All decks are sealed under keys derived from it; the database never holds it.
MASTER_KEY = env.str("POKERHOUSE_MASTER_KEY", default="")
# Keys of earlier times: nothing is sealed under them any more, old decks still open.
RETIRED_MASTER_KEYS = env.list("POKERHOUSE_RETIRED_MASTER_KEYS", default=[])
