"""Taking a command back: the page that says what it would do, and the act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from access import moment
from dispatch.facts import STAFF, CommandId
from dispatch.queries import command_by_id, facts_of_command, latest_facts
from payouts.queries import deal_in_vote
from people.queries import may
from rules.entries import PaymentMethod
from rules.permissions import Permission
from rules.refusals import Refused
from tournaments.queries import announcements, circuit
from tournaments.queries.circuit import VenueView
from tournaments.queries.eligibility import late_registration_is_over
from tournaments.queries.registrations import Strikable, strikable
from tournaments.results import HANDED_BACK
from tournaments.streams import tournament_stream
from undo import UNDOING, undo_effects, undone_of
from web import buttons
from web.acting import CommandOutcome, actor_of, answer, who_was_first
from web.director.acts import DEAL_ENDED, back_to, page_at, undone
from web.director.announced import Where
from web.director.history import command_of
from web.director.page import board_context, page_context
from web.director.undo_effects import effects_in_words
from web.out_of_play import out_of_play
from web.staffing import scope_of, signed_in


@signed_in
def undo(request: HttpRequest, *, command_id: UUID) -> HttpResponse:
    """GET: what taking the command back would do. POST: do it."""
    if request.method == "POST":
        acted = undone(request, number_of_command=command_id)
        to = back_to(request, default=reverse("director"))
        if acted.refused is not None and acted.refused.code == "changed_since":
            # the page again, with what it would do by now
            to = f"{reverse('undo', args=[command_id])}?{urlencode({'next': to})}"
        return answer(
            request,
            acted=acted,
            to=to,
            said=_said_undone(command_id, acted),
        )
    effects_now = undo_effects(number=command_id, by=actor_of(request), at=moment.at())
    of_tournament = undone_of(command_id, asked={})["tournament_id"]
    settings = announcements.settings_of(of_tournament) if of_tournament else None
    venue = circuit.venue_view(settings["venue_id"]) if settings is not None else None
    where = (
        Where(currency=settings["currency"], zone=venue.timezone)
        if settings is not None and venue is not None
        else Where()
    )
    found = command_of(command_id, where=where)
    asks_money = (
        venue is not None
        and _takes(command_id, "hand_back")
        and may(
            actor_of(request),
            permission=Permission.TAKE_PAYMENT,
            venue_id=venue.venue_id,
            tournament_id=of_tournament,
        )
    )
    return render(
        request,
        "director/undo.html",
        _frame(request, of_tournament, venue)
        | {
            "command_id": command_id,
            "currency": where.currency,
            "line": found,
            "things": [
                {
                    "thing": t["thing"],
                    "version": t["version"],
                    "effects": _with_the_deal(
                        effects_in_words(
                            t["effects"],
                            money_asked=asks_money and _goes_out(t["effects"]),
                            closed=of_tournament is not None
                            and "player_id" in t["effects"]
                            and late_registration_is_over(
                                of_tournament, player_id=t["effects"]["player_id"], at=moment.at()
                            ),
                        ),
                        command_id,
                        of_tournament,
                    ),
                    "by": _undone_by(command_id, t),
                    "payment": _payment(request, t["effects"], venue=venue, tournament_id=of_tournament),
                    "title": _of_several(t, command_id) if len(effects_now["things"]) > 1 else "",
                    "asks_reason": t["effects"].get("asks_reason", False),
                    "needs_reason": t["effects"].get("needs_reason", False),
                    "refund_cents": t["effects"].get("refund_cents", 0)
                    if asks_money and _goes_out(t["effects"])
                    else 0,
                }
                for t in effects_now["things"]
            ],
            "strike": _strike(request, effects_now["things"], venue=venue, tournament_id=of_tournament),
            "strike_lines": _leaves(effects_now["things"][0]["effects"]),
            "tournament_id": of_tournament,
            "next": _within(request.GET.get("next", "")),
            # what the desk may cancel by itself until the start is the director's afterwards, with a reason
            "must_say_why": venue is not None
            and may(
                actor_of(request),
                permission=Permission.TRANSFER_REGISTRATION,
                venue_id=venue.venue_id,
                tournament_id=of_tournament,
            ),
        },
    )


def _goes_out(effects: Mapping[str, Any]) -> bool:
    """Whether money that comes back can leave the house again: what was paid from the balance only goes back into it."""
    return effects.get("method", PaymentMethod.CASH) in HANDED_BACK


def _takes(command_id: UUID, name: str) -> bool:
    """Whether what takes this command back can be told this."""
    did = command_by_id(CommandId(command_id))
    return did is not None and did.name in UNDOING and name in UNDOING[did.name].undoes.takes


def _strike(
    request: HttpRequest,
    things: Sequence[Mapping[str, Any]],
    *,
    venue: VenueView | None,
    tournament_id: int | None,
) -> Strikable | None:
    """The payment that is struck where no money had come; None for who may not, and where there is none."""
    registration_id = things[0]["effects"].get("registration_id") if len(things) == 1 else None
    if registration_id is None or venue is None:
        return None

    def allowed(permission: Permission) -> bool:
        return may(
            actor_of(request), permission=permission, venue_id=venue.venue_id, tournament_id=tournament_id
        )

    found = strikable(registration_id)
    if found is None or not (allowed(Permission.CONFIRM_PAYMENT) and allowed(Permission.TAKE_PAYMENT)):
        return None
    return found if not found.running or allowed(Permission.TRANSFER_REGISTRATION) else None


def _leaves(effects: Mapping[str, Any]) -> list[str]:
    """What an entry that is given back takes with it, whatever becomes of its money."""
    lines = out_of_play(effects)
    if effects.get("seats_alternate"):
        lines.append(_("%(name)s gets the seat.") % {"name": effects["seats_alternate"]})
    return lines


def _frame(request: HttpRequest, tournament_id: int | None, venue: VenueView | None) -> dict[str, Any]:
    """The frame of the tournament it is about, with its clock and places; for who is not of its staff, the house's name."""
    if tournament_id is not None:
        try:
            scope = scope_of(request, tournament_id=tournament_id, permission=Permission.VIEW_STAFF)
            return page_context(scope, tab="history", frame="director/base.html", **board_context(scope))
        except Refused:
            pass
    return {
        "frame": "staff/base.html",
        "scope": {"venue": venue} if venue is not None else None,
        "venue": venue,
    }


