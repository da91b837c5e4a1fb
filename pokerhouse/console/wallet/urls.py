"""The wallet's path."""

from django.urls import path

from pokerhouse.console.wallet import views

urlpatterns = [path("wallet", views.wallet)]
