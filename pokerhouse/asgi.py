"""The web process: HTTP to Django, sockets to the live feed, static files beside both."""

import os
from typing import Any

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerhouse.settings")
http = get_asgi_application()  # loads the apps, so whatever needs them is imported below

from pokerhouse.agenda.lifespan import beating  # noqa: E402
from pokerhouse.console.shell.static_files import StaticFiles  # noqa: E402
from pokerhouse.realtime.routing import socket_application  # noqa: E402
from pokerhouse.wiring import hub  # noqa: E402

# Servers and test clients have types of their own for an ASGI application.
application: Any = ProtocolTypeRouter(
    {"http": StaticFiles(http), "websocket": socket_application(hub), "lifespan": beating}
)
