"""The desk: who is it, what does it cost, here is your receipt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from access import moment
from payouts.queries.bank import waiting_at_bank
from payouts.queries.money import paid_ahead, sold_of
from people.queries import full_name_at
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from tournaments.operations.receipts import numbered
from tournaments.queries import entries, payloads
from tournaments.queries.debts import Owing, debts_view
from tournaments.queries.players import states_in
from tournaments.queries.prices import split_paid
from tournaments.queries.selling import orders_view
from web import forms
from web.desk.actions import typed_kept, whole_or_none
from web.desk.details import details_shown
from web.desk.person import found_people, meant, person_at_desk, real_in_practice
from web.desk.undoing import last_sales
from web.director.money import sold_table
from web.director.page import board_context, page_context
from web.director.totals import kept_in_balances
from web.money_words import waiting_words
from web.player.own import WORDS
from web.public.receipts import receipt_link
from web.staffing import StaffTournament, staff_page
from web.templatetags.shuffle import hour

_MOST_AT_ONCE = 10  # receipts that one sale writes: add-ons


@require_GET
@staff_page(Permission.TAKE_PAYMENT)
def desk(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show the whole desk: search, one player, who waits, the totals. ``?q=`` searches, ``?player=`` opens one."""
    if scope.state == "draft":
        raise Refused("not_announced", N_("This tournament is a draft. Publish it first."))
    typed = forms.text(request.GET, name="q", most=100)
    found = found_people(scope, typed=typed) if typed else []
    player_id = whole_or_none(request.GET, name="player")
    takes = meant(found, typed=typed)
    if player_id is None and "enter" in request.GET:
        player_id = takes
    player_ids = [one.player_id for one in found]
    context = page_context(
        scope,
        tab="desk",
        q=typed,
        found=found,
        # of two people of one name the one who is in already is said to be
        entry_states=states_in(scope.tournament_id, player_ids=player_ids) if found else {},
        takes=takes,
        terms=scope.venue.terms_version,
        real=real_in_practice(scope, player_ids=player_ids),
    )
    if request.GET.get("part") == "pick":
        # to whom a registration is handed over: the same search, answered as a choice
        return render(request, "desk/_pick.html", context)
    if request.GET.get("part") == "found":
        return render(request, "desk/_found.html", context)
    owed = debts_view(scope.tournament_id) if scope.settings["rebuy"] else []
    if request.GET.get("part") == "queue":
        queue = waiting_here(scope, payload=payloads.entries(scope.tournament_id), owed=owed)
        return render(
            request,
            "desk/_queue.html",
            {
                "scope": scope,
                "queue": queue,
                "queue_length": _how_many(queue),
                "beside": "beside" in request.GET,
            },
        )
    ahead = paid_ahead(scope.tournament_id)
    payload = payloads.entries(scope.tournament_id)
    queue = waiting_here(scope, payload=payload, owed=owed)
    kept = {name: request.GET.get(name, "") for name in _KEPT}
    person = person_at_desk(scope, player_id=player_id) if player_id is not None else None
    typed_again = typed_kept(request, player_id=player_id)
    for one in person["paid"] if person is not None else ():
        one["again"] = kept["again"] == "method" and kept["entry_id"] in ("", str(one["payment"].entry_id))
    return render(
        request,
        "desk/desk.html",
        {
            **context,
            "person": person,
            # a sale that was refused, as it was typed
            "kept": kept,
            "typed": typed_again,
            "details": None if person is None else details_shown(person["file"], typed=typed_again),
            "payload": payload,
            "last_sales": last_sales(scope, entries=payload["latest"]),
            "queue": queue,
            "queue_length": _how_many(queue),
            "owed_cents": sum(debt.amount_cents for debt in owed),
            # what is owed is sold, and not taken yet; what was paid ahead is taken, and not sold yet
            "sold": sold_table(
                [*(line for line in sold_of(scope.tournament_id) if line.method != "owed"), *ahead]
            ),
            "ahead_cents": sum(line.cents for line in ahead),
            # not sold any more, and in the drawer all the same
            "in_balances": kept_in_balances(scope),
            "by_bank": waiting_words(waiting_at_bank(scope.venue.venue_id, at=moment.at())),
            "done": _receipt_shown(request, scope),
            "movement_done": whole_or_none(request.GET, name="movement") if player_id is not None else None,
            **board_context(scope),
        },
    )


