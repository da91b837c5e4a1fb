"""
The whole house with bots that play over the socket: by itself, and while its parts are killed.

The long form is `manage.py faults --minutes N`.
"""

import json

import pytest

from pokerhouse.ops.scratch.running_up import run_house

pytestmark = pytest.mark.faults

PATIENCE_S = 240


def test_a_house_plays_by_itself_and_its_audit_is_ok() -> None:
    done = run_house("up", "--port", "0", "--until-hands", "12", "--json", timeout_s=PATIENCE_S)
    assert done.returncode == 0, done.stderr[-3000:]
    report = json.loads(done.stdout)
    assert report["audit"] == "ok"
    assert report["hands"] >= 12
    assert report["tables"] == 2


def test_hands_go_on_whichever_part_is_killed_or_stopped() -> None:
    """docs/security.md#faults: web, worker, relay, Valkey, PostgreSQL; then the audit."""
    done = run_house("faults", "--minutes", "0", "--json", timeout_s=2 * PATIENCE_S)
    assert done.returncode == 0, done.stderr[-3000:]
    report = json.loads(done.stdout)
    assert report["audit"] == "ok"
    assert report["acknowledged"] > 50
    assert report["lost"] == []
    recovered = {each["fault"]: each["recovered_s"] for each in report["recoveries"]}
    assert len(recovered) == 6
    assert None not in recovered.values()
