"""One player in one tournament, as the phone shows it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ledger.queries import wallet_balance
from payouts.queries import awards_of_player, deal_of_player, points_of, prizes_payload, repayments_of_player
from payouts.queries.pay_ins import takes_pay_ins, why_no_pay_in
from people.queries import player_file
from play.queries.events import open_tables_of, table_of_player
from rules.entries import BuyInSplit, PaymentMethod, price_line, price_table, time_chip_until
from rules.refusals import Refused
from tables.queries import MoveView, move_to_tell, seats_at
from tournaments.queries import announcements, branding, circuit, clock, payloads, purchases, receipts
from tournaments.queries.eligibility import why_no_entry, why_no_own_cancelling
from tournaments.queries.line import next_in_line
from tournaments.queries.paid_ahead import paid_ahead_of
from tournaments.queries.place_by_count import place_by_count
from tournaments.queries.prices import prices_at, split_paid
from tournaments.queries.re_entries import undone_re_entry
from tournaments.queries.registrations import terms_accepted_at, why_paid_stays_out
from tournaments.queries.selling import knocked_out, offers_now, order_of
from web import pix
from web.acting import sentence
from web.board import clock_lines
from web.line import line_in_words
from web.notices import refunded_words
from web.player.table_drawing import seats_drawn
from web.player.taken import taken_by_others
from web.prices import price_holds, price_list
from web.public.entry import opens_at


def stage_of(payload: dict[str, Any], *, state: str) -> str:
    """Return where the player stands: the name of what the phone shows first."""
    entry, registration = payload["entry"], payload["registration"]
    if entry is not None and entry["state"] != "cancelled":
        if entry["state"] == "playing" and state == "finished":
            return "won"
        return {"waiting": "waiting", "registered": "registered", "playing": "playing", "out": "out"}[
            entry["state"]
        ]
    if registration is not None and registration["state"] == "pending":
        return "pending"
    if state == "registering":
        return "open"
    if state == "running":
        return "late"
    return {"announced": "soon", "cancelled": "cancelled"}.get(state, "over")


def _time_chip_until(settings: dict[str, Any]) -> datetime:
    return time_chip_until(
        starts_at=settings["starts_at"], minutes_before_start=settings["time_chip_minutes_before_start"]
    )


WORDS = {
    "re_entry": gettext_lazy("Re-entry"),
    "surrender": gettext_lazy("Give up the stack and re-enter"),
    "rebuy": gettext_lazy("Rebuy"),
    "add_on": gettext_lazy("Add-on"),
}
AT_THE_DESK = (PaymentMethod.CASH, PaymentMethod.DEBIT, PaymentMethod.CREDIT, PaymentMethod.TRANSFER)


def price_of(settings: dict[str, Any], *, venue: circuit.VenueView, split: BuyInSplit) -> dict[str, Any]:
    """Return what an entry costs, itemised, and what each way to pay adds: told before anything is paid. Rule: SCPT.E"""
    surcharges = {PaymentMethod(method): bp for method, bp in venue.surcharges_bp.items()}
    methods = [PaymentMethod.BALANCE] if settings["online"] else [PaymentMethod.BALANCE, *AT_THE_DESK]
    lines = price_table(price_cents=split.price_cents, surcharges_bp=surcharges, methods=methods)
    return {
        "parts": split.amounts(),
        "desk": [line for line in lines if line.method is not PaymentMethod.BALANCE],
        "pix_cents": next((line.total_cents for line in lines if line.method is PaymentMethod.TRANSFER), 0),
        "balance_line": lines[0],
        "surcharged": any(line.surcharge_cents for line in lines),
    }


def _pix(payload: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """Whether the house takes PIX, and the code of a registration that waits for its payment."""
    to = branding.pix_of(settings["venue_id"])
    if to is None or settings["currency"] != "BRL" or settings["online"]:
        return {"takes_pix": False}
    registration = payload["registration"]
    if registration is None or registration["state"] != "pending":
        return {"takes_pix": True}
    try:
        due = branding.pix_due(registration["registration_id"])
    except Refused:  # the desk confirmed it a moment ago
        return {"takes_pix": True}
    return {
        "takes_pix": True,
        "pix": pix.shown(to, amount_cents=due.amount_cents, reference=due.reference),
        "pix_chosen": registration["method"] == PaymentMethod.TRANSFER,
    }


def _buying(
    player_id: int, tournament_id: int, settings: dict[str, Any], venue: circuit.VenueView, *, at: datetime
) -> dict[str, Any]:
    """What can be bought now, each way to pay with its sum; what was asked for and waits to be paid. Rule: SCPT.E"""
    surcharges = {PaymentMethod(method): bp for method, bp in venue.surcharges_bp.items()}
    to = branding.pix_of(settings["venue_id"])
    takes_pix = to is not None and settings["currency"] == "BRL" and not settings["online"]
    owned = wallet_balance(player_id, unit=settings["currency"])
    ahead = paid_ahead_of(player_id, unit=settings["currency"])
    balance = max(owned - ahead.cents, 0)

    def by(method: PaymentMethod, price_cents: int) -> int:
        return price_line(price_cents=price_cents, method=method, surcharges_bp=surcharges).total_cents

    def at_desk(price_cents: int) -> dict[str, Any]:
        lines = price_table(price_cents=price_cents, surcharges_bp=surcharges, methods=list(AT_THE_DESK))
        return {"desk": lines, "surcharged": any(line.surcharge_cents for line in lines)}

    line = next_in_line(tournament_id)
    lines = {"re_entry": line_in_words(line), "surrender": line_in_words(line.with_a_chair())}
    offers: list[dict[str, Any]] = [
        {
            "offer": offer,
            "line": lines.get(offer.kind),
            "name": WORDS[offer.kind],
            "refusal": sentence(offer.refused) if offer.refused is not None else "",
            "balance_total": by(PaymentMethod.BALANCE, offer.price_cents),
            "balance_enough": balance >= by(PaymentMethod.BALANCE, offer.price_cents),
            "pix_total": by(PaymentMethod.TRANSFER, offer.price_cents),
            **at_desk(offer.price_cents),
        }
        for offer in offers_now(tournament_id=tournament_id, player_id=player_id, at=at)
    ]
    found: dict[str, Any] = {
        "offers": offers,
        "own_balance_cents": owned,
        "spendable_cents": balance,
        "ahead": ahead,
        "takes_pix": takes_pix,
        "online": settings["online"],
        "order": None,
    }
    order = order_of(tournament_id, player_id=player_id)
    if order is not None:
        total = by(PaymentMethod(order.method), order.price_cents)
        no = next((o["refusal"] for o in offers if o["offer"].kind == order.kind), None)
        found["order"] = {
            "order": order,
            "name": WORDS[order.kind],
            "total_cents": total,
            "line": lines.get(order.kind),
            **at_desk(order.price_cents),
            # the level went on, or the seat is gone: nobody pays for what is not sold any more
            "refusal": _("This is not sold any more.") if no is None else no,
            "qr": pix.drawing(order.code),
            "pix": pix.shown(to, amount_cents=total, reference=order.code)
            if takes_pix and to is not None and order.method == PaymentMethod.TRANSFER
            else None,
        }
    return found


def _not_entered(no: Refused | None) -> str:
    """Why there is no form, as the person concerned reads it; the desk's sentence is for the desk."""
    if no is None:
        return ""
    if no.code == "excluded":
        return _("You are excluded from playing at present: nothing can be registered.")
    return sentence(no)


