"""bin/backup and bin/restore: one file, in mid-tournament, refused when something is in the way, chain verified."""

import io
import json
import stat
import tarfile

import pytest

from tests.install.house import House, until
from tests.sizes import size, survives

pytestmark = [
    pytest.mark.slow,
    pytest.mark.faults,
]

NOTE = """
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from dispatch import relay
from dispatch.commands import command, record
from dispatch.facts import Actor
from tournaments.streams import TournamentFact

class Noted(TournamentFact, kind="noted"):
    text: str

@dataclass(frozen=True)
class Kept:
    text: str

@command("backups.note")
def note(*, command_id, at, by, text) -> Kept:
    record(Noted(tournament_id=1, text=text))
    return Kept(text=text)

for n in range(%d):
    note(command_id=uuid.uuid4(), at=datetime(2026, 11, 21, 12, n, tzinfo=UTC), by=Actor(user_id=1, label="Ana"), text="%s")
relay.relay_once()
"""


def note(house, times, text):
    done = house.manage("shell", "--no-imports", "-c", NOTE % (times, text))
    assert done.returncode == 0, done.stderr


def texts(house):
    return [row[0] for row in house.sql("SELECT DISTINCT body->>'text' FROM dispatch_fact ORDER BY 1")]


@pytest.fixture(scope="module")
def backup(house, open_place):
    if not house.is_up:
        house.up("--empty")
    facts = house.sql("SELECT count(*) FROM dispatch_fact")[0][0]
    assert facts == 0
    note(house, 5, "before")
    house.sql(
        "INSERT INTO play_originkey (id, month, made_with, half)"
        " VALUES (gen_random_uuid(), '2026-11-01', 'one', 'half of a key')"
    )
    file = open_place / "Friday night.backup"
    done = house.script("backup", str(file))
    assert done.returncode == 0, done.stderr
    assert "5 facts in 1 streams" in done.stdout
    note(house, 3, "after")
    return file


def test_one_file_that_only_its_owner_reads(running, backup):
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    with tarfile.open(backup) as tar:
        assert set(tar.getnames()) == {"manifest.json", "secrets.json", "database.dump"}
        # with the dump the key of the cards would tell every hand (ADR 20)
        assert set(json.load(tar.extractfile("secrets.json"))) == {"secret_key"}
    assert running.running["environment"]["PLAY_KEY"].encode() not in backup.read_bytes()
    again = running.script("backup", str(backup))
    assert again.returncode == 1
    assert "already there" in again.stderr


def test_restore_refuses_what_is_in_the_way_then_replaces_it_while_running(running, backup):
    refused = running.script("restore", str(backup))
    assert refused.returncode == 1
    assert "8 facts" in refused.stderr
    assert "--replace" in refused.stderr
    assert texts(running) == ["after", "before"]

    done = running.script("restore", str(backup), "--replace")
    assert done.returncode == 0, done.stderr + done.stdout
    assert "5 facts in 1 streams" in done.stdout
    assert "whole" in done.stdout
    assert texts(running) == ["before"]
    # a key that is thrown away after three months lives on in no file
    assert running.sql("SELECT count(*) FROM play_originkey")[0][0] == 0
    assert until(lambda: "The data was replaced" in running.printed)
    assert until(lambda: running.get("/readyz")[0] == 200)
    kept = running.sql("SELECT datname FROM pg_database WHERE datname LIKE 'shuffle\\_before%'")
    assert len(kept) == 1


def test_restore_into_a_new_place(running, backup, open_place):
    running.interrupt()
    other = House(running.root, SHUFFLE_DATA=str(open_place / "other data"))
    other.data = open_place / "other data"
    try:
        done = other.script("restore", str(backup))
        assert done.returncode == 0, done.stderr
        assert "whole" in done.stdout
        assert other.processes() == {}
        other.up()
        assert "Loading the demo room" not in other.printed
        assert texts(other) == ["before"]
        theirs = other.running["environment"]["SECRET_KEY_FALLBACKS"]
        with tarfile.open(backup) as tar:
            assert theirs in tar.extractfile("secrets.json").read().decode()
        other.interrupt()
    finally:
        other.end()


