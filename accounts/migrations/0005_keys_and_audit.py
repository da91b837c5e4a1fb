"""Personal tokens, socket tickets, and the staff's book."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import pokerhouse.common.ids
from pokerhouse.common.guards import Grant, append_only


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_identity_grants"),
    ]

    operations = [
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=pokerhouse.common.ids.new_id,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("actor", models.UUIDField(null=True)),
                ("action", models.TextField()),
                ("target", models.TextField()),
                ("facts", models.JSONField(default=dict)),
                ("request_id", models.TextField(default="")),
            ],
            options={
                "db_table": "audit_entry",
                "indexes": [
                    models.Index(fields=["target", "id"], name="audit_entry_target"),
                    models.Index(fields=["actor", "id"], name="audit_entry_actor"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SocketTicket",
            fields=[
                ("digest", models.BinaryField(max_length=32, primary_key=True, serialize=False)),
                (
                    "access_kind",
                    models.TextField(choices=[("session", "session"), ("token", "token")]),
                ),
                ("access_id", models.UUIDField()),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "socket_ticket",
            },
        ),
        migrations.CreateModel(
            name="PersonalToken",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=pokerhouse.common.ids.new_id,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("digest", models.BinaryField(max_length=32, unique=True)),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(), size=None
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("last_used_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "db_table": "personal_token",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("scopes__contained_by", ["read", "play", "staff"]),
                            ("scopes__len__gt", 0),
                        ),
                        name="personal_token_scopes_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("expires_at__gt", models.F("created_at"))),
                        name="personal_token_expires",
                    ),
                ],
            },
        ),
        append_only("audit_entry"),
        Grant("audit_entry", ["SELECT", "INSERT"]),
        Grant("socket_ticket", ["SELECT", "INSERT", "UPDATE (used_at)", "DELETE"]),
        Grant("personal_token", ["SELECT", "INSERT", "UPDATE (last_used_at, revoked_at)"]),
    ]
