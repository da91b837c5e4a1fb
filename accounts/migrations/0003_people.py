"""People: the user model that sign-up, sessions and roles hang on."""

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.functions.datetime
import django.db.models.functions.text
from django.db import migrations, models

import accounts.people.models
import pokerhouse.common.ids
from pokerhouse.common.guards import Grant


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_ledger_refusals")]
    # Their first migrations ask for the first one of this app, which is the ledger's.
    run_before = [
        ("account", "0001_initial"),
        ("mfa", "0001_initial"),
        ("usersessions", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "id",
                    models.UUIDField(
                        default=pokerhouse.common.ids.new_id,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("email", models.EmailField(max_length=254, unique=True)),
                (
                    "screen_name",
                    models.CharField(
                        max_length=20,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[A-Za-z][A-Za-z0-9_.-]{2,19}\\Z",
                                "3 to 20 letters, digits, '_', '.' or '-', beginning with a letter.",
                                code="invalid_screen_name",
                            )
                        ],
                    ),
                ),
                (
                    "roles",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(),
                        default=accounts.people.models.only_a_player,
                        size=None,
                    ),
                ),
                (
                    "lang",
                    models.CharField(
                        default="en",
                        max_length=5,
                        validators=[
                            django.core.validators.RegexValidator("^[a-z]{2}(-[A-Z]{2})?\\Z")
                        ],
                    ),
                ),
                (
                    "standing",
                    models.TextField(
                        choices=[
                            ("good", "Good"),
                            ("suspended", "Suspended"),
                            ("barred", "Barred"),
                        ],
                        default="good",
                    ),
                ),
                ("is_active", models.BooleanField(default=True)),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(), editable=False
                    ),
                ),
            ],
            options={
                "db_table": "person",
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("screen_name"),
                        name="person_screen_name_key",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("email", django.db.models.functions.text.Lower("email"))
                        ),
                        name="person_email_is_lower_case",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("screen_name__regex", "^[A-Za-z][A-Za-z0-9_.-]{2,19}\\Z")
                        ),
                        name="person_screen_name_rule",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "roles__contained_by",
                                [
                                    "player",
                                    "floor",
                                    "dealer",
                                    "cage",
                                    "accountant",
                                    "auditor",
                                    "manager",
                                    "admin",
                                ],
                            )
                        ),
                        name="person_roles_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("is_active", True), ("standing", "good")),
                            models.Q(
                                ("is_active", False), ("standing__in", ["suspended", "barred"])
                            ),
                            _connector="OR",
                        ),
                        name="person_standing_decides",
                    ),
                ],
            },
        ),
        # Nobody is deleted: ledger and events name people for ever.
        Grant("person", ["SELECT", "INSERT", "UPDATE"]),
    ]
