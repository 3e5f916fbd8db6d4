"""The hub: what the sockets of one process listen to, fed by one Redis subscription.

A payload is read or received once and written to every socket that listens, with the moment at which it is said: a
payload that is kept and handed to a newcomer is stamped anew, so a clock in it is never late. Each socket has a bounded place for
what it has not taken yet: one payload a topic, the newest. A socket that takes nothing for some seconds is closed;
it comes back and is told the present. One hub lives in each event loop; everything here runs in that loop,
except what reads the database, which runs in a few threads.
"""

from __future__ import annotations

import asyncio
import logging
import time
import weakref
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

import redis
from django.db import close_old_connections, connection
from django.utils import translation
from django.utils.translation import gettext

from dispatch import measures, moment, relay, sessions, topics, wire
from dispatch.canonical import compact
from dispatch.lag import RoundTrips
from dispatch.reading import moment_of_its_own
from dispatch.topics import Listener
from dispatch.writer import Frame, direct_writer
from rules.refusals import N_, Refused

log = logging.getLogger("dispatch.hub")

MAX_TOPICS = 64  # a socket
MAX_PENDING = 48  # payloads a socket has not taken yet
STALL_SECONDS = 3.5  # a socket that takes nothing for this long is closed
SESSION_SECONDS = 3.0  # between two looks at the sessions behind the sockets
ACCESS_SECONDS = 15.0  # between two looks at who may hear what, when no fact tells
PACE_SECONDS = 0.04  # between two payloads of one topic: more often than the eye follows only fills buffers
TIMED_SECONDS = 1.0  # between two readings of what changes with time alone
RELAY_SECONDS = 1.0  # between two looks whether any relay lives
LINGER_SECONDS = 20.0  # a topic nobody listens to is kept subscribed for this long
LAG_SECONDS = 2.0  # between two looks at how long lines take: more often than they are measured
LAG_STEP_MS = 50  # less than this is nothing new
GONE_SECONDS = 2.5  # a page that is loaded anew is back by then
_ASK_AGAIN, _ASK_SECONDS = 10, 0.2
_MAY_SECONDS = 2.0  # a permission is believed for this long, unless a fact says otherwise
_ACK_SECONDS = 1.0
_READ_AT_ONCE = 200
_ASKED_AT_ONCE = 50  # listeners
_LOOKED_AT_ONCE = 100  # of thousands of sockets: whoever has a word for one of them waits no longer than that

OVERFLOW, SIGNED_OUT = 4408, 4401

Send = Callable[[dict[str, Any]], Awaitable[None]]
T = TypeVar("T")

#: Reads run here: few, so that a thousand sockets that come back together do not take a thousand connections.
_readers = ThreadPoolExecutor(4, thread_name_prefix="dispatch-read")


async def in_database(work: Callable[..., T], *args: Any) -> T:
    """Run a read in one of the reader threads and give its connection back."""

    def run() -> T:
        close_old_connections()
        try:
            return work(*args)
        finally:
            connection.close()

    return await asyncio.get_running_loop().run_in_executor(_readers, run)


