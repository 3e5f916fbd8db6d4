"""Start a house of its own, bring its evening about, photograph every main page, write an index to look through."""

from __future__ import annotations

import argparse
import html
import os
import pickle
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from config.local import services
from config.local.check import find_browser
from config.local.folder import PROJECT, DataFolder, SetupError
from config.local.processes import Child, python_module, stop_in_order
from tests.shots.drawings import side_by_side
from tests.shots.sizes import SIZES

if TYPE_CHECKING:
    from tests.shots.evening import Evening
    from tests.shots.picture import Picture

LANGUAGES = ("pt-BR", "pt-PT", "en")
TALLEST = 3200
# colours alike on every machine, and no asking the world for updates
BROWSER = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
]


def say(line: str = "") -> None:
    print(line, flush=True)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bin/shots", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("shots"), help="where the pictures go")
    parser.add_argument("--language", choices=LANGUAGES, default="pt-BR")
    parser.add_argument("--dark", action="store_true", help="each page in the dark theme, too, below dark/")
    parser.add_argument(
        "--drawings", type=Path, help="the folder of drawings: writes drawings.html, each beside its picture"
    )
    parser.add_argument(
        "--only", default="", help="pictures whose file name contains one of these, by commas"
    )
    parser.add_argument("--keep", type=Path, help="keep the house in this folder, and use it again next time")
    options = parser.parse_args(arguments)
    browser = find_browser()
    if browser is None:
        say("No Chromium or Chrome was found. Install one: sudo apt-get install chromium")
        return 1
    for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "TEST_DB_NAME", "DEBUG", "DB_POOL"):
        os.environ.pop(name, None)
    try:
        with _house(options.keep) as (room, address):
            count, alone = _photograph(room, address, browser, options)
    except SetupError as problem:
        print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    say(f"{count} pictures: {options.folder.absolute() / 'index.html'}")
    # of a part of the pictures, most drawings are alone
    return 1 if alone and not options.only else 0


# --- the house --------------------------------------------------------------------------------------------


