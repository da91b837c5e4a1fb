"""The web process: HTTP to Django, sockets to the live feed."""

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerhouse.settings")
http = get_asgi_application()  # loads the apps, so whatever needs them is imported below

application = ProtocolTypeRouter({"http": http})
