"""A command has its effect once, its answer is kept, and its facts are written with it."""

from __future__ import annotations

import socket
import threading
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from dispatch import poke, wire
from dispatch.cards import CARDS
from dispatch.commands import _NAMES, COMMANDS, answers, attempt, command, current_command_id, record
from dispatch.facts import Actor, CommandId, Done, RefusedAgain
from dispatch.models import Command, Fact
from dispatch.results import RESULTS
from rules.refusals import Refused
from tests.dispatch import box_commands
from tests.dispatch.box_commands import ANA, AT, DORA, new_id


def in_parallel(jobs: list[Callable[[], Any]], threads: int) -> list[Any]:
    """Results (or exceptions) in the order of the jobs; each thread closes its connection."""
    gate = threading.Barrier(threads)
    local = threading.local()

    def one(job: Callable[[], Any]) -> Any:
        if not getattr(local, "in", False):
            setattr(local, "in", True)
            gate.wait(60)
        try:
            return job()
        except Exception as error:  # noqa: BLE001
            return error

    def done() -> None:
        connection.close()

    with ThreadPoolExecutor(threads) as pool:
        results = list(pool.map(one, jobs))
        closing = threading.Barrier(threads)
        list(pool.map(lambda _: (closing.wait(60), done()), range(threads)))
    return results


def test_a_command_answers_and_keeps_its_facts(box: None) -> None:
    command_id = new_id()
    done = box_commands.add(command_id=command_id, at=AT, by=ANA, box=3, number=5)
    assert done == Done(command_id=command_id, result={"box": 3, "n": 5}, replayed=False)
    kept = Command.objects.get(id=command_id)
    assert (kept.name, kept.state, kept.outcome, kept.facts, kept.user_id, kept.label, kept.at) == (
        "boxes.add", "done", {"box": 3, "n": 5}, 1, 1, "Ana", AT,
    )  # fmt: skip
    fact = Fact.objects.get(command_id=command_id)
    assert (fact.kind, fact.stream, fact.body, fact.audience, fact.touches, fact.seq, fact.at) == (
        "added", "box:3", {"box": 3, "n": 5}, "public",
        ["box/3", "staff/box/3", "own/1/box/3", "big/3", "broken/3", "no/such/topic"], None, AT,
    )  # fmt: skip


def test_asked_again_it_gives_the_stored_answer(box: None) -> None:
    command_id = new_id()
    first = box_commands.add(command_id=command_id, at=AT, by=ANA, box=3)
    again = box_commands.add(command_id=command_id, at=AT, by=ANA, box=3)
    assert again == Done(command_id=command_id, result=first.result, replayed=True)
    assert box_commands.count_in(3) == 1
    assert Fact.objects.filter(command_id=command_id).count() == 1


@pytest.mark.parametrize("other", ["body", "name", "person"])
def test_an_id_used_for_something_else_is_refused(box: None, other: str) -> None:
    command_id = new_id()
    box_commands.add(command_id=command_id, at=AT, by=ANA, box=3)
    with pytest.raises(Refused) as refused:
        if other == "body":
            box_commands.add(command_id=command_id, at=AT, by=ANA, box=4)
        elif other == "person":
            box_commands.add(command_id=command_id, at=AT, by=DORA, box=3)
        else:
            box_commands.fail(command_id=command_id, at=AT, by=ANA, box=3)
    assert refused.value.code == "command_id_reused"
    assert (box_commands.count_in(3), box_commands.count_in(4), Fact.objects.count()) == (1, 0, 1)


def test_a_refusal_is_kept_with_its_sentence_and_nothing_else(box: None) -> None:
    command_id = new_id()
    with pytest.raises(Refused) as refused:
        box_commands.take(command_id=command_id, at=AT, by=ANA, box=2, number=9)
    assert not isinstance(refused.value, RefusedAgain)
    kept = Command.objects.get(id=command_id)
    assert (kept.state, kept.outcome) == ("refused", None)
    assert kept.refusal == {
        "code": "box_short", "sentence": "Box %(box)s holds %(n)s only.", "rule": "BOX.1", "params": {"box": 2, "n": 0},
    }  # fmt: skip
    assert (box_commands.count_in(2), Fact.objects.count()) == (0, 0)
    box_commands.add(command_id=new_id(), at=AT, by=ANA, box=2, number=20)
    with pytest.raises(RefusedAgain) as again:  # the stored answer, though the box is full now
        box_commands.take(command_id=command_id, at=AT, by=ANA, box=2, number=9)
    assert (str(again.value), again.value.params) == (str(refused.value), {"box": 2, "n": 0})
    assert box_commands.count_in(2) == 20


