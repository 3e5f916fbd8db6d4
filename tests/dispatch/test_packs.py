"""Old facts lie packed: the chain is whole, who reads a record reads the same, and the database takes away nothing that is not in the pack."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from dispatch import packs, queries, readers, relay
from dispatch.commands import command, record
from dispatch.facts import CommandId, FactView
from dispatch.models import Command, Cursor, Fact, Pack, Reader, Stream
from dispatch.packs import pack, streams_to_pack
from tests.dispatch import box_commands
from tests.dispatch.box_commands import ANA, AT, new_id
from tests.dispatch.test_chain import fill, tamper, verify

STREAM = "box:1"
LATER = AT + timedelta(seconds=1)
FORGET = frozenset({"boxes.add"})


def sealed(times: int, *, box: int = 1) -> None:
    fill(box, times)
    relay.seal()
    Stream.objects.filter(name=f"box:{box}").update(published_seq=times)


def packed(*, facts: int = 4, stream: str = STREAM, forget: frozenset[str] = FORGET) -> int:
    return pack(stream, before=LATER, forget=forget, facts=facts)


@pytest.fixture
def as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is packed lies there as text, as packs of before do."""
    monkeypatch.setattr(packs, "squeeze", lambda _facts, commands: (None, None))


def everything(stream: str = STREAM) -> list[tuple[FactView, ...]]:
    """What each way of reading a record gives."""
    found = [queries.latest_facts(stream=stream, limit=limit) for limit in (1, 3, 7, 50)]
    found += [queries.latest_facts(stream=stream, limit=3, before_seq=seq) for seq in (1, 2, 5, 6, 9, 99)]
    found += [
        queries.latest_facts(stream=stream, kinds=["looked"]),
        queries.latest_facts(stream=stream, without=["added"]),
    ]
    found += [
        queries.facts_after(stream=stream, seq=seq, limit=limit)
        for seq in (0, 3, 4, 8)
        for limit in (1, 3, 50)
    ]
    found += [queries.facts_after(stream=stream, seq=0, until=AT - timedelta(seconds=1))]
    found += [queries.latest_facts(stream=stream, audiences=["staff"])]
    return found


def test_a_record_is_read_as_before_and_proved_and_its_rows_are_gone(box: None) -> None:
    sealed(10)
    sealed(3, box=2)
    ids = list(Fact.objects.filter(stream=STREAM).order_by("seq").values_list("command_id", flat=True))
    before, head = everything(), queries.head_of(STREAM)
    assert head is not None
    noted = [f"{one.stream}@{one.seq}:{bytes(one.hash).hex()}" for one in Fact.objects.all()]
    assert [packed(), packed()] == [4, 4]
    assert (Fact.objects.filter(stream=STREAM).count(), Command.objects.filter(id__in=ids).count()) == (2, 2)
    assert list(Pack.objects.values_list("facts", "commands")) == [("", "")] * 2
    assert everything() == before
    found = [queries.fact_of_command(CommandId(one), stream=STREAM, since=AT, until=AT) for one in ids]
    assert [one and one.seq for one in found] == list(range(1, 11))
    assert queries.fact_of_command(CommandId(ids[0]), stream="box:2", since=AT, until=AT) is None
    assert queries.fact_of_command(CommandId(ids[0]), stream=STREAM, since=LATER, until=LATER) is None
    for asked in ((), ("--stream", STREAM), *(("--expect", one) for one in noted)):
        code, lines = verify(*asked)
        assert (code, lines[-1].split(" facts")[0]) == (0, "10" if "--stream" in asked else "13"), lines
    # and the record goes on behind them
    fill(1, 2)
    relay.seal()
    assert [one.seq for one in queries.facts_after(stream=STREAM, seq=7)] == [8, 9, 10, 11, 12]
    assert verify()[0] == 0
    # where all that a record has is old, its rest is packed, however little it is
    Stream.objects.filter(name=STREAM).update(published_seq=12)
    assert streams_to_pack(STREAM, before=LATER, limit=5, facts=5) == [STREAM]
    assert [packed(facts=3), packed(facts=3), packed(facts=3)] == [3, 1, 0]
    assert [one.seq for one in queries.facts_after(stream=STREAM, seq=7)] == [8, 9, 10, 11, 12]
    assert verify()[0] == 0 and streams_to_pack(STREAM, before=LATER, limit=5, facts=5) == []


