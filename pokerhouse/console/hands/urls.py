"""The path of one's hands."""

from django.urls import path

from pokerhouse.console.hands import views

urlpatterns = [path("hands", views.hands)]
