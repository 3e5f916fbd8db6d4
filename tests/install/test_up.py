"""bin/up: twice in a row, after a SIGKILL, with a taken port, refused twice, its children brought back."""

import hashlib
import http.client
import os
import pwd
import re
import signal
import socket
import stat
import subprocess
import sys
import urllib.error
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.install.house import PROJECT, House, until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.faults,
]


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def status_of(house, path):
    asking = http.client.HTTPConnection(urlsplit(house.address).netloc, timeout=60)
    asking.request("GET", path)
    return asking.getresponse().status


def test_start_in_a_path_with_a_space_as_whoever_we_are(house):
    if house.is_up:
        house.interrupt()
    modes = {path: mode(path) for path in (house.root, house.root.parent, Path(sys.prefix))}
    house.up("--empty")
    assert house.get("/healthz") == (200, "ok\n")
    assert house.get("/readyz")[0] == 200
    assert mode(house.data / "secrets.json") == mode(house.data / "running.json") == 0o600
    assert {path: mode(path) for path in modes} == modes
    secrets = (house.data / "secrets.json").read_text()
    for pid, arguments in house.processes().items():
        assert not any(word in arguments for word in secrets.split('"') if len(word) > 40), pid
    if os.geteuid() == 0:
        # the supervisor alone is root: it starts, watches and stops the others
        for name in ("PostgreSQL", "Valkey", "web", "worker", "beat"):
            assert Path(f"/proc/{house.running['children'][name]}").stat().st_uid != 0, name
        # what lies in a data folder shares no file with the machine's own Python; nothing does where that can be run as it is
        packages = house.data / "services" / "packages"
        copied = list((packages / "base").rglob("*.py"))
        assert len(copied) > 500 or not packages.exists()
        assert not [path for path in copied if path.stat().st_nlink > 1]


def test_a_second_one_on_the_same_data_folder_is_refused_politely(running):
    second = running.script("up")
    assert second.returncode == 1
    assert "already running" in second.stderr
    assert running.address in second.stderr
    assert "Traceback" not in second.stderr
    assert running.get("/healthz")[0] == 200


def test_manage_py_finds_the_running_services(running):
    text = running.manage(
        "shell", "--no-imports", "-c", "from django.conf import settings; print(settings.REDIS_URL)"
    )
    assert text.stdout.strip() == running.running["environment"]["REDIS_URL"]


@pytest.mark.parametrize("name", ["web", "worker", "beat", "Valkey", "PostgreSQL"])
def test_a_killed_child_comes_back(running, name):
    # a child that went down with the one killed before may be on its way back
    assert until(lambda: Path(f"/proc/{running.running['children'].get(name, 0)}").exists()), running.printed
    deaths = running.printed.count(f"{name} was ended by SIGKILL")
    killed = running.running["children"][name]
    os.kill(killed, signal.SIGKILL)
    if name == "web":
        # The listening socket is the supervisor's: whoever comes now waits and is served by the next web process.
        assert running.get("/healthz")[0] == 200
    assert until(lambda: running.printed.count(f"{name} was ended by SIGKILL") == deaths + 1), running.printed
    assert until(lambda: running.running["children"].get(name, killed) != killed), running.printed
    assert until(lambda: _answers(running)), running.printed


def _answers(running):
    import redis

    try:
        redis.Redis.from_url(running.running["environment"]["REDIS_URL"]).ping()
        return running.get("/readyz")[0] == 200
    except (urllib.error.HTTPError, redis.RedisError):
        return False


def test_a_sigkill_of_the_supervisor_leaves_no_orphan_and_loses_nothing(running):
    assert len(running.processes()) >= 5
    running.kill()
    assert running.gone_within(60) == {}
    running.up()
    assert running.sql("SELECT what FROM kept") == [("before the kill",)]


def test_starting_again_while_the_killed_one_still_dies(running):
    running.kill()
    running.up()
    assert running.sql("SELECT what FROM kept") == [("before the kill",)]


def test_ctrl_c_stops_everything_and_the_next_start_makes_nothing_again(running):
    assert running.interrupt() == 0
    assert running.processes() == {}
    assert "Stopped." in running.printed
    assert not (running.data / "running.json").exists()
    assert "database system is shut down" in (running.data / "logs" / "postgres.log").read_text()
    running.up()
    assert "Preparing" not in running.printed
    assert running.sql("SELECT what FROM kept") == [("before the kill",)]
    running.supervisor.send_signal(signal.SIGTERM)
    assert running.supervisor.wait(90) == 0
    assert running.processes() == {}


def test_a_stale_pid_file_is_no_obstacle(stopped):
    # The number now belongs to somebody else: ourselves.
    services = stopped.data / "services"
    (services / "postgres" / "postmaster.pid").write_text(
        f"{os.getpid()}\n{services}\n0\n1\n\n127.0.0.1\n0 0\nready\n"
    )
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = stopped.script("up", "--port", str(port))
        assert refused.returncode == 1
        assert f"Port {port} is taken" in refused.stderr
    with socket.socket() as first:
        first.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            first.bind(("127.0.0.1", 8000))
            first.listen()
        except OSError:
            pass  # Somebody else has it: as good.
        stopped.up()
    assert "Port 8000 is taken by another program: using 80" in stopped.printed
    assert ":8000/" not in stopped.address
    assert stopped.get("/healthz")[0] == 200
    stopped.interrupt()