@contextmanager
def _house(keep: Path | None) -> Iterator[tuple[Evening, str]]:
    """Services, the evening and one web process."""
    place = keep.absolute() if keep else Path(tempfile.mkdtemp(prefix="shuffle-shots-"))
    place.mkdir(parents=True, exist_ok=True)
    if not keep:
        place.chmod(0o711)  # the services' user must find its own folder inside
    folder = DataFolder.open(place / "data")
    running: list[Child] = []
    relaying: Any = None
    try:
        found = services.start(folder, say=say, wheels_first=True, throwaway=True, started=running.append)
        key = folder.path / "shots-key"
        if not key.exists():
            key.write_text(secrets.token_urlsafe(48))
        os.environ |= {
            "DATABASE_URL": found.database_url,
            "EMAIL_URL": "dummymail://",
            "REDIS_URL": found.redis_url,
            "SECRET_KEY": key.read_text(),
            "PLAY_KEY": key.read_text(),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PYTHONPATH": str(PROJECT),
            "LOG_LEVEL": "ERROR",
            # Playwright's loop would make Django think that we are asynchronous
            "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
        }
        room = _evening(place / "evening.pickle", admin_url=found.admin_url if keep else None)
        listening = socket.create_server(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        running.append(_web(folder, listening, room))
        _wait(address, running[-1])
        from dispatch import relay
        from tests.shots import served

        served.shift(_ahead(room))
        relaying = relay.start_in_background()
        _tell_names_apart()
        yield room, address
    finally:
        if relaying is not None:
            relaying.stop()
        home = folder.remembered().get("home")
        if not keep:
            for child in running:
                child.stop_signal = child.kill_signal  # thrown away a moment later
        stop_in_order([running[::-1]] if not keep else [[c] for c in running[::-1]])
        folder.close()
        if not keep:
            shutil.rmtree(place, ignore_errors=True)
            if home and Path(home).is_absolute():
                shutil.rmtree(home, ignore_errors=True)


def _evening(kept: Path, *, admin_url: str | None) -> Evening:
    """The evening, made or brought back. admin_url: of the server of a house that is kept."""
    from config.local.catalogs import compile_catalogs
    from tests.shots.kept import bring_back, put_aside

    if admin_url and kept.exists():
        bring_back(admin_url)
    compile_catalogs()
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity=0"], cwd=PROJECT, check=True)
    import django

    django.setup()
    from config.readers import names_reader
    from dispatch.readers import begin
    from tests.shots import evening

    began = time.monotonic()
    if kept.exists():
        return pickle.loads(kept.read_bytes())  # noqa: S301 - written by ourselves
    say("Bringing the evening about …")
    begin(names_reader())
    made = evening.make()
    if admin_url:
        from django.db import connections

        connections.close_all()
        put_aside(admin_url)
        kept.write_bytes(pickle.dumps(made))
    say(f"  ({time.monotonic() - began:.0f} s)")
    return made


def _tell_names_apart() -> None:
    """Do what the workers of a house do as players register: no two of one tournament have one name."""
    from config.readers import names_reader
    from dispatch import relay
    from dispatch.readers import read_once

    reader = names_reader()
    while relay.seal() or read_once(reader):
        pass


def _web(folder: DataFolder, listening: socket.socket, room: Evening) -> Child:
    descriptor = listening.fileno()
    child = Child(
        name="web",
        argv=python_module("tests.shots.served", str(descriptor)),
        env=dict(os.environ) | {"DB_POOL": "8", "SHOTS_CLOCK_SHIFT_SECONDS": str(_ahead(room))},
        cwd=PROJECT,
        log=folder.logs / "web.log",
        pass_fds=(descriptor,),
    )
    child.start()
    return child


def _ahead(room: Evening) -> float:
    """Seconds from the machine's clock to that of the evening."""
    from simulation.clocks import now

    return (room.at - now()).total_seconds()


def _wait(address: str, web: Child) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if not web.alive:
            raise SetupError(f"The web process did not start:\n{web.last_words(30)}")
        with suppress(OSError), urllib.request.urlopen(f"{address}/healthz", timeout=30):
            return
        time.sleep(0.05)
    raise SetupError(f"The web process did not answer within 60 s. See {web.log}.")


# --- the camera -------------------------------------------------------------------------------------------


def _photograph(
    room: Evening, address: str, browser: str, options: argparse.Namespace
) -> tuple[int, list[str]]:
    from playwright.sync_api import sync_playwright

    from tests.shots.pictures import everything

    folder: Path = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [part for part in options.only.split(",") if part]
    themes = ["light", "dark"] if options.dark else ["light"]
    taken: list[Picture] = []
    files: list[str] = []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=BROWSER)
        room.give_logo(_logo(chromium))
        states: dict[str, Any] = {"": None}
        pages: dict[tuple[str, str, str, str, bool], Any] = {}
        for picture in everything(room):
            if wanted and not any(part in picture.file for part in wanted):
                continue
            if picture.who not in states:
                states[picture.who] = _signed_in(chromium, address, picture.who, options.language)
            for theme in themes:
                if theme == "dark" and (picture.paper or picture.group == "clock"):
                    continue  # paper is white, and the displays have colours of their own
                # a played table is dark but for who chose otherwise
                chosen = picture.group == "table"
                where = (picture.who, picture.size, picture.language or options.language, theme, chosen)
                if picture.apart or where not in pages:
                    page = _page(chromium, where, states[picture.who], address)
                    if not picture.apart:
                        pages[where] = page
                else:
                    page = pages[where]
                shot = _folder_of(folder, theme) / picture.file
                try:
                    page.emulate_media(media="print" if picture.paper else "screen")
                    _take(page, address, picture, shot)
                except Exception as problem:
                    say(f"  ✗ {shot.relative_to(folder)}: {str(problem).splitlines()[0]}")
                    continue
                finally:
                    if picture.apart:
                        page.context.close()
                if theme == "light":
                    taken.append(picture)
                files.append(str(shot.relative_to(folder)))
        chromium.close()
    (folder / "index.html").write_text(_index(taken, options.language))
    alone: list[str] = []
    if options.drawings:
        pairs, alone = side_by_side(folder, drawings=options.drawings)
        say(f"{pairs} drawings beside their pictures")
        if alone:
            say(f"  without one: {', '.join(alone)}")
    return len(files), alone


