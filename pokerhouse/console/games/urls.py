"""The paths of the games."""

from django.urls import path

from pokerhouse.console.games import views

urlpatterns = [
    path("games", views.games),
    path("games/new", views.new_game),
    path("games/<uuid:game_id>/rename", views.rename_game),
    path("games/<uuid:game_id>/retire", views.retire_game),
]
