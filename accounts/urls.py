"""Paths under /api/v1 that are about people."""

from django.urls import path

from accounts.money.cage import api as cage
from accounts.money.reports import api as accounting
from accounts.money.wallet import api as wallet
from accounts.people.api import audit, me, players, standing
from accounts.people.inbox import api as inbox

urlpatterns = [
    path("me", me.MeView.as_view()),
    path("me/inbox", inbox.InboxView.as_view()),
    path("me/sessions", me.SessionsView.as_view()),
    path("me/sessions/<uuid:session_id>", me.SessionView.as_view()),
    path("me/socket-tickets", me.SocketTicketsView.as_view()),
    path("me/tokens", me.TokensView.as_view()),
    path("me/tokens/<uuid:token_id>", me.TokenView.as_view()),
    path("wallet", wallet.WalletView.as_view()),
    path("wallet/entries", wallet.WalletEntriesView.as_view()),
    path("cage/transactions", cage.CageTransactionsView.as_view()),
    path("staff/players", players.StaffPlayersView.as_view()),
    path("staff/players/<uuid:player_id>/suspend", standing.SuspendView.as_view()),
    path("staff/players/<uuid:player_id>/unsuspend", standing.UnsuspendView.as_view()),
    path("staff/players/<uuid:player_id>/bar", standing.BarView.as_view()),
    path("staff/audit", audit.AuditView.as_view()),
    path("staff/people/<uuid:person_id>/roles", standing.RolesView.as_view()),
    path("accounting/trial-balance", accounting.TrialBalanceView.as_view()),
]
