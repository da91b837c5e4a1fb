"""What the application may do with the tables of sessions, e-mail, second factors and lock-outs."""

from django.db import migrations

from pokerhouse.common.guards import Grant

# Not here: django.contrib.auth's groups and permissions. Roles stand in `person`; nobody uses them.
TABLES = (
    "django_session",
    "account_emailaddress",
    "account_emailconfirmation",
    "mfa_authenticator",
    "usersessions_usersession",
    "axes_accessattempt",
    "axes_accessattemptexpiration",
    "axes_accesslog",
    "axes_accessfailurelog",
)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_people"),
        ("sessions", "0001_initial"),
        ("account", "0009_emailaddress_unique_primary_email"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("usersessions", "0001_initial"),
        ("axes", "0010_accessattemptexpiration"),
    ]
    operations = [Grant(table, ["SELECT", "INSERT", "UPDATE", "DELETE"]) for table in TABLES]
