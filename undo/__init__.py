"""Which command undoes which, what that would do, and doing it: for the pages and the API."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist

from dispatch import cards
from dispatch.cards import Did, Undoes
from dispatch.commands import COMMANDS, only_if
from dispatch.facts import PUBLIC, STAFF, Actor, CommandId, CommandView, Done
from dispatch.queries import command_by_id, facts_of_command, latest_facts
from people.queries import may
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tournaments.queries.circuit import venue_of_season, venue_of_tournament
from tournaments.streams import tournament_stream


def _unknown() -> Refused:
    return not_found("command")


def seen_command(number: UUID, *, by: Actor) -> tuple[CommandView, int | None]:
    """Return a command that the caller asked for or, as staff of its venue, may see; with its tournament.

    Refusals: ``not_found``, the same whether it is another's or nobody's.
    """
    found = command_by_id(CommandId(number))
    if found is None:
        raise _unknown()
    streams = {fact.stream for fact in facts_of_command(CommandId(number))}
    tournament_id = _numbered(streams, "tournament")
    venue_id = _numbered(streams, "venue")
    if tournament_id is not None:
        venue_id = venue_of_tournament(tournament_id)
    season_id = _numbered(streams, "season")
    if venue_id is None and season_id is not None:
        venue_id = venue_of_season(season_id)
    own = found.user_id is not None and found.user_id == by.user_id
    if own and (by.only_venue_id is None or venue_id in (None, by.only_venue_id)):
        return found, tournament_id
    if venue_id is None or not may(
        by, permission=Permission.VIEW_STAFF, venue_id=venue_id, tournament_id=tournament_id
    ):
        raise _unknown()
    return found, tournament_id


def _numbered(streams: set[str], kind: str) -> int | None:
    numbers = {name.partition(":")[2] for name in streams if name.startswith(f"{kind}:")}
    return int(numbers.pop()) if len(numbers) == 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoing:
    """How one kind of command is undone: the command that does, and what its card says of it. needs: what whoever does may do."""

    command: Callable[..., Done]
    undoes: Undoes
    needs: Permission


def _by_command() -> dict[str, Undoing]:
    cards.load()
    return {
        undone: Undoing(
            command=COMMANDS[name],
            undoes=card.undoes,
            # who announced a rebuy that nobody paid takes it back; of all others the card says
            needs=Permission.UNDO
            if undone == "tournaments.announce_rebuy" or card.permission is None
            else card.permission,
        )
        for name, card in cards.CARDS.items()
        if card.undoes is not None
        for undone in card.undoes.commands
    }


#: What can be taken back in one step, by the name of the command that did it.
UNDOING: dict[str, Undoing] = _by_command()


def _things(how: Undoing, found: CommandView, tournament_id: int | None) -> list[dict[str, Any]]:
    """What a command did that can be taken back, each as the arguments that do."""
    if found.state != "done":
        return []
    return how.undoes.things(
        Did(
            command_id=found.command_id,
            name=found.name,
            result=found.outcome or {},
            tournament_id=tournament_id,
        )
    )


def _cannot() -> Refused:
    return Refused(
        "cannot_undo",
        N_("This cannot be undone in one step. Look at the history and correct what it did."),
    )


def _undoing(number: UUID, by: Actor) -> tuple[Undoing, list[dict[str, Any]], int | None]:
    """How a command is undone, what it did, and in which tournament. Refusals: ``not_found``, ``cannot_undo``."""
    found, tournament_id = seen_command(number, by=by)
    how = UNDOING.get(found.name)
    things = _things(how, found, tournament_id) if how is not None else []
    if how is None or not things:
        raise _cannot()
    return how, things, tournament_id


def _check_last(number: UUID, how: Undoing, tournament_id: int | None) -> None:
    """Where only the last of a kind can be taken back. Refusals: ``not_the_last_change``."""
    kinds = how.undoes.last_of
    if kinds and tournament_id is not None and not _is_last(number, tournament_id, kinds):
        raise Refused(
            "not_the_last_change",
            N_("The clock was changed again since. Only its last change can be undone."),
        )


def _is_last(number: UUID, tournament_id: int, kinds: Sequence[str]) -> bool:
    """As far as facts are numbered; the command itself refuses what came after."""
    last = latest_facts(
        stream=tournament_stream(tournament_id),
        limit=1,
        audiences=(PUBLIC, STAFF),
        kinds=kinds,
    )
    return not last or last[0].command_id == number or not _sealed(number)


def _sealed(number: UUID) -> bool:
    return all(fact.seq is not None for fact in facts_of_command(CommandId(number)))


def undo_effects(*, number: UUID, by: Actor, at: datetime) -> dict[str, Any]:
    """Return {command_id, things: [{thing, effects, version}]}: what taking the command back would do. version: to be sent with the
    undoing, which then does that or nothing; "" where it is another every second, as of a clock.
    Refusals: as `take_back`.
    """
    how, things, tournament_id = _undoing(number, by)
    _check_last(number, how, tournament_id)
    shown = []
    for thing in things:
        try:
            effects = dict(_preview(how.undoes, thing, at))
            shown.append(
                {"thing": _name(thing), "effects": effects, "version": _version(how.undoes, effects)}
            )
        except ObjectDoesNotExist:
            raise _cannot() from None
    return {"command_id": number, "things": shown}


def _preview(undoes: Undoes, thing: Mapping[str, Any], at: datetime) -> Mapping[str, Any]:
    first, *others = thing.items()
    return undoes.preview(first[1], **dict(others), **({"at": at} if _asks_when(undoes) else {}))


def _asks_when(undoes: Undoes) -> bool:
    return "at" in inspect.signature(undoes.preview).parameters


# while entries are sold it is another with each sale, whoever reads the page: whose reason is typed would never come to an end
_WITH_EACH_SALE = frozenset({"pool_cents", "pool_after_cents", "place_again"})


def _version(undoes: Undoes, effects: Mapping[str, Any]) -> str:
    """A short digest of what an undoing would do, whatever the order in which it was found."""
    moved = {name: value for name, value in effects.items() if name not in _WITH_EACH_SALE}
    return "" if _asks_when(undoes) else hashlib.sha256(_written(moved).encode()).hexdigest()[:32]


def _written(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{name}:{_written(value[name])}" for name in sorted(value)) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(sorted(map(_written, value))) + "]"
    return repr(value)


def _name(thing: Mapping[str, Any]) -> str:
    return str(list(thing.values())[-1])


def take_back(number: UUID, *, own: CommandId, by: Actor, asked: Mapping[str, Any], at: datetime) -> Done:
    """Undo what the command did. asked: `thing`, which of several; `version`, of what `undo_effects` told; what the undoing command
    `takes`. Refusals: those of the undoing command, ``which_one``, ``cannot_undo``, ``not_the_last_change``, ``changed_since`` (it
    would do something else by now), ``not_found``."""
    how, things, tournament_id = _undoing(number, by)
    if "thing" in asked:
        things = [thing for thing in things if _name(thing) == asked["thing"]]
    else:
        # what names itself as the command does is all that the command did
        things = [thing for thing in things if _name(thing) == str(number)] or things
    if not things:
        raise _cannot()
    if len(things) > 1:
        raise Refused(
            "which_one",
            N_("This did several things. Name the one to undo."),
            things=[_name(thing) for thing in things],
        )
    # asked again under the same Command-Id, the clock has changed by this very undoing: the stored answer counts
    if command_by_id(own) is None:
        _check_last(number, how, tournament_id)
    more = {name: value for name, value in asked.items() if name in how.undoes.takes}
    # under the locks of the command: between a look before it and them somebody else may act
    with only_if(lambda: _check_version(how.undoes, things[0], version=asked.get("version", ""), at=at)):
        return how.command(command_id=own, at=at, by=by, **things[0], **more)


def _check_version(undoes: Undoes, thing: Mapping[str, Any], *, version: str, at: datetime) -> None:
    """Whether it still does what the page told that was open meanwhile: places of others and their money hang on it. Refusals: ``changed_since``."""
    if not version:
        return
    try:
        effects = _preview(undoes, thing, at)
    except (Refused, ObjectDoesNotExist):
        return  # the undoing says so by itself, and who was first
    # what cannot be taken back any more says so by itself
    if effects.get("possible", True) and _version(undoes, effects) != version:
        raise Refused(
            "changed_since",
            N_("More has happened since you read what this would do. Read it again, then undo it."),
        )


def undone_of(number: UUID, *, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an undoing is about, for `tournaments.queries.already_done`: the tournament, and what the command
    had done.
    """
    found = command_by_id(CommandId(number))
    streams = {fact.stream for fact in facts_of_command(CommandId(number))}
    tournament_id = _numbered(streams, "tournament")
    how = UNDOING.get(found.name) if found is not None else None
    things = _things(how, found, tournament_id) if how is not None and found is not None else []
    wanted = [thing for thing in things if _name(thing) == asked.get("thing", _name(thing))]
    return {**(wanted[0] if wanted else {}), "tournament_id": tournament_id}
