"""What leaves a house that runs, and what it keeps, while hands are played there: sockets of every seat and of two who look on, pages and answers, all that goes
through Valkey, the logs, and dumps of the database, in mid-hand and afterwards. Nobody finds a card there but the own ones, the board so far, and what was shown.
"""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import redis
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from config.local.binaries import find_postgres
from tests.browser.test_secret_cards import named
from tests.faults.conftest import Struck, side_by_side
from tests.faults.players import BRINGS, Player, row_of
from tests.sizes import size, survives

pytestmark = [pytest.mark.slow, pytest.mark.faults, pytest.mark.timeout(size(400, full=3600))]

PLAYERS = 4
HANDS = size(4, full=120)
CARD = re.compile(r'\\*"([2-9TJQKA][cdhs])\\*"')
BOARD_OF = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}


@dataclass(frozen=True, slots=True, kw_only=True)
class Secrets:
    """By number of the hand: whose cards were whose, the whole board, and what lay open at the end."""

    own: dict[int, dict[int, set[str]]]
    board: dict[int, list[str]]
    opened: dict[int, set[str]]
    keys: list[str]

    def may_see(self, number: int, player: int | None) -> set[str]:
        return self.opened[number] | self.own[number].get(player or 0, set())


class Ear:
    """One socket: everything that it hears."""

    def __init__(self, struck: Struck, topics: list[str], *, session: str = "") -> None:
        origin = struck.address.replace("http://localhost", "http://127.0.0.1").rstrip("/")
        self.heard: list[dict[str, Any]] = []
        self.closing = ExitStack()
        self.socket = self.closing.enter_context(
            connect(
                origin.replace("http:", "ws:") + "/ws/",
                origin=origin,  # type: ignore[arg-type]
                additional_headers={"Cookie": f"sessionid={session}"} if session else {},
                max_size=None,
            )
        )
        self.socket.send(json.dumps({"subscribe": topics}))
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def _listen(self) -> None:
        with suppress(ConnectionClosed):
            for text in self.socket:
                said = json.loads(text)
                if said.get("face"):
                    self.heard.append(said)

    def close(self) -> None:
        self.closing.close()
        self.thread.join(20)


class Monitor:
    """Every command that the house's Valkey is given, in its order."""

    def __init__(self, struck: Struck) -> None:
        self.client = redis.Redis.from_url(struck.running["environment"]["REDIS_URL"])
        self.mark, self.said = uuid.uuid4().hex, list[str]()
        self.watching = self.client.monitor().__enter__()
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def _listen(self) -> None:
        for command in self.watching.listen():
            if self.mark in command["command"]:
                return
            self.said.append(str(command["command"]))

    def end(self) -> list[str]:
        self.client.echo(self.mark)
        self.thread.join(60)
        assert not self.thread.is_alive()
        return self.said


class Heard(Player):
    """A player who keeps each page and each answer."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.bodies: list[str] = []

    def say(self, what: str, **more: Any) -> int:
        status, said, _number = self.struck.answered(
            f"play-tables/{self.table}/{what}",
            session=self.session,
            body={"player_id": self.player, **more},
        )
        self.bodies.append(json.dumps(said))
        return status

    def plays(self, over: threading.Event) -> None:
        looking = threading.Thread(target=self._looks, args=[over])
        looking.start()
        super().plays(over)
        looking.join(60)

    def _looks(self, over: threading.Event) -> None:
        while not over.is_set():
            self.bodies.append(page_of(self.struck, self.table, session=self.session))
            over.wait(1)


def page_of(struck: Struck, table: int, *, session: str) -> str:
    where = urlsplit(struck.address)
    asked = http.client.HTTPConnection("127.0.0.1", where.port or 80, timeout=30)
    try:
        asked.request("GET", f"/tables/{table}/", headers={"Cookie": f"sessionid={session}"})
        return asked.getresponse().read().decode()
    finally:
        asked.close()


def dumped(struck: Struck, copies: Path) -> str:
    """The whole database, as somebody has it who takes the backup, or the disk."""
    [(version,)] = struck.sql("SELECT current_setting('server_version_num')::int")
    program = find_postgres(None, copies=copies, major=version // 10_000, wheels_first=True).program(
        "pg_dump"
    )
    url = struck.running["environment"]["DATABASE_URL"]
    return subprocess.run(
        [program, "--no-owner", f"--dbname={url}"], capture_output=True, text=True, check=True
    ).stdout


def rows_of(dump: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Each row of a dump with its table, by column."""
    table, columns = "", list[str]()
    for line in dump.splitlines():
        if not table:
            begins = re.fullmatch(r"COPY public\.(\w+) \((.*)\) FROM stdin;", line)
            if begins:
                table, columns = begins[1], [one.strip(' "') for one in begins[2].split(",")]
        elif line == "\\.":
            table = ""
        else:
            yield table, dict(zip(columns, line.split("\t"), strict=True))