class Client:
    """One socket: who listens, to what, and what it has not taken yet."""

    __slots__ = (
        "__weakref__",
        "_direct",
        "_drainer",
        "_round_trips",
        "_send",
        "closed",
        "listener",
        "on_close",
        "pending",
        "seen",
        "since",
    )

    def __init__(self, listener: Listener, send: Send, on_close: Callable[[], None]) -> None:
        self.listener = listener
        self.seen: dict[str, Frame] = {}  # for each topic listened to, the last payload given
        self.pending: dict[str, Frame] = {}
        self.since = 0.0  # when the payload now under way was handed over, 0 when none is
        self.closed = False
        self.on_close = on_close
        self._send = send
        self._direct = direct_writer(send)
        self._round_trips = RoundTrips()
        self._drainer: asyncio.Task[None] | None = None

    def give(self, topic: str, frame: Frame) -> None:
        """Hand over a payload; never waits. Older ones of the same topic that still wait are replaced."""
        seen = self.seen.get(topic)
        if seen is None or frame.seq < seen.seq or (frame.seq == seen.seq and frame.text == seen.text):
            return
        self.seen[topic] = frame
        self._put(topic, frame)

    def say(self, message: dict[str, Any]) -> None:
        """Hand over something that is not a payload and tells no time, or a "now" of its own."""
        text = compact(message)
        self._put(f"\0{text}", Frame(0, text.encode()))

    def _put(self, key: str, frame: Frame) -> None:
        if self._drainer is None:
            if self.closed or (self._direct is not None and self._direct(frame.wire)):
                return
            self.pending[key] = frame
            self._drainer = asyncio.get_running_loop().create_task(self._drain())
            return
        self.pending.pop(key, None)  # to the end: what changed last is told last
        self.pending[key] = frame
        if len(self.pending) > MAX_PENDING:
            self.close(OVERFLOW)

    async def _drain(self) -> None:
        try:
            while self.pending and not self.closed:
                frame = self.pending.pop(next(iter(self.pending)))
                self.since = time.monotonic()
                if frame.now_ms is not None:
                    frame = frame.said_at(moment.now_ms())  # it may have waited for room
                await self._send({"type": "websocket.send", "text": frame.said.decode()})
        except asyncio.CancelledError:
            raise
        except Exception:  # the socket is gone; its consumer learns it by itself
            self.closed = True
        finally:
            self.since = 0.0
            self._drainer = None

    def lag_ms(self) -> float | None:
        """Return how long this line takes there and back; None while no ping was answered."""
        ping = None if self._direct is None else self._direct.last_ping()
        if ping is not None:
            self._round_trips.note(sent_at=ping[0], seconds=ping[1])
        return self._round_trips.mean_ms

    def close(self, code: int) -> None:
        """Close the socket, whether it listens or not."""
        if self.closed:
            return
        self.closed = True
        self.pending.clear()
        stuck = self._drainer
        asyncio.get_running_loop().create_task(self._close(code, stuck))

    async def _close(self, code: int, stuck: asyncio.Task[None] | None) -> None:
        if stuck is not None:
            stuck.cancel()  # it waits for room that may never come
        if stuck is None or self._direct is None:
            await _quietly(self._send({"type": "websocket.close", "code": code}), 0.5)
        else:
            await self._direct.end(code)
        self.on_close()

    def released(self) -> None:
        """Note that the socket has ended."""
        self.closed = True
        self.pending.clear()
        if self._drainer is not None:
            self._drainer.cancel()


NOTHING = Frame(-1, b"")  # before the first payload


class _Heard:
    """A topic somebody listens to."""

    __slots__ = ("clients", "empty_since", "frame", "lag_ms", "not_before", "subscribed", "topic")

    def __init__(self, topic: topics.Topic) -> None:
        self.topic = topic
        self.clients: set[Client] = set()
        self.frame: Frame | None = None  # the newest payload known
        self.subscribed = False  # has Redis confirmed
        self.empty_since = 0.0
        self.not_before = 0.0  # when the next payload may be broadcast
        self.lag_ms: int | None = None  # of its listeners' fastest line, as it was told last

    def new_lag_ms(self) -> int | None:
        """Return how long the fastest line takes, where that is new. Who has a second, slow line gains nothing by it."""
        found = [ms for client in self.clients if (ms := client.lag_ms()) is not None]
        if not found or (self.lag_ms is not None and abs(min(found) - self.lag_ms) < LAG_STEP_MS):
            return None
        return round(min(found))