def test_packs_of_before_lie_as_text_and_are_read_beside_those_that_are_squeezed(
    box: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealed(8)
    before = everything()
    with monkeypatch.context() as then:
        then.setattr(packs, "squeeze", lambda _facts, commands: (None, None))
        assert packed() == 4
    assert packed() == 4
    first, second = Pack.objects.order_by("first_seq")
    assert first.squeezed is None and first.facts and second.squeezed is not None and not second.facts
    assert everything() == before and verify()[0] == 0


def test_what_is_young_not_told_or_not_read_is_left(box: None) -> None:
    sealed(4)
    assert pack(STREAM, before=AT, forget=FORGET, facts=4) == 0
    assert streams_to_pack("box:", before=AT, limit=5, facts=4) == []
    assert streams_to_pack("box:", before=LATER, limit=5, facts=4) == [STREAM]
    assert streams_to_pack("other:", before=LATER, limit=5, facts=4) == []
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE dispatch_stream DISABLE TRIGGER USER")
        cursor.execute("UPDATE dispatch_stream SET published_seq = 3")
        assert packed() == 0
        cursor.execute("UPDATE dispatch_stream SET published_seq = 4")
    reader = Reader.objects.create(name="ears", prefix="box:", begun_at=AT)
    assert packed() == 0  # the reader has not even begun with this stream
    cursor_of = Cursor.objects.create(reader=reader, stream=STREAM, seq=3)
    assert packed() == 0
    Cursor.objects.filter(pk=cursor_of.pk).update(seq=4)
    assert packed() == 4 and streams_to_pack("box:", before=LATER, limit=5, facts=4) == []
    seen: list[int] = []
    ears = readers.FactReader(
        name="ears",
        prefix="box:",
        kinds=frozenset({"added"}),
        handle=lambda fact, _id: seen.append(fact.seq or 0),
    )
    fill(1, 1)
    relay.seal()
    readers.read_once(ears)
    assert seen == [5]


def test_a_command_stays_that_may_not_be_forgotten_or_told_another_record_too(box: None) -> None:
    @command("boxes.both")
    def both(*, command_id: Any, at: Any, by: Any) -> box_commands.Nothing:
        for number in (1, 2):
            record(box_commands.Added(box=number, user_id=None, n=7))
        return box_commands.Nothing()

    fill(1, 1)
    both(command_id=(two := new_id()), at=AT, by=ANA)
    relay.seal()
    Stream.objects.update(published_seq=1)
    Stream.objects.filter(name=STREAM).update(published_seq=2)
    number = Fact.objects.get(seq=1, stream=STREAM).command_id
    assert packed(facts=2, forget=frozenset({"boxes.both"})) == 2
    assert Command.objects.filter(id__in=[number, two]).count() == 2  # the one is of another name
    assert [one.command_name for one in queries.latest_facts(stream=STREAM)] == ["boxes.both", "boxes.add"]
    assert verify()[0] == 0
    again = both(command_id=two, at=AT, by=ANA)
    assert again.replayed
    # a number that is gone is a new one: only commands may be forgotten for which that is harmless
    fill(1, 2)
    relay.seal()
    Stream.objects.filter(name=STREAM).update(published_seq=4)
    gone = Fact.objects.get(seq=3, stream=STREAM).command_id
    assert packed(facts=2) == 2 and not Command.objects.filter(id=gone).exists()
    assert not box_commands.add(command_id=CommandId(gone), at=AT, by=ANA, box=1).replayed


@pytest.mark.parametrize(
    "change",
    [
        "facts = replace(facts, '\"n\": 2', '\"n\": 3')",
        "facts = replace(facts, 'added', 'Added')",
        "facts = replace(facts, 'public', 'staff')",
        "facts = (facts::jsonb - 0)::text",
        "facts = ((facts::jsonb - 0) || (facts::jsonb -> 1))::text",
        "ids = ids[2:] || ids[1:1]",
        "hash = sha256('x')",
        "last_seq = 5",
        "first_seq = 2",
        "first_at = first_at - interval '1 us'",
        "commands = replace(commands, 'Ana', 'Bia')",
        "commands = replace(commands, 'boxes.add', 'boxes.sub')",
        "stream = 'box:2'",
    ],
)
def test_the_database_refuses_a_pack_that_is_not_what_its_rows_are(
    box: None, as_before: None, change: str
) -> None:
    """A pack as it should be, changed, and written instead of it: nothing is taken away."""
    sealed(6)
    field, _, value = change.partition(" = ")
    columns = ["stream", "first_seq", "last_seq", "first_at", "last_at", "hash", "ids", "facts", "commands"]
    with pytest.raises(_Enough), transaction.atomic():
        packed()
        row = Pack.objects.values_list(*columns).get()
        raise _Enough(row)
    wrong = ", ".join(value if one == field else one for one in columns)
    names = ", ".join(columns)
    with (
        pytest.raises(DatabaseError, match="dispatch: |violates|cannot"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(
            f"INSERT INTO dispatch_pack ({names}) SELECT {wrong} FROM (VALUES"
            " (%s, %s::bigint, %s::bigint, %s::timestamptz, %s::timestamptz, %s::bytea, %s::uuid[], %s, %s))"
            f" AS right_one ({names})",
            [bytes(one) if isinstance(one, memoryview) else one for one in _Enough.row],
        )
    assert (Fact.objects.count(), Command.objects.filter(name="boxes.add").count()) == (6, 6)
    assert packed() == 4 and verify()[0] == 0


@pytest.mark.parametrize("wrong", [(b"x", b"y" * 32), (b"x", None), (None, b"y" * 32)])
def test_the_database_keeps_no_bytes_without_the_digest_of_what_it_compared(
    box: None, monkeypatch: pytest.MonkeyPatch, wrong: tuple[bytes | None, bytes | None]
) -> None:
    sealed(4)
    with monkeypatch.context() as lying:
        lying.setattr(packs, "squeeze", lambda _facts, commands: wrong)
        with (
            pytest.raises(DatabaseError, match=r"dispatch: the digest|dispatch_pack_squeezed"),
            transaction.atomic(),
        ):
            packed()
    assert Fact.objects.count() == 4 and Pack.objects.count() == 0
    assert packed() == 4 and verify()[0] == 0


class _Enough(Exception):
    """The pack as it would have been."""

    row: tuple[Any, ...] = ()

    def __init__(self, row: tuple[Any, ...]) -> None:
        super().__init__()
        _Enough.row = row


def test_nobody_takes_away_or_changes_what_is_written(box: None) -> None:
    sealed(6)
    packed()
    for statement in (
        "DELETE FROM dispatch_fact",
        "DELETE FROM dispatch_command",
        "DELETE FROM dispatch_pack",
        "UPDATE dispatch_pack SET facts = '[]'",
        "UPDATE dispatch_pack SET hash = '\\x00'",
        "UPDATE dispatch_pack SET squeezed = '\\x00'",
        "UPDATE dispatch_pack SET digest = sha256('x')",
        "INSERT INTO dispatch_pack (stream, first_seq, last_seq, first_at, last_at, hash, ids, facts, commands)"
        " SELECT stream, first_seq, last_seq, first_at, last_at, hash, ids, facts, commands FROM dispatch_pack",
        "INSERT INTO dispatch_pack (stream, first_seq, last_seq, first_at, last_at, hash, ids, facts, commands)"
        " SELECT stream, last_seq + 1, last_seq + 4, first_at, last_at, hash, ids, facts, commands FROM dispatch_pack",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert Fact.objects.count() == 2 and verify()[0] == 0


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        ("UPDATE dispatch_pack SET facts = replace(facts, '\"n\": 3', '\"n\": 9')", "seq 1: altered: packed seq 1 to 4 does not lead to its hash"),
        ("UPDATE dispatch_pack SET facts = overlay(facts placing 'x' from 40)", "seq 1: altered: packed seq 1 to 4 "),
        ("UPDATE dispatch_pack SET facts = left(facts, 40)", "seq 1: altered: packed seq 1 to 4 cannot be read"),
        ("UPDATE dispatch_pack SET ids = ids[2:] || ids[1:1]", "seq 1: altered: packed seq 1 to 4 does not lead to its hash"),
        ("UPDATE dispatch_pack SET hash = set_byte(hash, 5, get_byte(hash, 5) # 1) WHERE first_seq = 1", "seq 1: altered: packed seq 1 to 4 does not lead"),
        ("UPDATE dispatch_pack SET hash = set_byte(hash, 5, get_byte(hash, 5) # 1) WHERE first_seq = 5", "seq 5: altered: packed seq 5 to 8 does not lead"),
        ("DELETE FROM dispatch_pack WHERE first_seq = 1", "seq 1: dropped: seq 1 to 4 is missing"),
        ("DELETE FROM dispatch_pack WHERE first_seq = 5", "seq 5: dropped: seq 5 to 8 is missing"),
        ("DELETE FROM dispatch_fact WHERE seq = 9", "seq 9: dropped: seq 9 is missing"),
        ("UPDATE dispatch_fact SET kind = 'Added' WHERE seq = 9", "altered: its hash does not fit"),
    ],
)  # fmt: skip
def test_what_is_done_to_a_pack_is_named(box: None, as_before: None, statement: str, finding: str) -> None:
    done_to_a_pack(statement, finding)


@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        ("UPDATE dispatch_pack SET squeezed = set_byte(squeezed, 40, get_byte(squeezed, 40) # 1)", "seq 1: altered: packed seq 1 to 4 cannot be read"),
        ("UPDATE dispatch_pack SET squeezed = substr(squeezed, 1, 40)", "seq 1: altered: packed seq 1 to 4 cannot be read"),
        ("UPDATE dispatch_pack SET squeezed = ''", "seq 1: altered: packed seq 1 to 4 cannot be read"),
        ("UPDATE dispatch_pack SET digest = sha256('x')", "seq 1: altered: packed seq 1 to 4 cannot be read"),
        ("UPDATE dispatch_pack p SET (squeezed, digest) = (SELECT squeezed, digest FROM dispatch_pack WHERE first_seq = 5)", "seq 1: altered: packed seq 1 to 4 does not"),
        ("UPDATE dispatch_pack SET ids = ids[2:] || ids[1:1]", "seq 1: altered: packed seq 1 to 4 does not lead to its hash"),
    ],
)  # fmt: skip
def test_what_is_done_to_a_squeezed_pack_is_named(box: None, statement: str, finding: str) -> None:
    done_to_a_pack(f"{statement} WHERE first_seq = 1", finding)


