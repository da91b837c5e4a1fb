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
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "rest_framework",
    "drf_spectacular",
    "allauth",
    "allauth.account",
    "allauth.headless",
    "allauth.mfa",
    "allauth.usersessions",
    "axes",
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
# The agenda is the clock; Celery only runs what is due (DESIGN sections 7 and 10).
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

# --- Identity and HTTP -------------------------------------------------------------------------
# ADR 0009. Who somebody is: allauth's sessions and app tokens, our personal tokens; no JWT.
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",  # first: a locked-out log-in looks at no password
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("email", "screen_name")},
    },
]
# All of them run sync and async alike, so a request changes threads once.
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "pokerhouse.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    },
]

ACCOUNT_USER_MODEL_USERNAME_FIELD = "screen_name"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*"]
HEADLESS_ONLY = True
