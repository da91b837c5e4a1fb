"""Paths under /api/v1 that are about tables and hands; the feed's is in `pokerhouse.urls`."""

from django.urls import path

from tables.api import views_croupier as croupier
from tables.api import views_play as play
from tables.api import views_seats as seats
from tables.api import views_staff as staff
from tables.room.games import api as games
from tables.room.hands import api as hands
from tables.room.lobby import api as lobby
from tables.room.rules import api as rules

urlpatterns = [
    path("hands/<uuid:hand_id>/actions", play.ActionsView.as_view()),
    path("lobby", lobby.LobbyView.as_view()),
    path("games", lobby.GamesView.as_view()),
    path("rules", rules.RulesView.as_view()),
    path("tables", lobby.TablesView.as_view()),
    path("tables/<uuid:table_id>", lobby.TableDetailView.as_view()),
    path("me/seats", lobby.MySeatsView.as_view()),
    path("tables/<uuid:table_id>/state", play.StateView.as_view()),
    path("tables/<uuid:table_id>/hand", play.TableHandView.as_view()),
    path("tables/<uuid:table_id>/seats/<int:seat>/buy-in", seats.BuyInView.as_view()),
    path("tables/<uuid:table_id>/seats/me/top-up", seats.TopUpView.as_view()),
    path("tables/<uuid:table_id>/seats/me/sit-out", seats.SitOutView.as_view()),
    path("tables/<uuid:table_id>/seats/me/sit-in", seats.SitInView.as_view()),
    path("tables/<uuid:table_id>/seats/me", seats.MySeatView.as_view()),
    path("tables/<uuid:table_id>/seats/me/leave", seats.LeaveView.as_view()),
    path("hands", hands.HandsView.as_view()),
    path("hands/<uuid:hand_id>", hands.HandDetailView.as_view()),
    path("hands/<uuid:hand_id>/history", hands.HistoryView.as_view()),
    path("hands/<uuid:hand_id>/proof", hands.ProofView.as_view()),
    path("staff/games", games.StaffGamesView.as_view()),
    path("staff/games/<uuid:game_id>", games.StaffGameView.as_view()),
    path("staff/tables", games.StaffTablesView.as_view()),
    path("staff/tables/<uuid:table_id>", staff.StaffTableView.as_view()),
    path("staff/tables/<uuid:table_id>/seats/<int:seat>/remove", staff.RemoveView.as_view()),
    path("staff/tables/<uuid:table_id>/bomb-pot", staff.BombPotView.as_view()),
    path("staff/tables/<uuid:table_id>/croupier", croupier.CroupierView.as_view()),
    path("staff/tables/<uuid:table_id>/transitions", staff.TransitionsView.as_view()),
    path("staff/players/<uuid:player_id>", staff.StaffPlayerView.as_view()),
    path("staff/hands/<uuid:hand_id>/void", staff.VoidView.as_view()),
]