def test_bad_files_change_nothing(running, backup, open_place):
    before = texts(running)
    junk = open_place / "junk"
    junk.write_bytes(b"not a tar" * 1000)
    damaged = open_place / "damaged"
    content = bytearray(backup.read_bytes())
    content[len(content) // 2] ^= 0xFF
    damaged.write_bytes(content)
    cut = open_place / "cut"
    cut.write_bytes(backup.read_bytes()[: backup.stat().st_size // 2])
    for file, words in (
        (junk, "not a backup"),
        (damaged, "damaged"),
        (cut, "damaged"),
        (open_place / "none", "no file"),
    ):
        refused = running.script("restore", str(file), "--replace")
        assert refused.returncode == 1, file
        assert words in refused.stderr
        assert "Traceback" not in refused.stderr
    for manifest in (
        b"[]",
        b'{"format": 1}',
        b"[" * 100_000,
        b'{"format": 1, "heads": [1], "migrations": "x"}',
    ):
        refused = running.script("restore", str(with_manifest(open_place, backup, manifest)), "--replace")
        assert refused.returncode == 1 and "Nothing was changed." in refused.stderr, manifest[:30]
        assert "Traceback" not in refused.stderr
    assert texts(running) == before


def with_manifest(place, backup, manifest):
    """The backup with another manifest."""
    forged = place / "forged"
    with tarfile.open(backup) as tar, tarfile.open(forged, "w") as made:
        for member in tar.getmembers():
            content = manifest if member.name == "manifest.json" else tar.extractfile(member).read()
            member.size = len(content)
            made.addfile(member, io.BytesIO(content))
    return forged


@survives
def test_in_mid_tournament_nothing_committed_is_lost(running, open_place):
    playing = running.begin(
        "simulate",
        "--preset",
        "turbo-8max",
        "--entries",
        size("60", full="120"),
        "--seed",
        "5",
        "--speed",
        "60",  # twenty seconds of desk: with the shortest, three, a busy machine had nobody entered at the start
    )
    try:
        assert until(lambda: playing.poll() is not None or facts(running) > size(60, full=600), 600)
        assert playing.poll() is None, running.last_words
        at_least = facts(running)
        file = open_place / "mid tournament.backup"
        made = running.script("backup", str(file))
        assert made.returncode == 0, made.stderr
        assert playing.poll() is None, f"it was over before the backup: {running.last_words}"
    finally:
        playing.terminate()
        playing.wait(60)
    done = running.script("restore", str(file), "--replace")
    assert done.returncode == 0, done.stderr + done.stdout
    assert "whole" in done.stdout
    assert facts(running) >= at_least
    assert running.sql("SELECT count(*) FROM dispatch_command WHERE state = 'open'") == [(0,)]
    shown = running.manage(
        "shell", "--no-imports", "-c", "from ledger.queries import reconcile; print(reconcile())"
    )
    assert shown.stdout.strip() == "()", shown.stderr


@survives
def test_a_backup_whose_facts_were_touched_is_not_put_in_place(running, open_place):
    note(running, 2, "to be changed")
    running.sql("ALTER TABLE dispatch_fact DISABLE TRIGGER USER")
    running.sql(
        "UPDATE dispatch_fact SET body = jsonb_build_object('text', 'forged') WHERE body->>'text' = 'to be changed'"
    )
    running.sql("ALTER TABLE dispatch_fact ENABLE TRIGGER USER")
    forged = open_place / "forged.backup"
    assert running.script("backup", str(forged)).returncode == 0
    before = texts(running)
    refused = running.script("restore", str(forged), "--replace")
    assert refused.returncode == 1
    assert "not whole" in refused.stderr
    assert texts(running) == before


def facts(house):
    return house.sql("SELECT count(*) FROM dispatch_fact")[0][0]
