"""
The Celery application: what happens because time passed or a hand ended.

See docs/architecture.md#the-agenda.
"""

import os

from celery import Celery
from celery.signals import worker_process_init, worker_ready

from pokerhouse.common.garbage import calm_collector

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerhouse.settings")

app = Celery("pokerhouse")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def calm(**_: object) -> None:
    """Let the collectors of a worker and of its children wait for quiet seconds."""
    calm_collector()


worker_ready.connect(calm, weak=False)
worker_process_init.connect(calm, weak=False)
