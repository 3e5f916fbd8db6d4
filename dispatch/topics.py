"""Topics: small whole payloads that somebody may listen to, each for one audience.

What a topic shows, who may hear it and which stream numbers it is registered by the composition root;
dispatch knows only the shape. A payload carries the number of its stream's head, read in the same snapshot of the
database: a listener keeps the payload with the higher number, so a repeat or a gap is harmless.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, transaction

from dispatch.reading import moment_of_its_own
from rules.refusals import N_, Refused

#: Facts of these kinds change what somebody may hear: every socket's topics are checked again when one passes.
ACCESS_KINDS: set[str] = {"role_changed", "access_changed"}
#: Facts of these kinds change who may hear the guarded topics that they touch: whoever listens to one is asked again before
#: anything more is handed on there.
GUARD_KINDS: set[str] = set()


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """Who listens: a person, a paired device, or nobody known.

    session_key: the signed-in session behind a socket, checked again while it is open; "" when there is none.
    scope, only_venue_id: as of the Actor; no token opens a socket. address, browser: from where a socket comes, and by what its browser is
    known at online tables; "" where nobody can tell. Neither is kept or logged.
    """

    user_id: int | None = None
    device_id: int | None = None
    session_key: str = ""
    language: str = "pt-br"
    scope: str = ""
    only_venue_id: int | None = None
    address: str = field(default="", repr=False)
    browser: str = field(default="", repr=False)


PayloadOf = Callable[..., Mapping[str, Any]]
May = Callable[[Listener, dict[str, Any]], bool]
StreamOf = Callable[..., str | tuple[str, ...]]
Attended = Callable[..., None]
Measured = Callable[[Sequence[tuple[Mapping[str, Any], int]]], None]
Know = Callable[[Sequence[tuple[Listener, Mapping[str, Any]]]], None]
NumberOf = Callable[[Mapping[str, Any]], int]
Ages = Callable[..., bool]
ReadTogether = Callable[[Sequence[Mapping[str, Any]]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kind:
    pattern: str
    match: re.Pattern[str]
    numbers: frozenset[str]
    payload: PayloadOf
    may: May
    know: Know | None
    stream: StreamOf
    attended: Attended | None
    measured: Measured | None
    guarded: bool
    timed: NumberOf | None
    ages: Ages | None
    by_index: bool
    read_together: ReadTogether | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """A topic by name, with what its pattern found in it."""

    name: str
    params: dict[str, Any]
    kind: _Kind

    def payload(self) -> Mapping[str, Any]:
        return self.kind.payload(**self.params)

    def may(self, listener: Listener) -> bool:
        return self.kind.may(listener, dict(self.params))

    @property
    def attended(self) -> bool:
        """Whether anybody wants to know if somebody listens."""
        return self.kind.attended is not None

    @property
    def measured(self) -> bool:
        """Whether anybody wants to know how long its listeners' lines take."""
        return self.kind.measured is not None

    @property
    def guarded(self) -> bool:
        """Whether a fact may end somebody's right to hear it."""
        return self.kind.guarded

    @property
    def timed(self) -> bool:
        """Whether it changes with time, and not by facts."""
        return self.kind.timed is not None

    @property
    def may_age(self) -> bool:
        """Whether it may change with time, too."""
        return self.kind.ages is not None

    @property
    def by_index(self) -> bool:
        """Whether its payload reads a few rows, and finds each by an index."""
        return self.kind.by_index

    def ages(self) -> bool:
        """Return whether it changes with time now, though no fact tells. Reads the database."""
        return self.kind.ages is not None and self.kind.ages(**self.params)

    def tell_attended(self, *, here: bool, by: Listener | None) -> None:
        """Tell that somebody began to listen, or that nobody does any more. by: whose socket it was, where it was one."""
        if self.kind.attended is not None:
            self.kind.attended(here=here, by=by, **self.params)

    def streams(self) -> tuple[str, ...]:
        names = self.kind.stream(**self.params)
        return (names,) if isinstance(names, str) else names


