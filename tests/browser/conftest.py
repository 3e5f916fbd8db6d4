"""A served house and a browser: the real ASGI server on the test database, Chromium, a relay."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Response,
    expect,
    sync_playwright,
)

from config.local.check import find_browser
from config.local.services import free_port
from config.static_files import as_served
from dispatch import relay
from people.models import User
from play.commands.open_table import open_table
from tests import cast
from tests.browser import slow
from tests.play.conftest import AtTable

# a machine that runs everything at once answers late; what does not come within this is wrong
LATEST = 60_000  # milliseconds
expect.set_options(timeout=LATEST)

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
# Each new window would load two pages of the browser's own for suggestions under an address bar that nobody sees, each in a
# process of its own: half of what a window costs.
_UNWANTED = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",
)
# The last list is the one that holds: what Playwright leaves out stands in ours as well.
_UNWANTED_BY_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)
# without these Chromium asks the world for updates, which a closed network refuses many times a second
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join((*_UNWANTED, *_UNWANTED_BY_PLAYWRIGHT))}",
]


class Forked:
    """A server that the nursery forked: what subprocess.Popen has of it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        try:
            self._descriptor = os.pidfd_open(pid)
        except ProcessLookupError:
            self._descriptor = -1

    def wait(self, seconds: float | None = None) -> bool:
        """Until it is gone; False when it still lives after so many seconds."""
        if self._descriptor < 0:
            return True
        if not select.select([self._descriptor], [], [], seconds)[0]:
            return False
        os.close(self._descriptor)
        self._descriptor = -1
        return True

    @property
    def lives(self) -> bool:
        return not self.wait(0)

    def kill(self) -> None:
        if self._descriptor >= 0:
            signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)
            self.wait()


class Nursery:
    """tests.browser.nursery: it loads the product once, on the test's database."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.nursery"],
            env=environment,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._line() == "ready"

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def fork(self, application: str, port: int, environment: dict[str, str]) -> Forked:
        assert self.process.stdin is not None
        wanted = {"application": application, "port": port, "environment": environment}
        self.process.stdin.write(json.dumps(wanted) + "\n")
        self.process.stdin.flush()
        return Forked(int(self._line()))

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture(autouse=True)
def _time_limit_holds() -> None:
    """
    The alarm of pytest's time limit rings again until the test ends: what the first raises inside a callback of
    Playwright's loop is logged there and lost (asyncio stops for an interrupt alone), and the test waits for ever.
    """
    left, _ = signal.getitimer(signal.ITIMER_REAL)
    if left:
        signal.setitimer(signal.ITIMER_REAL, left, 5)


_nurseries: list[Nursery] = []


@pytest.fixture(scope="session", autouse=True)
def _nurseries_end() -> Iterator[None]:
    yield
    while _nurseries:
        _nurseries.pop().end()


def nursery(environment: dict[str, str]) -> Nursery:
    """The one that was started with this environment. A setting that a test changes is read when the product loads."""
    for known in _nurseries:
        if known.environment == environment and known.process.poll() is None:
            return known
    _nurseries.append(Nursery(environment))
    return _nurseries[-1]


@dataclass
class Server:
    """One ASGI server; it can be killed and started again on the same port."""

    port: int
    process: Forked | None = None
    environment: dict[str, str] = field(default_factory=dict)
    application: str = "config.asgi:application"
    more: dict[str, str] = field(default_factory=dict)  # what the application alone reads, not the settings

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.process = nursery(dict(self.environment)).fork(self.application, self.port, self.more)
        until = time.monotonic() + 120
        while True:
            assert self.process.lives and time.monotonic() < until, "the server did not start"
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 0.2):
                return
            time.sleep(0.02)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process = None


@contextlib.contextmanager
def served(application: str = "config.asgi:application", **more: str) -> Iterator[Server]:
    """The house on the test's database, and a relay in this process."""
    base = os.environ["DATABASE_URL"].rpartition("/")[0]
    found = Server(
        free_port(),
        environment={
            **{name: value for name, value in os.environ.items() if name != "PYTEST_CURRENT_TEST"},
            "DATABASE_URL": f"{base}/{connection.settings_dict['NAME']}",
            "REDIS_URL": str(settings.REDIS_URL),
            "DB_POOL": "4",
        },
        application=application,
        more=more,
    )
    found.start()
    relaying = relay.start_in_background()
    yield found
    relaying.stop()
    found.kill()


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    with served() as found:
        yield found


