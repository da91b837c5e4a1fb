"""The books' paths."""

from django.urls import path

from pokerhouse.console.books import views

urlpatterns = [path("trial-balance", views.trial)]
