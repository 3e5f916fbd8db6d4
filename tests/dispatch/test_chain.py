"""Facts are numbered without gaps in commit order, chained, and any tampering is named."""

from __future__ import annotations

import hashlib
import io
import json
import threading
import time
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from dispatch import chain, queries, relay
from dispatch.facts import BaseFact, StreamHead
from dispatch.models import Fact, Stream
from tests.dispatch import box_commands
from tests.dispatch.box_commands import ANA, AT, new_id
from tests.dispatch.test_commands import in_parallel
from tests.sizes import size, survives


def fill(box: int, times: int) -> None:
    for _ in range(times):
        box_commands.add(command_id=new_id(), at=AT, by=ANA, box=box)


def tamper(statement: str, *values: Any) -> None:
    """What somebody with the keys of the database can do."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in ("dispatch_fact", "dispatch_stream", "dispatch_command"):
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        cursor.execute(statement, values)
        for table in ("dispatch_fact", "dispatch_stream", "dispatch_command"):
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def verify(*args: str) -> tuple[int, list[str]]:
    out, code = io.StringIO(), 0
    try:
        call_command("verify_chain", *args, stdout=out)
    except SystemExit as ended:
        code = int(ended.code or 0)
    return code, out.getvalue().splitlines()


def test_facts_are_sealed_in_commit_order_without_gaps(boxes: None) -> None:
    jobs = [lambda b=b: box_commands.add(command_id=new_id(), at=AT, by=ANA, box=b) for b in (1, 2)] * 60
    stop = threading.Event()
    relays = [threading.Thread(target=_seal_until, args=(stop,)) for _ in range(2)]  # two at once
    for one in relays:
        one.start()
    in_parallel(jobs, 8)
    stop.set()
    for one in relays:
        one.join()
    relay.seal()
    for box in (1, 2):
        facts = list(Fact.objects.filter(stream=f"box:{box}").order_by("seq"))
        assert [fact.seq for fact in facts] == list(range(1, 61))
        # The row lock decided the order of the commits; n tells it.
        assert [fact.body["n"] for fact in facts] == list(range(1, 61))
        assert Stream.objects.get(name=f"box:{box}").seq == 60
    assert verify()[0] == 0


def _seal_until(stop: threading.Event) -> None:
    try:
        while not stop.is_set():
            relay.seal(7)
        while relay.seal():
            pass
    finally:
        connection.close()


def test_a_small_batch_takes_the_older_facts_first(box: None) -> None:
    fill(1, 5)
    assert [relay.seal(2), relay.seal(2), relay.seal(2), relay.seal(2)] == [2, 2, 1, 0]
    assert list(Fact.objects.order_by("seq").values_list("body__n", flat=True)) == [1, 2, 3, 4, 5]


def test_the_hash_can_be_recomputed_by_an_outsider(box: None) -> None:
    fill(1, 2)
    relay.seal()
    first, second = Fact.objects.order_by("seq")
    previous = bytes(32)
    for seq, fact in ((1, first), (2, second)):
        text = (
            f'{{"at":"2026-11-21T12:00:00.000000Z","audience":"public","body":{{"box":1,"n":{seq}}},'
            f'"command_id":"{fact.command_id}","kind":"added","seq":{seq},"stream":"box:1"}}'
        )
        previous = hashlib.sha256(previous + text.encode()).digest()
        assert bytes(fact.hash) == previous
    assert queries.head_of("box:1") == StreamHead(stream="box:1", seq=2, hash=previous)


def test_a_sealed_fact_and_a_head_only_go_forward(box: None) -> None:
    fill(1, 3)
    relay.seal()
    for statement in (
        "UPDATE dispatch_fact SET seq = seq + 10",
        "UPDATE dispatch_fact SET hash = '\\x00'",
        "UPDATE dispatch_fact SET seq = NULL, hash = NULL",
        "UPDATE dispatch_stream SET seq = 2",
        "UPDATE dispatch_stream SET hash = '\\x00'",
        "UPDATE dispatch_stream SET published_seq = 4",
        "UPDATE dispatch_stream SET name = 'box:2'",
        "DELETE FROM dispatch_stream",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert verify()[0] == 0


def test_a_whole_chain_is_said_to_be_whole(box: None) -> None:
    fill(1, 3)
    relay.seal()
    fill(2, 1)
    code, lines = verify("--heads")
    head = queries.head_of("box:1")
    assert head is not None
    assert (code, lines[0]) == (0, f"box:1@3:{head.hash.hex()}")
    assert lines[1].startswith("3 facts in 1 streams, 1 not yet sealed") and lines[1].endswith("whole")


@survives
@pytest.mark.parametrize(
    ("statement", "finding"),
    [
        ("UPDATE dispatch_fact SET body = '{\"box\": 1, \"n\": 77}' WHERE seq = 4", "seq 4, fact {4}: altered"),
        ("UPDATE dispatch_fact SET kind = 'Added' WHERE seq = 1", "seq 1, fact {1}: altered"),
        ("UPDATE dispatch_fact SET at = at + interval '1 us' WHERE seq = 9", "seq 9, fact {9}: altered"),
        ("UPDATE dispatch_fact SET hash = set_byte(hash, 5, get_byte(hash, 5) # 1) WHERE seq = 4", "seq 4, fact {4}: altered"),
        ("DELETE FROM dispatch_fact WHERE seq = 5", "seq 5: dropped: seq 5 is missing"),
        ("DELETE FROM dispatch_fact WHERE seq IN (5, 6)", "seq 5: dropped: seq 5 to 6 is missing"),
        ("DELETE FROM dispatch_fact WHERE seq = 1", "seq 1: dropped: seq 1 is missing"),
        ("DELETE FROM dispatch_fact WHERE seq = 9", "seq 9: dropped: seq 9 is missing at the end"),
        ("DELETE FROM dispatch_fact WHERE seq > 7", "seq 8: dropped: seq 8 to 9 is missing at the end"),
        ("DELETE FROM dispatch_fact", "seq 1: dropped: seq 1 to 9 is missing at the end"),
        ("DELETE FROM dispatch_stream", "dropped: the head of the stream is missing"),
        ("UPDATE dispatch_stream SET hash = '\\x00'", "the head's hash is not the last fact's"),
    ],
)  # fmt: skip
def test_tampering_is_named(box: None, statement: str, finding: str) -> None:
    fill(1, 9)
    relay.seal()
    ids = dict(Fact.objects.values_list("seq", "id"))
    tamper(statement)
    for index, fact_id in ids.items():
        finding = finding.replace(f"{{{index}}}", str(fact_id))
    code, lines = verify("--stream", "box:1")
    assert code == 1
    assert len(lines) == 2, lines  # what was done and nothing else, then the summary
    assert finding in lines[0] and lines[0].startswith("stream box:1")
    assert lines[1].endswith("1 findings")


def test_a_row_slipped_in_is_named(box: None) -> None:
    fill(1, 3)
    relay.seal()
    tamper(
        "INSERT INTO dispatch_fact (command_id, stream, kind, at, audience, body, touches, seq, hash)"
        " SELECT command_id, stream, kind, at, audience, body, touches, 4, hash FROM dispatch_fact WHERE seq = 3"
    )
    code, lines = verify()
    assert code == 1
    assert any("seq 4" in line and "altered" in line for line in lines)
    assert any("inserted after the head, 3" in line for line in lines)
    assert any("recorded 1 facts, 2 are here" in line for line in lines)


def test_a_fact_dropped_before_it_was_sealed_is_named(box: None) -> None:
    fill(1, 3)
    tamper("DELETE FROM dispatch_fact WHERE body->>'n' = '2'")
    relay.seal()
    code, lines = verify()
    assert code == 1
    assert "boxes.add" in lines[0] and "recorded 1 facts, 0 are here" in lines[0]


def test_a_chain_made_again_from_the_start_does_not_fit_what_was_noted_outside(box: None) -> None:
    fill(1, 5)
    relay.seal()
    noted = queries.head_of("box:1")
    assert noted is not None
    note = f"box:1@5:{noted.hash.hex()}"
    fill(1, 2)
    relay.seal()
    assert verify("--expect", note)[0] == 0
    tamper('UPDATE dispatch_fact SET body = \'{"box": 1, "n": 9}\' WHERE seq = 5')
    tamper("UPDATE dispatch_fact SET seq = NULL, hash = NULL")
    tamper("DELETE FROM dispatch_stream")
    while relay.seal():
        pass
    assert verify()[0] == 0  # the forger was thorough
    code, lines = verify("--expect", note)
    assert code == 1
    assert "seq 5" in lines[0] and "not what was noted outside" in lines[0]


def test_words_of_every_kind_keep_their_hash(box: None) -> None:
    from dispatch.commands import command, record

    class Said(BaseFact, kind="said"):
        words: dict[str, Any]

        @property
        def stream(self) -> str:
            return "words"

        @property
        def body(self) -> dict[str, Any]:
            return self.words

    @command("boxes.words")
    def words(*, command_id: Any, at: Any, by: Any) -> box_commands.Nothing:
        body = {
            "zé": 'João \U0001f0cf \u2028 \\ " / \t', "big": 10**25, "minus": -3, "none": None,
            "deep": [{"b": [], "a": {}}, True], "": "empty", "1": 1, "10": 2, "9": 3,
        }  # fmt: skip
        record(Said(words=body))
        return box_commands.Nothing()

    words(command_id=new_id(), at=AT, by=ANA)
    relay.seal()
    assert verify()[0] == 0
    assert json.loads(json.dumps(Fact.objects.get().body))["big"] == 10**25


@survives
@pytest.mark.slow
def test_a_hundred_thousand_facts_are_walked_in_seconds(box: None) -> None:
    many = size(20_000, full=100_000)
    fill(1, 1)
    tamper(f"UPDATE dispatch_command SET facts = {many + 1}")
    tamper(
        "INSERT INTO dispatch_fact (command_id, stream, kind, at, audience, body, touches)"
        " SELECT f.command_id, 'box:' || i %% 7, f.kind, f.at, f.audience, f.body, f.touches"
        f" FROM dispatch_fact f, generate_series(1, {many}) i"
    )
    started = time.perf_counter()
    while relay.seal():
        pass
    sealed = time.perf_counter() - started
    started = time.perf_counter()
    seen = chain.audit()
    walked = time.perf_counter() - started
    print(f"sealed in {sealed:.1f} s, walked in {walked:.1f} s")
    assert (seen.facts, seen.findings) == (many + 1, [])