def tell_measured(lines: Iterable[tuple[Topic, int]]) -> None:
    """Tell how many milliseconds the lines of listeners take there and back, to whoever wants to know."""
    by_pattern: dict[str, list[tuple[Topic, int]]] = {}
    for topic, ms in lines:
        by_pattern.setdefault(topic.kind.pattern, []).append((topic, ms))
    for some in by_pattern.values():
        tell = some[0][0].kind.measured
        if tell is not None:
            tell([(topic.params, ms) for topic, ms in some])


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A payload as it stood when its stream had come to `seq`."""

    topic: str
    seq: int
    payload: Mapping[str, Any]

    def message(self) -> dict[str, Any]:
        return {"topic": self.topic, "seq": self.seq, "face": self.payload}


_kinds: dict[str, _Kind] = {}
_PART = re.compile(r"\{([a-z_]+)(?::(int))?\}")


def register(
    pattern: str,
    *,
    payload: PayloadOf,
    may: May,
    stream: StreamOf,
    know: Know | None = None,
    attended: Attended | None = None,
    measured: Measured | None = None,
    guarded: bool = False,
    timed: NumberOf | None = None,
    ages: Ages | None = None,
    by_index: bool = False,
    read_together: ReadTogether | None = None,
) -> None:
    """Register a kind of topic, such as "tournament/{tournament_id:int}/clock".

    payload(**params): the whole payload, JSON-able, fit for the topic's audience; LookupError or ObjectDoesNotExist
    where there is nothing to show. may(listener, params): may this listener hear it. know([(listener, params), …]): reads at one go what `may` will ask about each
    of them, and keeps it (`dispatch.reading.keep`). stream(**params): the
    stream (or streams) whose facts change it; its number is the (sum of the) head. attended(here=…, by=…, **params): told when a socket begins to listen, and whose, and when in no process any
    socket has listened for some seconds; the house's own going down tells nothing. measured([(params, ms), …]): told how many milliseconds the fastest line of its listeners takes there and
    back, for all topics of the kind where that is new. guarded: facts of `GUARD_KINDS` that touch it end
    somebody's right. timed: of a topic that changes with time and not by facts, which is read again every second while somebody listens: its number, from the payload. ages(**params): of a topic that facts change, whether it changes with time now, too: then it is
    read again as often. by_index: its payload reads a few rows, each by an index: the relay has it planned so, for plans are kept, and the first
    are made while a young house's tables are one page. read_together([params, …]): reads at one go what the payloads of these topics will read, and keeps it; the
    same function may stand at several kinds.
    """
    expression, position, numbers = "", 0, set()
    for part in _PART.finditer(pattern):
        expression += re.escape(pattern[position : part.start()])
        name, number = part.groups()
        if number:
            numbers.add(name)
        expression += f"(?P<{name}>{'0|[1-9][0-9]{0,17}' if number else '[^/]{1,64}'})"
        position = part.end()
    expression += re.escape(pattern[position:])
    _kinds[pattern] = _Kind(
        pattern=pattern,
        match=re.compile(expression),
        numbers=frozenset(numbers),
        payload=payload,
        may=may,
        know=know,
        stream=stream,
        attended=attended,
        measured=measured,
        guarded=guarded,
        timed=timed,
        ages=ages,
        by_index=by_index,
        read_together=read_together,
    )


def resolve(name: str) -> Topic | None:
    """Return the topic of that name, or None."""
    for kind in _kinds.values():
        found = kind.match.fullmatch(name)
        if found:
            params: dict[str, Any] = {
                key: int(value) if key in kind.numbers else value for key, value in found.groupdict().items()
            }
            return Topic(name=name, params=params, kind=kind)
    return None


def verdicts(asked: Sequence[tuple[Listener, Topic]]) -> list[bool]:
    """Return for each whether that listener may hear that topic: asked at one moment, with what they have in common read once."""
    of_kind: dict[str, list[tuple[Listener, Mapping[str, Any]]]] = {}
    for listener, topic in asked:
        if topic.kind.know is not None:
            of_kind.setdefault(topic.kind.pattern, []).append((listener, topic.params))
    with moment_of_its_own():
        for pattern, some in of_kind.items():
            know = _kinds[pattern].know
            assert know is not None
            know(some)
        return [bool(topic.may(listener)) for listener, topic in asked]


def unknown(name: str) -> Refused:
    return Refused("unknown_topic", N_("There is no such page to follow."), topic=name[:200])


def not_allowed(name: str) -> Refused:
    return Refused(
        "not_allowed",
        N_("You may not see this. Sign in with an account that may, or ask the director."),
        topic=name[:200],
    )


def one_moment() -> AbstractContextManager[Any]:
    """Open a transaction in which every read sees the same moment.

    Inside an open transaction (a test's own) the reads follow that one; heads are read first, so a payload is
    never older than its number.
    """
    if connection.in_atomic_block:
        return nullcontext()
    return _Moment()


class _Moment:
    def __enter__(self) -> None:
        self._atomic = transaction.atomic()
        self._atomic.__enter__()
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")

    def __exit__(self, *error: object) -> None:
        self._atomic.__exit__(*error)  # type: ignore[arg-type]


def heads(streams: Iterable[str]) -> dict[str, int]:
    """Return the number each stream has come to; 0 for one that has no fact yet."""
    names = sorted(set(streams))
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, seq FROM dispatch_stream WHERE name = ANY(%s)", [names])
        found = dict(cursor.fetchall())
    return {name: found.get(name, 0) for name in names}


def number_of(topic: Topic, *, head: Mapping[str, int]) -> int:
    return sum(head[name] for name in topic.streams())


def read(names: Iterable[str]) -> dict[str, Snapshot]:
    """Return the payloads of these topics at one moment; a topic that is unknown or has nothing to show is left out.
    An error of a payload propagates."""
    topics = [topic for topic in map(resolve, dict.fromkeys(names)) if topic is not None]
    if not topics:
        return {}
    shown = {}
    with one_moment(), moment_of_its_own():
        head = heads(stream for topic in topics for stream in topic.streams())
        read_together(topics)
        for topic in topics:
            seen = show(topic, head)
            if seen is not None:
                shown[topic.name] = seen
    return shown


def read_together(some: Iterable[Topic]) -> None:
    """Read at one go what the payloads of these topics have in common, in the moment that is open; each reads the rest by itself."""
    asked: dict[ReadTogether, list[Mapping[str, Any]]] = {}
    for topic in some:
        if topic.kind.read_together is not None:
            asked.setdefault(topic.kind.read_together, []).append(topic.params)
    for read_them, params in asked.items():
        read_them(params)


def show(topic: Topic, head: Mapping[str, int]) -> Snapshot | None:
    """Return the topic's payload under the number of its stream, or None where there is nothing to show."""
    try:
        payload = topic.payload()
    except (LookupError, ObjectDoesNotExist) as nothing:
        if isinstance(nothing, KeyError | IndexError):
            raise  # an error of ours, not an absence
        return None
    seq = number_of(topic, head=head) if topic.kind.timed is None else topic.kind.timed(payload)
    return Snapshot(topic=topic.name, seq=seq, payload=payload)


def snapshot(name: str, *, listener: Listener) -> dict[str, Any]:
    """Return {"topic", "seq", "face"} for an HTTP refetch. Refused: unknown_topic, not_allowed."""
    topic = resolve(name)
    if topic is None:
        raise unknown(name)
    if not topic.may(listener):
        raise not_allowed(name)
    found = read([name]).get(name)
    if found is None:
        raise unknown(name)
    return found.message()