class Hub:
    """All sockets of one event loop."""

    def __init__(self) -> None:
        self.clients: set[Client] = set()
        self.heard: dict[str, _Heard] = {}
        self._link_up = asyncio.Event()
        self._pubsub: Any = None
        self._acks: dict[str, asyncio.Future[None]] = {}
        self._wanted: dict[str, asyncio.Future[None]] = {}
        self._fresh: dict[str, Frame] = {}  # payloads received and not yet handed on: newest of each topic
        self._wake = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None
        self._access_changed = asyncio.Event()
        self._may: dict[tuple[int | None, int | None, str], tuple[float, bool]] = {}
        self._doubted: set[str] = set()  # topics whose listeners are asked before anything more is handed on
        self._doubts = 0  # how often that was: what was asked before is not believed
        self._doubt = asyncio.Event()
        self._attending: set[asyncio.Task[None]] = set()
        self._tasks = [
            self._forever(self._listen),
            self._forever(self._hand_on),
            self._forever(self._watch_stalls),
            self._forever(self._watch_sessions),
            self._forever(self._watch_access),
            self._forever(self._watch_guards),
            self._forever(self._watch_time),
            self._forever(self._watch_lags),
            self._forever(self._watch_relay),
        ]

    def _forever(self, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
        async def run() -> None:
            while True:
                try:
                    await work()
                except asyncio.CancelledError:
                    raise
                except Exception:
                    log.exception("the hub stumbled in %s", work.__name__)
                await asyncio.sleep(0.5)

        return asyncio.get_running_loop().create_task(run())

    async def stop(self) -> None:
        ending = [*self._tasks, *self._attending]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)

    def enter(self, client: Client) -> None:
        self.clients.add(client)
        measures.sockets.set(len(self.clients))

    def leave(self, client: Client) -> None:
        self.clients.discard(client)
        measures.sockets.set(len(self.clients))
        for topic in list(client.seen):
            self._part(client, topic)
        client.released()

    async def subscribe(self, client: Client, names: Iterable[str]) -> None:
        """Begin to listen; each topic answers with its payload at once, or with a refusal."""
        fresh = [name for name in dict.fromkeys(names) if name not in client.seen]
        allowed = await self._may_hear(client.listener, fresh)
        joined = []
        for name in fresh:
            answer = allowed[name]
            if isinstance(answer, Refused):
                refuse(client, topic=name, why=answer)
            elif len(client.seen) >= MAX_TOPICS:
                refuse(
                    client,
                    topic=name,
                    why=Refused("too_many_topics", N_("Too many pages are followed at once.")),
                )
            elif client in self.clients:
                heard = self.heard.get(name)
                if heard is None:
                    heard = self.heard[name] = _Heard(answer)
                heard.clients.add(client)
                client.seen[name] = NOTHING
                joined.append(heard)
        await self._hear([heard for heard in joined if not heard.subscribed])
        unread = []
        for heard in joined:
            # A payload that came while this very subscription was live is the present: nothing to read.
            present = heard.frame is not None and self._link_up.is_set() and not heard.topic.timed
            if heard.subscribed and present and heard.frame is not None:
                client.give(heard.topic.name, heard.frame.said_at(moment.now_ms()))
            else:
                unread.append(heard.topic.name)
        await self._read_soon(unread)
        for heard in joined:
            if heard.topic.attended:
                self._attend(in_database(_tell, heard.topic, True, client.listener))
        for name in unread:
            if client.seen.get(name) is NOTHING:
                self._part(client, name)
                refuse(client, topic=name, why=topics.unknown(name))

    def unsubscribe(self, client: Client, names: Iterable[str]) -> None:
        for name in names:
            self._part(client, name)

    def _part(self, client: Client, name: str) -> None:
        client.seen.pop(name, None)
        client.pending.pop(name, None)
        heard = self.heard.get(name)
        if heard is not None:
            heard.clients.discard(client)
            if not heard.clients:
                heard.empty_since = time.monotonic()
                if heard.topic.attended:
                    self._attend(self._gone_soon(heard.topic))

    def _attend(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._attending.add(task)
        task.add_done_callback(self._attending.discard)

    async def _gone_soon(self, topic: topics.Topic) -> None:
        """Tell that nobody listens any more, here or in another process; not where somebody is back in a moment."""
        await asyncio.sleep(GONE_SECONDS)
        if self._has_clients(topic):
            return
        if topic.name in self.heard:
            del self.heard[topic.name]
            self._fresh.pop(topic.name, None)
            with suppress(redis.RedisError, OSError, AttributeError):
                await self._pubsub.unsubscribe(wire.topic_channel(topic.name))
        for _ in range(_ASK_AGAIN):
            if self._has_clients(topic):
                return
            if not await in_database(_heard_elsewhere, topic.name):
                break
            await asyncio.sleep(_ASK_SECONDS)  # our own farewell is on its way, or another process hears it
        else:
            return
        await in_database(_tell, topic, False, None)
        if self._has_clients(topic):  # came back while that was told
            await in_database(_tell, topic, True, None)

    def _has_clients(self, topic: topics.Topic) -> bool:
        heard = self.heard.get(topic.name)
        return heard is not None and bool(heard.clients)

    async def _hear(self, heard: list[_Heard]) -> None:
        """Wait until Redis has confirmed these subscriptions; at once when Redis is away."""
        if not heard or not self._link_up.is_set():
            return
        loop = asyncio.get_running_loop()
        waiting, asked = [], []
        for one in heard:
            channel = wire.topic_channel(one.topic.name)
            ack = self._acks.get(channel)
            if ack is None:
                ack = self._acks[channel] = loop.create_future()
                asked.append(channel)
            waiting.append(ack)
        try:
            if asked:
                await self._pubsub.subscribe(*asked)
            await asyncio.wait(waiting, timeout=_ACK_SECONDS)
        except (redis.RedisError, OSError, AttributeError):
            pass  # the link is going down; its return brings everything up to date

    async def _listen(self) -> None:
        """One life of the link to Redis."""
        client = wire.async_client()
        pubsub: Any = client.pubsub()
        try:
            await pubsub.subscribe(wire.access_channel())
            loop = asyncio.get_running_loop()
            self._pubsub = pubsub
            names = list(self.heard)
            channels = [wire.topic_channel(name) for name in names]
            for channel in channels:
                self._acks[channel] = loop.create_future()
            confirmed = list(self._acks.values())
            self._link_up.set()
            for start in range(0, len(channels), 500):
                await pubsub.subscribe(*channels[start : start + 500])
            self._access_changed.set()
            self._ask_again(name for name, heard in self.heard.items() if heard.topic.guarded)
            resync = loop.create_task(self._resync(names, confirmed))
            try:
                await self._receive(pubsub)
            finally:
                resync.cancel()
        except (redis.RedisError, OSError) as error:
            if self._link_up.is_set():
                log.warning("Redis is away, sockets stay: %s", error)
        finally:
            self._link_up.clear()
            self._pubsub = None
            for heard in self.heard.values():
                heard.subscribed = False
            for ack in self._acks.values():
                if not ack.done():
                    ack.set_result(None)
            self._acks.clear()
            await _quietly(pubsub.aclose())
            await _quietly(client.aclose())

    async def _receive(self, pubsub: Any) -> None:
        prefix = len(wire.topic_channel(""))
        access = wire.access_channel()
        quiet = opened = 0
        last_tidy = time.monotonic()
        while True:
            message = await pubsub.get_message(timeout=3)
            if message is None:
                quiet += 1
                if quiet > 2:
                    raise redis.ConnectionError("no answer to a ping")
                await pubsub.ping()
            else:
                quiet = 0
                kind = message["type"]
                channel = wire.text(message["channel"]) if message["channel"] else ""
                if kind == "message":
                    if channel == access:
                        if message["data"] == wire.EVERYTHING:
                            self._access_changed.set()
                        else:
                            self._ask_again([wire.text(message["data"])])
                    else:
                        name = channel[prefix:]
                        seq, text = wire.unpacked(message["data"])
                        known = self._fresh.get(name)
                        if known is None or known.seq <= seq:
                            self._fresh[name] = Frame(seq, text)
                            self._wake.set()
                elif kind == "subscribe" and channel == access:
                    opened += 1
                    if opened > 1:  # redis-py has connected anew by itself: what passed meanwhile is lost
                        raise redis.ConnectionError("the link was replaced")
                elif kind == "subscribe":
                    heard = self.heard.get(channel[prefix:])
                    if heard is not None:
                        heard.subscribed = True
                    ack = self._acks.pop(channel, None)
                    if ack is not None and not ack.done():
                        ack.set_result(None)
            if time.monotonic() - last_tidy > LINGER_SECONDS / 2:
                last_tidy = time.monotonic()
                await self._tidy(pubsub)

    async def _tidy(self, pubsub: Any) -> None:
        """Give up topics that nobody has listened to for a while."""
        before = time.monotonic() - LINGER_SECONDS
        gone = [
            name for name, heard in self.heard.items() if not heard.clients and heard.empty_since < before
        ]
        for name in gone:
            del self.heard[name]
            self._fresh.pop(name, None)
        for start in range(0, len(gone), 500):
            await pubsub.unsubscribe(*(wire.topic_channel(name) for name in gone[start : start + 500]))

    async def _hand_on(self) -> None:
        """Broadcast what was received. A payload that follows another at once waits a moment, and what comes meanwhile
        replaces it; the first after a silence never waits."""
        while True:
            if not self._fresh:
                await self._wake.wait()
            self._wake.clear()
            now, soonest = time.monotonic(), None
            for name in list(self._fresh):
                heard = self.heard.get(name)
                if heard is None:
                    del self._fresh[name]
                    continue
                if name in self._doubted:
                    continue  # whoever may not hear it any more has gone first; then this wakes again
                if heard.not_before > now:
                    soonest = heard.not_before if soonest is None else min(soonest, heard.not_before)
                    continue
                frame = self._fresh.pop(name, None)
                if frame is not None:
                    started = time.monotonic()
                    self._broadcast(name, frame)
                    now = time.monotonic()
                    heard.not_before = now + max(PACE_SECONDS, now - started)
                await asyncio.sleep(0)  # others have their turn
            if self._fresh and soonest is None and not self._wake.is_set():
                await self._wake.wait()  # what is left waits until its listeners were asked
            elif self._fresh and soonest is not None and not self._wake.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), max(0.001, soonest - time.monotonic()))

    def _broadcast(self, name: str, frame: Frame) -> None:
        heard = self.heard.get(name)
        if heard is None or (heard.frame is not None and frame.seq < heard.frame.seq):
            return
        if name in self._doubted:
            known = self._fresh.get(name)
            if known is None or known.seq <= frame.seq:
                self._fresh[name] = frame
            # who has just been allowed to listen waits for it
            for client in tuple(heard.clients):
                if client.seen.get(name) is NOTHING:
                    client.give(name, frame.said_at(moment.now_ms()))
            return
        frame = heard.frame = frame.said_at(moment.now_ms())
        for client in tuple(heard.clients):
            client.give(name, frame)

    async def _read_soon(self, names: list[str]) -> None:
        """Read these payloads and hand them on: together with whatever else is wanted at this moment."""
        if not names:
            return
        loop = asyncio.get_running_loop()
        waiting = {self._wanted.setdefault(name, loop.create_future()) for name in names}
        if self._reading is None or self._reading.done():
            self._reading = loop.create_task(self._read_wanted())
        await asyncio.wait(waiting)

    async def _read_wanted(self) -> None:
        await asyncio.sleep(0)
        while self._wanted:
            batch = {name: self._wanted.pop(name) for name in list(self._wanted)[:_READ_AT_ONCE]}
            try:
                for name, frame in (await in_database(_frames, list(batch))).items():
                    self._broadcast(name, frame)
            except Exception:
                log.exception("payloads could not be read")
                await asyncio.sleep(0.5)
            finally:
                for done in batch.values():
                    if not done.done():
                        done.set_result(None)

    async def _resync(self, names: list[str], confirmed: list[asyncio.Future[None]]) -> None:
        """After an absence: what has moved on since its last payload is read again, once each. Not before Redis has
        confirmed the subscriptions: from then on nothing is missed any more."""
        if not names:
            return
        await asyncio.wait(confirmed)
        while True:
            try:
                stale = await in_database(_stale, [(name, self._known(name)) for name in names])
                break
            except Exception as error:  # PostgreSQL may be away too
                log.warning("cannot catch up yet: %s", error)
                await asyncio.sleep(1)
        crowd = sorted(stale, key=lambda name: -len(self.heard[name].clients) if name in self.heard else 0)
        for start in range(0, len(crowd), _READ_AT_ONCE):
            await self._read_soon(crowd[start : start + _READ_AT_ONCE])

    def _known(self, name: str) -> int:
        heard = self.heard.get(name)
        return heard.frame.seq if heard is not None and heard.frame is not None else -1

    async def _may_hear(self, listener: Listener, names: list[str]) -> dict[str, topics.Topic | Refused]:
        """For each topic: itself, or why not."""
        return (await self._may_all_hear([(listener, names)]))[0]

    async def _may_all_hear(
        self, asking: list[tuple[Listener, list[str]]]
    ) -> list[dict[str, topics.Topic | Refused]]:
        """For each listener and each topic: itself, or why not; what is not known is asked in one go."""
        now = time.monotonic()
        answers: list[dict[str, topics.Topic | Refused]] = []
        asked: list[tuple[int, Listener, topics.Topic]] = []
        for place, (listener, names) in enumerate(asking):
            answer: dict[str, topics.Topic | Refused] = {}
            for name in names:
                topic = topics.resolve(name)
                if topic is None:
                    answer[name] = topics.unknown(name)
                    continue
                until, may = self._may.get((listener.user_id, listener.device_id, name), (0.0, False))
                if until > now:
                    answer[name] = topic if may else topics.not_allowed(name)
                else:
                    asked.append((place, listener, topic))
            answers.append(answer)
        while asked:
            if len(self._may) > 50_000:
                self._may.clear()
            doubts = self._doubts
            try:
                verdicts = await in_database(
                    topics.verdicts, [(listener, topic) for _place, listener, topic in asked]
                )
            except Exception as error:  # PostgreSQL may be away: nobody hears what cannot be checked
                log.warning("permissions could not be checked: %s", error)
                sorry = Refused("try_again", N_("This could not be checked just now. Try again in a moment."))
                for place, _listener, topic in asked:
                    answers[place][topic.name] = sorry
                return answers
            if doubts != self._doubts and any(topic.guarded for _place, _listener, topic in asked):
                continue  # a right may have ended while it was asked about
            for (place, listener, topic), may in zip(asked, verdicts, strict=True):
                self._may[listener.user_id, listener.device_id, topic.name] = (now + _MAY_SECONDS, may)
                answers[place][topic.name] = topic if may else topics.not_allowed(topic.name)
            break
        return answers

    def _ask_again(self, names: Iterable[str]) -> None:
        """Hand on nothing of these topics before their listeners were asked anew whether they may hear it."""
        doubted = [name for name in names if name in self.heard]
        self._doubts += 1
        self._doubted.update(doubted)
        for key in [key for key in self._may if key[2] in self._doubted]:
            del self._may[key]
        self._doubt.set()

    async def _watch_guards(self) -> None:
        while True:
            await self._doubt.wait()
            self._doubt.clear()
            for name in list(self._doubted):
                await self._check_guard(name)

    async def _check_guard(self, name: str) -> None:
        """Ask whoever listens to a topic whether they still may; where that cannot be asked nobody hears more of it."""
        heard, doubts = self.heard.get(name), self._doubts
        if heard is not None:
            clients = list(heard.clients)
            who = {(one.listener.user_id, one.listener.device_id): one.listener for one in clients}
            try:
                verdicts = await in_database(topics.verdicts, [(one, heard.topic) for one in who.values()])
            except Exception as error:  # PostgreSQL may be away
                log.warning("permissions could not be checked: %s", error)
                await asyncio.sleep(0.5)
                self._doubt.set()
                return
            may = dict(zip(who, verdicts, strict=True))
            for client in clients:
                one = client.listener
                if not may[one.user_id, one.device_id] and name in client.seen:
                    self._part(client, name)
                    refuse(client, topic=name, why=topics.not_allowed(name))
        if doubts == self._doubts:
            self._doubted.discard(name)
            self._wake.set()
        else:
            self._doubt.set()

    async def _watch_time(self) -> None:
        """Read anew what changes with time alone, while somebody listens."""
        while True:
            await asyncio.sleep(TIMED_SECONDS)
            listened = [heard.topic for heard in self.heard.values() if heard.clients]
            due = [topic.name for topic in listened if topic.timed]
            if some := [topic for topic in listened if topic.may_age]:
                due += await in_database(_ageing, some)
            for start in range(0, len(due), _READ_AT_ONCE):
                await self._read_soon(due[start : start + _READ_AT_ONCE])

    async def _watch_lags(self) -> None:
        """Tell how long lines take, where somebody wants to know. What could not be told is told at the next look."""
        while True:
            await asyncio.sleep(LAG_SECONDS)
            fresh = {}
            for number, (name, heard) in enumerate(list(self.heard.items())):
                if number % _LOOKED_AT_ONCE == 0:
                    await asyncio.sleep(0)
                if heard.topic.measured and (lag_ms := heard.new_lag_ms()) is not None:
                    fresh[name] = (heard.topic, lag_ms)
            if not fresh:
                continue
            await in_database(topics.tell_measured, list(fresh.values()))
            for name, (_topic, lag_ms) in fresh.items():
                if name in self.heard:
                    self.heard[name].lag_ms = lag_ms

    async def _watch_access(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._access_changed.wait(), ACCESS_SECONDS)
            self._access_changed.clear()
            self._may.clear()
            await self._check_sessions()  # a device that was unpaired need not wait for the next round
            await self._check_access()
            await asyncio.sleep(0.2)  # a shower of changes is one look

    async def _check_access(self) -> None:
        # Each listener's topics are asked once, however many sockets he or she has open.
        same: dict[tuple[int | None, int | None], list[Client]] = {}
        for client in self.clients:
            same.setdefault((client.listener.user_id, client.listener.device_id), []).append(client)
        groups = [group for group in same.values() if any(client.seen for client in group)]
        # who listens to the same is asked about together: what they have in common is read once
        groups.sort(key=lambda group: min(name for client in group for name in client.seen))
        for start in range(0, len(groups), _ASKED_AT_ONCE):
            some = groups[start : start + _ASKED_AT_ONCE]
            allowed = await self._may_all_hear(
                [
                    (group[0].listener, list({name for client in group for name in client.seen}))
                    for group in some
                ]
            )
            for group, answers in zip(some, allowed, strict=True):
                for client in group:
                    for name in list(client.seen):
                        answer = answers.get(name)
                        if isinstance(answer, Refused) and answer.code != "try_again":
                            self._part(client, name)
                            refuse(client, topic=name, why=answer)

    async def _watch_sessions(self) -> None:
        while True:
            await asyncio.sleep(SESSION_SECONDS)
            await self._check_sessions()

    async def _check_sessions(self) -> None:
        """Close the sockets of those who have signed out, or whose device is no longer paired."""
        behind: dict[Client, sessions.Behind] = {}
        for number, client in enumerate(list(self.clients)):
            if number % _LOOKED_AT_ONCE == 0:
                await asyncio.sleep(0)
            if (one := _behind(client.listener)) is not None:
                behind[client] = one
        if not behind:
            return
        try:
            alive = await in_database(sessions.alive, set(behind.values()))
        except Exception as error:  # PostgreSQL may be away: nobody is signed out for that
            log.warning("sessions could not be checked: %s", error)
            return
        for client, one in behind.items():
            if one not in alive:
                client.close(SIGNED_OUT)

    async def _watch_relay(self) -> None:
        """When every worker is dead the screens still follow: what is found waiting at two looks is relayed here. Not what came
        in between: somewhere something always waits where many play."""
        before = relay.NOTHING_WAITS
        while True:
            await asyncio.sleep(RELAY_SECONDS)
            if not self.clients or not self._link_up.is_set():
                before = relay.NOTHING_WAITS
                continue
            try:
                waits = await in_database(relay.waiting)
                if waits.still(before):
                    await in_database(relay.relay_once)
                before = waits
            except Exception as error:  # PostgreSQL may be away
                log.warning("cannot see whether facts wait: %s", error)

    async def _watch_stalls(self) -> None:
        while True:
            await asyncio.sleep(0.5)
            before = time.monotonic() - STALL_SECONDS
            for client in list(self.clients):
                if client.since and client.since < before:
                    client.close(OVERFLOW)