@pytest.fixture(scope="package", autouse=True)
def _every_press_lasts() -> Iterator[None]:
    """As long as SLOW says (tests/browser/slow.py)."""
    ms = slow.asked().get("press", 0) * 1000
    click = Locator.click
    with pytest.MonkeyPatch.context() as patch:
        if ms:
            patch.setattr(Locator, "click", lambda self, **more: click(self, **{"delay": ms, **more}))
        yield


@pytest.fixture(scope="package")  # Playwright's loop must be gone when tests of other folders run their own
def chromium() -> Iterator[Browser]:
    where = find_browser()
    if where is None:
        pytest.fail("No Chromium or Chrome was found. Install one: sudo apt-get install chromium")
    # Playwright's loop would make Django think that tests are asynchronous
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = patient(playwright.chromium.launch(executable_path=where, args=QUIET))
        yield browser
        browser.close()


def patient(browser: Browser) -> Browser:
    """Every window that is opened in it waits as long as `expect` does."""
    opens = browser.new_context, browser.new_page

    def opened(**more: Any) -> BrowserContext:
        context = opens[0](**more)
        context.set_default_timeout(LATEST)
        return context

    # it opens a window of its own, and not by what stands above
    def alone(**more: Any) -> Page:
        page = opens[1](**more)
        page.set_default_timeout(LATEST)
        return page

    browser.new_context, browser.new_page = opened, alone  # type: ignore[method-assign]
    return browser


# htmx says so of a request that a newer one replaces, or that the page leaves behind; of a lost line it says more
_LEFT_BEHIND = ("htmx:afterRequest", "htmx:sendAbort")


@dataclass
class Watched:
    """A page with everything it complained about."""

    page: Page
    complaints: list[str]


@pytest.fixture
def look(chromium: Browser, server: Server) -> Iterator[Callable[..., Watched]]:
    """Open a page of the served house: look("/t/1/", width=390, height=844, language="pt-BR")."""
    contexts = []

    def open_page(
        path: str, *, width: int = 1440, height: int = 900, language: str = "pt-BR", **more: Any
    ) -> Watched:
        context = chromium.new_context(viewport={"width": width, "height": height}, locale=language, **more)
        contexts.append(context)
        page = context.new_page()
        complaints: list[str] = []

        def heard(message: ConsoleMessage) -> None:
            if message.type == "error" and not message.text.startswith(_LEFT_BEHIND):
                complaints.append(message.text)

        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(server.url + path)
        return Watched(page, complaints)

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """Houses were made a week ago, sell since an hour and start now: browsers go by the clock of the machine."""
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now)
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    return now


@pytest.fixture
def demo_table(server: Server, today: datetime) -> AtTable:
    """A demo table at which nobody sits yet. Two minutes for a decision: none runs out."""
    house = cast.house()
    made = cast.say(
        open_table, by=house.ana, at=today, venue_id=house.venue_id, name="Mesa", decision_seconds=120
    )
    return AtTable(house, made["table_id"], now=today)


