"""The frame's own paths."""

from django.urls import path
from django.views.i18n import set_language

urlpatterns = [path("language", set_language)]
