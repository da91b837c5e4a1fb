"""The paths of players and people."""

from django.urls import path

from pokerhouse.console.players import people, views

urlpatterns = [
    path("players", views.players),
    path("players/new", views.enter),
    path("players/<uuid:player_id>", views.player),
    path("players/<uuid:player_id>/suspend", views.suspend),
    path("players/<uuid:player_id>/unsuspend", views.unsuspend),
    path("players/<uuid:player_id>/bar", views.bar),
    path("people", people.everybody),
    path("people/<uuid:person_id>/roles", people.roles),
]
