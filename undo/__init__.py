"""Which command undoes which, what that would do, and doing it: for both faces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist

from dispatch.facts import PUBLIC, STAFF, Actor, CommandId, CommandView, Done
from dispatch.queries import command_by_id, facts_of_command, latest_facts
from payouts.commands.undo_finish import undo_finish
from payouts.commands.undo_give_back import undo_give_back
from payouts.commands.undo_payment import undo_payment
from payouts.queries import finish_undo_preview, give_back_undo_preview
from payouts.queries.awards import undo_payment_preview
from people.queries import may
from rules.permissions import Action
from rules.refusals import N_, Refused
from tables import queries as tables
from tables.commands.undo_break import undo_break
from tables.commands.undo_move import undo_move
from tables.commands.undo_penalty import undo_penalty
from tables.commands.undo_verification import undo_verification
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.restore_disqualification import restore_disqualification
from tournaments.commands.undo_clock_change import undo_clock_change
from tournaments.commands.undo_debt import undo_debt
from tournaments.commands.undo_elimination import undo_elimination
from tournaments.commands.undo_freeze import undo_freeze
from tournaments.commands.undo_naming import undo_naming
from tournaments.commands.undo_purchase import undo_purchase
from tournaments.facts import tournament_stream
from tournaments.queries import listings
from tournaments.queries.circuit import venue_of_season, venue_of_tournament
from tournaments.queries.clock import undo_preview as undo_clock_preview
from tournaments.queries.clock import unfreeze_preview
from tournaments.queries.debts import undo_debt_preview
from tournaments.queries.entries import cancel_preview
from tournaments.queries.floor import undo_preview
from tournaments.queries.takers import undo_naming_preview


def _unknown() -> Refused:
    return Refused("not_found", N_("This %(what)s does not exist."), what="command")


def seen_command(number: UUID, by: Actor) -> tuple[CommandView, int | None]:
    """A command that the caller asked for or, as staff of its venue, may see; with its tournament.

    Refusals: ``not_found``, the same whether it is another's or nobody's.
    """
    found = command_by_id(CommandId(number))
    if found is None:
        raise _unknown()
    streams = {fact.stream for fact in facts_of_command(CommandId(number))}
    tournament_id = _numbered(streams, "tournament")
    if found.user_id is not None and found.user_id == by.user_id:
        return found, tournament_id
    venue_id = _numbered(streams, "venue")
    if tournament_id is not None:
        venue_id = venue_of_tournament(tournament_id)
    season_id = _numbered(streams, "season")
    if venue_id is None and season_id is not None:
        venue_id = venue_of_season(season_id)
    if venue_id is None or not may(by, Action.VIEW_STAFF, venue_id=venue_id, tournament_id=tournament_id):
        raise _unknown()
    return found, tournament_id


def _numbered(streams: set[str], kind: str) -> int | None:
    numbers = {name.partition(":")[2] for name in streams if name.startswith(f"{kind}:")}
    return int(numbers.pop()) if len(numbers) == 1 else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoing:
    """How one kind of command is undone: `things` it did, by number; what undoing one would do; the command that does.

    call: the undo command's arguments for one thing; those that take a body's values name them in `takes`.
    told_at: what it would do depends on the moment it is asked at.
    """

    things: Callable[[CommandView, int | None], list[Any]]
    told: Callable[..., Mapping[str, Any]]
    command: Callable[..., Done]
    call: Callable[[Any], dict[str, Any]]
    takes: frozenset[str] = frozenset()
    told_at: bool = False


def _result(found: CommandView) -> Mapping[str, Any]:
    return found.outcome or {}


def _told_break(thing: tuple[int, UUID]) -> Mapping[str, Any]:
    return tables.undo_break_preview(*thing)


def _told_registration(registration_id: int) -> Mapping[str, Any]:
    return cancel_preview(registration_id)


def _told_purchase(purchase_id: int) -> Mapping[str, Any]:
    refund, chips = listings.purchase_worth(purchase_id)
    return {"purchase_id": purchase_id, "refund_cents": refund, "chips": chips}


_CLOCK = Undoing(
    things=lambda _found, tournament_id: [] if tournament_id is None else [tournament_id],
    told=undo_clock_preview,
    told_at=True,
    command=undo_clock_change,
    call=lambda tournament_id: {"tournament_id": tournament_id},
)


_MOVE = Undoing(
    things=lambda found, _t: [_result(found)["move_id"]],
    told=tables.undo_move_preview,
    command=undo_move,
    call=lambda move_id: {"move_id": move_id},
)


_OUT = Undoing(
    things=lambda found, _t: [out["elimination_id"] for out in _result(found).get("eliminations", [])],
    told=undo_preview,
    command=undo_elimination,
    call=lambda elimination_id: {"elimination_id": elimination_id},
)


_REGISTRATION = Undoing(
    things=lambda found, _t: [_result(found)["registration_id"]],
    told=_told_registration,
    command=cancel_registration,
    call=lambda registration_id: {"registration_id": registration_id},
    takes=frozenset({"reason", "hand_back"}),
)


_PURCHASE = Undoing(
    things=lambda found, _t: [
        *([_result(found)["purchase_id"]] if "purchase_id" in _result(found) else []),
        *(bought["purchase_id"] for bought in _result(found).get("purchases", [])),
    ],
    told=_told_purchase,
    command=undo_purchase,
    call=lambda purchase_id: {"purchase_id": purchase_id},
    takes=frozenset({"hand_back"}),
)


_DEBT = Undoing(
    things=lambda found, _t: [_result(found)["debt_id"]],
    told=undo_debt_preview,
    command=undo_debt,
    call=lambda debt_id: {"debt_id": debt_id},
)


UNDOING: dict[str, Undoing] = {
    "tournaments.eliminate_players": _OUT,
    "tournaments.remove_under_age": _OUT,
    "tournaments.lift_disqualification": Undoing(
        things=lambda found, _t: [_result(found)["elimination_id"]],
        told=lambda elimination_id: {"elimination_id": elimination_id},
        command=restore_disqualification,
        call=lambda elimination_id: {"elimination_id": elimination_id},
    ),
    "tables.hand_done": _OUT,
    "tournaments.name_takers": Undoing(
        things=lambda found, _t: [_result(found)["naming_id"]],
        told=undo_naming_preview,
        command=undo_naming,
        call=lambda naming_id: {"naming_id": naming_id},
    ),
    "tables.move_player": _MOVE,
    "tables.balance_tables": _MOVE,
    "tables.break_table": Undoing(
        things=lambda found, tournament_id: (
            [] if tournament_id is None else [(tournament_id, found.command_id)]
        ),
        told=_told_break,
        command=undo_break,
        call=lambda thing: {"tournament_id": thing[0], "break_command_id": thing[1]},
    ),
    "tables.break_tables": Undoing(
        things=lambda found, tournament_id: (
            []
            if tournament_id is None
            else [
                (tournament_id, found.command_id, broken["table_number"])
                for broken in _result(found)["tables"]
                if broken["moves"]
            ]
        ),
        told=lambda thing: tables.undo_break_preview(*thing),
        command=undo_break,
        call=lambda thing: {
            "tournament_id": thing[0],
            "break_command_id": thing[1],
            "table_number": thing[2],
        },
    ),
    "tables.verify_table": Undoing(
        things=lambda found, tournament_id: (
            [] if tournament_id is None else [(tournament_id, found.command_id)]
        ),
        told=lambda _thing: {"unverified": True},
        command=undo_verification,
        call=lambda thing: {"tournament_id": thing[0], "verify_command_id": thing[1]},
    ),
    "payouts.pay_award": Undoing(
        things=lambda found, _t: [_result(found)["award_id"]],
        told=undo_payment_preview,
        command=undo_payment,
        call=lambda award_id: {"award_id": award_id},
    ),
    "payouts.finish_tournament": Undoing(
        things=lambda _found, tournament_id: [] if tournament_id is None else [tournament_id],
        told=finish_undo_preview,
        command=undo_finish,
        call=lambda tournament_id: {"tournament_id": tournament_id},
    ),
    "payouts.give_back": Undoing(
        things=lambda found, _t: [_result(found)["repayment_id"]],
        told=give_back_undo_preview,
        command=undo_give_back,
        call=lambda repayment_id: {"repayment_id": repayment_id},
    ),
    "tournaments.freeze_venue": Undoing(
        things=lambda found, _t: [(_result(found)["venue_id"], found.command_id)],
        told=lambda thing: unfreeze_preview(*thing),
        command=undo_freeze,
        call=lambda thing: {"venue_id": thing[0], "freeze_command_id": thing[1]},
    ),
    "tournaments.pause_clock": _CLOCK,
    "tournaments.resume_clock": _CLOCK,
    "tournaments.move_to_level": _CLOCK,
    "tournaments.add_clock_time": _CLOCK,
    "tournaments.call_short_handed": _CLOCK,
    "tournaments.register_player": _REGISTRATION,
    "tournaments.confirm_payment": _REGISTRATION,
    "tournaments.record_payment": _REGISTRATION,
    "tournaments.rebuy": _PURCHASE,
    "tournaments.announce_rebuy": _PURCHASE,
    "tournaments.pay_debt": _DEBT,
    "tournaments.write_off_debt": _DEBT,
    "tournaments.add_on": _PURCHASE,
    "tables.penalise": Undoing(
        things=lambda found, _t: [_result(found)["penalty_id"]],
        told=lambda penalty_id: {"penalty_id": penalty_id},
        command=undo_penalty,
        call=lambda penalty_id: {"penalty_id": penalty_id},
    ),
}


def _cannot() -> Refused:
    return Refused(
        "cannot_undo",
        N_("This cannot be taken back in one step. Look at the history and correct what it did."),
    )


def _undoing(number: UUID, by: Actor) -> tuple[Undoing, list[Any]]:
    """How a command is undone and what it did. Refusals: ``not_found``, ``cannot_undo``, ``not_the_last_change``."""
    found, tournament_id = seen_command(number, by)
    how = UNDOING.get(found.name)
    things = how.things(found, tournament_id) if how is not None and found.state == "done" else []
    if how is None or not things:
        raise _cannot()
    if how is _CLOCK and tournament_id is not None and not _is_last_clock_change(number, tournament_id):
        raise Refused(
            "not_the_last_change",
            N_("The clock was changed again since. Only its last change can be taken back."),
        )
    return how, things


CLOCK_KINDS = (
    "clock_paused",
    "clock_resumed",
    "clock_moved",
    "clock_time_added",
    "level_edited",
    "short_handed_called",
    "clock_change_undone",
)


def _is_last_clock_change(number: UUID, tournament_id: int) -> bool:
    """As far as facts are numbered; the command itself refuses what came after."""
    last = latest_facts(
        stream=tournament_stream(tournament_id),
        limit=1,
        audiences=(PUBLIC, STAFF),
        kinds=CLOCK_KINDS,
    )
    return not last or last[0].command_id == number or not _sealed(number)


def _sealed(number: UUID) -> bool:
    return all(fact.seq is not None for fact in facts_of_command(CommandId(number)))


def undo_effects(*, number: UUID, by: Actor, at: datetime) -> dict[str, Any]:
    """{command_id, things: [{thing, effects}]}: what taking the command back would do. Refusals: as `take_back`."""
    how, things = _undoing(number, by)
    told = []
    for thing in things:
        try:
            told.append(
                {
                    "thing": _name(thing),
                    "effects": dict(how.told(thing, at=at) if how.told_at else how.told(thing)),
                }
            )
        except ObjectDoesNotExist:
            raise _cannot() from None
    return {"command_id": number, "things": told}


def _name(thing: Any) -> str:
    return str(thing[-1]) if isinstance(thing, tuple) else str(thing)


def take_back(number: UUID, own: CommandId, by: Actor, asked: Mapping[str, Any], *, at: datetime) -> Done:
    """Undo what the command did. asked: `thing`, which of several; what the undoing command `takes`. Refusals: those of the undoing command, ``which_one``,
    ``cannot_undo``, ``not_the_last_change``, ``not_found``."""
    found, tournament_id = seen_command(number, by)
    how = UNDOING.get(found.name)
    things = how.things(found, tournament_id) if how is not None and found.state == "done" else []
    if "thing" in asked:
        things = [thing for thing in things if _name(thing) == asked["thing"]]
    if how is None or not things:
        raise _cannot()
    if len(things) > 1:
        raise Refused(
            "which_one",
            N_("This did several things. Name the one to take back."),
            things=[_name(thing) for thing in things],
        )
    # asked again under the same Command-Id, the clock has changed by this very undoing: the stored answer counts
    if command_by_id(own) is None:
        _undoing(number, by)
    more = {name: value for name, value in asked.items() if name in how.takes}
    return how.command(command_id=own, at=at, by=by, **how.call(things[0]), **more)


def undone_of(number: UUID, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What an undoing is about, for `tournaments.queries.already_done`: the tournament, and what the command had done."""
    found = command_by_id(CommandId(number))
    streams = {fact.stream for fact in facts_of_command(CommandId(number))}
    about: dict[str, Any] = {"tournament_id": _numbered(streams, "tournament")}
    result = _result(found) if found is not None and found.state == "done" else {}
    outs = [out["elimination_id"] for out in result.get("eliminations", [])]
    wanted = [out for out in outs if str(out) == asked.get("thing", str(out))]
    about["elimination_id"] = wanted[0] if wanted else None
    for name in ("award_id", "move_id", "naming_id", "penalty_id", "purchase_id", "registration_id"):
        about[name] = result.get(name)
    return about
