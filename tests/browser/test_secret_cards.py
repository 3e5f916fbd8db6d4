"""Everything that leaves the house and everything that it keeps, captured while hands are played: sockets, answers, error pages,
logs, Valkey, every row. Nobody finds a card there but their own, the board, and what was shown."""

from __future__ import annotations

import hashlib
import json
import logging
import re
import threading
import uuid
from contextlib import ExitStack, suppress

import pytest
import redis
from django.conf import settings
from django.db import connection
from django.db.models import Max
from django.test import Client
from django.utils.translation import override
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from dispatch import relay
from dispatch.models import Fact
from people.models import User
from play.models import DealtHand
from play.queries.decks import deck_of_hand, other_secret, two_decks
from rules import hands
from rules.cards import RANKS, SUITS, places_of_seat
from tests.play.conftest import AtTable
from web.player.table_words import card_words

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CARD = re.compile(r'\\*"([2-9TJQKA][cdhs])\\*"')
SEATS = (2, 5, 7)
with override("pt-br"):
    SAID = {rank + suit: card_words(rank + suit)["said"] for rank in RANKS for suit in SUITS}


class Ear:
    """One socket: everything that it hears, until it is closed."""

    def __init__(self, server, topics, *, user_id=None):
        client = Client()
        headers = []
        if user_id is not None:
            client.force_login(User.objects.get(pk=user_id))
            headers = [("Cookie", f"sessionid={client.cookies['sessionid'].value}")]
        self.heard: list[dict] = []
        self.news = threading.Condition()
        self.closing = ExitStack()
        self.socket = self.closing.enter_context(
            connect(
                f"ws://127.0.0.1:{server.port}/ws/",
                origin=server.url,
                additional_headers=headers,
                max_size=None,
            )
        )
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()
        self.socket.send(json.dumps({"subscribe": topics}))

    def _listen(self):
        with suppress(ConnectionClosed):
            for text in self.socket:
                with self.news:
                    self.heard.append(json.loads(text))
                    self.news.notify_all()

    def until(self, topic, seq):
        def there():
            return any(one.get("topic") == topic and one.get("seq", -1) >= seq for one in self.heard)

        with self.news:
            assert self.news.wait_for(there, 60), f"{topic} was not told"

    def close(self):
        self.closing.close()
        self.thread.join(20)


class Monitor:
    """Every command that Valkey is given by this test's processes."""

    def __init__(self):
        self.said: list[str] = []
        self.client = redis.Redis.from_url(settings.REDIS_URL)
        self.mark = uuid.uuid4().hex
        self.watching = self.client.monitor().__enter__()
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def _listen(self):
        for command in self.watching.listen():
            if self.mark in command["command"]:
                return
            self.said.append(command["command"])

    def end(self):
        self.client.echo(self.mark)
        self.thread.join(20)
        assert not self.thread.is_alive()
        name = f"dispatch:{connection.settings_dict['NAME']}:"
        return [one for one in self.said if name in one]


@pytest.fixture
def table(demo_table) -> AtTable:
    for seat in SEATS:
        demo_table.sit(seat)
    return demo_table


