"""What the web process promises, whoever wrote the page."""

import gzip
import http.client
import json
import socket
import threading
import urllib.request
from urllib.parse import urlsplit

import pytest
from django.core.cache.backends.base import DEFAULT_TIMEOUT

from config.caches import ForgivingRedisCache
from config.local.folder import SetupError
from config.local.lan import lan_address
from config.static_files import as_served


def connect(house):
    return http.client.HTTPConnection(urlsplit(house.address).netloc, timeout=60)


@pytest.mark.slow
@pytest.mark.faults
def test_a_body_too_large_is_refused_and_the_next_request_served(running):
    connection = connect(running)
    connection.putrequest("POST", "/healthz")
    connection.putheader("Content-Length", str(5 * 1024 * 1024))
    connection.endheaders()  # refused by its announced length: whoever went on sending would meet a closed door
    assert connection.getresponse().status == 413
    assert running.get("/healthz") == (200, "ok\n")


@pytest.mark.slow
@pytest.mark.faults
def test_many_at_once_share_a_few_database_connections(running):
    answers, lock = [], threading.Lock()

    def ask():
        connection = connect(running)
        for _ in range(10):
            connection.request("GET", "/readyz")
            answer = connection.getresponse()
            with lock:
                answers.append((answer.status, answer.read()))

    threads = [threading.Thread(target=ask) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {status for status, _body in answers} == {200}
    assert len(answers) == 400
    count = running.sql("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'shuffle-web'")[0][0]
    assert 1 <= count <= 20


@pytest.mark.slow
@pytest.mark.faults
def test_files_come_compressed_and_are_not_sent_again_unchanged(running):
    static = running.root / "static"
    sheet = next(static.rglob("*.css")).relative_to(static).as_posix()
    connection = connect(running)
    connection.request("GET", f"/static/{sheet}", headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    body = answer.read()
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == as_served(sheet, source=(static / sheet).read_bytes())
    connection.request("GET", f"/static/{sheet}", headers={"If-None-Match": answer.headers["ETag"]})
    assert connection.getresponse().status == 304


@pytest.mark.slow
@pytest.mark.faults
def test_security_headers_and_foreign_names(running):
    connection = connect(running)
    connection.request("GET", "/healthz")
    answer = connection.getresponse()
    answer.read()
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "Server" not in answer.headers
    connection.request("GET", "/healthz", headers={"Host": "evil.example"})
    assert connection.getresponse().status == 400
    connection = connect(running)
    connection.request("GET", "/metrics")
    assert connection.getresponse().status == 403


@pytest.mark.slow
@pytest.mark.faults
def test_on_the_local_network(stopped):
    try:
        address = lan_address()
    except SetupError:
        pytest.skip("this machine is on no network")
    stopped.up("--lan", "--empty")
    assert f"http://{address}:" in stopped.printed
    assert "▄▄▄▄▄" in stopped.printed
    port = urlsplit(stopped.address).port
    with urllib.request.urlopen(f"http://{address}:{port}/healthz", timeout=60) as answer:
        assert answer.status == 200
    # PostgreSQL and Valkey stay at home.
    kept = json.loads((stopped.data / "services.json").read_text())
    for name in ("postgres_port", "valkey_port"):
        with pytest.raises(OSError), socket.create_connection((address, kept[name]), timeout=5):
            pass
    stopped.interrupt()


def test_a_cache_that_is_away_misses_and_forgets():
    cache = ForgivingRedisCache("redis://127.0.0.1:1/0", {})
    assert cache.get("a") is None
    assert cache.get("a", 5) == 5
    assert cache.get_many(["a", "b"]) == {}
    assert cache.set("a", 1, DEFAULT_TIMEOUT) is None
    assert cache.set_many({"a": 1}) == ["a"]
    assert cache.add("a", 1) is True
    assert cache.incr("a") == 1
    assert cache.has_key("a") is False  # noqa: W601
    assert cache.delete("a") is False
    assert cache.get_or_set("a", lambda: 7) == 7
