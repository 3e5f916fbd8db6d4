"""What several parts of a page ask for is read once, and never kept beyond the page or a change."""

from __future__ import annotations

import threading

import pytest

from dispatch.reading import moment_of_its_own, one_moment, read_once
from tests.dispatch import box_commands
from tests.dispatch.box_commands import ANA, AT, new_id


class _Asked:
    """A read that says how often it was asked."""

    def __init__(self) -> None:
        self.times = 0

        @read_once
        def read(box: int, *, twice: bool = False) -> tuple[int, int]:
            self.times += 1
            return (2 * box if twice else box, self.times)

        self.read = read


def test_one_moment_reads_the_same_question_once():
    asked = _Asked()
    assert (asked.read(3), asked.read(3)) == ((3, 1), (3, 2))  # outside nothing is kept
    with one_moment():
        assert (asked.read(3), asked.read(3), asked.read(4), asked.read(3, twice=True)) == (
            (3, 3),
            (3, 3),
            (4, 4),
            (6, 5),
        )
        with one_moment():  # a part within a page: the same moment
            assert asked.read(3) == (3, 3)
        assert asked.read(4) == (4, 4)
    assert asked.read(3) == (3, 6)
    with one_moment():
        assert asked.read(3) == (3, 7)


def test_a_moment_of_its_own_takes_nothing_from_the_one_around_it():
    asked = _Asked()
    with one_moment():
        assert asked.read(3) == (3, 1)
        with moment_of_its_own():
            assert (asked.read(3), asked.read(3)) == ((3, 2), (3, 2))
        assert asked.read(3) == (3, 1)


def test_nothing_and_none_are_answers_and_a_refusal_is_asked_again():
    times = []

    @read_once
    def nobody() -> None:
        times.append(1)

    @read_once
    def refuses() -> None:
        times.append(1)
        raise LookupError

    with one_moment():
        nobody()
        nobody()
        assert len(times) == 1
        for _ in range(2):
            with pytest.raises(LookupError):
                refuses()
    assert len(times) == 3


def test_a_moment_is_of_one_thread():
    asked = _Asked()
    found = []
    with one_moment():
        assert asked.read(1) == (1, 1)
        other = threading.Thread(target=lambda: found.append(asked.read(1)))
        other.start()
        other.join()
        assert asked.read(1) == (1, 1)
    assert found == [(1, 2)]


def test_once_a_command_begins_nothing_is_kept(box: None):
    asked = _Asked()
    with one_moment():
        assert asked.read(1) == (1, 1)
        box_commands.add(command_id=new_id(), at=AT, by=ANA, box=1)
        assert (asked.read(1), asked.read(1)) == ((1, 2), (1, 3))
    with one_moment():
        assert (asked.read(1), asked.read(1)) == ((1, 4), (1, 4))
