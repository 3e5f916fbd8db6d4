"""A whole tournament by `manage.py simulate` while every part of the house is killed under it."""

from __future__ import annotations

import contextlib
import re
import signal
import subprocess
import sys
import time

import pytest

from tests.faults.conftest import Struck, patiently
from tests.sizes import size, survives

pytestmark = [
    pytest.mark.slow,
    pytest.mark.faults,
    pytest.mark.timeout(size(1500, full=3600)),
]

ENTRIES = size(27, full=300)
ROUND = ["PostgreSQL", "Valkey", "worker", "beat", "web"]


def begin(struck: Struck, venue: str) -> subprocess.Popen[str]:
    """The run of one seed, kept in the house's own database."""
    return subprocess.Popen(
        [
            sys.executable, struck.root / "manage.py", "simulate", "--preset", "turbo-8max",
            "--entries", str(ENTRIES), "--seed", "7", "--keep", "--venue", venue,
        ],
        env={**struck.environment, **struck.running["environment"], "LOG_LEVEL": "CRITICAL"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip


_COMMANDS = (
    "SELECT c.name, c.state, count(*) FROM dispatch_command c JOIN people_staffrole r ON r.user_id = c.user_id"
    " JOIN tournaments_venue v ON v.id = r.venue_id WHERE v.name = '{}' GROUP BY 1, 2 ORDER BY 1, 2"
)
_FACTS = (
    "SELECT f.kind, count(*), count(DISTINCT f.command_id) FROM dispatch_fact f, tournaments_tournament t"
    " JOIN tournaments_venue v ON v.id = t.venue_id"
    " WHERE v.name = '{}' AND f.stream = 'tournament:' || t.id GROUP BY 1 ORDER BY 1"
)
_MONEY = (
    "SELECT l.kind, l.method, count(*), sum(l.amount_cents)::bigint FROM ledger_transfer l"
    " JOIN tournaments_tournament t ON t.id = l.tournament_id JOIN tournaments_venue v ON v.id = t.venue_id"
    " WHERE v.name = '{}' GROUP BY 1, 2 ORDER BY 1, 2"
)
_PLACES = (
    "SELECT p.public_name, e.state, x.out_before, x.tied, a.amount_cents FROM tournaments_entry e"
    " JOIN people_player p ON p.id = e.player_id JOIN tournaments_tournament t ON t.id = e.tournament_id"
    " JOIN tournaments_venue v ON v.id = t.venue_id"
    " LEFT JOIN tournaments_elimination x ON x.entry_id = e.id AND x.undone_at IS NULL"
    " LEFT JOIN payouts_award a ON a.entry_id = e.id AND a.state <> 'void' WHERE v.name = '{}' ORDER BY e.id"
)


@survives
def test_simulate_while_everything_is_killed(struck: Struck) -> None:
    """The same seed is played twice: in peace, and while each part is killed in turn. The two runs are the same to
    the last seat, cent and fact, and the run itself looks at every law after every command."""
    calm = begin(struck, "Em paz")
    output, said = calm.communicate(timeout=size(1300, full=1200))
    assert calm.returncode == 0, said
    commands = sum(n for _, _, n in struck.sql(_COMMANDS.format("Em paz")))
    order = ROUND * size(1, full=4) + ["PostgreSQL"]
    marks = [commands * (n + 1) // (len(order) + 1) for n in range(len(order))]

    rough = begin(struck, "Em apuros")
    killed = []
    try:
        for name, mark in zip(order, marks, strict=True):
            while rough.poll() is None:
                # it stands still while it is asked about: on a busy machine it would be over before the answer came
                rough.send_signal(signal.SIGSTOP)
                done = patiently(lambda: struck.sql(_COMMANDS.format("Em apuros")))
                if sum(n for _, _, n in done) >= mark:
                    break
                rough.send_signal(signal.SIGCONT)
                time.sleep(0.02)
            if rough.poll() is None:
                struck.until_it_lives(name)
                rough.send_signal(signal.SIGCONT)
                assert struck.strike(name)
                killed.append(name)
        again, said = rough.communicate(timeout=size(1300, full=1200))
    finally:
        with contextlib.suppress(ProcessLookupError):
            rough.kill()
        rough.wait()
    assert rough.returncode == 0, said
    assert killed == order, "the run was over before everything was killed: play more entries"
    assert re.search(r"\d+ questions were asked again", again), again
    struck.until_it_answers()

    assert _digest(again) == _digest(output)
    for question in (_COMMANDS, _FACTS, _MONEY, _PLACES):
        peace, trouble = (struck.sql(question.format(venue)) for venue in ("Em paz", "Em apuros"))
        assert trouble == peace
        assert len(peace) > 3
    # nothing that was begun was left open, nothing was answered twice in different ways
    assert struck.sql("SELECT count(*) FROM dispatch_command WHERE state = 'open'") == [(0,)]
    struck.nothing_amiss()
    print(
        f"{ENTRIES} entries, {commands} commands of staff, killed: {', '.join(killed)}; same digest, books at zero"
    )


def _digest(report: str) -> str:
    found = re.search(r"digest ([0-9a-f]{64})", report)
    assert found is not None, report
    return found[1]
