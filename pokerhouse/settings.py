"""Django's settings, from the environment; the one-command house fills in what is not given."""

from datetime import timedelta
from pathlib import Path

from csp.constants import NONCE

from pokerhouse.common.broker import control_layers
from pokerhouse.common.environment import Environment

env = Environment()
BASE_DIR = Path(__file__).resolve().parent.parent

# --- Django -----------------------------------------------------------------------------------
SECRET_KEY = env.str("SECRET_KEY", default="only-for-a-house-without-a-network-door")
DEBUG = False
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "pokerhouse" / "console" / "locale"]  # before what libraries say
LANGUAGE_COOKIE_SAMESITE = "Lax"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "allauth",
    "allauth.account",
    "allauth.headless",
    "allauth.mfa",
    "allauth.usersessions",
    "axes",
    "django_htmx",
    "pokerhouse",
    "pokerhouse.ops",
    "pokerhouse.eventstore",
    "pokerhouse.agenda",
    "pokerhouse.console",
    "pokerhouse.console.shell",
    "pokerhouse.console.parts",
    "pokerhouse.console.lobby",
    "pokerhouse.console.signing",
    "pokerhouse.console.table",
    "pokerhouse.console.hand",
    "pokerhouse.console.hands",
    "pokerhouse.console.wallet",
    "pokerhouse.console.account",
    "pokerhouse.console.floor",
    "pokerhouse.console.games",
    "pokerhouse.console.players",
    "pokerhouse.console.cage",
    "pokerhouse.console.audit",
    "pokerhouse.console.books",
    "accounts",
    "tables",
]

# What the house says of itself goes to standard error, where a supervisor keeps it; an error with
# its request's id (X-Request-Id). Never a card, a token or an e-mail address.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request_id": {"()": "pokerhouse.common.requests.RequestIdFilter"}},
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s] %(message)s"}
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["request_id"],
            "formatter": "line",
        }
    },
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING"},
        "django.request": {"level": "ERROR"},  # a refusal is no error
        # While Valkey is away it writes a traceback a second; the hub counts that by itself.
        "channels_redis.pubsub": {"level": "CRITICAL"},
    },
}

# --- PostgreSQL -------------------------------------------------------------------------------
# Two roles: `default` may only INSERT and SELECT what is append-only; `owner` migrates.
# Time limits, because a long writing transaction anywhere holds every subscriber back.
DATABASE_URL = env.str(
    "DATABASE_URL", default="postgres://pokerhouse_app@127.0.0.1:5432/pokerhouse"
)
DATABASE_OWNER_URL = env.str("DATABASE_OWNER_URL", default=DATABASE_URL)
DATABASES = {
    "default": {
        **env.postgres("DATABASE_URL", DATABASE_URL),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "server_side_binding": True,  # with a threshold: a prepared statement (ADR 0003)
            "prepare_threshold": 2,
            "pool": {
                "min_size": 0,
                "max_size": env.count("DATABASE_POOL_SIZE", default=24),
                # A pool tries a lost server again after 1, 2, 4 … s, and whoever asks waits for it:
                # so it gives up soon, and the next one who asks makes it try at once.
                "timeout": 2,
                "reconnect_timeout": 1,
            },
            "options": "-c lock_timeout=2000 -c statement_timeout=30000"
            " -c idle_in_transaction_session_timeout=10000",
        },
    },
    "owner": {
        **env.postgres("DATABASE_OWNER_URL", DATABASE_OWNER_URL),
        "OPTIONS": {"options": "-c lock_timeout=10000"},
    },
}

# --- Valkey or Redis ---------------------------------------------------------------------------
# Notices of moved feeds, Celery's broker, limits: may be lost at any time, never the truth.
REDIS_URL = env.str("REDIS_URL", default="redis://127.0.0.1:6379/0")
REDIS_TIMEOUT_S = 0.5
# Channels' layer says which sockets must end; that a feed has moved is a plain PUBLISH (ADR 0017).
CHANNEL_LAYERS = control_layers(REDIS_URL, REDIS_TIMEOUT_S)

# --- Realtime: sockets and the hub (docs/architecture.md#the-live-feed) ------------------------
REALTIME_HEARTBEAT_MS = env.int("REALTIME_HEARTBEAT_MS", default=20_000)
# Threads of a web process that read feeds and run sockets' commands; at most DATABASE_POOL_SIZE.
REALTIME_THREADS = env.int("REALTIME_THREADS", default=8)
REALTIME_MAX_SOCKETS = env.int("REALTIME_MAX_SOCKETS", default=5_000)
# Other sites, as https://play.example, whose pages may open a socket with a cookie.
REALTIME_ORIGINS = env.list("REALTIME_ORIGINS", default=[])

# --- Celery -----------------------------------------------------------------------------------
# The agenda is the clock; Celery only runs what is due (docs/architecture.md#the-agenda).
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
    "pokerhouse.api.middleware.request_id_middleware",
    "pokerhouse.api.middleware.problem_middleware",
    "pokerhouse.api.middleware.request_form_middleware",
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
]
# The pages' alone (pokerhouse.console.shell.pages): what is written into them runs nothing.
STATIC_URL = "/static/"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": [NONCE],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
# What was done is said on the next page: a signed cookie carries it there, no row of the database.
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
FORM_RENDERER = "pokerhouse.console.parts.forms.HouseRenderer"
ROOT_URLCONF = "pokerhouse.urls"
ASGI_APPLICATION = "pokerhouse.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "pokerhouse.console.shell.frame.shell",
            ]
        },
    },
]
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"])
# Cookies go over TLS alone, unless the house is one without a network door (`up`).
COOKIES_NEED_TLS = env.bool("COOKIES_NEED_TLS", default=True)
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE = COOKIES_NEED_TLS
CSRF_COOKIE_SAMESITE = SESSION_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "pokerhouse.console.shell.errors.csrf_failed"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 30 * 24 * 3600  # idle; MAX_SESSION_AGE ends the busy ones
APPEND_SLASH = False
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
EMAIL_BACKEND = env.str("EMAIL_BACKEND", default="django.core.mail.backends.console.EmailBackend")
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="house@localhost")

