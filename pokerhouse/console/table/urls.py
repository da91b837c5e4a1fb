"""The table's path."""

from django.urls import path

from pokerhouse.console.table import views

urlpatterns = [path("tables/<uuid:table_id>", views.table)]