def refuse(client: Client, *, topic: str | None, why: Refused) -> None:
    """Say no, in the listener's language."""
    with translation.override(client.listener.language):
        sentence = gettext(why.sentence) % why.params if why.params else gettext(why.sentence)
    shown = topic[:200] if topic is not None else None
    client.say({"refused": {"topic": shown, "code": why.code, "sentence": sentence}})


def _tell(topic: topics.Topic, here: bool, by: Listener | None) -> None:
    try:
        topic.tell_attended(here=here, by=by)
    except Exception:
        log.exception("who listens to %s was not told", topic.name)


def _heard_elsewhere(name: str) -> bool:
    """Whether any process is subscribed to a topic; where Redis is away, what this one knows counts."""
    try:
        with wire.client(timeout=1) as client:
            found = client.pubsub_numsub(wire.topic_channel(name))
    except redis.RedisError:
        return False
    return any(count for _channel, count in found)


def _frames(names: list[str]) -> dict[str, Frame]:
    """The payloads of these topics as frames; one that fails alone is left out."""
    try:
        seen = topics.read(names)
    except Exception:
        if len(names) == 1:
            log.exception("the payload of %s failed", names[0])
            return {}
        half = len(names) // 2
        return _frames(names[:half]) | _frames(names[half:])
    return {name: Frame(shot.seq, compact(shot.message()).encode()) for name, shot in seen.items()}


