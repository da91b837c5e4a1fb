"""The frame's own paths."""

from django.urls import path
from django.views.i18n import set_language

from pokerhouse.console.shell import views

urlpatterns = [
    path("language", set_language),
    path("theme", views.set_theme),
]