@survives
@pytest.mark.rule("PT-H.11", "PT-O.11")
def test_nobody_finds_a_card_of_another_in_what_a_running_house_says_or_keeps(
    struck: Struck, tmp_path: Path
) -> None:
    staged = struck.stage("cash", PLAYERS, 15)
    table = staged["table"]
    people = [
        Heard(struck, table=table, given=given, seat=seat) for seat, given in enumerate(staged["players"], 1)
    ]
    monitor, shared, late = Monitor(struck), f"play/{table}", f"play/{table}/late"
    own = {one.player: f"player/{one.player}/play/{table}" for one in people}
    assert [one.say("buy-in", seat=one.seat, cents=BRINGS) for one in people] == [200] * PLAYERS
    asked = [shared, late, *own.values()]  # each asks for all of it, and is told what is theirs
    ears = {one.player: Ear(struck, asked, session=one.session) for one in people}
    onlookers = [Ear(struck, asked), Ear(struck, asked)]
    over, dumps = threading.Event(), list[str]()
    until = time.monotonic() + size(300, full=3000)

    def watches() -> None:
        try:
            while row_of(struck, table)[2] < HANDS or not all(map(_has_seen_a_board, onlookers)):
                assert time.monotonic() < until, row_of(struck, table)[2]
                hand = row_of(struck, table)[4]
                if not dumps and hand and len(hand["board"]) == 3:
                    dumps.append(dumped(struck, tmp_path))
                time.sleep(0.05)
        finally:
            over.set()

    results = side_by_side(
        [watches, *(lambda one=one: one.plays(over) for one in people)],  # type: ignore[misc]
        people=PLAYERS + 1,
    )
    assert [one for one in results if isinstance(one, BaseException)] == []
    assert [one.say("leave") for one in people] == [200] * PLAYERS
    for one in people:
        one.gone()
    dumps.append(dumped(struck, tmp_path))
    for ear in (*ears.values(), *onlookers):
        ear.close()
    valkey, secrets = monitor.end(), _secrets(struck.stage("cards", table))
    frames = _sockets_tell(secrets, ears, onlookers, own=own, shared=shared, late=late)
    pages = _answers_tell(secrets, people)
    commands = _valkey_tells(secrets, valkey, own=own, table=table)
    rows = sum(_dump_tells(secrets, dump, table=table) for dump in dumps)
    logs = _logs_tell(struck, secrets)
    print(
        f"{len(secrets.own)} hands, {frames} frames at {PLAYERS + 2} sockets, {pages} pages and answers, {commands} commands to Valkey,"
        f" {rows} rows in {len(dumps)} dumps, {logs} files of logs: nobody's card for anybody else"
    )


def _has_seen_a_board(ear: Ear) -> bool:
    return any(one["face"].get("board") for one in ear.heard)


def _secrets(told: dict[str, Any]) -> Secrets:
    hands = told["hands"]
    assert len(hands) >= HANDS
    return Secrets(
        own={
            one["number"]: {int(player): set(cards) for player, cards in one["own"].items()} for one in hands
        },
        board={one["number"]: one["board"] for one in hands},
        opened={one["number"]: {*one["turned"], *one["shown"]} for one in hands},
        keys=told["keys"],
    )