def _with_the_deal(effects: dict[str, Any], command_id: UUID, tournament_id: int | None) -> dict[str, Any]:
    """What it means for a deal: one that fell with the bust stays withdrawn, one in vote falls when a player is back."""
    facts = facts_of_command(CommandId(command_id))
    if not effects["possible"] or not any(fact.kind == "player_eliminated" for fact in facts):
        return effects
    lines = list(effects["lines"])
    if any(fact.kind == "deal_withdrawn" for fact in facts):
        lines.append(_("The deal that fell with it stays withdrawn: put it to the vote again."))
    if tournament_id is not None and deal_in_vote(tournament_id) is not None:
        falls = DEAL_ENDED["player_back"]
        lines.append(_(falls))
    return {**effects, "lines": lines}


def _said_undone(command_id: UUID, acted: CommandOutcome) -> str:
    """That it is undone: of money and chips in the words of the desk, and which tables have another number now."""
    return " ".join(
        [
            _at_the_desk(command_id, acted) or _("Undone."),
            *(
                _("Table %(table)s is table %(now)s now: another tournament plays at its number.") % changed
                for changed in acted.result.get("renumbered", ())
            ),
            *_seated_elsewhere(acted),
        ]
    )


def _seated_elsewhere(acted: CommandOutcome) -> list[str]:
    """Where a player who is in again sits, when the old seat was not to be had."""
    if acted.done is None or acted.result.get("own_seat", True):
        return []
    place = _("%(player)s is in again at table %(table)s, seat %(seat)s.") % {
        "player": acted.result["name"],
        "table": acted.result["table_number"],
        "seat": acted.result["seat_number"],
    }
    opened = any(fact.kind == "table_opened" for fact in facts_of_command(acted.done.command_id))
    alone = _("No seat was free: the table opened for it, with nobody else there. Balance the tables.")
    return [place, alone] if opened else [place]


def _at_the_desk(command_id: UUID, acted: CommandOutcome) -> str:
    """What the desk says where money went back by it: it has to be handed over; "" where none did."""
    found = command_by_id(CommandId(command_id))
    if found is None or "refund_cents" not in acted.result:
        return ""
    command = UNDOING[found.name].command
    button = next((one for one in buttons.buttons_of("desk").values() if one.command == command), None)
    tournament_id = undone_of(command_id, asked={})["tournament_id"]
    settings = announcements.settings_of(tournament_id) if tournament_id else None
    if button is None or settings is None:
        return ""
    return buttons.said(button, result=acted.result, currency=settings["currency"])


def _undone_by(command_id: UUID, effects_now: Mapping[str, Any]) -> str:
    """Who has taken this back already, in a sentence; "" where nobody has."""
    effects = effects_now["effects"]
    if effects.get("possible", True) or effects.get("code") not in ("already_undone", "already_cancelled"):
        return ""
    about = undone_of(command_id, asked=effects_now)
    refused = Refused("already_undone", "")
    return who_was_first(refused, tournament_id=about["tournament_id"], about=about)


def _payment(
    request: HttpRequest, effects: Mapping[str, Any], *, venue: VenueView | None, tournament_id: int | None
) -> str:
    """Where the payment of a prize is taken back that stands in the way; "" where none does, and for who may not."""
    if effects.get("possible", True) or effects.get("code") != "prize_paid":
        return ""
    if venue is None or tournament_id is None:
        return ""
    needs = UNDOING["payouts.pay_award"].needs
    if not may(actor_of(request), permission=needs, venue_id=venue.venue_id, tournament_id=tournament_id):
        return ""
    paid = next(
        (
            fact.command_id
            for fact in latest_facts(
                stream=tournament_stream(tournament_id), audiences=(STAFF,), kinds=("prize_paid",), limit=500
            )
            if (fact.body["place"], fact.body["name"])
            == (effects["params"]["place"], effects["params"]["player"])
        ),
        None,
    )
    return f"{reverse('undo', args=[paid])}?{urlencode({'next': request.get_full_path()})}" if paid else ""


def _of_several(effects_now: Mapping[str, Any], command_id: UUID) -> str:
    """What one of several things is called: all tables that broke together, or one of them; "" where it is neither."""
    table = effects_now["effects"].get("table")
    if table is None:
        return ""
    if effects_now["thing"] == str(command_id):
        return _("All of them together")
    return _("Table %(table)s alone") % {"table": table}


def _within(address: str) -> str:
    """A page of this site, or the list of tournaments."""
    return page_at(address) or reverse("director")
