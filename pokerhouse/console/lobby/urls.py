"""The lobby's path."""

from django.urls import path

from pokerhouse.console.lobby import views

urlpatterns = [path("", views.lobby)]
