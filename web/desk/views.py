"""The desk: who is it, what does it cost, here is your receipt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from dispatch.facts import Done
from ledger.queries import wallet_balance
from payouts import queries as payouts
from payouts.queries.money import paid_ahead, sold_of
from people import queries as people
from people.commands.create_player import create_player
from people.operations import faults_of, note_seen
from rules.entries import PaymentMethod, price_table
from rules.permissions import Permission
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from tournaments.operations.receipts import numbered
from tournaments.queries import branding, entries, purchases, registrations
from tournaments.queries.debts import debts_view, owed_to_house
from tournaments.queries.eligibility import barred_of
from tournaments.queries.line import next_in_line
from tournaments.queries.prices import prices_at, split_paid
from tournaments.queries.registrations import cancel_preview
from tournaments.queries.selling import offers_now, order_of, orders_view
from web import board, buttons, forms, moment, pix
from web.acting import CommandOutcome, act, sentence, told, with_rule
from web.buttons import Reader, Teller
from web.director.money import sold_table
from web.director.own_buttons import said_called_off, said_under_age
from web.director.page import board_context, page_context
from web.line import line_told
from web.player.own import WORDS
from web.prices import price_words
from web.public.receipts import receipt_link
from web.staffing import StaffTournament, staff_page

METHODS = ("cash", "debit", "credit", "transfer", "balance")
TAKEN = Permission.TAKE_PAYMENT


def _methods(room: StaffTournament) -> list[PaymentMethod]:
    if room.settings["online"]:
        return [PaymentMethod.BALANCE]
    return [PaymentMethod(m) for m in METHODS]


def _prices(room: StaffTournament, price_cents: int, *, reference: str = "") -> list[dict[str, Any]]:
    """What it costs by each method, with the surcharge told before paying, and the PIX code for the sum. Rule: SCPT.E"""
    to = branding.pix_of(room.venue.venue_id) if room.currency == "BRL" else None
    surcharges = {PaymentMethod(m): bp for m, bp in room.venue.surcharges_bp.items()}
    return [
        {
            "method": line.method.value,
            "surcharge_cents": line.surcharge_cents,
            "total_cents": line.total_cents,
            "pix": pix.shown(to, amount_cents=line.total_cents, reference=reference)
            if to is not None and line.method is PaymentMethod.TRANSFER and line.total_cents
            else None,
        }
        for line in price_table(price_cents=price_cents, surcharges_bp=surcharges, methods=_methods(room))
    ]


def _found(room: StaffTournament, typed: str) -> list[Any]:
    """By name, document, e-mail, or a scanned code or receipt."""
    scanned = registrations.player_by_code(room.tournament_id, typed)
    if scanned is not None:
        file = people.player_file(scanned)
        return [
            {
                "player_id": file.player_id,
                "full_name": file.full_name,
                "public_name": file.public_name,
                "birth_date": file.birth_date,
                "document_end": file.document_number[-4:],
                "id_checked": file.id_checked_at is not None,
            }
        ]
    return list(people.search_players(typed, limit=8, simulated=room.settings["practice"]))


def _person(room: StaffTournament, player_id: int) -> dict[str, Any]:
    """One player at the desk: what they are here, what they can do next, what it costs."""
    file = people.player_file(player_id)
    note_seen(player_id, by=room.actor, venue_id=room.venue.venue_id, at=moment.at())
    face = entries.player_face(player_id, room.tournament_id)
    settings = room.settings
    entry = face["entry"]
    registration = face["registration"]
    state = entry["state"] if entry else ""
    if registration and registration["state"] == "cancelled":
        registration = None
    # by it a PIX is found on the bank's statement
    reference = registration["code"] if registration else ""
    prices = prices_at(settings, at=moment.at())
    split = prices.split
    if registration and registration["state"] == "pending":  # what was told when the player registered holds
        split = split_paid(settings, price_cents=registration["price_cents"])
    found: dict[str, Any] = {
        "file": file,
        "document_end": file.document_number[-4:],
        "registration": registration,
        "entry": entry,
        "seat": face["seat"],
        "place": face["place"],
        "balance_cents": wallet_balance(player_id, unit=room.currency),
        "barred": barred_of(room.tournament_id, player_id),
        "exclusion": people.exclusion_of(player_id, venue_id=room.venue.venue_id, at=moment.at()),
        "next": "",
        "prices": [],
        "price_cents": split.price_cents,
        "parts": split.amounts(),
        "price_words": price_words(prices.steps, currency=room.currency, zone=room.timezone),
    }
    if registration is None or state == "cancelled":
        found["next"] = "register"
    elif registration["state"] == "pending":
        found["next"], found["chosen"] = "confirm", registration["method"]
    elif state == "out":
        found["next"] = "reenter"
    if settings["state"] in ("finished", "cancelled"):
        # nothing is sold any more; what a cancellation gave back is handed over on the page of its money
        found["next"] = ""
        found["repayments"] = payouts.repayments_of_player(player_id, tournament_id=room.tournament_id)
    if found["next"]:
        found["prices"] = _prices(room, split.price_cents, reference=reference)
    # before money leaves the balance: what of it is a prize that waits, and what the player owes the house
    here: dict[str, Any] = {"venue_id": room.venue.venue_id, "practice": settings["practice"]}
    found["open_prizes"] = payouts.open_prizes_of(player_id, today=room.today(moment.at()), **here)
    found["reserved_cents"] = payouts.reserved_of(player_id, unit=room.currency, at=moment.at()).cents
    found["free_cents"] = max(found["balance_cents"] - found["reserved_cents"], 0)
    found["owes"] = owed_to_house(player_id, **here)
    found["playing"] = state == "playing"
    line = next_in_line(room.tournament_id)
    found["line"] = line_told(line, at_desk=True)
    found["lines"] = {
        "re_entry": found["line"],
        "surrender": line_told(line.with_a_chair(), at_desk=True),
    }
    found["debts"] = [
        {"debt": debt, "prices": _prices(room, debt.amount_cents, reference=reference)}
        for debt in debts_view(room.tournament_id, player_id=player_id)
    ]
    blocked = found["exclusion"] is not None and found["exclusion"].kind == "identity"
    found["to_check"] = blocked or (file.id_checked_at is None and not settings["online"])
    found["over"] = room.state in ("finished", "cancelled")
    if blocked or found["barred"] or found["over"]:
        found["next"] = ""
    if found["over"]:
        # nobody sits any more and nothing is sold: who is left at the end is the champion
        found["champion"] = state == "playing" and room.state == "finished"
        found["seat"], found["playing"] = None, False
    offers = offers_now(tournament_id=room.tournament_id, player_id=player_id, at=moment.at())
    # why something is not sold now, in place of its form
    found["no"] = {offer.kind: sentence(offer.refused) for offer in offers if offer.refused is not None}
    order = None if found["over"] else order_of(room.tournament_id, player_id)
    if order is not None:
        found["order"] = {
            "order": order,
            "name": WORDS[order.kind],
            "deed": {"rebuy": "rebuy", "add_on": "add-on"}.get(order.kind, "reenter"),
            "prices": _prices(room, order.price_cents, reference=order.code),
        }
    found["purchases"] = (
        purchases.purchases_view(room.tournament_id, entry_id=entry["entry_id"]) if entry is not None else []
    )
    if found["playing"]:
        for name in ("rebuy", "add_on"):
            if settings[name]:
                found[name] = {
                    **settings[name],
                    "prices": _prices(room, settings[name]["price_cents"], reference=reference),
                }
        found["surrender"] = room.may(Permission.SURRENDER_STACK) and any(
            offer.kind == "surrender" for offer in offers
        )
        if found["surrender"]:
            found["prices"] = _prices(room, split.price_cents, reference=reference)
    if registration is not None and room.may(Permission.CANCEL_REGISTRATION_OTHER):
        found["cancel"] = cancel_preview(registration["registration_id"])
    return found


@require_GET
@staff_page(TAKEN)
def desk(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """The whole desk: search, one player, who waits, the totals. ``?q=`` searches, ``?player=`` opens one."""
    if room.state == "draft":
        raise Refused("not_announced", N_("This tournament is a draft. Publish it first."))
    typed = forms.text(request.GET, "q", most=100)
    found = _found(room, typed) if typed else []
    player_id = _whole(request.GET, "player")
    if player_id is None and found and "enter" in request.GET:
        # Enter in the search field takes the first
        first = found[0]
        player_id = first["player_id"] if isinstance(first, dict) else first.player_id
    context = page_context(room, "desk", q=typed, found=found, terms=room.venue.terms_version)
    if request.GET.get("part") == "pick":
        # to whom a registration is handed over: the same search, answered as a choice
        return render(request, "desk/_pick.html", context)
    if request.GET.get("part") == "found":
        return render(request, "desk/_found.html", context)
    owed = debts_view(room.tournament_id) if room.settings["rebuy"] else []
    ahead = paid_ahead(room.tournament_id)
    return render(
        request,
        "desk/desk.html",
        {
            **context,
            "person": _person(room, player_id) if player_id is not None else None,
            "face": board.entries(room.tournament_id),
            "orders": orders_view(room.tournament_id) if room.state == "running" else [],
            "order_words": WORDS,
            "owed": owed,
            "owed_cents": sum(debt.amount_cents for debt in owed),
            # what is owed is sold, and not taken yet; what was paid ahead is taken, and not sold yet
            "sold": sold_table(
                [*(line for line in sold_of(room.tournament_id) if line.method != "owed"), *ahead]
            ),
            "ahead_cents": sum(line.cents for line in ahead),
            "done": _receipt_told(request, room),
            **board_context(room),
        },
    )


def _whole(given: QueryDict, name: str) -> int | None:
    try:
        return forms.number_or_none(given, name)
    except Refused:
        return None


def _receipt_told(request: HttpRequest, room: StaffTournament) -> dict[str, Any] | None:
    """What was just sold, to say aloud: the seat, and the receipt to print."""
    number = request.GET.get("done", "")
    if not number:
        return None
    try:
        view = numbered(number)
    except Refused:
        return None
    if view.tournament_id != room.tournament_id:
        return None
    face = entries.player_face(view.player_id, room.tournament_id)
    return {"receipt": view, "seat": face["seat"], "entry": face["entry"]}


# ------------------------------------------------------------------------------------------ what the desk does


def _check(room: StaffTournament, post: QueryDict) -> dict[str, Any]:
    """What was read from the document; its kind counts only with its number."""
    born = forms.day_or_none(post, "birth_date")
    return {
        "player_id": forms.number(post, "player_id"),
        "venue_id": room.venue.venue_id,
        **({"birth_date": born} if born else {}),
        **(
            {
                "document_kind": forms.text(post, "document_kind"),
                "document_number": forms.text(post, "document_number"),
            }
            if post.get("document_number")
            else {}
        ),
    }


def _said_excluded(_room: StaffTournament, result: Mapping[str, Any]) -> str:
    return " ".join([_("The player is kept away from now on."), *said_called_off(result)])


# the desk's buttons that read their form or say what was done in their own way; all others are on their cards alone
READERS: Mapping[str, Reader] = {"check": _check}
TELLERS: Mapping[str, Teller] = {"under-age": said_under_age, "exclude": _said_excluded}


# after these the desk is free for the next person
_NEXT_PERSON = frozenset({"register", "reenter", "confirm", "money", "rebuy", "add-on", "cancel", "transfer"})


@require_POST
@staff_page(TAKEN)
def deal(request: HttpRequest, *, room: StaffTournament, what: str) -> HttpResponse:
    """One deed of the desk; afterwards the desk again, with what was done."""
    found = buttons.buttons_of("desk").get(what)
    if found is None:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="action")
    here = reverse("desk", args=[room.tournament_id])
    player_id = _whole(request.POST, "player_id")
    try:
        arguments = (
            READERS[what](room, request.POST)
            if what in READERS
            else buttons.arguments(found, room=room, post=request.POST)
        )
        acted = act(request, found.command, **arguments)
    except Refused as refused:
        acted = CommandOutcome(refused=refused)
    if acted.refused is not None:
        messages.error(request, with_rule(request, told(acted), acted.refused))
        return redirect(f"{here}?player={player_id}" if player_id else here)
    assert acted.done is not None
    messages.success(
        request,
        TELLERS[what](room, acted.result)
        if what in TELLERS
        else buttons.said(found, result=acted.result, currency=room.currency),
    )
    receipt = _receipt_of(acted.done)
    if receipt:
        return redirect(f"{here}?done={receipt}")
    if what not in _NEXT_PERSON and player_id:
        return redirect(f"{here}?player={player_id}")
    return redirect(here)


def _receipt_of(done: Done) -> str:
    bought = done.result.get("purchases") or [done.result]
    return str(bought[-1].get("receipt") or "")


# ------------------------------------------------------------------------------------------ a new player


@require_http_methods(["GET", "POST"])
@staff_page(Permission.CREATE_PLAYER)
def new_player(request: HttpRequest, *, room: StaffTournament) -> HttpResponse:
    """A new file in one form, the document looked at; then the price."""
    names = (
        "full_name",
        "public_name",
        "birth_date",
        "document_kind",
        "document_number",
        "country",
        "email",
        "phone",
    )
    values = dict.fromkeys(names, "") | {"country": "BR" if room.currency == "BRL" else "PT"}
    values["full_name"] = _as_a_name(request.GET.get("name", ""))
    if request.method == "POST":
        values = {name: request.POST.get(name, "") for name in names}
        seen = bool(request.POST.get("document_seen"))
        values["document_seen"] = "1" if seen else ""
        years = policies_from(room.settings["policies"]).minimum_age_years
        try:
            typed: dict[str, Any] = {n: forms.text(request.POST, n) for n in names if n != "birth_date"}
            try:
                typed["birth_date"] = forms.day_or_none(request.POST, "birth_date")
            except Refused as no:
                faults = {"birth_date": sentence(no)}
            else:
                faults = {}
            for fault in faults_of(typed, at=moment.at(), minimum_age_years=years):
                faults.setdefault(str(fault.params.get("field")), sentence(fault))
            if faults:
                return _new_player_page(request, room, values, faults)
            acted = act(
                request,
                create_player,
                venue_id=room.venue.venue_id,
                document_seen=seen,
                minimum_age_years=years,
                **typed,
            )
            if acted.done is not None:
                player_id = int(acted.result["player_id"])
                said = (
                    _("The player is registered with the house. Take the payment.")
                    if seen
                    else _(
                        "The player is registered with the house. Check the document, then take the payment."
                    )
                )
                messages.success(request, said)
                return redirect(f"{reverse('desk', args=[room.tournament_id])}?player={player_id}")
        except Refused as refused:
            acted = CommandOutcome(refused=refused)
        if acted.refused is not None:
            about = acted.refused.params.get("field")
            if about in names:
                return _new_player_page(request, room, values, {about: sentence(acted.refused)})
            messages.error(request, sentence(acted.refused))
            return _new_player_page(request, room, values, {}, status=409)
    return _new_player_page(request, room, values, None)


def _new_player_page(
    request: HttpRequest,
    room: StaffTournament,
    values: dict[str, Any],
    faults: dict[str, str] | None,
    *,
    status: int = 200,
) -> HttpResponse:
    """The form, what is wrong said at each field, the first of them ready to be typed over."""
    context = page_context(
        room,
        "desk",
        values=values,
        faults=faults or {},
        first=next((name for name in values if name in (faults or {})), "full_name"),
        kinds=[
            ("rg", "RG"),
            ("cpf", "CPF"),
            ("cnh", "CNH"),
            ("cc", "CC"),
            ("passport", _("Passport")),
            ("other", _("Other")),
        ],
        **board_context(room),
    )
    return render(request, "desk/new_player.html", context, status=409 if faults else status)


def _as_a_name(typed: str) -> str:
    """What was searched for, where it can be somebody's name: no number, no address that was scanned."""
    return typed[:120] if not any(sign.isdigit() or sign in "@/:" for sign in typed) else ""


# ------------------------------------------------------------------------------------------ receipts


@require_GET
@staff_page(TAKEN)
def receipt(request: HttpRequest, *, room: StaffTournament, number: str) -> HttpResponse:
    """The receipt on paper: 80 mm or A4, with the QR code of the public page."""
    view = numbered(number)
    if view.tournament_id != room.tournament_id:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="receipt")
    address = request.build_absolute_uri(receipt_link(view.receipt))
    drawing = segno.make(address, error="m").svg_inline(border=2, omitsize=True)
    face = entries.player_face(view.player_id, room.tournament_id)
    parts: tuple[Any, ...] = ()
    if view.kind in ("entry", "re_entry"):
        parts = split_paid(room.settings, price_cents=view.price_cents).amounts()
    return render(
        request,
        "desk/receipt.html",
        {
            "room": room,
            "receipt": view,
            # the player reads it: as in the document, not as others see it
            "full_name": people.player_file(view.player_id).full_name,
            "seat": face["seat"],
            "parts": parts,
            "total_cents": view.price_cents + view.surcharge_cents,
            "qr": mark_safe(drawing),  # noqa: S308 - drawn by segno from our own address
            "size": "a4" if request.GET.get("size") == "a4" else "roll",
        },
    )
