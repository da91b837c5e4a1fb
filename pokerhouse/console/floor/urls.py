"""The floor's paths."""

from django.urls import path

from pokerhouse.console.floor import changes, opening, views

urlpatterns = [
    path("floor/tables", views.tables),
    path("floor/tables/new", opening.open_for_game),
    path("floor/tables/new/own", opening.open_own),
    path("floor/tables/<uuid:table_id>", views.table),
    path("floor/tables/<uuid:table_id>/seats", views.seats),
    path("floor/tables/<uuid:table_id>/pause", changes.pause),
    path("floor/tables/<uuid:table_id>/resume", changes.resume),
    path("floor/tables/<uuid:table_id>/bomb-pot", changes.bomb_pot),
    path("floor/tables/<uuid:table_id>/close", changes.close),
    path("floor/tables/<uuid:table_id>/stakes", changes.stakes),
    path("floor/tables/<uuid:table_id>/seats/<int:seat>/remove", changes.remove),
    path("floor/hands/<uuid:hand_id>/take-back", changes.take_back),
]
