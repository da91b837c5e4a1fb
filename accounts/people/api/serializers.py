"""The forms of people's endpoints, in and out."""

from typing import Any

from rest_framework import serializers

from accounts.people.identity import Person
from accounts.people.terms import LANG, MAX_LANG, MAX_SCREEN_NAME, SCREEN_NAME
from accounts.people.tokens import MAX_NAME
from pokerhouse.api.fields import Pattern, Text
from pokerhouse.api.problems import StrictSerializer
from pokerhouse.common.access import Scope
from pokerhouse.common.roles import Role


class MeOutput(serializers.Serializer[Person]):
    """Oneself."""

    id = serializers.UUIDField(read_only=True)
    email = serializers.EmailField(max_length=254)
    screen_name = serializers.CharField(max_length=MAX_SCREEN_NAME)
    roles = serializers.ListField(child=serializers.ChoiceField([role.value for role in Role]))
    lang = serializers.CharField(max_length=MAX_LANG)
    created_at = serializers.DateTimeField(read_only=True)


class MeInput(StrictSerializer):
    """What somebody may change about himself."""

    screen_name = Pattern(SCREEN_NAME, required=False)
    lang = Pattern(LANG, required=False)


class SessionOutput(serializers.Serializer[Any]):
    """One of one's sessions."""

    id = serializers.UUIDField()
    created_at = serializers.DateTimeField()
    last_seen_at = serializers.DateTimeField()
    address = serializers.CharField()
    client = serializers.CharField()
    is_current = serializers.BooleanField()


class SessionsOutput(serializers.Serializer[Any]):
    """All of one's sessions, on one page, because there are few."""

    data = SessionOutput(many=True)  # type: ignore[assignment]
    has_more = serializers.BooleanField()
    next_cursor = serializers.CharField(allow_null=True)


class TicketOutput(serializers.Serializer[Any]):
    """A ticket for one socket."""

    ticket = serializers.CharField()
    expires_at = serializers.DateTimeField()


class EmptyInput(StrictSerializer):
    """A request with an empty body."""


class TokenInput(StrictSerializer):
    """The properties of a new token."""

    name = Text(max_length=MAX_NAME)
    scopes = serializers.ListField(
        child=serializers.ChoiceField([scope.value for scope in Scope]),
        min_length=1,
        max_length=len(Scope),
    )
    expires_at = serializers.DateTimeField()


class TokenOutput(serializers.Serializer[Any]):
    """A token, without its secret."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField([s.value for s in Scope]))
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True)


class NewTokenOutput(TokenOutput):
    """A new token; its secret is shown this once."""

    secret = serializers.CharField()


class TokensOutput(serializers.Serializer[Any]):
    """All of one's tokens, on one page, because there are few."""

    data = TokenOutput(many=True)  # type: ignore[assignment]
    has_more = serializers.BooleanField()
    next_cursor = serializers.CharField(allow_null=True)
