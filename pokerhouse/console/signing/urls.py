"""The paths of signing in and up."""

from django.urls import path

from pokerhouse.console.signing import views

urlpatterns = [
    path("sign-in", views.sign_in),
    path("sign-in/again", views.sign_again),
    path("sign-up", views.sign_up),
    path("account/reset-password", views.reset_password),
    path("sign-out", views.sign_out),
]