def test_a_refusal_after_a_database_error_rolls_back_to_before_the_work(boxes: None) -> None:
    command_id = new_id()
    box_commands.HEARD.clear()
    with pytest.raises(Refused):
        box_commands.break_law(command_id=command_id, at=AT, by=ANA, box=1)
    assert Command.objects.get(id=command_id).state == "refused"
    assert (box_commands.count_in(1), box_commands.HEARD) == (0, [])


def test_an_error_leaves_no_trace_and_the_id_may_be_used_again(boxes: None) -> None:
    command_id = new_id()
    box_commands.FAILING.append("bang")
    with pytest.raises(ZeroDivisionError):
        box_commands.fail(command_id=command_id, at=AT, by=ANA, box=1)
    assert (Command.objects.count(), Fact.objects.count(), box_commands.count_in(1)) == (0, 0, 0)
    box_commands.FAILING.clear()
    assert box_commands.fail(command_id=command_id, at=AT, by=ANA, box=1).result == {"ok": True}
    assert (Command.objects.count(), Fact.objects.count(), box_commands.count_in(1)) == (1, 1, 1)


def test_a_command_calls_no_command(box: None) -> None:
    with pytest.raises(RuntimeError, match="called from inside"):
        box_commands.nest(command_id=new_id(), at=AT, by=ANA)
    assert box_commands.count_in(1) == 0


def test_a_command_opens_its_own_transaction(boxes: None) -> None:
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        box_commands.add(command_id=new_id(), at=AT, by=ANA, box=1)
    assert (box_commands.count_in(1), Command.objects.count()) == (0, 0)


def test_facts_exist_only_inside_a_command(db: None) -> None:
    with pytest.raises(RuntimeError):
        record(box_commands.Looked(box=1))
    with pytest.raises(RuntimeError):
        current_command_id()


def test_a_float_is_no_fact(box: None) -> None:
    @command("boxes.float")
    def float_in_a_fact(*, command_id: Any, at: Any, by: Actor) -> box_commands.Nothing:
        record(box_commands.Weighed(box=1, kg=1.5))
        return box_commands.Nothing()

    with pytest.raises(TypeError, match="float"):
        float_in_a_fact(command_id=new_id(), at=AT, by=ANA)


@dataclass
class Open:
    n: int


@pytest.mark.parametrize("kind", [dict, Open, None, box_commands.InBox | None])
def test_a_command_says_the_frozen_dataclass_that_it_returns(kind: Any) -> None:
    def unclear(*, command_id: Any, at: Any, by: Actor) -> Any: ...

    unclear.__annotations__["return"] = kind
    with pytest.raises(TypeError, match="boxes.unclear returns"):
        command("boxes.unclear")(unclear)
    assert "boxes.unclear" not in COMMANDS and "boxes.unclear" not in RESULTS


def test_a_result_is_kept_as_its_fields_are_called(box: None) -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Inner:
        at: datetime
        id: uuid.UUID

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Outer:
        inner: tuple[Inner, ...]
        none: int | None

    @command("boxes.tell")
    def tell(*, command_id: Any, at: Any, by: Actor) -> box_commands.Nothing:
        return Outer(inner=(Inner(at=at, id=command_id),), none=None)  # type: ignore[return-value]

    number = new_id()
    kept = {"inner": [{"at": "2026-11-21T12:00:00.000000Z", "id": str(number)}], "none": None}
    for _ in range(2):
        assert tell(command_id=number, at=AT, by=ANA).result == kept


