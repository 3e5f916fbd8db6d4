"""What was committed reaches the listeners, at least once and as a whole, whoever dies on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from typing import Any

import pytest
import redis
from django.db import connection, transaction

from dispatch import chain, relay, topics, wire
from dispatch.models import Fact, Stream
from dispatch.topics import Listener
from rules.refusals import Refused
from tests.dispatch import box_commands
from tests.dispatch.box_commands import ANA, AT, new_id
from tests.dispatch.plans import read_whole

pytestmark = pytest.mark.usefixtures("payloads")


def listen(ears: Any, *names: str) -> None:
    ears.subscribe(*(wire.topic_channel(name) for name in names))
    time.sleep(0.05)
    heard(ears, 0.05)


def heard(ears: Any, seconds: float = 0.3) -> list[tuple[str, int, dict[str, Any]]]:
    """(topic, seq, payload) of everything that comes within so many seconds, and of what was sent before they ended."""
    got, until = [], time.monotonic() + seconds
    end = wire.topic_channel(f"end/{uuid.uuid4()}")
    ears.subscribe(end)
    flushed = False
    while True:
        if not flushed and time.monotonic() >= until:
            flushed = True
            wire.client(timeout=5).publish(end, b"")
        assert time.monotonic() < until + 15, "the end was never heard"
        message = ears.get_message(timeout=1 if flushed else max(0.001, until - time.monotonic()))
        if message and message["channel"].decode() == end:
            return got
        if message:
            seq, text = wire.unpacked(message["data"])
            said = json.loads(text)
            assert said["seq"] == seq
            assert message["channel"].decode() == wire.topic_channel(said["topic"])
            got.append((said["topic"], seq, said["face"]))


def add(box: int = 1, times: int = 1) -> None:
    for _ in range(times):
        box_commands.add(command_id=new_id(), at=AT, by=ANA, box=box)


def test_one_face_a_topic_however_many_facts(box: None, ears: Any) -> None:
    listen(ears, "box/1", "own/1/box/1")
    add(1, 5)
    assert relay.relay_once() == 5
    got = heard(ears)
    assert sorted((topic, seq, payload["n"]) for topic, seq, payload in got) == [
        ("box/1", 5, 5),
        ("own/1/box/1", 5, 5),
    ]
    assert relay.relay_once() == 0
    assert heard(ears, 0.1) == []  # told once
    assert list(Stream.objects.values_list("seq", "published_seq")) == [(5, 5)]


def test_no_face_is_built_for_nobody(box: None, ears: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []
    real = topics.show
    monkeypatch.setattr(topics, "show", lambda topic, head: built.append(topic.name) or real(topic, head))
    listen(ears, "box/1")
    add(1, 3)
    add(2, 3)
    relay.relay_once()
    assert built == ["box/1"]
    assert list(Stream.objects.values_list("published_seq", flat=True)) == [3, 3]


def test_a_broken_face_silences_only_itself(boxes: None, ears: Any) -> None:
    listen(ears, "box/1", "broken/1")
    add(1)
    assert relay.relay_once() == 1
    assert [(topic, seq) for topic, seq, _ in heard(ears)] == [("box/1", 1)]
    assert Stream.objects.get(name="box:1").published_seq == 1


def test_redis_away_nothing_is_lost(boxes: None, ears: Any, settings: Any) -> None:
    listen(ears, "box/1")
    real = settings.REDIS_URL
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    add(1, 2)
    assert relay.relay_once() == 2  # sealed all the same
    assert list(Stream.objects.values_list("seq", "published_seq")) == [(2, 0)]
    settings.REDIS_URL = real
    relay.relay_once()
    assert [(topic, seq) for topic, seq, _ in heard(ears)] == [("box/1", 2)]


def test_a_change_of_roles_is_told_to_the_doors(box: None, ears: Any) -> None:
    ears.subscribe(wire.access_channel())
    time.sleep(0.1)
    box_commands.dismiss(command_id=new_id(), at=AT, by=ANA, user_id=4)
    relay.relay_once()
    words = [ears.get_message(timeout=0.3) for _ in range(3)]
    assert [word["data"] for word in words if word] == [b"1"]


@pytest.mark.faults
@pytest.mark.alone  # it measures: beside others it would be their load that is measured
def test_a_poke_wakes_the_relay_at_once(boxes: None, ears: Any) -> None:
    listen(ears, "box/1")
    here = relay.start_in_background()
    try:
        time.sleep(0.6)
        waits = []
        for n in range(1, 11):
            time.sleep(0.02)
            started = time.perf_counter()
            add(1)
            while True:
                message = ears.get_message(timeout=2)
                assert time.perf_counter() - started < 15, f"payload {n} never came"
                if message and wire.unpacked(message["data"])[0] >= n:
                    break
            waits.append(time.perf_counter() - started)
        print("commit to payload, ms:", [round(wait * 1000) for wait in waits])
        assert sorted(waits)[5] < 0.2  # the poll alone would need 0.25
    finally:
        here.stop()


def test_two_relays_at_once_double_nothing(boxes: None, ears: Any) -> None:
    listen(ears, "box/1", "box/2")
    both = [relay.start_in_background() for _ in range(2)]
    try:
        for _ in range(40):
            add(1)
            add(2)
        wait_for(lambda: Stream.objects.filter(published_seq=40).count() == 2)
    finally:
        for one in both:
            one.stop()
    got = heard(ears)
    for box in (1, 2):
        numbers = [seq for topic, seq, _ in got if topic == f"box/{box}"]
        assert numbers == sorted(set(numbers)) and numbers[-1] == 40  # each number once, rising
        assert all(payload["n"] >= seq for topic, seq, payload in got if topic == f"box/{box}")
    assert chain.audit().findings == []


def wait_for(true: Any, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "never came true"
        time.sleep(0.02)


WRITER = """
import os, sys, django
django.setup()
from dispatch import relay
from tests.dispatch import box_commands, pages
pages.register()
if sys.argv[1] == "dies between commit and publish":
    relay._tell = lambda *given: os.kill(os.getpid(), 9)