def _sure_cents(tournament_id: int, counts: dict[str, Any], deal: dict[str, int] | None) -> int:
    """What this player, still in, wins at least: the share of a deal that holds, with the champion's part for who is
    alone; else the prize of the worst place that can still come. 0 before the money. Rule: ADTP.P3, SCPT.M"""
    if not counts["in_the_money"]:
        return 0
    left = counts["players_left"]
    if deal is not None:
        return deal["share_cents"] + (deal["reserve_cents"] if left == 1 else 0)
    rows = prizes_payload(tournament_id)["rows"]
    # who goes out in a hand played together shares with those it has cost already
    worst = left + counts["out_in_hand"]
    return next((row["amount_cents"] for row in rows if row["first"] <= worst <= row["last"]), 0)


def _steps(payload: dict[str, Any], *, document_needed: bool, online: bool) -> list[dict[str, str]]:
    """What is done on the way to a seat, what waits for somebody now, what comes later; who does it."""
    paid = payload["registration"]["paid"]
    steps = [
        {"name": _("Registered"), "more": _("by you"), "done": True},
        {"name": _("Payment"), "more": _("the desk sees the money and confirms it"), "done": paid},
    ]
    if not online:
        shown = _("at the desk, before the seat is given")
        steps.append({"name": _("Photo document seen"), "more": shown, "done": not document_needed})
    steps.append({"name": _("Your seat"), "more": _("appears here by itself"), "done": False})
    found = []
    waiting = False
    for step in steps:
        state = "done" if step["done"] else "later" if waiting else "waiting"
        waiting = waiting or state == "waiting"
        found.append({"name": str(step["name"]), "more": str(step["more"]), "state": state})
    return found


