"""A lock that nobody lets go, a PostgreSQL that stands still: people are told to come back, and the rest goes on."""

import contextlib
import os
import signal
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from tests.install.house import until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.faults,
]
WAITERS = 24


def asked(house, path):
    """Status and Retry-After of one request."""
    try:
        with urllib.request.urlopen(house.address.rstrip("/") + path, timeout=60) as answer:
            answer.read()
            return answer.status, None
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.headers["Retry-After"]


def all_are_told_to_come_back(house):
    """Every one of 24 page requests and 24 of programs is answered 503, and what needs no database is answered meanwhile."""
    with ThreadPoolExecutor(2 * WAITERS) as crowd:
        waiting = [
            crowd.submit(asked, house, path) for _ in range(WAITERS) for path in ("/", "/api/tournaments")
        ]
        assert asked(house, "/healthz") == (200, None)
        assert asked(house, "/static/css/app.css") == (200, None)
        answers = [one.result() for one in waiting]
    assert {status for status, _after in answers} == {503}
    assert all(int(after) >= 1 for _status, after in answers)


def test_a_lock_with_24_waiters_stops_neither_health_nor_files_and_everybody_is_told(running):
    assert asked(running, "/") == (200, None)
    with psycopg.connect(running.running["environment"]["DATABASE_URL"]) as holder:
        holder.execute("LOCK TABLE tournaments_venue, tournaments_tournament IN ACCESS EXCLUSIVE MODE")
        all_are_told_to_come_back(running)
        holder.rollback()
    assert asked(running, "/") == (200, None)


def test_a_postgresql_that_stands_still_is_not_waited_for(running):
    assert asked(running, "/") == (200, None)
    postmaster = running.running["children"]["PostgreSQL"]
    everyone = [postmaster, *_children_of(postmaster)]
    for pid in everyone:
        os.kill(pid, signal.SIGSTOP)
    try:
        all_are_told_to_come_back(running)
        assert asked(running, "/readyz")[0] == 503
    finally:
        for pid in everyone:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
    assert until(lambda: asked(running, "/") == (200, None))
    assert asked(running, "/readyz") == (200, None)


def _children_of(pid):
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_nothing_of_a_person_is_in_a_log_when_a_document_or_an_address_is_taken(running):
    """The refused row would stand in PostgreSQL's log: name, birth date, document, e-mail, the password's digest."""
    running.sql("CREATE TABLE IF NOT EXISTS taken (document text UNIQUE)")
    secret = "98765432100"
    with psycopg.connect(running.running["environment"]["DATABASE_URL"], autocommit=True) as connection:
        for _ in range(2):
            with contextlib.suppress(psycopg.errors.UniqueViolation):
                connection.execute(f"INSERT INTO taken VALUES ('{secret}')")
    logs = "".join(path.read_text(errors="replace") for path in (running.data / "logs").glob("*.log*"))
    assert 'violates unique constraint "taken_document_key"' in logs  # noted, and no word of whose
    assert secret not in logs and "INSERT INTO" not in logs


def test_a_foreign_name_leaves_no_traceback_in_the_log(running):
    log = running.data / "logs" / "web.log"
    before = log.stat().st_size if log.exists() else 0
    request = urllib.request.Request(running.address, headers={"Host": "somewhere.example"})
    for _ in range(20):
        with pytest.raises(urllib.error.HTTPError) as refusal:
            urllib.request.urlopen(request, timeout=60)
        assert refusal.value.code == 400
    assert "somewhere.example" not in log.read_text()[before:]
