"""`manage.py dbshell`: Django's, inside the house; psql comes with the embedded PostgreSQL."""

from django.core.management.commands.dbshell import Command as DjangoDbshell

from pokerhouse.ops.command.base import HouseCommand


class Command(HouseCommand, DjangoDbshell):
    """Opens psql on the house's database, started if need be."""

    help = (
        "Open psql on the house's database: as the application, or as its owner with --database"
        " owner. What stands behind -- goes to psql."
    )