def every_row():
    """Each table of the database and each of its rows, as a dump would have them."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT quote_ident(table_name) FROM information_schema.tables"
            " WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
        )
        for (name,) in cursor.fetchall():
            cursor.execute(f"SELECT to_jsonb(t)::text FROM {name} t")
            yield name, [row for (row,) in cursor.fetchall()]


def named(body):
    """Each card that a text names: in quotes as programs do, in the actions of a PHH file, or in words."""
    found = set(CARD.findall(body))
    for cards in re.findall(r'"(?:d d[bh]|p\d+ sm)(?: p\d+)? ((?:[2-9TJQKA][cdhs])+)"', body):
        found |= {cards[at : at + 2] for at in range(0, len(cards), 2)}
    return found | {card for card, said in SAID.items() if said in body}


def test_nobody_finds_a_card_that_is_not_theirs_to_see(server, table, caplog, request):
    caplog.set_level(logging.INFO)
    shared = f"play/{table.table_id}"
    own = {seat: f"player/{person.player_id}/play/{table.table_id}" for seat, person in table.people.items()}
    monitor = Monitor()
    ears = {
        seat: Ear(server, [shared, *own.values()], user_id=one.user_id) for seat, one in table.people.items()
    }
    ears |= {"onlooker": Ear(server, [shared, *own.values()])}
    ears |= {"director": Ear(server, [shared, *own.values()], user_id=table.house.ana.user_id)}
    phones = {seat: Client(raise_request_exception=False) for seat in SEATS}
    for seat, phone in phones.items():
        phone.force_login(User.objects.get(pk=table.people[seat].user_id))
    answers: list[tuple[int | None, int, str]] = []

    def post(seat, what, **body):
        answer = phones[seat].post(
            f"/api/play-tables/{table.table_id}/{what}",
            json.dumps({"player_id": table.people[seat].player_id, **body}),
            content_type="application/json",
            headers={"Command-Id": str(uuid.uuid4())},
        )
        answers.append((seat, table.row.hand_number, answer.content.decode()))
        return answer.status_code

    def look(status):
        for seat, phone in [*phones.items(), (None, Client())]:
            page = phone.get(f"/tables/{table.table_id}/")
            assert page.status_code == (status if seat else 200)
            answers.append((seat, table.row.hand_number, page.content.decode()))

    def all_heard():
        relay.seal_stream(f"play:{table.table_id}")  # also what the relay beside us has in hand
        while relay.relay_once():
            pass
        # a word that came by itself is told to its player alone: the table's number does not follow it
        told = Fact.objects.filter(stream=f"play:{table.table_id}", touches__contains=[shared])
        seq = told.aggregate(newest=Max("seq"))["newest"]
        for ear in ears.values():
            ear.until(shared, seq)

    links = [hashlib.sha256(b"seat 2").digest()]
    for _ in range(9):
        links.append(hashlib.sha256(links[-1]).digest())
    assert post(2, "words", end=links[-1].hex()) == 200
    words = {number: links[-number].hex() for number in (2, 3)}  # they count from the second hand on

    def play(choose):
        table.until("open")
        table.due()
        number = table.row.hand_number
        all_heard()
        look(200)
        while table.row.stage == "playing":
            if table.row.due_kind != "decide":
                table.due()
                continue
            seat, options = table.to_act, hands.options(table.hand)
            word, to = choose(options)
            more = {"word": words[number + 1]} if seat == 2 and number + 1 in words else {}
            done = post(seat, "act", act=word, to_chips=to, turn=table.row.turn, **more)
            assert done == 200, answers[-1]
            table.now = max(table.now, table.row.from_at or table.now)
        if number + 1 in words:  # who had nothing to decide gives it by itself; given twice it is one word
            assert post(2, "word", number=number + 1, word=words[number + 1]) == 200
        all_heard()
        look(200)

    play(lambda options: ("fold", 0))
    play(lambda options: ("check" if options.may_check else "call", 0))
    # what is refused, what is not there, what breaks: the answers and the log tell no card
    for seat in SEATS:
        assert post(seat, "act", act="call", turn=0, to_chips=0) == 409
        assert post(seat, "word", number=9, word="00" * 32) == 409
        assert phones[seat].get(f"/api/play-tables/{table.table_id}/hands/9/kit").status_code == 404
    table.until("open")
    table.due()
    hand = DealtHand.objects.get(number=3)
    # a seat that no table has: of the own cards nothing can be made, and the row is read all the same
    DealtHand.objects.filter(pk=hand.pk).update(words=[[200, "ab" * 32, 1]])
    look(500)
    DealtHand.objects.filter(pk=hand.pk).update(words=hand.words)
    # the third hand is played on: all in, so that the board is run out
    table.now = max(table.now, table.row.from_at)
    while table.row.stage == "playing":
        if table.row.due_kind != "decide":
            table.due()
        elif (options := hands.options(table.hand)).may_raise:
            assert (
                post(table.to_act, "act", act="raise", to_chips=options.raise_to_chips, turn=table.row.turn)
                == 200
            )
        else:
            assert post(table.to_act, "act", act="call", to_chips=0, turn=table.row.turn) == 200
    assert DealtHand.objects.get(number=2).words[0][:2] == [2, words[2]]
    assert DealtHand.objects.get(number=3).words[0][:2] == [2, words[3]]
    table.until("open")
    # afterwards: the last hand, the own ones in every form, the session; answers of hands that somebody may not have, too
    afterwards: list[tuple[int | None, tuple[int, ...], str]] = []
    director = Client()
    director.force_login(User.objects.get(pk=table.house.ana.user_id))
    for seat, phone in [*phones.items(), (None, Client()), (None, director)]:
        phone.cookies["django_language"] = "pt-br"
        for number in (1, 2, 3):
            its = f"/me/hands/{table.table_id}/{number}/"
            for where in (its, f"{its}hand.ohh", f"{its}hand.phh"):
                answer = phone.get(where)
                assert (answer.status_code == 200) is (seat is not None), where
                afterwards.append((seat, (number,), answer.content.decode()))
        for where in ("/me/hands/", "/me/hands/hands.ohh", "/me/hands/hands.phhs"):
            afterwards.append((seat, (1, 2, 3), phone.get(where).content.decode()))
        for where in ("last-hand/", "session/"):
            answer = phone.get(f"/tables/{table.table_id}/{where}")
            afterwards.append((seat, (3,), answer.content.decode()))
    all_heard()
    for ear in ears.values():
        ear.close()
    valkey = monitor.end()

    # who may know which cards, of every hand
    mine, opened, salts, secrets = {}, {}, {}, []
    for hand in DealtHand.objects.filter(dealt_at__isnull=False):
        deck, n = deck_of_hand(hand), hand.number
        opened[n] = {*hand.result["board"], *(card for one in hand.result["shown"] for card in one["hole"])}
        for seat in SEATS:
            told = deck.told(places_of_seat(seat, count=2))
            mine[n, seat] = {one["card"] for one in told}
            salts[n, seat] = {one["salt"] for one in told}
        both = two_decks(table_id=table.table_id, number=n, seed=bytes(hand.seed), key=hand.key)
        secrets += [one._secret.hex() for one in both if one._secret.hex() != other_secret(hand)]
    assert len(opened) == 3 and len(opened[1]) == 0 and len(opened[2]) == 11
    assert len(secrets) == 3

    def may_see(n, seat):
        return opened.get(n, set()) | mine.get((n, seat), set())

    # the sockets: each payload names its hand
    for who, ear in ears.items():
        payloads = [one for one in ear.heard if one.get("face")]
        assert {one["topic"] for one in payloads} <= {shared, own.get(who, shared)}
        seen = set()
        for one in payloads:
            cards = set(CARD.findall(json.dumps(one)))
            assert cards <= may_see(one["face"]["hand_number"], who), (who, one["topic"])
            seen |= cards
        assert len(seen) > 5

    # Valkey: what is anybody's own goes through no other channel
    assert sum("PUBLISH" in one for one in valkey) >= 6
    for one in valkey:
        seat = next((seat for seat, name in own.items() if f"topic:{name} " in one.replace('"', " ")), None)
        found = re.search(r'hand_number\\*":(\d+)', one)
        cards = set(CARD.findall(one))
        assert not cards or cards <= may_see(int(found[1]), seat), one[:200]

    hidden = {n: set().union(*(mine[n, seat] for seat in SEATS)) - opened[n] for n in opened}
    assert len(hidden[1]) == 6
    everywhere = set().union(*salts.values())
    assert len(answers) > 40
    for seat, n, body in answers:
        assert set(CARD.findall(body)) <= may_see(n, seat)
        foreign = set().union(*(salts[n, other] for n, other in salts if other != seat))
        assert not any(salt in body for salt in foreign)
        assert not any(secret in body for secret in secrets)

    told = 0
    for seat, numbers, body in afterwards:
        cards = named(body)
        assert cards <= set().union(*(may_see(n, seat) for n in numbers)), (seat, numbers)
        told += len(cards)
        foreign = set().union(*(salts[n, other] for n, other in salts if other != seat))
        assert not any(secret in body for secret in (*foreign, *secrets))
    assert told > 100

    # every row of every table, and every line of every log
    rows = dict(every_row())
    assert len(rows["play_dealthand"]) == 4 and len(rows["dispatch_command"]) > 20
    for name, texts in rows.items():
        for text in texts:
            assert not any(secret in text for secret in (*secrets, *everywhere, settings.PLAY_KEY)), name
            cards = set(CARD.findall(text))
            if name == "play_dealthand":
                assert cards <= opened.get(json.loads(text)["number"], set())
            elif name == "dispatch_fact" and cards:
                body = json.loads(text)["body"]
                assert cards <= opened[body["number"]]
            else:
                assert not cards, name
    capture = request.config.pluginmanager.getplugin("capturemanager")
    out, err = capture.read_global_capture()
    logs = caplog.text + out + err
    assert "ValueError" in logs  # the broken page was logged
    assert not CARD.search(logs)
    for secret in (*secrets, *everywhere, settings.PLAY_KEY):
        assert secret not in logs
    for word in words.values():
        assert word not in logs