def _sockets_tell(
    secrets: Secrets,
    ears: dict[int, Ear],
    onlookers: list[Ear],
    *,
    own: dict[int, str],
    shared: str,
    late: str,
) -> int:
    """Each payload names its hand, and lays open so much of the board as its street has."""
    everybody = [*ears.items(), *((None, ear) for ear in onlookers)]
    for player, ear in everybody:
        for one in ear.heard:
            face, cards = one["face"], set(CARD.findall(json.dumps(one)))
            assert one["topic"] in ({shared, late, own[player]} if player else {late}), one["topic"]
            if not cards:
                continue
            number = face["hand_number"]
            assert cards <= secrets.may_see(number, player), (player, one["topic"])
            if face.get("stage") == "playing":
                turned = BOARD_OF[face["street"]]
                assert face["board"] == secrets.board[number][:turned] and cards == set(face["board"])
        assert ear.heard
    seen = [cards for player, ear in ears.items() for one in ear.heard if one["topic"] == own[player] for cards in CARD.findall(json.dumps(one))]  # fmt: skip
    assert len(seen) > 2 * PLAYERS
    return sum(len(ear.heard) for _player, ear in everybody)


def _answers_tell(secrets: Secrets, people: list[Heard]) -> int:
    for one in people:
        for body in one.bodies:
            cards = named(body)
            numbers = {int(number) for number in re.findall(r'"hand_number": ?(\d+)', body)}
            allowed = set().union(*(secrets.may_see(n, one.player) for n in numbers if n in secrets.own))
            assert cards <= allowed, (one.player, numbers)
    return sum(len(one.bodies) for one in people)


def _valkey_tells(secrets: Secrets, said: list[str], *, own: dict[int, str], table: int) -> int:
    """What is somebody's own goes through no other channel than that player's. At other tables of the house others play."""
    found = 0
    for line in said:
        cards = set(CARD.findall(line))
        if not cards:
            continue
        topic = re.search(r"topic:((?:player/\d+/)?play/(\d+)\S*) ", line.replace('"', " "))
        assert topic is not None, "cards go through another channel than a table's"
        if int(topic[2]) != table:
            continue
        found += 1
        player = next((who for who, name in own.items() if name == topic[1]), None)
        number = re.search(r'hand_number\\*": ?(\d+)', line)
        assert number is not None and cards <= secrets.may_see(int(number[1]), player), player
    assert found > HANDS
    return len(said)


def _is_of(table: int, name: str, row: dict[str, str]) -> bool:
    """Whether a row that may hold cards is of this table, and of no other one of the house."""
    if name == "dispatch_fact":
        return row["stream"] == f"play:{table}"
    return row["id" if name == "play_playtable" else "table_id"] == str(table)


_NUMBER_IN = {"dispatch_fact": r'"number": ?(\d+)', "play_untoldchange": r'"hand_number": ?(\d+)'}
_NUMBER_OF = {"play_dealthand": "number", "play_playtable": "hand_number"}


def _dump_tells(secrets: Secrets, dump: str, *, table: int) -> int:
    """Without the key a dump gives no card but those that lay open when it was taken."""
    assert not any(key in dump for key in secrets.keys)
    rows = list(rows_of(dump))
    [now] = [row for name, row in rows if name == "play_playtable" and row["id"] == str(table)]
    opened = dict(secrets.opened)
    if now["stage"] == "playing":
        opened[int(now["hand_number"])] = set(json.loads(now["hand"])["board"])
    told = 0
    for name, row in rows:
        text = "\t".join(row.values())
        cards = set(CARD.findall(text))
        if not cards:
            continue
        assert name in {*_NUMBER_OF, *_NUMBER_IN}, (name, cards)
        if not _is_of(table, name, row):
            continue
        told += 1
        if name in _NUMBER_OF:
            number = int(row[_NUMBER_OF[name]])
        else:
            said = re.search(_NUMBER_IN[name], text)
            assert said is not None, name
            number = int(said[1])
        assert cards <= opened[number], (name, number)
    assert told  # the board that lay open
    return len(rows)


def _logs_tell(struck: Struck, secrets: Secrets) -> int:
    files = [path for path in struck.root.rglob("*.log") if path.is_file()]
    for text in (struck.printed, *(path.read_text(errors="replace") for path in files)):
        assert not CARD.search(text)
        assert not any(key in text for key in secrets.keys)
    return len(files)
