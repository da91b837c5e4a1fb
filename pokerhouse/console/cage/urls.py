"""The cage's paths."""

from django.urls import path

from pokerhouse.console.cage import views

urlpatterns = [
    path("cage", views.choose),
    path("cage/players/<uuid:player_id>", views.serve),
    path("cage/slips/<uuid:transaction_id>", views.slip),
]
