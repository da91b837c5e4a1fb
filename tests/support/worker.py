"""A Celery app for tests' own workers: the house's, with tasks that tell what they did."""

import os
import time
from typing import Any
from uuid import UUID

import redis

from pokerhouse.agenda.done import done
from pokerhouse.celery import app
from pokerhouse.common import house_clock

__all__ = ["app"]


@app.task(name="tables.probe", acks_late=True, ignore_result=True)
def probe(*, shard: str, key: str, generation: int, hang_s: float = 0, **args: Any) -> None:
    """Tell that it began; hang, if it is the first worker to; tell that it ended; be done."""
    with redis.Redis.from_url(os.environ["REDIS_URL"]) as client:
        client.rpush(f"began:{shard}", f"{os.getpid()}:{generation}")
        if client.llen(f"began:{shard}") == 1:
            time.sleep(hang_s)
        at = house_clock.read()
        if done(shard=UUID(shard), key=key, generation=generation, at=at):
            client.rpush(f"done:{shard}", args.get("name", ""))