ACCOUNT_ADAPTER = "accounts.people.signing_in.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "screen_name"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = env.str("EMAIL_VERIFICATION", default="mandatory")
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = ACCOUNT_EMAIL_VERIFICATION == "mandatory"
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300
# By address: what a room full of players behind one router does. The demo's bots need more.
ACCOUNT_RATE_LIMITS = {
    "login": env.str("LOGIN_RATE_LIMIT", default="60/m/ip") or None,
    "signup": env.str("SIGN_UP_RATE_LIMIT", default="20/m/ip") or None,
}
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # strangers choose no addressees
HEADLESS_ONLY = True
# Pages of the house's web client that mails point at.
FRONTEND_URL = env.str("FRONTEND_URL", default="http://localhost:8000")
HEADLESS_FRONTEND_URLS = {
    "account_confirm_email": f"{FRONTEND_URL}/account/verify-email/{{key}}",
    "account_reset_password": f"{FRONTEND_URL}/account/reset-password",
    "account_reset_password_from_key": f"{FRONTEND_URL}/account/reset-password/{{key}}",
    "account_signup": f"{FRONTEND_URL}/sign-up",
}
HEADLESS_CLIENTS = ("browser", "app")
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True  # a passkey that knows its owner is both factors
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not COOKIES_NEED_TLS
MFA_TOTP_ISSUER = "pokerhouse"
USERSESSIONS_ADAPTER = "accounts.people.signing_in.SessionsAdapter"
SIGN_UP_IS_OPEN = env.bool("SIGN_UP_IS_OPEN", default=True)
STAFF_NEED_SECOND_FACTOR = env.bool("STAFF_NEED_SECOND_FACTOR", default=True)
# Whether an admin may hold other roles too: a house that its owner runs alone.
OWNER_MAY_OPERATE = env.bool("OWNER_MAY_OPERATE", default=False)

AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # a guesser cannot keep the door shut
AXES_LOCKOUT_PARAMETERS = "accounts.people.signing_in.lock_by"
AXES_USERNAME_CALLABLE = "accounts.people.signing_in.name_of"
AXES_LOCKOUT_CALLABLE = "accounts.people.signing_in.locked_out"
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False  # no e-mail addresses in the log

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.people.api.authentication.PersonalTokenAuthentication",
        "accounts.people.api.authentication.AppSessionAuthentication",
        "accounts.people.api.authentication.BrowserSessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["pokerhouse.api.permissions.DenyAll"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "pokerhouse.api.problems.handle_exception",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "DEFAULT_THROTTLE_CLASSES": ["pokerhouse.api.limits.ClientLimit"],
    "URL_FORMAT_OVERRIDE": None,  # `?format=` is a history's
}
# How often a person, or a stranger's address, may ask; empty: as often as he likes.
API_RATE_PERSON = env.str("API_RATE_PERSON", default="1200/minute")
API_RATE_ADDRESS = env.str("API_RATE_ADDRESS", default="1200/minute")
SPECTACULAR_SETTINGS = {
    "TITLE": "pokerhouse",
    "DESCRIPTION": "A card room over REST.",
    "VERSION": "v1",
    "OAS_VERSION": "3.1.0",
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVERS": [{"url": "/", "description": "The house that serves this document."}],
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "pokerhouse.api.schema.add_common_answers",
        "pokerhouse.api.structs.add_struct_components",
        "pokerhouse.api.schema.describe",
        "pokerhouse.api.examples.add_examples",
    ],
}
# What the pages call the house.
HOUSE_NAME = env.str("HOUSE_NAME", default="pokerhouse")
# What /meta tells.
CURRENCY = {
    "code": env.str("HOUSE_CURRENCY", default="EUR"),
    "exponent": env.int("HOUSE_CURRENCY_EXPONENT", default=2),
}
MIN_APP_VERSION = env.str("MIN_APP_VERSION", default="0.0.0")
# The most that one transaction at the cage may be, in minor units: a hundred million of a currency
# with cents, more than a room turns over in a day, and 900,000 of them fit into an account. Without
# a limit one slip of a cashier fills the drawer's account up to MAX_AMOUNT, and nobody pays in.
CAGE_MAX_AMOUNT = env.count("CAGE_MAX_AMOUNT", default=100_000_000_00)
API_FEATURES = ["cash", "sockets", "long_poll"]
API_LIMITS = {
    "page_size": 200,
    "long_poll_s": 25,
    "body_bytes": DATA_UPLOAD_MAX_MEMORY_SIZE,
    "cage_max_amount": CAGE_MAX_AMOUNT,
}

# --- Time --------------------------------------------------------------------------------------
# The players' clocks among the agenda's tasks, and what gives one its time back after an outage.
# Clocks never wait behind the back office: a queue for each.
CELERY_TASK_ROUTES = {"tables.*": {"queue": "tables"}, "accounts.*": {"queue": "accounts"}}
CELERY_BEAT_SCHEDULE = {
    "anchor-chains": {"task": "accounts.anchor_chains", "schedule": 3600.0},
}
# Chain heads are signed into this file, outside the database; empty: none are kept.
ANCHOR_FILE = env.str("POKERHOUSE_ANCHOR_FILE", default="")
