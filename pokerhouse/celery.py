"""
The Celery application: what happens because time passed or a hand ended.

See docs/architecture.md#the-agenda.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerhouse.settings")

app = Celery("pokerhouse")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