def test_two_hundred_calls_on_fifty_ids_are_fifty_effects(boxes: None) -> None:
    ids = [new_id() for _ in range(50)]
    jobs = [
        lambda i=i, c=c: box_commands.add(command_id=c, at=AT, by=ANA, box=i % 20 + 1)
        for i, c in enumerate(ids)
    ] * 4
    answers = in_parallel(jobs, 16)
    assert all(isinstance(answer, Done) for answer in answers), answers
    for i in range(50):
        four = answers[i::50]
        assert [answer.result for answer in four] == [four[0].result] * 4
        assert sorted(answer.replayed for answer in four) == [False, True, True, True]
    assert sum(box_commands.count_in(n) for n in range(1, 21)) == 50
    assert (Command.objects.count(), Fact.objects.count()) == (50, 50)


def test_one_id_thirty_two_times_in_parallel_then_another_body(boxes: None) -> None:
    command_id = new_id()
    answers = in_parallel([lambda: box_commands.add(command_id=command_id, at=AT, by=ANA, box=7)] * 32, 32)
    assert {str(answer.result) for answer in answers} == {"{'box': 7, 'n': 1}"}
    assert sum(not answer.replayed for answer in answers) == 1
    with pytest.raises(Refused) as refused:
        box_commands.add(command_id=command_id, at=AT, by=ANA, box=8)
    assert refused.value.code == "command_id_reused"
    assert (box_commands.count_in(7), box_commands.count_in(8), Fact.objects.count()) == (1, 0, 1)


def test_a_deadlock_is_tried_again_inside(boxes: None) -> None:
    jobs = [
        lambda i=i: box_commands.add_both(
            command_id=new_id(), at=AT, by=ANA, first=1 + i % 2, second=2 - i % 2
        )
        for i in range(2)
    ]
    answers = in_parallel(jobs, 2)
    assert all(isinstance(answer, Done) for answer in answers), answers
    assert (box_commands.count_in(1), box_commands.count_in(2)) == (2, 2)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM dispatch_fact",
        "UPDATE dispatch_fact SET body = '{}'",
        "UPDATE dispatch_fact SET seq = 1",
        "UPDATE dispatch_fact SET touches = '{}', seq = 1, hash = '\\x00'",
        "DELETE FROM dispatch_command",
        "UPDATE dispatch_command SET label = 'someone else'",
        "UPDATE dispatch_command SET state = 'refused', outcome = NULL, facts = 0, refusal = '{}'",
    ],
)
def test_the_database_forbids_rewriting(box: None, statement: str) -> None:
    box_commands.add(command_id=new_id(), at=AT, by=ANA, box=3)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert Fact.objects.get().body == {"box": 3, "n": 1}


def test_a_fact_without_its_command_is_refused_by_the_database(boxes: None) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        Fact.objects.create(command_id=uuid.uuid4(), stream="s", kind="k", at=AT, audience="public", body={})


