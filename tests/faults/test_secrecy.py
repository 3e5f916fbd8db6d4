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
from tests.faults.conftest import Struck, of_all, side_by_side
from tests.faults.players import BRINGS, Player, row_of
from tests.sizes import size, survives

pytestmark = [pytest.mark.slow, pytest.mark.faults, pytest.mark.timeout(size(900, full=7200))]

PLAYERS = 4
# ten tables of a hundred hands are the thousand of ONLINE, B9
TABLES, HANDS = size((1, 4), full=(10, 100))
# how long a player waits before he looks whose turn it is, and before he reads the page again: sixty threads ask one machine
LOOKS_SECONDS, READS_SECONDS = size((0.03, 1.0), full=(0.5, 5.0))
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

    looks_seconds = LOOKS_SECONDS

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
            over.wait(READS_SECONDS)


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


class Watched:
    """A table with everybody who sits there and two who look on, and all that they are told."""

    def __init__(self, struck: Struck) -> None:
        staged = struck.stage("cash", PLAYERS, 15)
        self.struck, self.table = struck, staged["table"]
        self.people = [
            Heard(struck, table=self.table, given=given, seat=seat)
            for seat, given in enumerate(staged["players"], 1)
        ]
        self.shared, self.late = f"play/{self.table}", f"play/{self.table}/late"
        self.own = {one.player: f"player/{one.player}/play/{self.table}" for one in self.people}

    def begin(self) -> None:
        bought = [one.say("buy-in", seat=one.seat, cents=BRINGS) for one in self.people]
        assert bought == [200] * PLAYERS
        # each asks for all of it, and is told what is theirs
        asked = [self.shared, self.late, *self.own.values()]
        self.ears = {one.player: Ear(self.struck, asked, session=one.session) for one in self.people}
        self.onlookers = [Ear(self.struck, asked), Ear(self.struck, asked)]

    @property
    def played(self) -> bool:
        return row_of(self.struck, self.table)[2] >= HANDS and all(map(_has_seen_a_board, self.onlookers))

    @property
    def has_a_flop(self) -> bool:
        hand = row_of(self.struck, self.table)[4]
        return bool(hand) and len(hand["board"]) == 3

    def end(self) -> None:
        assert [one.say("leave") for one in self.people] == [200] * PLAYERS
        for one in self.people:
            one.gone()

    def close(self) -> None:
        for ear in (*self.ears.values(), *self.onlookers):
            ear.close()
        self.secrets = _secrets(self.struck.stage("cards", self.table))