elif sys.argv[1] == "dies after the words, before the row":
    real = relay._tell
    relay._tell = lambda *given: (real(*given), os.kill(os.getpid(), 9))
elif sys.argv[1] == "dies while sealing":
    relay.chain.link = lambda *a, **k: os.kill(os.getpid(), 9)
for _ in range(3):
    box_commands.add(command_id=box_commands.new_id(), at=box_commands.AT, by=box_commands.ANA, box=1)
print("committed", flush=True)
relay.relay_once()
print("not reached", flush=True)
"""


def other_process(*args: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, *args], env=environment(), stdout=subprocess.PIPE, text=True
    )


def environment() -> dict[str, str]:
    """For a child process: the same settings, on the test database."""
    from django.conf import settings

    base = os.environ["DATABASE_URL"].rpartition("/")[0]
    return {
        **os.environ,
        "DATABASE_URL": f"{base}/{connection.settings_dict['NAME']}",
        "REDIS_URL": str(settings.REDIS_URL),
    }


@pytest.mark.slow
@pytest.mark.faults
@pytest.mark.parametrize(
    "death",
    ["dies between commit and publish", "dies after the words, before the row", "dies while sealing"],
)
def test_a_relay_killed_in_mid_work_loses_and_doubles_nothing(boxes: None, ears: Any, death: str) -> None:
    listen(ears, "box/1")
    child = other_process(death)
    out, _ = child.communicate(timeout=120)
    assert (child.returncode, out) == (-signal.SIGKILL, "committed\n")
    before = [(seq, payload["n"]) for _, seq, payload in heard(ears)]
    relay.relay_once()
    after = [(seq, payload["n"]) for _, seq, payload in heard(ears)]
    assert after == [(3, 3)]
    assert before == (
        [(3, 3)] if "after the words" in death else []
    )  # the same payload twice at most: harmless
    assert list(Fact.objects.order_by("seq").values_list("seq", flat=True)) == [1, 2, 3]
    assert box_commands.count_in(1) == 3
    assert chain.audit().findings == []


@pytest.mark.slow
@pytest.mark.faults
def test_a_relay_outlives_its_connections(boxes: None, ears: Any) -> None:
    listen(ears, "box/1")
    here = relay.start_in_background()
    try:
        for n in (1, 2):
            add(1)
            wait_for(lambda n=n: Stream.objects.filter(published_seq=n).exists())
            with connection.cursor() as cursor:  # as a restart of PostgreSQL does
                cursor.execute(
                    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
                )
        add(1)
        wait_for(lambda: Stream.objects.filter(published_seq=3).exists())
    finally:
        here.stop()
    assert [seq for _, seq, _ in heard(ears)] == [1, 2, 3]


def test_a_frozen_relay_holds_up_only_its_own_batch(boxes: None, ears: Any) -> None:
    """Another relay holds box:1; box:2 passes, and so does box:1 once it lets go."""
    listen(ears, "box/1", "box/2")
    add(1)
    relay.seal()
    holding, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM dispatch_stream WHERE name = 'box:1' FOR UPDATE")
            holding.set()
            let_go.wait(60)
        connection.close()

    other = threading.Thread(target=hold)
    other.start()
    assert holding.wait(60)
    add(1)
    add(2)
    relay.relay_once()
    assert [topic for topic, _, _ in heard(ears)] == ["box/2"]
    let_go.set()
    other.join()
    relay.relay_once()
    assert [(topic, seq) for topic, seq, _ in heard(ears)] == [("box/1", 2)]


def test_a_snapshot_carries_its_number_and_asks_for_leave(box: None) -> None:
    add(1, 2)
    relay.seal()
    add(1)  # committed, not yet sealed: the payload may be ahead of its number, never behind
    shot = topics.snapshot("box/1", listener=Listener())
    assert (shot["topic"], shot["seq"], shot["face"]["n"]) == ("box/1", 2, 3)
    for name, code in (
        ("staff/box/1", "not_allowed"), ("own/1/box/1", "not_allowed"), ("box/77", "unknown_topic"),
        ("box/01", "unknown_topic"), ("box/1/", "unknown_topic"), ("nothing", "unknown_topic"), ("", "unknown_topic"),
    ):  # fmt: skip
        with pytest.raises(Refused) as refused:
            topics.snapshot(name, listener=Listener(user_id=4))
        assert refused.value.code == code, name
    assert topics.snapshot("own/4/box/1", listener=Listener(user_id=4))["face"]["card"] == "private of 4"


def test_redis_errors_inside_the_poke_are_nobodys_business(boxes: None, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    add(1)
    with pytest.raises(redis.RedisError):
        wire.client(timeout=0.2).ping()
    assert box_commands.count_in(1) == 1


@pytest.mark.parametrize(
    ("before", "now", "still"),
    [
        (relay.NOTHING_WAITS, relay.Waiting(facts={"a": 1}, payloads={}), False),
        (relay.Waiting(facts={"a": 1}, payloads={}), relay.Waiting(facts={"a": 2}, payloads={"a": 1}), False),
        (
            relay.Waiting(facts={"a": 1}, payloads={}),
            relay.Waiting(facts={"a": 1, "b": 2}, payloads={}),
            True,
        ),
        (
            relay.Waiting(facts={}, payloads={"a": 3}),
            relay.Waiting(facts={}, payloads={"a": 4, "b": 3}),
            False,
        ),
        (relay.Waiting(facts={}, payloads={"a": 3}), relay.Waiting(facts={"a": 9}, payloads={"a": 3}), True),
    ],
)
def test_what_came_in_between_two_looks_is_not_what_nobody_relays(
    before: relay.Waiting, now: relay.Waiting, still: bool
) -> None:
    assert now.still(before) is still


def test_what_waits_is_named_until_it_was_told(box: None) -> None:
    add(1, 2)
    add(2)
    first, second = (Fact.objects.filter(stream=f"box:{n}").order_by("id")[0].pk for n in (1, 2))
    assert relay.waiting() == relay.Waiting(facts={"box:1": first, "box:2": second}, payloads={})
    relay.seal()
    assert relay.waiting() == relay.Waiting(facts={}, payloads={"box:1": 0, "box:2": 0})
    relay.relay_once()
    assert relay.waiting() == relay.NOTHING_WAITS


@pytest.mark.parametrize("statement", [relay._FACTS_OF_NAMED, relay._WAITING_FACTS, relay._TOUCHED])
def test_new_facts_are_found_without_walking_through_all_there_are(box: None, statement: str) -> None:
    add(1, 60)  # none is sealed: of such a house the planner thinks that nearly all facts are new
    assert read_whole(statement, table="dispatch_fact", small="dispatch_fact_unsealed") == []