def _seated(
    payload: dict[str, Any], tournament_id: int, *, move: MoveView | None, at: datetime
) -> dict[str, Any]:
    """The table with the seat marked, the new one too; the stack among those counted, in big blinds of now."""
    seat = payload["seat"]
    standing = place_by_count(payload["entry"]["entry_id"], at=at)
    lines = clock_lines(clock.clock_payload(tournament_id, at=at), at=at, zone="UTC")
    stack = payload["entry"]["stack"]
    return {
        "seats": seats_drawn(seats_at(seat["table"], tournament_id=tournament_id), mine=seat["seat"])
        if seat
        else [],
        "new_seats": seats_drawn(seats_at(move.to_table, tournament_id=tournament_id), mine=move.to_seat)
        if move
        else [],
        "standing": standing,
        "share": stack["chips"] * 100 // standing.leader_chips if standing and stack else 0,
        "big_blind": lines["big_blind"],
    }


def mine_of(player_id: int, *, tournament_id: int, at: datetime) -> dict[str, Any]:
    """Return everything of the phone's upper half. Refusal: ``not_found``."""
    settings = announcements.settings_of(tournament_id)
    venue = circuit.venue_view(settings["venue_id"])
    payload = payloads.player(player_id, tournament_id=tournament_id)
    playing = payload["entry"] is not None and payload["entry"]["state"] == "playing"
    # who plays knows the present; who is out knows the own place at once, and of the others what everybody knows
    counts = payloads.counts(tournament_id, seen_at=None if playing else at)
    stage = stage_of(payload, state=counts["state"])
    if stage == "late" and not counts["late_registration_open"]:
        stage = "over"
    repayments = (
        repayments_of_player(player_id, tournament_id=tournament_id)
        if settings["state"] == "cancelled"
        else ()
    )
    if repayments:
        stage = "cancelled"
    currency = settings["currency"]
    prices = prices_at(settings, at=at)
    split = prices.split
    if stage == "pending":  # what was told when the player registered holds
        split = split_paid(settings, price_cents=payload["registration"]["price_cents"])
    found: dict[str, Any] = {
        "payload": payload,
        "stage": stage,
        "repayments": repayments,
        "cancel_reason": settings["cancel_reason"],
        "policies": settings["policies"],
        "counts": counts,
        # static/js/player.js asks anew when it hears of others
        "as_counted": f"{counts['waiting']}/{counts['players_left']}/{counts['entries_total']}/"
        f"{str(counts['late_registration_open']).lower()}",
        "currency": currency,
        "timezone": venue.timezone,
        "starts_at": settings["starts_at"],
        "opens_at": opens_at(settings),
        "price_cents": split.price_cents,
        "price_list": price_list(prices.steps, zone=venue.timezone),
        "price_holds": price_holds(),
        "starting_stack": settings["starting_stack_chips"],
        "time_chip": settings["time_chip_chips"] if at <= (until := _time_chip_until(settings)) else 0,
        "time_chip_until": until,
    }
    if stage in ("open", "late"):
        no = why_no_entry(tournament_id, player_id=player_id, at=at)
        found["no_entry"] = _not_entered(no)
        # who has accepted this version is not asked for it again
        version = venue.terms_version
        found["accepted_at"] = terms_accepted_at(player_id, venue_id=venue.venue_id, version=version)
    if stage == "pending":
        # who has registered and not paid reads in time that no seat is bought any more
        found["no_entry"] = _not_entered(why_no_entry(tournament_id, player_id=player_id, at=at))
    if stage in ("pending", "registered"):
        no = (
            why_no_own_cancelling(tournament_id, player_id=player_id, waits=False, at=at)
            if stage == "registered"
            else None
        ) or why_paid_stays_out(payload["registration"]["registration_id"], player_id=player_id, at=at)
        found["no_cancelling"] = sentence(no) if no is not None else ""
    if stage in ("open", "late", "out", "pending"):
        found |= price_of(settings, venue=venue, split=split)
        ahead = paid_ahead_of(player_id, unit=currency)
        balance = max(wallet_balance(player_id, unit=currency) - ahead.cents, 0)
        needed = not settings["online"] and not player_file(player_id).id_checked_at
        pays_in = settings["online"] and takes_pay_ins(venue.venue_id)
        no_pay_in = why_no_pay_in(player_id, at=at) if pays_in else None
        found |= {
            "balance_cents": balance,
            "ahead": ahead,
            # without a document seen, the seat that the balance pays for is not given
            "balance_enough": balance >= found["balance_line"].total_cents and not needed,
            "pays_in_here": pays_in,
            "no_pay_in": sentence(no_pay_in) if no_pay_in is not None else "",
            "shows_document": no_pay_in is not None and no_pay_in.code == "identity_not_checked",
            "online": settings["online"],
            "terms_version": venue.terms_version,
            "line": line_in_words(next_in_line(tournament_id)),
            # told before anything is paid: the desk compares the person with it
            "document_needed": needed,
            **_pix(payload, settings),
        }
    if stage in ("playing", "out"):
        found |= _buying(player_id, tournament_id, settings, venue, at=at)
        if not counts["late_registration_open"]:
            # entries are closed: what can never be bought again is not told of
            found["offers"] = []
        # who plays is not told first what cannot be bought; who is out reads why
        later = [row for row in found["offers"] if row["refusal"] and stage == "playing"]
        found |= {"offers_later": later, "offers_now": [row for row in found["offers"] if row not in later]}
    if stage == "out" and counts["late_registration_open"]:
        told = clock.clock_payload(tournament_id, at=at)
        left, _dot, closes = clock_lines(told, at=at, zone=venue.timezone)["late"].partition(" · ")
        found |= {"late_left": left, "late_closes": closes}
    entry = payload["entry"]
    if stage in ("pending", "registered", "waiting"):
        found["qr"] = pix.drawing(
            entry["receipt"] if entry and entry["receipt"] else payload["registration"]["code"]
        )
    if entry is not None and entry["receipt"] and stage != "pending":
        found["paid"] = receipts.receipt_view(entry["receipt"])
        if stage == "playing" and (settings["rebuy"] or settings["add_on"]):
            found["bought"] = [
                one
                for one in purchases.purchases_view(tournament_id, entry_id=entry["entry_id"])
                # what is owed has its receipt once it is paid
                if not one.undone and one.method != "owed"
            ]
        if found["paid"].method == PaymentMethod.BALANCE:
            found["taken"] = taken_by_others(player_id, unit=currency, at=at, tournament_id=tournament_id)
    if entry is not None and stage in ("out", "playing", "waiting"):
        undone = undone_re_entry(tournament_id=tournament_id, player_id=player_id, after=entry["entry_id"])
        found["undone"] = None if undone is None else refunded_words(undone)
    if stage == "waiting":
        found["played_online"] = bool(open_tables_of(tournament_id))
    if stage == "playing":
        found["scores"] = settings["ranks"] and settings["stage_id"] is not None
        found["deal"] = deal_of_player(entry["entry_id"], tournament_id=tournament_id)
        # a new seat covers the page: not a vote, which is put at the table where the player then sits
        move = None if found["deal"] else move_to_tell(tournament_id, entry_id=entry["entry_id"])
        found["move"] = move
        # who comes from the line or the desk has no chips to carry, and no old seat
        found["first_seat"] = move is not None and move.reason in ("late_entry", "alternate")
    if stage == "playing":
        found["play_table"] = table_of_player(tournament_id, player_id=player_id)
        found |= _seated(payload, tournament_id, move=move, at=at)
        found["sure_cents"] = _sure_cents(tournament_id, counts, payload["deal"])
        if counts["decided"]:
            # nobody is left to play against: nothing is done or bought at the seat any more
            found["stage"] = "decided"
    if stage == "pending":
        found["steps"] = _steps(payload, document_needed=found["document_needed"], online=found["online"])
    if stage == "out":
        found["way_back"] = any(row["offer"].refused is None for row in found["offers"])
    if stage in ("out", "won"):
        found["own_balance_cents"] = wallet_balance(player_id, unit=currency)
        found["awards"] = awards_of_player(player_id, at=at, tournament_id=tournament_id)
        found["place"] = 1 if stage == "won" else payload["place"]
        found["finished"] = settings["state"] == "finished"
        # a place that may still become a worse one is no result
        found["shares"] = bool(found["place"]) and not counts["late_registration_open"]
        if entry is not None:
            found["knocked"] = knocked_out(entry["entry_id"])
            found["points"] = points_of(entry["entry_id"]) if found["finished"] else None
    return found