@survives
@pytest.mark.rule("PT-H.11", "PT-O.11")
def test_nobody_finds_a_card_of_another_in_what_a_running_house_says_or_keeps(
    struck: Struck, tmp_path: Path
) -> None:
    tables = [Watched(struck) for _ in range(TABLES)]
    monitor = Monitor(struck)
    for table in tables:
        table.begin()
    over, dumps = threading.Event(), list[str]()
    until = time.monotonic() + size(800, full=6500)

    def watches() -> None:
        try:
            while not all(table.played for table in tables):
                assert time.monotonic() < until, [row_of(struck, one.table)[2] for one in tables]
                if not dumps and tables[0].has_a_flop:
                    dumps.append(dumped(struck, tmp_path))
                time.sleep(0.05)
        finally:
            over.set()

    people = [one for table in tables for one in table.people]
    results = side_by_side(
        [watches, *(lambda one=one: one.plays(over) for one in people)],  # type: ignore[misc]
        people=len(people) + 1,
    )
    of_all(results)
    for table in tables:
        table.end()
    dumps.append(dumped(struck, tmp_path))
    for table in tables:
        table.close()
    valkey = monitor.end()
    commands = _valkey_tells(valkey, tables)
    hands = sum(len(one.secrets.own) for one in tables)
    frames = sum(map(_sockets_tell, tables))
    pages = sum(_answers_tell(one.secrets, one.people) for one in tables)
    keys = [key for one in tables for key in one.secrets.keys]
    rows = sum(_dump_tells(dump, keys, tables) for dump in dumps)
    logs = _logs_tell(struck, keys)
    print(
        f"{hands} hands, {frames} frames at {len(tables) * (PLAYERS + 2)} sockets, {pages} pages and answers, {commands} commands to Valkey,"
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


def _sockets_tell(at: Watched) -> int:
    """Each payload names its hand, and lays open so much of the board as its street has."""
    secrets, ears, own, late = at.secrets, at.ears, at.own, at.late
    everybody = [*ears.items(), *((None, ear) for ear in at.onlookers)]
    for player, ear in everybody:
        for one in ear.heard:
            face, cards = one["face"], set(CARD.findall(json.dumps(one)))
            assert one["topic"] in ({at.shared, late, own[player]} if player else {late}), one["topic"]
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


def _valkey_tells(said: list[str], tables: list[Watched]) -> int:
    """What is somebody's own goes through no other channel than that player's. At other tables of the house others play."""
    found = {one.table: 0 for one in tables}
    secrets = {one.table: one.secrets for one in tables}
    owner = {topic: player for one in tables for player, topic in one.own.items()}
    for line in said:
        cards = set(CARD.findall(line))
        if not cards:
            continue
        topic = re.search(r"topic:((?:player/\d+/)?play/(\d+)\S*) ", line.replace('"', " "))
        assert topic is not None, "cards go through another channel than a table's"
        table = int(topic[2])
        if table not in found:
            continue
        found[table] += 1
        number = re.search(r'hand_number\\*": ?(\d+)', line)
        assert number is not None, table
        assert cards <= secrets[table].may_see(int(number[1]), owner.get(topic[1])), topic[1]
    assert all(count > HANDS for count in found.values()), found
    return len(said)


def _is_of(table: int, name: str, row: dict[str, str]) -> bool:
    """Whether a row that may hold cards is of this table, and of no other one of the house."""
    if name == "dispatch_fact":
        return row["stream"] == f"play:{table}"
    return row["id" if name == "play_playtable" else "table_id"] == str(table)


_NUMBER_IN = {"dispatch_fact": r'"number": ?(\d+)', "play_untoldchange": r'"hand_number": ?(\d+)'}
_NUMBER_OF = {"play_dealthand": "number", "play_playtable": "hand_number"}


def _dump_tells(dump: str, keys: list[str], tables: list[Watched]) -> int:
    """Without the key a dump gives no card but those that lay open when it was taken; at the first table a board did."""
    assert not any(key in dump for key in keys)
    count, with_cards, now = 0, list[tuple[str, dict[str, str], set[str]]](), dict[str, dict[str, str]]()
    for name, row in rows_of(dump):
        count += 1
        if name == "play_playtable":
            now[row["id"]] = row
        cards = set(CARD.findall("\t".join(row.values())))
        if cards:
            assert name in {*_NUMBER_OF, *_NUMBER_IN}, (name, cards)
            with_cards.append((name, row, cards))
    told = [_table_in_dump(one, now[str(one.table)], with_cards) for one in tables]
    assert told[0]
    return count


def _table_in_dump(
    at: Watched, now: dict[str, str], with_cards: list[tuple[str, dict[str, str], set[str]]]
) -> int:
    opened = dict(at.secrets.opened)
    if now["stage"] == "playing":
        opened[int(now["hand_number"])] = set(json.loads(now["hand"])["board"])
    told = 0
    for name, row, cards in with_cards:
        if not _is_of(at.table, name, row):
            continue
        told += 1
        if name in _NUMBER_OF:
            number = int(row[_NUMBER_OF[name]])
        else:
            said = re.search(_NUMBER_IN[name], "\t".join(row.values()))
            assert said is not None, name
            number = int(said[1])
        assert cards <= opened[number], (name, number)
    return told


def _logs_tell(struck: Struck, keys: list[str]) -> int:
    files = [path for path in struck.root.rglob("*.log") if path.is_file()]
    for text in (struck.printed, *(path.read_text(errors="replace") for path in files)):
        assert not CARD.search(text)
        assert not any(key in text for key in keys)
    return len(files)