@pytest.fixture
def tab_of(chromium: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Open a page on a device of its own, signed in: tab_of(person, "/me/", width=390, height=844)."""
    contexts = []

    def opened(
        person: cast.Person, path: str, *, width: int = 1440, height: int = 900, touch: bool = False
    ) -> Page:
        client = Client()
        client.force_login(User.objects.get(pk=person.user_id))
        context = chromium.new_context(
            viewport={"width": width, "height": height}, locale="pt-BR", has_touch=touch
        )
        context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": server.url}]
        )
        contexts.append(context)
        page = context.new_page()
        page.goto(server.url + path)
        return page

    yield opened
    for context in contexts:
        context.close()


def press(page: Page, key: str, *, of: str) -> None:
    """A key, once, as soon as the button listens that it stands for: after its buttons changed a bar is deaf for a moment."""
    page.locator(f"{of}:not([aria-disabled])").first.wait_for()
    page.keyboard.press(key)


def until(page: Page, so: Callable[[], Any], *, seconds: float = 60) -> None:
    """Wait for what another process writes down, and no longer; the page goes on meanwhile."""
    end = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < end
        page.wait_for_timeout(25)


HEADERS = 300  # bytes of an answer's head


def weight(url: str, body: bytes) -> int:
    """How many bytes an answer has, compressed, with its head: of ours what a house serves, which is without comments."""
    _, static, name = url.partition(settings.STATIC_URL)
    if static:
        body = as_served(name, source=body)
    return len(gzip.compress(body)) + HEADERS


def weigh(page: Page, url: str) -> dict[str, int]:
    """Open a page with an empty cache; how many bytes each part of its first view has, compressed, with its head."""
    sizes: dict[str, int] = {}

    def take(response: Response) -> None:
        if "/ws/" not in response.url:
            sizes[response.url] = weight(response.url, response.body())

    page.goto("about:blank")  # what the page before still asked for is nobody's
    page.on("response", take)
    page.route("**/*", lambda route: route.continue_())  # nothing comes from the browser's cache
    page.goto(url)
    page.wait_for_load_state("networkidle")
    page.remove_listener("response", take)
    return sizes


# what axe calls moderate or minor, whatever it finds: not told below, so not asked either; it is two fifths of axe's time
BELOW_SERIOUS = (
    "region",
    "heading-order",
    "page-has-heading-one",
    "skip-link",
    "landmark-one-main",
    "landmark-unique",
    "image-redundant-alt",
    "empty-table-header",
    "table-duplicate-name",
)


TRANSITIONS_OVER = """() => Promise.all(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished.catch(() => null)))"""


def pale_in_the_dark(page: Page) -> list[str]:
    """What cannot be read on a page that `axe` has looked at, where the device is in the dark; the page is in the light again."""
    page.emulate_media(color_scheme="dark")
    page.evaluate(TRANSITIONS_OVER)
    found = page.evaluate(
        "axe.run(document, {resultTypes: ['violations'], iframes: false, runOnly: ['color-contrast']})"
    )
    page.emulate_media(color_scheme="light")
    return [node["target"][0] for one in found["violations"] for node in one["nodes"][:3]]


@pytest.fixture
def axe() -> Callable[[Page], list[str]]:
    """What axe finds serious or critical on a page."""
    if not AXE.exists():
        npm = shutil.which("npm")
        assert npm, "Node.js is needed: sudo apt-get install nodejs npm"
        subprocess.run(
            [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"],
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
    source = AXE.read_text()

    def run(page: Page) -> list[str]:
        # as it is, not wrapped: what the browser compiled for the page before is there still, half of what it costs
        line = page.context.new_cdp_session(page)
        answer = line.send("Runtime.evaluate", {"expression": source, "silent": True})
        assert "exceptionDetails" not in answer, answer
        line.detach()
        # between two colours no letter stands as it will be read
        page.evaluate(TRANSITIONS_OVER)
        found = page.evaluate(
            # in a frame, which is a page of its own, axe is not: it would be waited for
            "rules => axe.run(document, {resultTypes: ['violations'], iframes: false, rules})",
            {rule: {"enabled": False} for rule in BELOW_SERIOUS},
        )
        return [
            f"{v['id']}: {v['help']} ({', '.join(n['target'][0] for n in v['nodes'][:3])})"
            for v in found["violations"]
            if v["impact"] in ("serious", "critical")
        ]

    return run
