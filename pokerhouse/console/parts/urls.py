"""The paths of the page that shows the parts."""

from django.urls import path

from pokerhouse.console.parts import views

urlpatterns = [
    path("parts", views.parts),
    path("parts/confirm", views.confirm),
    path("parts/undo", views.undo),
    path("parts/late", views.late),
    path("parts/failing", views.failing),
]
