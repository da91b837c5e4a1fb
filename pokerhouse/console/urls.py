"""The pages' paths."""

from django.urls import path
from django.views.i18n import set_language

from pokerhouse.console import views

urlpatterns = [
    path("", views.lobby),
    path("sign-in", views.sign_in),
    path("sign-up", views.sign_up),
    path("tables/<uuid:table_id>", views.table),
    path("hands/<uuid:hand_id>", views.hand),
    path("language", set_language),
]