def _stale(known: list[tuple[str, int]]) -> list[str]:
    """Those of the topics whose stream has come further than the number known."""
    found = [(topic, seq) for topic, seq in ((topics.resolve(name), seq) for name, seq in known) if topic]
    head = topics.heads(stream for topic, _ in found for stream in topic.streams())
    return [
        topic.name
        for topic, seq in found
        if topic.timed or topic.may_age or topics.number_of(topic, head=head) > seq
    ]


def _ageing(some: list[topics.Topic]) -> list[str]:
    """Those of the topics that change with time now."""
    with moment_of_its_own():
        return [topic.name for topic in some if topic.ages()]


def _behind(listener: Listener) -> sessions.Behind | None:
    """What must stay good for this listener's socket to stay open; None where nobody has signed in."""
    if not listener.session_key or listener.user_id is None:
        return None
    return sessions.Behind(listener.session_key, listener.user_id, listener.device_id)


async def _quietly(closing: Awaitable[Any], seconds: float = 1) -> None:
    """Close what may be broken already."""
    with suppress(Exception):
        await asyncio.wait_for(closing, seconds)


_hubs: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = weakref.WeakKeyDictionary()


def hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    found = _hubs.get(loop)
    if found is None:
        found = _hubs[loop] = Hub()
    return found