def _folder_of(folder: Path, theme: str) -> Path:
    if theme == "light":
        return folder
    (folder / theme).mkdir(exist_ok=True)
    return folder / theme


def _page(chromium: Any, where: tuple[str, str, str, str, bool], state: Any, address: str) -> Any:
    """A page of its own for each person, size, language and theme; chosen: by the person, not by the device."""
    _who, size, language, theme, chosen = where
    width, height = SIZES[size]
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        locale=language,
        timezone_id="America/Sao_Paulo",
        storage_state=state,
        device_scale_factor=2 if width < 500 else 1,
        has_touch=size in ("phone", "narrow", "tablet", "upright"),
        reduced_motion="reduce",
        color_scheme=theme,
    )
    if chosen:
        context.add_cookies([{"name": "theme", "value": theme, "url": address}])
    return context.new_page()


def _logo(chromium: Any) -> bytes:
    """A made-up picture for the house, drawn by the browser."""
    page = chromium.new_page(viewport={"width": 240, "height": 240})
    page.set_content(
        '<body style="margin:0"><svg viewBox="0 0 240 240" width="240" height="240"><circle cx="120" cy="120" r="116" '
        'fill="#12315f"/><circle cx="120" cy="120" r="98" fill="none" stroke="#f2b95b" stroke-width="6" '
        'stroke-dasharray="38 23.6"/><text x="120" y="152" font-family="sans-serif" font-weight="700" font-size="92" '
        'text-anchor="middle" fill="#fff" letter-spacing="-6">CS</text></svg>'
    )
    drawn: bytes = page.screenshot(omit_background=True)
    page.close()
    return drawn


def _signed_in(chromium: Any, address: str, role: str, language: str) -> Any:
    from simulation import demo_people

    context = chromium.new_context(locale=language)
    page = context.new_page()
    page.goto(f"{address}/sign-in/")
    page.fill("#id_username", demo_people.address(role))
    page.fill("#id_password", demo_people.password(role))
    page.press("#id_password", "Enter")
    page.wait_for_url(lambda url: "/sign-in/" not in url)
    state = context.storage_state()
    context.close()
    return state


def _take(page: Any, address: str, picture: Picture, file: Path) -> None:
    if picture.before is not None:
        picture.before()
    page.goto(address + picture.path)
    with suppress(Exception):  # a page that is never idle is photographed as it is
        page.wait_for_load_state("networkidle", timeout=1500)
    page.evaluate("document.fonts.ready")
    if picture.act is not None:
        picture.act(page)
    page.wait_for_timeout(150)
    shot = {"path": str(file), "animations": "disabled"}
    if not picture.whole:
        page.screenshot(**shot)
        return
    size = page.viewport_size
    # the page of a player is as tall as its window and puts its foot below: in a taller window still below, never seen
    page.evaluate("document.querySelector('.front > main')?.style.setProperty('min-height', '0')")
    tall = page.evaluate("document.documentElement.scrollHeight")
    page.set_viewport_size({"width": size["width"], "height": min(max(tall, size["height"]), TALLEST)})
    page.screenshot(**shot)
    page.set_viewport_size(size)


def _index(taken: Iterable[Picture], language: str) -> str:
    groups: dict[str, list[Picture]] = defaultdict(list)
    for picture in taken:
        groups[picture.group].append(picture)
    parts = [
        "<!doctype html><meta charset=utf-8><title>Shuffle Up</title>",
        "<style>body{font:1rem system-ui;margin:2rem;background:#eee}main{display:flex;flex-wrap:wrap;gap:1rem;align-items:start}"
        "figure{margin:0;background:#fff;padding:.5rem;max-width:24rem}img{max-width:100%;border:1px solid #ccc}</style>",
        f"<h1>Shuffle Up · {html.escape(language)}</h1>",
    ]
    for group, pictures in groups.items():
        parts.append(f"<h2>{html.escape(group)}</h2><main>")
        parts += [
            f'<figure><a href="{p.file}"><img loading=lazy src="{p.file}" alt=""></a>'
            f"<figcaption>{html.escape(p.name)} · {html.escape(p.size)}<br><small>{html.escape(p.path)}</small></figcaption></figure>"
            for p in pictures
        ]
        parts.append("</main>")
    return "\n".join(parts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
