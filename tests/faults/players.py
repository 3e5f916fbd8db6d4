"""Hands for money in a running house while its processes are killed in mid-hand: who plays, what is asked after every kill."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from rules import hands
from rules.hands import Hand
from tests.faults.conftest import Struck, of_all, patiently, side_by_side

PLAYERS = 4
HAS, BRINGS, ADDS = 50_000, 5_000, 2_000
KILLED = ("web", "PostgreSQL", "worker")
DECISION_SECONDS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Kill:
    """Who was killed in mid-hand, and after how many seconds that table had gone on."""

    name: str
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What was done at the table, which nobody sits at any more; acts: those that the house acknowledged."""

    table: int
    venue: int
    people: list[Player]
    hands: int
    kills: list[Kill] = field(default_factory=list)

    @property
    def acts(self) -> int:
        return sum(one.acts for one in self.people)


class Player:
    """Somebody at the table, by the API as a browser uses it: each command goes out until it is answered."""

    looks_seconds = 0.03  # between two looks whose turn it is

    def __init__(self, struck: Struck, *, table: int, given: dict[str, Any], seat: int) -> None:
        self.struck, self.table, self.seat = struck, table, seat
        self.player, self.session = given["player"], given["session"]
        self.random = random.Random(seat)
        self.acts = 0  # that the house acknowledged

    def say(self, what: str, **more: Any) -> int:
        status, _said, _number = self.struck.answered(
            f"play-tables/{self.table}/{what}",
            session=self.session,
            body={"player_id": self.player, **more},
        )
        return status

    def row(self) -> Any:
        return row_of(self.struck, self.table)

    def plays(self, over: threading.Event) -> None:
        """Act when it is the own turn, come back, add chips, until enough hands were played and all strikes are done."""
        while not over.is_set():
            turn, due, _number, seats, hand = self.row()
            own = next((one for one in seats if one["player_id"] == self.player), None)
            if own is None:
                assert self.say("buy-in", seat=self.seat, cents=HAS // 10) in (200, 409)
            elif due == "decide" and hand is not None:
                options = hands.options(Hand.from_dict(hand))
                if options.seat == own["seat"]:
                    act, to = self.chosen(options)
                    self.acts += self.say("act", turn=turn, act=act, to_chips=to) == 200
            elif own["chips"] < 100:
                self.say("top-up", cents=ADDS)
            elif own["away_since"]:
                self.say("come-back")
            time.sleep(self.looks_seconds)

    def chosen(self, options: Any) -> tuple[str, int]:
        if options.may_raise and self.random.random() < 0.2:
            return ("raise" if options.facing_chips else "bet"), options.raise_from_chips
        if options.may_check:
            return "check", 0
        return ("call", 0) if self.random.random() < 0.7 else ("fold", 0)

    def gone(self) -> None:
        """Wait until the hand allows who has said so to stand up."""
        until = time.monotonic() + 300
        while any(one["player_id"] == self.player for one in self.row()[3]):
            assert time.monotonic() < until, "the hand does not end"
            time.sleep(0.1)


def row_of(struck: Struck, table: int) -> Any:
    """Turn, what is due, number of the hand, seats, hand; PostgreSQL may be on its way back."""
    [found] = _read(
        struck, f"SELECT turn, due_kind, hand_number, seats, hand FROM play_playtable WHERE id = {table}"
    )
    return found


def _read(struck: Struck, statement: str) -> list[Any]:
    found: list[Any] = patiently(lambda: struck.sql(statement))
    return found


def play_through(struck: Struck, *, kills: int, hands_played: int, seconds: float) -> Played:
    """Have four play for money while web, PostgreSQL and worker are killed in turn, each in mid-hand; a last hand is made void, and all go home."""
    staged = struck.stage("cash", PLAYERS, DECISION_SECONDS)
    table = staged["table"]
    people = [
        Player(struck, table=table, given=given, seat=seat)
        for seat, given in enumerate(staged["players"], start=1)
    ]
    assert [one.say("buy-in", seat=one.seat, cents=BRINGS) for one in people] == [200] * PLAYERS
    over = threading.Event()
    until = time.monotonic() + seconds

    def strikes() -> list[Kill]:
        done: list[Kill] = []
        try:
            while len(done) < kills:
                done.append(_strike(struck, table, name=KILLED[len(done) % len(KILLED)], until=until))
            while row_of(struck, table)[2] < hands_played:
                assert time.monotonic() < until, f"{row_of(struck, table)[2]} hands"
                time.sleep(0.1)
            _in_mid_hand(struck, table, until=until)
        finally:
            over.set()
        return done

    results = of_all(
        side_by_side([strikes, *(lambda one=one: one.plays(over) for one in people)], people=PLAYERS + 1)  # type: ignore[misc]
    )
    struck.until_it_answers()
    _make_void(struck, table, director=staged["director"])
    # all at once: nobody waits for the time of who goes
    assert [one.say("leave") for one in people] == [200] * PLAYERS
    for one in people:
        one.gone()
    played = row_of(struck, table)[2]
    return Played(table=table, venue=staged["venue"], people=people, hands=played, kills=results[0])


def _in_mid_hand(struck: Struck, table: int, *, until: float) -> int:
    """Wait until somebody is to act; the turn."""
    while (found := row_of(struck, table))[1] != "decide":
        assert time.monotonic() < until, found
        time.sleep(0.02)
    return found[0]


def _strike(struck: Struck, table: int, *, name: str, until: float) -> Kill:
    """Kill in mid-hand. Afterwards every chip is there, the hand has the same deck, the table goes on, and who acts next has the full time."""
    _in_mid_hand(struck, table, until=until)
    before = struck.stage("on_table", table, 0)
    began = time.monotonic()
    while not struck.strike(name):  # one that another's death took along is on its way back
        assert time.monotonic() < until, name
        time.sleep(0.05)
    struck.until_it_answers(name)
    after = struck.stage("on_table", table, before["number"])
    assert after["amiss"] == [], (name, after["amiss"])
    assert after["deck"] == before["deck"] != "", name
    while (has := _has_to_decide(struck, table, after=max(before["turn"], after["turn"]))) is None:
        assert time.monotonic() < until, name
        time.sleep(0.02)
    assert has >= DECISION_SECONDS, (name, has)
    return Kill(name=name, seconds=time.monotonic() - began)


def _has_to_decide(struck: Struck, table: int, *, after: int) -> float | None:
    """How many seconds in all who is to act has, in a turn after this one; None where nobody decides, or who is not there."""
    [(turn, due, seconds, seats, hand)] = _read(
        struck,
        "SELECT turn, due_kind, coalesce(extract(epoch FROM due_at - from_at), 0)::float, seats, hand"
        f" FROM play_playtable WHERE id = {table}",
    )
    if turn <= after or due != "decide" or hand is None:
        return None
    seat = hands.options(Hand.from_dict(hand)).seat
    away = any(one["seat"] == seat and (one["away_since"] or one["leaves"]) for one in seats)
    return None if away else float(seconds)


def _make_void(struck: Struck, table: int, *, director: str) -> None:
    """The house makes the hand void while the web process dies: everybody has exactly what the hand began with, once, and no later void counts."""
    path, said = f"play-tables/{table}/void-hand", {"reason": "Falhou a luz"}
    for _ in range(20):
        number = row_of(struck, table)[2]
        striking = threading.Timer(0.01, struck.strike, ["web"])
        striking.start()
        status, _answer, _id = struck.answered(path, secret=director, body={**said, "number": number})
        striking.join()
        if status == 200:
            break
        _in_mid_hand(struck, table, until=time.monotonic() + 300)  # that hand ended just then: the next one
    assert status == 200
    seats = {one["player_id"]: one["chips"] for one in row_of(struck, table)[3]}
    struck.until_it_answers()
    again = struck.answered(path, secret=director, body={**said, "number": number})
    assert again[0] == 409, again
    [(began, result, facts)] = _read(
        struck,
        "SELECT h.stacks, h.result, (SELECT count(*) FROM dispatch_fact f WHERE f.kind = 'hand_voided'"
        f" AND f.stream = 'play:{table}') FROM play_dealthand h WHERE h.table_id = {table} AND h.number = {number}",
    )
    assert result["voided"] == "staff" and facts == 1
    assert sorted(result["stacks"]) == sorted([seat, chips] for seat, _player, chips in began)
    # what somebody wished for meanwhile came when the hand was over
    assert {seats[player] - chips for _seat, player, chips in began} <= {0, ADDS}
    assert struck.stage("on_table", table, number)["amiss"] == []
