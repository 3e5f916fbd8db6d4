"""A worker lives through the loss of its broker, with a task in hand as without one."""

from __future__ import annotations

import contextlib

import pytest
from celery.worker import WorkController
from kombu import Queue
from redis.exceptions import ConnectionError as Lost

from config.celery import app
from tests.dispatch.test_sockets import free_port, own_redis

pytestmark = [pytest.mark.slow, pytest.mark.faults]


def test_a_broker_that_dies_while_a_task_is_in_hand_and_more_are_awaited_does_not_end_the_worker() -> None:
    consumer = WorkController(app=app, pool="threads", concurrency=4).consumer
    with contextlib.ExitStack() as stack:
        broker = stack.enter_context(own_redis(port := free_port()))
        connection = consumer.connection = app.connection_for_read(f"redis://127.0.0.1:{port}/0")
        queue = Queue("lasting", channel=connection.default_channel)
        in_hand: list[object] = []
        connection.Consumer(queue, callbacks=[lambda _body, message: in_hand.append(message)]).consume()
        # as a worker, it has a second channel: who is closed second is what kombu forgets
        control = Queue("control", channel=connection.channel())
        connection.Consumer(control, channel=control.channel).consume()
        with connection.Producer() as producer:
            producer.publish({}, routing_key="lasting", declare=[queue])
        connection.drain_events(timeout=60)
        assert len(in_hand) == 1
        with pytest.raises(TimeoutError):  # it goes on asking for the next one
            connection.drain_events(timeout=0.1)
        broker.kill()
        broker.wait()

        consumer.on_connection_error_after_connected(Lost("closed by the server"))

        assert consumer.connection is None
