"""The pages' paths, feature by feature; those of play stand first."""

from django.urls import include, path

FEATURES = (
    "table",
    "hand",
    "lobby",
    "hands",
    "wallet",
    "account",
    "signing",
    "shell",
    "parts",
    "floor",
    "games",
    "players",
    "cage",
    "audit",
    "books",
)

urlpatterns = [path("", include(f"pokerhouse.console.{name}.urls")) for name in FEATURES]
