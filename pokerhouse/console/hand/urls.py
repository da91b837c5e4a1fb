"""The hand's path."""

from django.urls import path

from pokerhouse.console.hand import views

urlpatterns = [path("hands/<uuid:hand_id>", views.hand)]
