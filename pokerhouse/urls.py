"""Every path of the house."""

from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularJSONAPIView

from accounts.people.allauth_forms import harden_forms
from accounts.people.signing_in import no_phones
from pokerhouse.api.docs import docs_page, problem_page
from pokerhouse.api.meta import MetaView
from pokerhouse.realtime.polling import long_poll
from pokerhouse.wiring import asyncapi, hub
from tables.api.views_play import EventsView

handler400 = "pokerhouse.console.shell.errors.bad_request"
handler403 = "pokerhouse.console.shell.errors.permission_denied"
handler404 = "pokerhouse.console.shell.errors.not_found"
handler500 = "pokerhouse.console.shell.errors.server_error"

# Paths are tried in order: those of play stand first.
api: list[URLPattern | URLResolver] = [
    path("", include("tables.urls")),
    path("tables/<uuid:table_id>/events", long_poll(EventsView, "table_id", hub)),
    path("meta", MetaView.as_view()),
    path("schema", SpectacularJSONAPIView.as_view(), name="schema"),
    path("docs", docs_page),
    path("asyncapi.json", asyncapi),
    path("", include("accounts.urls")),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include(api)),
    path("_allauth/<slug:client>/v1/account/phone", no_phones),
    path("_allauth/", include("allauth.headless.urls")),
    path("problems/<slug:code>", problem_page),
    path("", include("pokerhouse.console.urls")),
]

harden_forms()
