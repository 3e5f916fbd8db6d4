"""Settings: one file, every difference between machines is an environment variable (listed in docs/operations.md)."""

import os
from pathlib import Path

import environ
import structlog
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config.logs import without_links, without_rows, without_secrets

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
# What must not stand in an environment may lie in a file: SECRET_KEY_FILE=/run/secrets/key is read into SECRET_KEY.
for _name in ("SECRET_KEY", "DATABASE_URL", "REDIS_URL", "EMAIL_URL", "METRICS_TOKEN", "PLAY_KEY"):
    if _file := os.environ.get(f"{_name}_FILE"):
        os.environ.setdefault(_name, Path(_file).read_text().strip())

DEBUG = env.bool("DEBUG", default=False)
UNDER_TEST = "PYTEST_VERSION" in os.environ
# whether online tournaments of every kind may be published; without it those that tables online can play
# (rules.online.events), and all others stay drafts
ONLINE_TABLES = False
SECRET_KEY = env.str("SECRET_KEY", default="development-only-not-a-secret" if DEBUG or UNDER_TEST else "")
if not SECRET_KEY:
    raise ImproperlyConfigured("SECRET_KEY is not set. bin/up makes one; a server sets its own.")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
# From it and a hand's seed follows the deck; it lies outside the database, so that no dump tells a card. Without it no table is
# opened for play. Hands that were dealt under former keys are read with the fallbacks.
PLAY_KEY = env.str("PLAY_KEY", default="development-only-not-a-secret" if DEBUG or UNDER_TEST else "")
PLAY_KEY_FALLBACKS = env.list("PLAY_KEY_FALLBACKS", default=[])
# the record of a played table lies in rows for so long, then packed (dispatch.packs)
PACK_AFTER_DAYS = env.int("PACK_AFTER_DAYS", default=7)

for _name in ("DATABASE_URL", "REDIS_URL"):
    if not env.str(_name, default=""):
        raise ImproperlyConfigured(f"{_name} is not set. Start bin/up, or set it to your own service.")

# what is in the house

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
    "django_htmx",
    "django_prometheus",
    "config",
    "dispatch",
    "people",
    "ledger",
    "tournaments",
    "tables",
    "payouts",
    "play",
    "simulation",
    "api",
    "web",
]

MIDDLEWARE = [
    "config.proxy.ClientAddress",
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "config.bounds.BoundedBody",
    "config.bounds.NothingOfTheDevice",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "config.session_cookie.SessionCookie",
    "config.language.Language",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.signed_in.SignedIn",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.policy.ContentPolicy",
    "django_htmx.middleware.HtmxMiddleware",
    "web.problems.WordsForWrongMethod",
    "config.counted.CountedRequests",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["config.templates.TemplateLoader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# PostgreSQL

# DB_POOL is set by config.asgi and by bin/up: a pool per process. A command has one connection.
_pool_size = env.int("DB_POOL", default=0)
# Behind pgbouncer in transaction mode neither server-side cursors nor prepared statements survive.
_pgbouncer = env.bool("PGBOUNCER", default=False)

DATABASES = {"default": env.db_url("DATABASE_URL")}
DATABASES["default"] |= {
    "ENGINE": "config.postgresql",
    "CONN_MAX_AGE": 0 if _pool_size else env.int("CONN_MAX_AGE", default=60),
    "CONN_HEALTH_CHECKS": True,
    "DISABLE_SERVER_SIDE_CURSORS": _pgbouncer,
    "TEST": {"NAME": env.str("TEST_DB_NAME", default="test_shuffle")},
}
DATABASES["default"]["OPTIONS"] = {
    **DATABASES["default"].get("OPTIONS", {}),
    "connect_timeout": 3,
    # a peer that is cut off holds its locks until its connection is given up
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
    "application_name": env.str("PROCESS_NAME", default="shuffle"),
}
# How long a lock, a statement, a transaction that does nothing are waited for; 0: for ever. config.asgi, config.wsgi and
# config.celery have their own; a command on the console has none. One stuck transaction must not stop the whole house.
_limits = {
    "lock_timeout": env.int("DB_LOCK_SECONDS", default=0),
    "statement_timeout": env.int("DB_STATEMENT_SECONDS", default=0),
    "idle_in_transaction_session_timeout": env.int("DB_IDLE_SECONDS", default=0),
}
if _pgbouncer:
    DATABASES["default"]["OPTIONS"]["prepare_threshold"] = None  # limits: by role, see docs/operations.md
else:
    DATABASES["default"]["OPTIONS"]["options"] = " ".join(
        f"-c {name}={seconds}s" for name, seconds in _limits.items() if seconds
    )
if _pool_size:
    DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 1, "max_size": _pool_size, "timeout": 3}

# Redis or Valkey: broker, fan-out, cache; nothing that cannot be lost

REDIS_URL = env.str("REDIS_URL")
if UNDER_TEST and "PYTEST_XDIST_WORKER" in os.environ:
    # Each of pytest's processes has its own numbered database, as in PostgreSQL.
    _number = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")) + 1
    REDIS_URL = f"{REDIS_URL.rpartition('/')[0]}/{_number}"
# redis-py 8 and some servers close idle sockets: a subscription waits for ever, and says so.
REDIS_OPTIONS = {"socket_timeout": None, "socket_keepalive": True, "health_check_interval": 30}

CACHES = {
    "default": {
        "BACKEND": "config.caches.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": env.str("CACHE_PREFIX", default="shuffle"),
        "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 1},
    }
}

CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CONSUMER = "config.broker:LastingConsumer"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# A task held by a dead worker goes to another after this many seconds; ours take well under one.
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 60, **REDIS_OPTIONS}
CELERY_TASK_DEFAULT_QUEUE = env.str("CELERY_QUEUE", default="shuffle")
CELERY_TIMEZONE = "UTC"
# In memory: all entries are intervals, there is nothing to keep.
CELERY_BEAT_SCHEDULER = "config.heartbeat:Scheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = 1

