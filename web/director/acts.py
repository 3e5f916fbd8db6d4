"""What the director's buttons do: each name is one command, its arguments from the form, and the sentence said."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.urls import Resolver404, resolve, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dispatch.facts import Done
from dispatch.queries import facts_of_command
from payouts.commands.approve_deal import approve_deal
from payouts.commands.end_deal import end_deal
from payouts.commands.finish_tournament import finish_tournament
from payouts.commands.give_back import give_back
from payouts.commands.pay_award import pay_award
from payouts.commands.pay_fund import pay_fund
from payouts.commands.propose_deal import propose_deal
from payouts.commands.record_paper_votes import record_paper_votes
from payouts.commands.undo_payment import undo_payment
from rules.refusals import N_, Refused
from tables.commands.balance_tables import balance_tables
from tables.commands.break_table import break_table
from tables.commands.break_tables import break_tables
from tables.commands.correct_chips import correct_chips
from tables.commands.count_chips import count_chips
from tables.commands.count_stacks import count_stacks
from tables.commands.end_hand_for_hand import end_hand_for_hand
from tables.commands.halt_table import halt_table
from tables.commands.hand_done import hand_done
from tables.commands.move_player import move_player
from tables.commands.penalise import penalise
from tables.commands.record_positions import record_positions
from tables.commands.redraw_tables import redraw_tables
from tables.commands.resume_table import resume_table
from tables.commands.serve_hand import serve_hand
from tables.commands.set_away import set_away
from tables.commands.start_hand_for_hand import start_hand_for_hand
from tables.commands.unserve_hand import unserve_hand
from tables.commands.verify_seat import verify_seat
from tables.commands.verify_table import verify_table
from tournaments.commands.add_clock_time import add_clock_time
from tournaments.commands.announce_rebuy import announce_rebuy
from tournaments.commands.call_short_handed import call_short_handed
from tournaments.commands.cancel_tournament import cancel_tournament
from tournaments.commands.close_entries import close_entries
from tournaments.commands.eliminate_players import eliminate_players
from tournaments.commands.freeze_venue import freeze_venue
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.name_takers import name_takers
from tournaments.commands.open_registration import open_registration
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.postpone_tournament import postpone_tournament
from tournaments.commands.publish_tournament import publish_tournament
from tournaments.commands.remove_under_age import remove_under_age
from tournaments.commands.resume_clock import resume_clock
from tournaments.commands.start_tournament import start_tournament
from tournaments.commands.thaw_venue import thaw_venue
from tournaments.queries import clock
from undo import take_back, undone_of
from web import moment
from web.acting import CommandOutcome, act, actor_of, answer, command_id_of, who_was_first
from web.director import busts
from web.forms import amount, date_time, number, number_or_none, text
from web.staffing import StaffTournament
from web.templatetags.shuffle import chips, money

Result = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonAction:
    """command, its arguments from the form, what is said when it is done; can_undo: the toast offers Undo."""

    command: Callable[..., Done]
    arguments: Callable[[StaffTournament, QueryDict], dict[str, Any]]
    said: Callable[[StaffTournament, Result], str]
    can_undo: bool = False


def _step(post: QueryDict) -> dict[str, Any]:
    """A penalty as its button says it, “missed_rounds-2”, or by kind and rounds."""
    kind, dash, rounds = text(post, "step", most=20).partition("-")
    if not kind:
        return {"kind": text(post, "kind", most=20), "rounds": number_or_none(post, "rounds") or 0}
    return {"kind": kind, "rounds": int(rounds) if dash and rounds.isascii() and rounds.isdigit() else 0}


def _here(room: StaffTournament, _post: QueryDict) -> dict[str, Any]:
    return {"tournament_id": room.tournament_id}


def _table(room: StaffTournament, post: QueryDict) -> dict[str, Any]:
    return {"tournament_id": room.tournament_id, "table_number": number(post, "table")}


def _venue(room: StaffTournament, _post: QueryDict) -> dict[str, Any]:
    """All clocks of the house. Refusals: ``only_a_rehearsal``."""
    if room.settings["practice"]:
        raise Refused(
            "only_a_rehearsal",
            N_(
                "This is a rehearsal: it stops no clock but its own. Open a real tournament of the house for that."
            ),
        )
    return {"venue_id": room.venue.venue_id}


def _said_published(room: StaffTournament, _result: Result) -> str:
    if room.settings["practice"]:
        return _(
            "Published for the staff alone. The draw is recorded, and anybody on the staff can check it."
        )
    return _("Published. Everybody sees it now. The draw is recorded, and anybody can check it.")


def said_waiting(count: int) -> str:
    """How many have paid and get no seat by the draw of the start."""
    return ngettext("%(count)s entry waits in line.", "%(count)s entries wait in line.", count) % {
        "count": chips(count)
    }


def _said_started(_room: StaffTournament, result: Result) -> str:
    said = [
        ngettext(
            "Seats are drawn for %(players)s players at %(tables)s table.",
            "Seats are drawn for %(players)s players at %(tables)s tables.",
            result["tables"],
        )
        % {"players": chips(result["entries"] - result["waiting"]), "tables": chips(result["tables"])}
    ]
    if result["waiting"]:
        said.append(said_waiting(result["waiting"]))
    return " ".join([*said, _("Shuffle up and deal.")])


def _saying(sentence: str) -> Callable[[StaffTournament, Result], str]:
    return lambda _room, result: _(sentence) % dict(result)


# ------------------------------------------------------------------------------------------ levels


def _level(step: int) -> Callable[[StaffTournament, QueryDict], dict[str, Any]]:
    """The level after or before the one on the page, so that a double tap moves one level."""

    def arguments(room: StaffTournament, post: QueryDict) -> dict[str, Any]:
        index = number_or_none(post, "level_index")
        if index is None:
            index = clock.clock_face(room.tournament_id, at=moment.at())["index"]
        return {"tournament_id": room.tournament_id, "level_index": index + step, "from_index": index}

    return arguments


def _said_hand(room: StaffTournament, result: Result) -> str:
    out = busts.said_out(room, result)
    if result.get("completed"):
        return (out + " " + _("Hand %(round)s is complete at all tables.") % dict(result)).strip()
    return (out + " " + _("The hand is done at this table.")).strip()


def said_under_age(room: StaffTournament, result: Result) -> str:
    """What was done with somebody who is under age, and with what the person had elsewhere."""
    lines = [busts.said_out(room, result)] if result.get("eliminations") else []
    lines.append(_("Nobody registers this person until the identity document is checked."))
    return " ".join([*lines, *said_called_off(result)])


def said_called_off(result: Result) -> list[str]:
    """Which entries ended with it, each with what went back into the balance."""
    return [
        _("Cancelled: %(tournament)s; %(amount)s is in the balance.")
        % {"tournament": gone["tournament"], "amount": money(gone["refund_cents"], gone["currency"])}
        if gone["refund_cents"]
        else _("Cancelled: %(tournament)s.") % {"tournament": gone["tournament"]}
        for gone in result.get("called_off", [])
    ]


def _said_move(_room: StaffTournament, result: Result) -> str:
    return _("%(name)s → table %(table_number)s, seat %(seat_number)s.") % dict(result)


def _said_marks(_room: StaffTournament, result: Result) -> str:
    if result["small_blind_seat"] is None:
        return _(
            "Table %(table_number)s: button at seat %(button_seat)s, nobody posts the small blind, big blind at seat"
            " %(big_blind_seat)s."
        ) % dict(result)
    return _(
        "Table %(table_number)s: button at seat %(button_seat)s, small blind at seat %(small_blind_seat)s, big blind at"
        " seat %(big_blind_seat)s."
    ) % dict(result)


def _said_break(_room: StaffTournament, result: Result) -> str:
    return _("Table %(table)s is broken, %(count)s players have new seats.") % {
        "table": result["table_number"],
        "count": len(result["moves"]),
    }


def _numbered(post: QueryDict, start: str) -> list[tuple[str, int]]:
    """The fields that are there once for each entry, ``stack_12``, with the entry."""
    most = len(start) + 19
    return [
        (name, int(name[len(start) :]))
        for name in post
        if name.startswith(start)
        and name[len(start) :].isascii()
        and name[len(start) :].isdigit()
        and len(name) < most
    ]


def _stacks(room: StaffTournament, post: QueryDict) -> dict[str, Any]:
    """The stacks that were typed; a field left empty says nothing."""
    typed = [(number_or_none(post, name), entry_id) for name, entry_id in _numbered(post, "stack_")]
    return {
        "tournament_id": room.tournament_id,
        "stacks": [{"entry_id": entry_id, "stack_chips": stack} for stack, entry_id in typed if stack],
    }


def _said_cancelled(room: StaffTournament, result: Result) -> str:
    """Where the money is, and what of it is still to be handed back."""
    if not result["players"]:
        return _("Cancelled. Nobody had paid.")
    said = ngettext(
        "Cancelled. %(amount)s is in the balance of %(count)s player.",
        "Cancelled. %(amount)s is in the balances of %(count)s players.",
        result["players"],
    ) % {"amount": money(result["refunded_cents"], room.currency), "count": chips(result["players"])}
    if result["open_cents"]:
        said += " " + _("%(amount)s of it waits to be handed back: see Entries and money.") % {
            "amount": money(result["open_cents"], room.currency)
        }
    return said


def _said_given_back(room: StaffTournament, result: Result) -> str:
    values = {"amount": money(result["amount_cents"], room.currency), "name": result["player"]}
    if result["method"] == "balance":
        return _("%(amount)s stays in the balance of %(name)s.") % values
    return _("%(amount)s given back to %(name)s.") % values


def tables_named(typed: str) -> list[int]:
    """The numbers in "7, 8, 9". Refusals: ``name_tables``."""
    found = re.findall(r"[0-9]{1,6}", typed[:400])
    if not found or re.sub(r"[0-9,;+ ]", "", typed):
        raise Refused("name_tables", N_("Name the tables that break, like 7, 8, 9."), rule="ADTP.10")
    return sorted({int(number) for number in found})


def _said_breaks(_room: StaffTournament, result: Result) -> str:
    return _("Tables %(tables)s are broken, %(count)s players have new seats.") % {
        "tables": ", ".join(str(broken["table_number"]) for broken in result["tables"]),
        "count": sum(len(broken["moves"]) for broken in result["tables"]),
    }


def _deal(room: StaffTournament, post: QueryDict) -> dict[str, Any]:
    """A deal as proposed: of a custom one the amounts, a field for each entry; of further places theirs, and what named
    places give."""
    kind = text(post, "kind")
    reserve = text(post, "reserve")
    amounts = []
    if kind == "custom":
        amounts = [
            {"entry_id": entry_id, "amount_cents": amount(post, name)}
            for name, entry_id in _numbered(post, "amount_")
        ]
    more: dict[str, Any] = {}
    if kind == "extra":
        typed = {name for name in post if text(post, name)}
        more = {
            "extra_cents": [
                amount(post, name)
                for name, _place in sorted(_numbered(post, "extra_"), key=lambda one: one[1])
                if name in typed
            ],
            "taken": [
                {"place": place, "amount_cents": amount(post, name)}
                for name, place in _numbered(post, "gives_")
                if name in typed
            ],
        }
    return {
        "tournament_id": room.tournament_id,
        "kind": kind,
        "reserve_cents": amount(post, "reserve") if reserve else None,
        "amounts": amounts,
        **more,
    }


DEAL_ENDED = {
    "player_left": N_("The deal in vote is withdrawn: a player left."),
    "player_back": N_("The deal in vote is withdrawn: a player is back."),
}


ACTS: dict[str, ButtonAction] = {
    # clock
    "pause": ButtonAction(
        command=pause_clock, arguments=_here, said=_saying(N_("The clock stands.")), can_undo=True
    ),
    "resume": ButtonAction(
        command=resume_clock, arguments=_here, said=_saying(N_("The clock runs.")), can_undo=True
    ),
    "minutes": ButtonAction(
        command=add_clock_time,
        arguments=lambda room, post: {
            "tournament_id": room.tournament_id,
            "seconds": number(post, "seconds", low=-14_400, high=14_400),
        },
        said=_saying(N_("The time of the level is changed.")),
        can_undo=True,
    ),
    "next-level": ButtonAction(
        command=move_to_level, arguments=_level(1), said=_saying(N_("The next level applies.")), can_undo=True
    ),
    "previous-level": ButtonAction(
        command=move_to_level,
        arguments=_level(-1),
        said=_saying(N_("Back at the level before.")),
        can_undo=True,
    ),
    "short-handed": ButtonAction(
        command=call_short_handed,
        arguments=_here,
        said=_saying(N_("Levels that follow last %(seconds)s seconds.")),
        can_undo=True,
    ),
    "freeze": ButtonAction(
        command=freeze_venue,
        arguments=_venue,
        said=_saying(N_("All clocks of the venue stand.")),
        can_undo=True,
    ),
    "thaw": ButtonAction(command=thaw_venue, arguments=_venue, said=_saying(N_("All clocks go on."))),
    # floor
    "bust": ButtonAction(command=eliminate_players, arguments=busts.bust, said=busts.said_out, can_undo=True),
    "announce-rebuy": ButtonAction(
        command=announce_rebuy, arguments=busts.announced, said=busts.said_announced, can_undo=True
    ),
    "takers": ButtonAction(
        command=name_takers, arguments=busts.name_takers, said=busts.said_named, can_undo=True
    ),
    "under-age": ButtonAction(
        command=remove_under_age,
        arguments=lambda room, post: {
            "tournament_id": room.tournament_id,
            "player_id": number(post, "player_id"),
            "stack_chips": number_or_none(post, "stack_chips"),
            "reason": text(post, "reason"),
        },
        said=said_under_age,
        can_undo=True,
    ),
    "verify": ButtonAction(
        command=verify_seat,
        arguments=lambda room, post: {**_table(room, post), "seat_number": number(post, "seat")},
        said=_saying(N_("%(name)s is verified.")),
    ),
    "verify-table": ButtonAction(
        command=verify_table,
        arguments=_table,
        said=_saying(N_("Table %(table_number)s is verified.")),
        can_undo=True,
    ),
    "move": ButtonAction(
        command=move_player,
        arguments=lambda _room, post: {
            "entry_id": number(post, "entry_id"),
            "table_number": number(post, "table"),
            "seat_number": number(post, "seat"),
            "reason": text(post, "reason", default="correction"),
        },
        said=_said_move,
        can_undo=True,
    ),
    "balance": ButtonAction(
        command=balance_tables,
        arguments=lambda room, post: {
            "tournament_id": room.tournament_id,
            "from_table": number(post, "from_table"),
            "to_table": number(post, "to_table"),
            "entry_id": number_or_none(post, "entry_id"),
        },
        said=_said_move,
        can_undo=True,
    ),
    "break": ButtonAction(command=break_table, arguments=_table, said=_said_break, can_undo=True),
    "break-tables": ButtonAction(
        command=break_tables,
        arguments=lambda room, post: {
            "tournament_id": room.tournament_id,
            "table_numbers": tables_named(post.get("tables", "")),
        },
        said=_said_breaks,
        can_undo=True,
    ),
    "halt": ButtonAction(
        command=halt_table, arguments=_table, said=_saying(N_("Table %(table_number)s is halted."))
    ),
    "resume-table": ButtonAction(
        command=resume_table, arguments=_table, said=_saying(N_("Table %(table_number)s plays on."))
    ),
    "redraw": ButtonAction(
        command=redraw_tables,
        arguments=lambda room, post: {"tournament_id": room.tournament_id, "final": bool(post.get("final"))},
        said=_saying(N_("%(players)s players have new seats.")),
    ),
    "positions": ButtonAction(
        command=record_positions,
        arguments=lambda room, post: {
            **_table(room, post),
            "button_seat": number(post, "button_seat"),
            "small_blind_seat": number_or_none(post, "small_blind_seat"),
            "big_blind_seat": number_or_none(post, "big_blind_seat"),
        },
        said=_said_marks,
    ),
    "chips": ButtonAction(
        command=count_chips,
        arguments=lambda _room, post: {
            "entry_id": number(post, "entry_id"),
            "stack_chips": number(post, "stack_chips"),
        },
        said=_saying(N_("The stack is noted.")),
    ),
    "stacks": ButtonAction(
        command=count_stacks,
        arguments=_stacks,
        said=_saying(N_("%(counted)s stacks are noted.")),
    ),
    "chips-in-play": ButtonAction(
        command=correct_chips,
        arguments=lambda room, post: {
            "tournament_id": room.tournament_id,
            "added_chips": number_or_none(post, "added_chips") or 0,
            "removed_chips": number_or_none(post, "removed_chips") or 0,
            "reason": text(post, "reason"),
        },
        said=lambda _room, result: (
            _("Chips in play: %(in_play)s.") % {"in_play": chips(result["in_play_chips"])}
        ),
    ),
    "away": ButtonAction(
        command=set_away,
        arguments=lambda _room, post: {
            "entry_id": number(post, "entry_id"),
            "away": bool(post.get("away")),
        },
        said=_saying(N_("Noted.")),
    ),
    "penalty": ButtonAction(
        command=penalise,
        arguments=lambda _room, post: {
            "entry_id": number(post, "entry_id"),
            **_step(post),
            "reason": text(post, "reason") or text(post, "ground"),
        },
        said=_saying(N_("The penalty is noted.")),
        can_undo=True,
    ),
    "serve": ButtonAction(
        command=serve_hand,
        arguments=lambda _room, post: {
            "penalty_id": number(post, "penalty_id"),
            "hand_number": number_or_none(post, "hand_number"),
        },
        said=lambda _room, result: (
            _("Hands sat out: %(hands_served)s of %(hands_owed)s.") % result
            if result["counted"]
            else _("The same hand dealt again counts once: %(hands_served)s of %(hands_owed)s.") % result
        ),
    ),
    "unserve": ButtonAction(
        command=unserve_hand,
        arguments=lambda _room, post: {
            "penalty_id": number(post, "penalty_id"),
            "hand_number": number(post, "hand_number"),
        },
        said=_saying(N_("Hands sat out: %(hands_served)s of %(hands_owed)s.")),
    ),
    "hand-for-hand": ButtonAction(
        command=start_hand_for_hand,
        arguments=lambda room, post: {**_here(room, post), "charge": text(post, "charge", most=20)},
        said=_saying(N_("Hand for hand. The hand being played counts as its first.")),
    ),
    "hand-done": ButtonAction(command=hand_done, arguments=busts.hand_done, said=_said_hand),
    "end-hand-for-hand": ButtonAction(
        command=end_hand_for_hand, arguments=_here, said=_saying(N_("Hand for hand is over."))
    ),
    # life
    "publish": ButtonAction(
        command=publish_tournament,
        arguments=lambda room, post: {
            "tournament_id": room.tournament_id,
            "acknowledge": post.getlist("acknowledge"),
        },
        said=_said_published,
    ),
    "open-registration": ButtonAction(
        command=open_registration, arguments=_here, said=_saying(N_("Registration is open."))
    ),
    "start": ButtonAction(
        command=start_tournament,
        arguments=_here,
        said=_said_started,
    ),
    "close-entries": ButtonAction(
        command=close_entries, arguments=_here, said=_saying(N_("Entries are closed, the prizes are fixed."))
    ),
    "postpone": ButtonAction(
        command=postpone_tournament,
        arguments=lambda room, post: {
            "tournament_id": room.tournament_id,
            "starts_at": date_time(post, "starts_at", room.timezone),
            "reason": text(post, "reason"),
        },
        said=_saying(N_("Postponed. Registrations stay.")),
    ),
    "cancel": ButtonAction(
        command=cancel_tournament,
        arguments=lambda room, post: {
            "tournament_id": room.tournament_id,
            "reason": text(post, "reason"),
            "prizes_stand": post.get("prizes_stand") == "1",
            "counts_reason": text(post, "counts_reason"),
        },
        said=_said_cancelled,
    ),
    "give-back": ButtonAction(
        command=give_back,
        arguments=lambda _room, post: {
            "repayment_id": number(post, "repayment_id"),
            "method": text(post, "method"),
        },
        said=_said_given_back,
        can_undo=True,
    ),
    "finish": ButtonAction(command=finish_tournament, arguments=_here, said=busts.said_finish, can_undo=True),
    # prizes
    "pay": ButtonAction(
        command=pay_award,
        arguments=lambda _room, post: {
            "award_id": number(post, "award_id"),
            "method": text(post, "method", default="cash"),
            "reason": text(post, "reason"),
        },
        said=lambda room, result: (
            _("%(amount)s paid.") % {"amount": money(result["amount_cents"], room.currency)}
        ),
    ),
    "fund": ButtonAction(
        command=pay_fund,
        arguments=lambda room, post: {
            "fund": text(post, "fund", default="staff"),
            "tournament_id": room.tournament_id,
            "amount_cents": amount(post, "amount", allow_zero=False),
            "method": text(post, "method", default="cash"),
            "paid_to": text(post, "paid_to"),
            "reason": text(post, "reason"),
        },
        said=lambda room, result: (
            _("%(amount)s paid. %(left)s is left in the fund.")
            % {
                "amount": money(result["amount_cents"], room.currency),
                "left": money(result["left_cents"], room.currency),
            }
        ),
    ),
    "deal": ButtonAction(
        command=propose_deal,
        arguments=_deal,
        said=lambda room, result: (
            (
                _("The deal is put to the vote: %(total)s for further places; %(count)s players vote.")
                if result["changes"]
                else _(
                    "The deal is put to the vote: %(total)s for %(count)s players, and %(reserve)s for the champion."
                )
                if result["reserve_cents"]
                else _("The deal is put to the vote: %(total)s for %(count)s players.")
            )
            % {
                # what is divided; what is left for the champion is told beside it
                "total": money(result["total_cents"] - result["reserve_cents"], room.currency),
                "reserve": money(result["reserve_cents"], room.currency),
                "count": len(result["shares"]),
            }
        ),
    ),
    "deal-paper": ButtonAction(
        command=record_paper_votes,
        arguments=lambda _room, post: {
            "deal_id": number(post, "deal_id"),
            "yes": number(post, "yes"),
            "no": number(post, "no"),
        },
        said=_saying(N_("%(paper_votes)s votes on paper are noted: all %(votes_needed)s votes are in.")),
    ),
    "deal-approve": ButtonAction(
        command=approve_deal,
        arguments=lambda _room, post: {"deal_id": number(post, "deal_id")},
        said=_saying(N_("The deal holds.")),
    ),
    "deal-end": ButtonAction(
        command=end_deal,
        arguments=lambda _room, post: {
            "deal_id": number(post, "deal_id"),
            "veto": bool(post.get("veto")),
            "reason": text(post, "reason"),
        },
        said=_saying(N_("The deal came to nothing; play goes on for the prizes as they were.")),
    ),
    "unpay": ButtonAction(
        command=undo_payment,
        arguments=lambda _room, post: {"award_id": number(post, "award_id")},
        said=_saying(N_("The payment is taken back; the prize is owed again.")),
    ),
}


def back_to(request: HttpRequest, default: str) -> str:
    """Where a page without htmx goes after an act: where it came from, within this site."""
    asked = request.POST.get("next", "") or _own_path(request)
    return page_at(asked) or default


# parts of pages that htmx draws again, and the page each is part of: by itself a part has no head, no style and no way on
_PAGE_OF = {
    "director-now": "director-room",
    "director-clock": "director-room",
    "floor-proposals": "floor-tablet",
    "play-mine": "play",
}


def page_at(address: str) -> str:
    """The page of this site at an address: for a part of a page, the page it is part of; "" where there is none."""
    # a path: a bare word would be taken for the name of an address
    if not address.startswith("/") or not url_has_allowed_host_and_scheme(address, allowed_hosts=None):
        return ""
    try:
        found = resolve(urlsplit(address).path)
    except Resolver404:
        return ""
    if found.url_name in _PAGE_OF:
        return reverse(_PAGE_OF[found.url_name], kwargs={"tournament_id": found.kwargs["tournament_id"]})
    return address


def _own_path(request: HttpRequest) -> str:
    came = urlsplit(request.headers.get("Referer", ""))
    if came.netloc and came.netloc != request.get_host():
        return ""
    return came.path + (f"?{came.query}" if came.query else "")


def perform(request: HttpRequest, room: StaffTournament, what: str) -> HttpResponse:
    """Do what the button says, and answer with the sentence and its Undo."""
    if what == "bust" and busts.rebuys(request.POST):
        what = "announce-rebuy"
    found = ACTS.get(what)
    if found is None:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="action")
    try:
        acted = act(request, found.command, **found.arguments(room, request.POST))
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
    said = undo = ""
    several = False
    if acted.done is not None:
        said = " ".join([found.said(room, acted.result), *_deal_is_void(acted.done)]).strip()
        if found.can_undo:
            undo = undo_address(acted)
            several = len(acted.result.get("eliminations", [])) > 1
    to = back_to(request, reverse("director-room", args=[room.tournament_id]))
    response = answer(request, acted, to=to, said=said, undo=undo, several=several)
    if (
        what == "stacks"
        and acted.done is not None
        and request.POST.get("next")
        and getattr(request, "htmx", False)
    ):
        # a page that waited for the stacks is drawn anew; a refusal leaves it as it is, with everything typed
        messages.success(request, said)
        response["HX-Redirect"] = to
    return response


def _deal_is_void(done: Done) -> list[str]:
    """What is told where an act took the ground from under a deal in vote."""
    ended = [fact for fact in facts_of_command(done.command_id) if fact.kind == "deal_withdrawn"]
    because = {str(fact.body.get("because", "")) for fact in ended}
    return [_(DEAL_ENDED[why]) for why in sorted(because) if why in DEAL_ENDED]


def undo_address(acted: CommandOutcome) -> str:
    """Where the act is taken back: by a POST, or by choosing which where it did several things."""
    return "" if acted.done is None else reverse("undo", args=[acted.done.command_id])


def undone(request: HttpRequest, number_of_command: UUID) -> CommandOutcome:
    """Take a command back."""
    asked: dict[str, Any] = {}
    if request.POST.get("thing"):
        asked["thing"] = request.POST["thing"]
    if request.POST.get("reason"):
        asked["reason"] = request.POST["reason"]
    try:
        done = take_back(number_of_command, command_id_of(request), actor_of(request), asked, at=moment.at())
    except Refused as refused:
        about = undone_of(number_of_command, asked)
        return CommandOutcome(refused=refused, by=who_was_first(refused, about["tournament_id"], about))
    return CommandOutcome(done=done)
