"""Beat goes on whatever becomes of the machine's clock."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from celery import Celery

from config.heartbeat import Scheduler

T0 = datetime(2026, 11, 26, 22, 0, tzinfo=UTC)


@pytest.mark.parametrize("back", [timedelta(minutes=10), timedelta(days=1)])
def test_a_clock_that_was_set_back_does_not_stop_what_is_sent_every_second(monkeypatch, back) -> None:
    app = Celery("x", set_as_current=False, broker="memory://")
    app.conf.beat_schedule = {
        name: {"task": name, "schedule": seconds}
        for name, seconds in (("clocks", 1.0), ("tables", 1.0), ("sums", 60.0))
    }
    now, sent = [T0], []
    monkeypatch.setattr(app, "now", lambda: now[0])
    scheduler = Scheduler(app=app)
    monkeypatch.setattr(scheduler, "apply_async", lambda entry, **_more: sent.append(entry.task))

    def sent_within(*, seconds: int) -> Counter[str]:
        """As the service does: tick, and sleep for as long as it says; time passes by `now` alone."""
        sent.clear()
        until = now[0] + timedelta(seconds=seconds)
        while now[0] < until:
            now[0] += timedelta(seconds=max(scheduler.tick(), 0.02))
        return Counter(sent)

    def every_second(found: Counter[str]) -> bool:
        return found["clocks"] >= 9 and found["tables"] >= 9

    assert every_second(sent_within(seconds=10))
    now[0] -= back
    found = sent_within(seconds=10)
    assert every_second(found)
    # what is sent every minute is not sent again for having been set back, and not forgotten
    assert found["sums"] == 0
    assert sent_within(seconds=60)["sums"] == 1
    # forward, what was missed is sent once
    now[0] += timedelta(days=1)
    found = sent_within(seconds=10)
    assert every_second(found)
    assert found["sums"] == 1