def test_a_dead_redis_costs_a_command_nothing(
    boxes: None, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    deaf = socket.create_server(("127.0.0.1", 0))  # takes a connection and never says a word
    settings.REDIS_URL = f"redis://127.0.0.1:{deaf.getsockname()[1]}/0"
    asking: list[str] = []
    asked = threading.Event()

    def seen(**options: Any) -> Any:
        asking.append(threading.current_thread().name)
        asked.set()
        return connect(**options)

    connect = wire.client
    monkeypatch.setattr(wire, "client", seen)
    monkeypatch.setattr(poke, "_wanted", {})  # a new thread, which does not know the old Redis
    for n in range(50):
        assert box_commands.add(command_id=new_id(), at=AT, by=ANA, box=1).result == {"box": 1, "n": n + 1}
    assert asked.wait(30)
    assert set(asking) == {"dispatch-poke"}  # no command waits for Redis: a thread of its own does


@dataclass(frozen=True)
class Counted:
    n: int


@pytest.fixture
def first_asks() -> Iterator[Callable[..., Done]]:
    """A command that asks for its box with its claim, and writes what it found."""
    lock = "UPDATE boxes_box SET n = n WHERE id = %s::int RETURNING n"
    worked: list[int] = []

    @command("boxes.first", first=lambda *, box, **_more: [(lock, [box])])
    def first(*, command_id: CommandId, at: datetime, by: Actor, box: int, full: int = 10**9) -> Counted:
        worked.append(box)
        ((n,),) = answers((lock, [box]))[0]
        if n >= full:
            raise Refused("box_full", "The box is full.")
        with connection.cursor() as cursor:
            cursor.execute("UPDATE boxes_box SET n = %s WHERE id = %s", [n + 1, box])
        (again,) = answers((lock, [box]))  # asked anew: it was used up
        assert again == [(n + 1,)]
        return Counted(n + 1)

    first.worked = worked  # type: ignore[attr-defined]
    yield first
    for known in (COMMANDS, RESULTS, CARDS):
        known.pop("boxes.first")
    _NAMES.pop(first)


def test_what_is_asked_first_is_answered_once(boxes: None, first_asks: Any) -> None:
    command_id = new_id()
    assert first_asks(command_id=command_id, at=AT, by=ANA, box=4).result == {"n": 1}
    assert first_asks(command_id=command_id, at=AT, by=ANA, box=4).replayed
    assert first_asks(command_id=new_id(), at=AT, by=ANA, box=4).result == {"n": 2}
    assert (first_asks.worked, box_commands.count_in(4)) == ([4, 4], 2)


def test_what_is_locked_first_is_free_after_a_refusal(boxes: None, first_asks: Any) -> None:
    command_id = new_id()
    for again in (Refused, RefusedAgain):
        with pytest.raises(again):
            first_asks(command_id=command_id, at=AT, by=ANA, box=4, full=0)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT n FROM boxes_box WHERE id = 4 FOR UPDATE NOWAIT")
        assert cursor.fetchone() == (0,)


def test_what_fails_first_leaves_no_trace(boxes: None, first_asks: Any) -> None:
    command_id = new_id()
    with pytest.raises(DatabaseError):
        first_asks(command_id=command_id, at=AT, by=ANA, box=2**40)
    assert (Command.objects.count(), first_asks.worked) == (0, [])
    assert first_asks(command_id=command_id, at=AT, by=ANA, box=4).result == {"n": 1}


def test_twins_and_others_that_lock_first_are_each_one_effect(boxes: None, first_asks: Any) -> None:
    ids = [new_id() for _ in range(20)]
    jobs = [lambda c=c: first_asks(command_id=c, at=AT, by=ANA, box=4) for c in ids] * 3
    found = in_parallel(jobs, 12)
    assert all(isinstance(answer, Done) for answer in found), found
    assert sorted(answer.result["n"] for answer in found if not answer.replayed) == list(range(1, 21))
    assert box_commands.count_in(4) == 20


@command("boxes.try")
def try_some(*, command_id: CommandId, at: datetime, by: Actor, ends: str) -> box_commands.Nothing:
    """Put into box 1, then try to put into box 2 and box 3, and go on with box 4."""
    box_commands.put(1)
    try:
        with attempt():
            box_commands.put(2)
            if ends == "inner":
                with suppress(Refused), attempt():
                    box_commands.put(3)
                    raise Refused("no_room", "There is no room.")
            if ends == "refused":
                raise Refused("no_room", "There is no room.")
            if ends == "broken":
                box_commands.put(99)
    except (Refused, DatabaseError):
        pass
    box_commands.put(4)
    return box_commands.Nothing()


@pytest.mark.parametrize(
    ("ends", "stand"),
    [("well", [1, 2, 4]), ("refused", [1, 4]), ("broken", [1, 4]), ("inner", [1, 2, 4])],
)
def test_what_is_tried_and_refused_leaves_neither_rows_nor_facts_and_the_rest_goes_on(
    box: None, ends: str, stand: list[int]
) -> None:
    """Its rows, its facts and what it asked for the end of the command go together."""
    command_id = new_id()
    assert not try_some(command_id=command_id, at=AT, by=ANA, ends=ends).replayed
    assert [number for number in range(1, 5) if box_commands.count_in(number)] == stand
    # twice in each: at once, and at the end of the command
    assert {box_commands.count_in(number) for number in stand} == {2}
    facts = Fact.objects.filter(command_id=command_id).order_by("id")
    assert [fact.body["box"] for fact in facts] == stand
    assert Command.objects.get(id=command_id).facts == len(stand)


def test_nothing_is_tried_outside_a_command(box: None) -> None:
    with pytest.raises(RuntimeError, match="no command is open"), attempt():
        raise AssertionError("not reached")
