"""The audit trail's path."""

from django.urls import path

from pokerhouse.console.audit import views

urlpatterns = [path("audit", views.trail)]
