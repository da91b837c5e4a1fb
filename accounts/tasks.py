"""Work that Celery does at fixed times."""

from pathlib import Path

from celery import shared_task
from django.conf import settings
from django.db import OperationalError

from pokerhouse.common import house_clock
from pokerhouse.eventstore import anchors


@shared_task(
    name="accounts.anchor_chains",
    acks_late=True,
    ignore_result=True,
    autoretry_for=(OperationalError,),
    max_retries=3,
    retry_backoff=1,
)
def anchor_chains(**_: object) -> None:
    """Sign the feeds' heads into settings.ANCHOR_FILE; do nothing if it is not set."""
    if settings.ANCHOR_FILE:
        anchors.anchor(Path(settings.ANCHOR_FILE), at=house_clock.read())