# people

AUTH_USER_MODEL = "people.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
    "django.contrib.auth.hashers.ScryptPasswordHasher",
]
if UNDER_TEST:
    PASSWORD_HASHERS.insert(0, "django.contrib.auth.hashers.MD5PasswordHasher")
# In the database: people stay signed in when Valkey dies.
SESSION_ENGINE = "config.sessions"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# Players sign in by codes that are mailed. On the console they would stand in the server's log.
if not (DEBUG or UNDER_TEST or env.str("EMAIL_URL", default="")):
    raise ImproperlyConfigured(
        "EMAIL_URL is not set: smtp+tls://user:password@host:587, or filemail:///folder to read the codes there."
    )
vars().update(env.email_url("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Shuffle Up <no-reply@localhost>")

# the wire

HTTPS = env.bool("HTTPS", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# What links in mails begin with: nobody asks for a page there, so no request says where the house is. "": no links.
# a class that says what came by the bank (payouts/provider.py); none: the desk says it alone
PAY_IN_PROVIDER = env.str("PAY_IN_PROVIDER", default="")
PUBLIC_URL = (env.str("PUBLIC_URL", default="") or next(iter(CSRF_TRUSTED_ORIGINS), "")).rstrip("/")
SECURE_SSL_REDIRECT = HTTPS and env.bool("HTTPS_REDIRECT", default=True)
# Who asks for these is beside us, not behind the proxy.
SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz$", "^metrics$"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=3600) if HTTPS else 0
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
# Browsers ignore this one on plain http, loudly.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
# by which a browser is known at online tables, where the owner has that kept (ADR 24)
TABLE_BROWSER_COOKIE = "table_browser"
CSRF_FAILURE_VIEW = "web.problems.csrf_failed"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "object-src": [NONE],
        "frame-ancestors": [NONE],
    }
}

# files, languages, time

STATIC_URL = "/static/"
STATICFILES_DIRS = [path for path in [BASE_DIR / "static"] if path.is_dir()]
# What lies in static/ is what the browser runs, revalidated by ETag. With STATIC_ROOT (bin/up sets it, a server too)
# `collectstatic` leaves comments out and puts compressed copies beside plain ones; without, files are served from where they lie.
STATIC_ROOT = env.str("STATIC_ROOT", default="") or None
WHITENOISE_USE_FINDERS = STATIC_ROOT is None or DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_MAX_AGE = 60
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static_files.StaticFiles"},
}

LANGUAGE_CODE = "pt-br"
LANGUAGES = [("pt-br", "Português (Brasil)"), ("pt", "Português (Portugal)"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.str("DEFAULT_TIME_ZONE", default="America/Sao_Paulo")  # A venue has its own.

# API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.authentication.BearerToken",
        "api.authentication.DeviceAndPin",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["api.parsing.BoundedJson"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.problems.handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Shuffle Up",
    "VERSION": "0.1.0",
    "DESCRIPTION": (
        "Commands are POST with a Command-Id header: sent again, they give the same answer and no second effect. "
        "What is refused is answered as problem+json with a code, the rule and a sentence in the caller's language."
    ),
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/",
    "SORT_OPERATIONS": False,
    "ENUM_NAME_OVERRIDES": {
        "Currency": "tournaments.models.circuit.CURRENCIES",
        "PaymentMethod": "tournaments.models.entry.METHODS",
        "MethodAtTheCounter": "ledger.fields.METHODS_AT_THE_COUNTER",
        "AccountKind": "rules.accounts.AccountKind",
        "ScreenRole": "tournaments.models.screens.ScreenRole.values",
        "StaffRole": "people.models.access.STAFF_ROLES",
        "LimitKind": "rules.play_limits.LimitKind",
    },
    "PATH_CONVERTER_OVERRIDES": {"id": {"type": "integer", "minimum": 1, "maximum": 999_999_999_999_999}},
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# logs: one JSON object per line

LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
_log_steps: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
    without_secrets,
    without_rows,
    without_links,
]
structlog.configure(
    processors=[*_log_steps, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=structlog.stdlib.BoundLogger,
    cache_logger_on_first_use=True,
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {
            "()": structlog.stdlib.ProcessorFormatter,
            "foreign_pre_chain": _log_steps,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
            ],
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        # a stranger's request for another name: answered 400, and no traceback each, or strangers could fill the disk
        "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL", "propagate": False},
        "uvicorn.access": {"handlers": [], "level": "WARNING", "propagate": True},
        "celery.app.trace": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
        "celery.worker.strategy": {"level": "WARNING"},
    },
}
PROMETHEUS_EXPORT_MIGRATIONS = False
