"""Every path of the house."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("_allauth/", include("allauth.headless.urls")),
]
