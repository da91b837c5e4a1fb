"""The web process: HTTP to Django, sockets to the live feed, static files beside both."""

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerhouse.settings")
http = get_asgi_application()  # loads the apps, so whatever needs them is imported below

from pokerhouse.agenda.lifespan import beating  # noqa: E402
from pokerhouse.console.shell.static_files import StaticFiles  # noqa: E402
from pokerhouse.realtime.routing import SocketRouter  # noqa: E402
from pokerhouse.wiring import socket_app  # noqa: E402

application = ProtocolTypeRouter(
    {"http": StaticFiles(http), "websocket": SocketRouter(socket_app()), "lifespan": beating}
)
