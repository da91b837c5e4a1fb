"""`manage.py dbshell`: Django's, inside the house; psql comes with the embedded PostgreSQL."""

from django.core.management.commands.dbshell import Command as DjangoDbshell

from pokerhouse.management.base import HouseCommand


class Command(HouseCommand, DjangoDbshell):
    """Open psql on the house's database, as the application or with `--database owner`."""