def done_to_a_pack(statement: str, finding: str) -> None:
    sealed(10)
    assert packed() + packed() == 8
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE dispatch_pack DISABLE TRIGGER USER")
    tamper(statement if "WHERE" in statement else f"{statement} WHERE first_seq = 1")
    code, lines = verify("--stream", STREAM)
    assert code == 1 and len(lines) == 2, lines
    assert finding in lines[0] and lines[0].startswith(f"stream {STREAM}")


def test_two_who_pack_and_one_who_dies_lose_nothing_and_do_nothing_twice(boxes: None) -> None:
    sealed(24)
    before = queries.facts_after(stream=STREAM, seq=0)
    with pytest.raises(RuntimeError), transaction.atomic():
        assert packed() == 4
        raise RuntimeError("killed before it was committed")
    assert Pack.objects.count() == 0 and Fact.objects.count() == 24
    seen: list[tuple[FactView, ...]] = []
    done = threading.Event()

    def until_nothing_is_left() -> None:
        while Fact.objects.exists():
            packed()

    def reads() -> None:
        while not done.is_set():
            seen.append(queries.facts_after(stream=STREAM, seq=0))
            seen.append(queries.latest_facts(stream=STREAM)[::-1])

    _side_by_side([until_nothing_is_left, until_nothing_is_left], beside=reads, done=done)
    assert [(one.first_seq, one.last_seq) for one in Pack.objects.order_by("first_seq")] == [
        (first, first + 3) for first in range(1, 24, 4)
    ]
    assert seen and all(one == before for one in seen)
    assert queries.facts_after(stream=STREAM, seq=0) == before and verify()[0] == 0


def _side_by_side(
    jobs: list[Callable[[], None]], *, beside: Callable[[], None], done: threading.Event
) -> None:
    def closing(job: Callable[[], None]) -> None:
        try:
            job()
        finally:
            connection.close()

    other = threading.Thread(target=closing, args=(beside,))
    threads = [threading.Thread(target=closing, args=(job,)) for job in jobs]
    for one in (other, *threads):
        one.start()
    for one in threads:
        one.join()
    done.set()
    other.join()