def test_a_first_start_killed_in_its_middle_is_simply_done_again(stopped, open_place):
    other = House(stopped.root, SHUFFLE_DATA=str(open_place / "half made"))
    other.data = open_place / "half made"
    try:
        other.start("--empty")
        assert until(lambda: "Preparing the database" in other.printed)
        other.kill()
        assert other.gone_within(60) == {}
        assert not (other.data / "prepared.txt").exists()
        other.up("--empty")
        assert "Preparing the database" in other.printed
        assert other.get("/readyz")[0] == 200
        # nobody from the network takes a new house: who reads the console has the link
        way = re.search(r"http://localhost:\d+(/open/[a-z2-7]{24}/)", other.printed)
        assert way is not None and mode(other.data / "first-owner.txt") == 0o600
        assert (status_of(other, way[1]), status_of(other, "/open/" + "a" * 24 + "/")) == (302, 404)
        other.interrupt()
    finally:
        other.end()


def test_another_major_version_never_starts_a_data_folder(stopped):
    version = stopped.data / "services" / "postgres" / "PG_VERSION"
    real = version.read_text()
    try:
        version.write_text("13\n")
        refused = stopped.script("up")
    finally:
        version.write_text(real)
    assert refused.returncode == 1
    assert "made by PostgreSQL 13" in refused.stderr
    assert "sudo apt-get install postgresql-13" in refused.stderr
    assert stopped.processes() == {}


def test_lost_passwords_are_named_with_the_way_out(stopped):
    kept = stopped.data / "secrets.json"
    aside = kept.rename(kept.with_name("aside"))
    try:
        refused = stopped.script("up")
    finally:
        aside.replace(kept)
    assert refused.returncode == 1
    assert "does not know the password in" in refused.stderr
    assert f"mv '{stopped.data}' '{stopped.data}.lost'" in refused.stderr
    assert stopped.gone_within(60) == {}


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to be somebody else")
def test_as_an_ordinary_user(open_place):
    """With the system's Python, because this user may not enter root's."""
    python = Path("/usr/bin/python3.11")
    if not python.exists():
        pytest.skip("no Python that an ordinary user may run")
    nobody = pwd.getpwnam("nobody")
    environment = open_place / "environment"
    subprocess.run([python, "-m", "venv", "--without-pip", environment], check=True)
    lock = PROJECT / "requirements" / "local.txt"
    uv = [
        Path(sys.prefix) / "bin" / "uv",
        "pip",
        "install",
        "--quiet",
        "--python",
        environment / "bin" / "python",
    ]
    subprocess.run([*uv, "--require-hashes", "-r", lock], check=True)
    (environment / "shuffle-locks").write_text(f"local {hashlib.sha256(lock.read_bytes()).hexdigest()}\n")
    built = House.built_in(
        open_place / "ordinary room", user=nobody.pw_uid, SHUFFLE_VENV=str(environment), HOME="/"
    )
    for path in [built.root, *built.root.rglob("*")]:
        os.lchown(path, nobody.pw_uid, nobody.pw_gid)
    try:
        built.up("--demo")
        assert built.get("/readyz")[0] == 200
        for who in ("director", "desk", "floor", "player"):
            assert f"{who}@demo.example" in built.printed
        assert mode(built.data / "sign-in.txt") == 0o600
        assert 'href="/t/' in built.get("/")[1]  # the demo room is on the calendar
        for pid in built.processes():
            assert Path(f"/proc/{pid}").stat().st_uid == nobody.pw_uid
        assert mode(built.data) == 0o700
        # with the system's own Python, which is older than ours
        kept = built.data / "evening.backup"
        for done in (built.script("backup", str(kept)), built.script("restore", str(kept), "--replace")):
            assert done.returncode == 0, done.stdout + done.stderr
        assert ": whole" in done.stdout
        assert built.interrupt() == 0
        assert built.processes() == {}
    finally:
        built.end()


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root: only then are the services another user's")
def test_as_root_in_a_folder_that_nobody_else_may_enter(open_place):
    secret = open_place / "private"
    secret.mkdir(mode=0o700)
    built = House.built_in(secret / "room")
    try:
        built.up("--empty")
        home = Path(
            next(
                line.split('"')[3]
                for line in (built.data / "services.json").read_text().splitlines()
                if "home" in line
            )
        )
        assert home.is_relative_to("/var/lib/shuffle-up")
        assert mode(secret) == 0o700
        assert mode(home) == 0o700
        assert built.get("/readyz")[0] == 200
        served = built.get("/static/css/app.css")
        assert served[0] == 200
        assert served[1].startswith("@layer")  # what the sheet says of itself stays here
        assert Path(f"/proc/{built.running['children']['web']}").stat().st_uid != 0
        built.interrupt()
    finally:
        built.end()
