"""Readers of facts: every sealed fact once, in order, whoever dies; what fails is tried again and never lost."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import OperationalError, connection

from dispatch import readers, relay
from dispatch.facts import SYSTEM, CommandId, FactView
from dispatch.models import Command, Cursor, DeadLetter, Fact
from rules.refusals import Refused
from tests import cast
from tests.dispatch import box_commands
from tests.dispatch.box_commands import ANA, AT, new_id


class Seen:
    """A reader that keeps what it was given, and fails when told to."""

    def __init__(self, prefix: str = "box:", kinds: tuple[str, ...] = ("added",)) -> None:
        self.facts: list[tuple[str, int]] = []
        self.ids: list[CommandId] = []
        self.fail: dict[int, Exception] = {}
        self.reader = readers.FactReader(
            name="seen", prefix=prefix, kinds=frozenset(kinds), handle=self._handle
        )

    def _handle(self, fact: FactView, command_id: CommandId) -> None:
        assert fact.seq is not None
        if fact.seq in self.fail:
            raise self.fail[fact.seq]
        self.facts.append((fact.stream, fact.seq))
        self.ids.append(command_id)

    def read(self) -> int:
        return readers.read_once(self.reader)


def add(box: int = 1, times: int = 1) -> None:
    for _ in range(times):
        box_commands.add(command_id=new_id(), at=AT, by=ANA, box=box)


def due() -> None:
    """As if every pause were over."""
    Cursor.objects.update(retry_at=None, held_until=None)


@pytest.fixture
def seen(box: None) -> Seen:
    seen = Seen()
    readers.begin(seen.reader)
    return seen


def test_what_was_recorded_before_a_reader_first_began_is_not_read(box: None) -> None:
    add(1, 2)
    relay.relay_once()
    seen = Seen()
    readers.begin(seen.reader)
    add(1)
    relay.relay_once()
    readers.begin(seen.reader)  # at every start of a process
    assert seen.read() == 1
    assert seen.facts == [("box:1", 3)]


def test_each_stream_is_read_in_order_and_once(seen: Seen) -> None:
    add(1, 3)
    add(2, 2)
    assert seen.read() == 0  # nothing is sealed yet
    relay.relay_once()
    assert seen.read() == 5
    assert seen.facts == [("box:1", 1), ("box:1", 2), ("box:1", 3), ("box:2", 1), ("box:2", 2)]
    assert seen.read() == 0
    add(1)
    relay.relay_once()
    assert seen.read() == 1
    assert seen.facts[-1] == ("box:1", 4)
    assert len(set(seen.ids)) == 6


def test_a_fact_that_commits_after_one_with_a_higher_id_is_not_missed(seen: Seen) -> None:
    """Ids are taken before the commit: numbers in the stream are not."""
    add(1)
    early = Fact.objects.get()
    with connection.cursor() as cursor:  # a command that took a lower id and comes to its commit only now
        cursor.execute("SELECT setval('dispatch_fact_id_seq', %s)", [early.pk + 100])
    add(1)
    relay.relay_once()
    assert seen.read() == 2
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval('dispatch_fact_id_seq', %s)", [early.pk + 50])
    add(1)
    relay.relay_once()
    assert Fact.objects.order_by("seq").values_list("id", flat=True)[2] == early.pk + 51 < early.pk + 101
    assert seen.read() == 1
    assert seen.facts == [("box:1", 1), ("box:1", 2), ("box:1", 3)]


def test_other_kinds_and_other_streams_are_passed_over(seen: Seen) -> None:
    other = readers.FactReader(
        name="other", prefix="bag:", kinds=frozenset({"added"}), handle=seen.reader.handle
    )
    none = readers.FactReader(
        name="none", prefix="box:", kinds=frozenset({"torn"}), handle=seen.reader.handle
    )
    for reader in (other, none):
        readers.begin(reader)
    add(1, 2)
    relay.relay_once()
    assert [readers.read_once(reader) for reader in (other, none)] == [0, 0]
    assert list(Cursor.objects.filter(reader="none").values_list("stream", "seq")) == [("box:1", 2)]
    assert not Cursor.objects.filter(reader="other").exists()


def test_a_crash_after_the_command_and_before_the_cursor_does_nothing_twice(box: None) -> None:
    """What a reader does is a command whose id is made from the fact."""

    class Died(BaseException):
        pass

    def copy(fact: FactView, command_id: CommandId) -> None:
        box_commands.add(command_id=command_id, at=AT, by=SYSTEM, box=int(fact.body["box"]) + 10)

    def copy_and_die(fact: FactView, command_id: CommandId) -> None:
        copy(fact, command_id)
        raise Died

    def of(handle: Any) -> readers.FactReader:
        return readers.FactReader(name="copier", prefix="box:1", kinds=frozenset({"added"}), handle=handle)

    readers.begin(of(copy))
    add(1, 2)
    relay.relay_once()
    with pytest.raises(Died):
        readers.read_once(of(copy_and_die))
    assert box_commands.count_in(11) == 1
    due()  # who held the stream gave no sign of life for ten seconds
    readers.read_once(of(copy))
    assert box_commands.count_in(11) == 2
    assert Command.objects.filter(label="system").count() == 2


def test_a_stream_that_another_has_in_hand_is_left_alone(seen: Seen) -> None:
    add(1)
    add(2)
    relay.relay_once()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO dispatch_cursor (reader_id, stream, seq, tries, held_by, held_until)"
            " VALUES ('seen', 'box:1', 0, 0, %s, clock_timestamp() + interval '1 minute')",
            [uuid.uuid4()],
        )
    assert seen.read() == 1
    assert seen.facts == [("box:2", 1)]
    due()
    assert seen.read() == 1


def test_who_was_thought_dead_moves_no_cursor_that_is_anothers(box: None) -> None:
    seen = Seen()
    readers.begin(seen.reader)
    add(1, 2)
    relay.relay_once()

    def slow(fact: FactView, command_id: CommandId) -> None:
        due()
        assert seen.read() == 2  # another process takes over and finishes

    assert readers.read_once(readers.FactReader(**{**_plain(seen.reader), "handle": slow})) == 0
    assert seen.facts == [("box:1", 1), ("box:1", 2)]
    assert Cursor.objects.get().seq == 2


def _plain(reader: readers.FactReader) -> dict[str, Any]:
    return {"name": reader.name, "prefix": reader.prefix, "kinds": reader.kinds, "handle": reader.handle}


def test_a_fact_that_fails_is_tried_again_ever_later_and_holds_up_only_its_stream(seen: Seen) -> None:
    add(1, 2)
    add(2)
    relay.relay_once()
    seen.fail = {1: ZeroDivisionError("secret words")}
    seen.read()
    assert seen.facts == []
    assert seen.read() == 0  # not due yet
    pauses = []
    for tries in range(2, readers.TRIES):
        due()
        seen.read()
        cursor = Cursor.objects.get(stream="box:1")
        assert cursor.tries == tries
        with connection.cursor() as sql:
            sql.execute(
                "SELECT extract(epoch FROM retry_at - clock_timestamp()) FROM dispatch_cursor WHERE stream = 'box:1'"
            )
            pauses.append(round(float(sql.fetchone()[0])))
    assert pauses == [4, 16, 64, 256]
    assert not DeadLetter.objects.exists()
    due()
    seen.read()
    assert seen.facts == [("box:1", 2)]  # the stream goes on without the first
    letters = DeadLetter.objects.filter(stream="box:1")
    assert [(d.reader_id, d.fact.seq, d.error, d.tries, d.state) for d in letters] == [
        ("seen", 1, "ZeroDivisionError", 6, "dead")
    ]


def test_a_fact_that_fails_once_is_read_in_its_turn(seen: Seen) -> None:
    add(1, 3)
    relay.relay_once()
    seen.fail = {2: OSError()}
    seen.read()
    seen.fail = {}
    due()
    assert seen.read() == 2
    assert seen.facts == [("box:1", 1), ("box:1", 2), ("box:1", 3)]
    assert not DeadLetter.objects.exists()


def test_a_refusal_is_final_at_once_and_trying_again_asks_anew(seen: Seen) -> None:
    add(1)
    relay.relay_once()
    seen.fail = {1: Refused("box_short", "Empty.")}
    seen.read()
    letter = DeadLetter.objects.get()
    assert (letter.error, letter.tries, letter.state) == ("box_short", 1, "dead")
    assert seen.read() == 0
    for ends in ("dead", "done"):
        seen.fail = {} if ends == "done" else seen.fail
        readers.ask_again(readers.dug_up(letter.pk))
        assert seen.read() == (1 if ends == "done" else 0)
        letter.refresh_from_db()
        assert letter.state == ends
    assert seen.ids == [readers.command_id_for("seen", fact_id=letter.fact_id, rounds=2)]
    assert seen.ids != [readers.command_id_for("seen", fact_id=letter.fact_id)]
    with cast.refused("letter_settled"):
        readers.dug_up(letter.pk)


def test_a_database_that_goes_away_is_not_the_facts_fault(
    seen: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(1)
    relay.relay_once()
    seen.fail = {1: OperationalError("gone")}

    with monkeypatch.context() as away, pytest.raises(OperationalError):
        away.setattr(readers, "_is_gone", lambda: True)
        seen.read()
    assert Cursor.objects.get().tries == 0
    assert not DeadLetter.objects.exists()