def _how_many(queue: Sequence[Mapping[str, Any]]) -> int:
    return sum(len(group["rows"]) for group in queue)


_KEPT = ("again", "method", "stack_chips", "entry_id")


def waiting_here(
    scope: StaffTournament, *, payload: dict[str, Any], owed: Sequence[Owing]
) -> list[dict[str, Any]]:
    """List who waits at the desk, by what for: a document to be seen, money to be taken, an owed rebuy. Each group oldest first."""
    orders = orders_view(scope.tournament_id) if scope.state == "running" else []
    groups = [
        {
            "name": "ahead",
            "title": _("Paid, document to be checked"),
            "act": _("See the document"),
            "rows": [{**row, "what": row["code"]} for row in payload["ahead"]],
        },
        {
            "name": "unpaid",
            "title": _("Waiting for payment"),
            "act": _("Take the money"),
            "rows": [
                *({**row, "what": row["code"]} for row in payload["unpaid"]),
                *(
                    {
                        "player_id": order.player_id,
                        "name": order.player,
                        "what": f"{WORDS[order.kind]} · {order.code}",
                        "method": order.method,
                        "cents": order.price_cents,
                    }
                    for order in orders
                ),
            ],
        },
        {
            "name": "owed",
            "title": _("Rebuys owed"),
            "act": _("Take the money"),
            "rows": [
                {
                    "player_id": debt.player_id,
                    "name": debt.player,
                    "what": f"{hour(debt.at, scope.timezone)} · {debt.receipt}",
                    "cents": debt.amount_cents,
                }
                for debt in owed
            ],
        },
    ]
    return [group for group in groups if group["rows"]]


def _receipt_shown(request: HttpRequest, scope: StaffTournament) -> dict[str, Any] | None:
    """What was just sold, to say aloud: the seat, all chips and all that was paid, and the receipts to print."""
    try:
        sold = [numbered(number) for number in request.GET.getlist("done")[:_MOST_AT_ONCE] if number]
    except Refused:
        return None
    first = sold[0] if sold else None
    if first is None or {(one.tournament_id, one.player_id) for one in sold} != {
        (scope.tournament_id, first.player_id)
    }:
        return None
    payload = entries.player_payload(first.player_id, tournament_id=scope.tournament_id)
    return {
        "receipt": first,
        "receipts": sold,
        "chips": sum(one.chips for one in sold),
        "cents": sum(one.price_cents + one.surcharge_cents for one in sold),
        "seat": payload["seat"],
        "entry": payload["entry"],
    }


@require_GET
@staff_page(Permission.TAKE_PAYMENT)
def receipt(request: HttpRequest, *, scope: StaffTournament, number: str) -> HttpResponse:
    """Show the receipt on paper: 80 mm or A4, with the QR code of the public page."""
    view = numbered(number)
    if view.tournament_id != scope.tournament_id:
        raise not_found("receipt")
    address = request.build_absolute_uri(receipt_link(view.receipt))
    drawing = segno.make(address, error="m").svg_inline(border=2, omitsize=True)
    payload = entries.player_payload(view.player_id, tournament_id=scope.tournament_id)
    parts: tuple[Any, ...] = ()
    if view.kind in ("entry", "re_entry"):
        parts = split_paid(scope.settings, price_cents=view.price_cents).amounts()
    return render(
        request,
        "desk/receipt.html",
        page_context(
            scope,
            tab="desk",
            receipt=view,
            # the player reads it: as in the document when it was paid, not as others see it
            full_name=full_name_at(view.player_id, at=view.at),
            seat=payload["seat"],
            parts=parts,
            total_cents=view.price_cents + view.surcharge_cents,
            qr=mark_safe(drawing),  # noqa: S308 - drawn by segno from our own address
            size="a4" if request.GET.get("size") == "a4" else "roll",
            **board_context(scope),
        ),
    )
