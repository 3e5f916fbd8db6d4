"""One player at the desk: what they are here, what they can do next, what it costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from access import moment
from ledger.queries import card_money_of, last_counter_movements, wallet_balance
from ledger.queries.play_limits import deposit_room
from payouts.queries import open_prizes_of, repayments_of_player, reserved_of
from people.operations import note_seen
from people.queries import (
    exclusion_of,
    file_changes,
    is_ones_own,
    player_file,
    receives_a_colleague,
    search_players,
    simulated_among,
)
from people.queries.players import PlayerFound
from play.queries.cash import tables_of_player
from rules.entries import PaymentMethod, balance_only, price_table
from rules.nicknames import plain_name
from rules.permissions import Permission
from tournaments.queries import branding, entries, purchases, registrations
from tournaments.queries.debts import debts_view, owed_to_house
from tournaments.queries.eligibility import barred_of, late_registration_is_over, why_no_entry
from tournaments.queries.line import next_in_line
from tournaments.queries.prices import prices_at, split_paid
from tournaments.queries.purchase_undoing import purchase_preview
from tournaments.queries.re_entries import re_entry_preview
from tournaments.queries.registrations import cancel_preview
from tournaments.queries.selling import offers_now, order_of
from web import pix
from web.acting import in_words, sentence
from web.desk.money_back import money_back
from web.director.undo_effects import effects_in_words
from web.file_changes import changes_said
from web.line import line_in_words
from web.out_of_play import out_of_play
from web.player.own import WORDS
from web.prices import price_list
from web.staffing import StaffTournament

METHODS = ("cash", "debit", "credit", "transfer", "balance")


def _methods(scope: StaffTournament, *, from_colleague: bool) -> list[PaymentMethod]:
    if from_colleague or balance_only(online=scope.settings["online"], currency=scope.currency):
        return [PaymentMethod.BALANCE]
    return [PaymentMethod(m) for m in METHODS]


def _prices(
    scope: StaffTournament,
    price_cents: int,
    *,
    balance_cents: int,
    methods: list[PaymentMethod],
    reference: str = "",
    asked: str = "",
) -> list[dict[str, Any]]:
    """What it costs by each method, with the surcharge told before paying, what the balance lacks, and the PIX code for the sum. An empty
    balance is left out among others, unless the player had `asked` for it. Rule: SCPT.E"""
    if price_cents and balance_cents <= 0 and asked != PaymentMethod.BALANCE and len(methods) > 1:
        methods = [method for method in methods if method is not PaymentMethod.BALANCE]
    to = branding.pix_of(scope.venue.venue_id) if scope.currency == "BRL" else None
    surcharges = {PaymentMethod(m): bp for m, bp in scope.venue.surcharges_bp.items()}
    return [
        {
            "method": line.method.value,
            "surcharge_cents": line.surcharge_cents,
            "total_cents": line.total_cents,
            "short_cents": max(line.total_cents - balance_cents, 0)
            if line.method is PaymentMethod.BALANCE
            else 0,
            "left_cents": balance_cents - line.total_cents,
            "pix": pix.shown(to, amount_cents=line.total_cents, reference=reference)
            if to is not None and line.method is PaymentMethod.TRANSFER and line.total_cents
            else None,
        }
        for line in price_table(price_cents=price_cents, surcharges_bp=surcharges, methods=methods)
    ]


def _paid(
    scope: StaffTournament, player_id: int, *, prices_of: Callable[[int], list[dict[str, Any]]]
) -> list[dict[str, Any]]:
    """How each entry of a player was paid, the latest first, and by what else it may have been; none where nothing is to be put right.
    Rule: SCPT.E"""
    if scope.state == "cancelled":
        return []
    found = []
    for payment in entries.payments_of_entries(scope.tournament_id, player_id=player_id):
        prices = prices_of(payment.price_cents)
        # paid already: no code to pay by
        others = [
            {**line, "pix": None}
            for line in prices
            # of an entry that was handed over the balance would be another one's than this card shows
            if line["method"] != payment.method and (line["method"] != PaymentMethod.BALANCE or payment.own)
        ]
        if others:
            found.append({"payment": payment, "others": others})
    return found


def _bought(scope: StaffTournament, *, entry_id: int) -> list[dict[str, Any]]:
    """The rebuys and add-ons of an entry that stand, each with what taking it back would do."""
    found = []
    for bought in purchases.purchases_view(scope.tournament_id, entry_id=entry_id):
        if bought.undone:
            continue
        effects = purchase_preview(bought.purchase_id)
        back = money_back(effects, practice=scope.settings["practice"])
        money = [back.told if back else _("Nothing goes back: no money had come in for it.")]
        told = effects_in_words(effects, money_asked=True)
        lines = [*money, *told["lines"]] if told["possible"] else told["lines"]
        found.append(
            {
                "purchase_id": bought.purchase_id,
                "kind": bought.kind,
                "chips": bought.chips,
                "receipt": bought.receipt,
                "undo": {**told, "lines": lines},
            }
        )
    return found


def found_people(scope: StaffTournament, *, typed: str) -> list[PlayerFound]:
    """Find people by name, document, e-mail, or a scanned code or receipt."""
    scanned = registrations.player_by_code(scope.tournament_id, text=typed)
    if scanned is not None:
        file = player_file(scanned)
        return [
            PlayerFound(
                player_id=file.player_id,
                full_name=file.full_name,
                public_name=file.public_name,
                birth_date=file.birth_date,
                document_end=file.document_number[-4:],
                id_checked=file.id_checked_at is not None,
            )
        ]
    return list(search_players(typed, limit=8, simulated=scope.settings["practice"]))


def real_in_practice(scope: StaffTournament, *, player_ids: Sequence[int]) -> set[int]:
    """Return who of them is somebody, at the desk of practice: there everybody else is made up."""
    return set(player_ids) - simulated_among(player_ids) if scope.settings["practice"] else set()


def meant(found: Sequence[PlayerFound], *, typed: str) -> int | None:
    """Return whom Enter opens: the one who is found, or the one among several whose name is exactly that. Else nobody: the next
    press would sell to somebody who only begins alike."""
    exact = [
        one for one in found if plain_name(typed) in (plain_name(one.full_name), plain_name(one.public_name))
    ]
    alone = found if len(found) == 1 else exact
    return alone[0].player_id if len(alone) == 1 else None


def person_at_desk(scope: StaffTournament, *, player_id: int) -> dict[str, Any]:
    """Return one player at the desk: what they are here, what they can do next, what it costs."""
    file = player_file(player_id)
    note_seen(player_id, by=scope.actor, venue_id=scope.venue.venue_id, at=moment.at())
    payload = entries.player_payload(player_id, tournament_id=scope.tournament_id)
    settings = scope.settings
    entry = payload["entry"]
    registration = payload["registration"]
    state = entry["state"] if entry else ""
    if registration and registration["state"] == "cancelled":
        registration = None
    # by it a PIX is found on the bank's statement
    reference = registration["code"] if registration else ""
    balance = wallet_balance(player_id, unit=scope.currency)
    reserved = reserved_of(player_id, unit=scope.currency, at=moment.at())
    spendable = max(balance - reserved.ahead.cents, 0)
    own = is_ones_own(player_id, by=scope.actor)
    from_colleague = receives_a_colleague(own=own, by=scope.actor, venue_id=scope.venue.venue_id)
    prices_of = partial(
        _prices,
        scope,
        balance_cents=spendable,
        methods=_methods(scope, from_colleague=from_colleague),
        reference=reference,
    )
    prices = prices_at(settings, at=moment.at())
    split = prices.split
    if registration and registration["state"] == "pending":  # what was told when the player registered holds
        split = split_paid(settings, price_cents=registration["price_cents"])
    found: dict[str, Any] = {
        "file": file,
        "file_changes": changes_said(file_changes(player_id, limit=60), whole=False, zone=scope.timezone),
        "document_end": file.document_number[-4:],
        "real_in_practice": bool(real_in_practice(scope, player_ids=[player_id])),
        "registration": registration,
        "entry": entry,
        "seat": payload["seat"],
        "place": payload["place"],
        "balance_cents": balance,
        "spendable_cents": spendable,
        # nobody books the own money
        "own": own,
        "from_colleague": from_colleague,
        "deposit_room_cents": deposit_room(player_id, unit=scope.currency, at=moment.at()),
        "barred": barred_of(scope.tournament_id, player_id=player_id),
        "exclusion": exclusion_of(player_id, venue_id=scope.venue.venue_id, at=moment.at()),
        # of this house, where the player stands up once kept away
        "sits_at": [one.table for one in tables_of_player(player_id, venue_id=scope.venue.venue_id)]
        if scope.may(Permission.MANAGE_EXCLUSION)
        else [],
        "next": "",
        "prices": [],
        "price_cents": split.price_cents,
        "parts": split.amounts(),
        "price_list": price_list(prices.steps, zone=scope.timezone),
    }
    if registration is None:
        found["next"] = "register"
    elif registration["state"] == "pending":
        found["next"], found["chosen"] = "confirm", registration["method"]
    elif state == "out":
        found["next"] = "reenter"
    if settings["state"] in ("finished", "cancelled"):
        # nothing is sold any more; what a cancellation gave back is handed over on the page of its money
        found["next"] = ""
        found["repayments"] = repayments_of_player(player_id, tournament_id=scope.tournament_id)
    if found["next"] in ("register", "confirm"):
        # said before the money is taken, in place of the form
        no = why_no_entry(scope.tournament_id, player_id=player_id, at=moment.at())
        if no is not None:
            found["next"], found["not_sold"] = "", sentence(no)
    elif found["exclusion"] is not None:
        found["next"] = ""
    if found["next"]:
        found["prices"] = prices_of(split.price_cents, asked=found.get("chosen", ""))
    # before money leaves the balance: what of it is a prize that waits, and what the player owes the house
    here: dict[str, Any] = {"venue_id": scope.venue.venue_id, "practice": settings["practice"]}
    found["open_prizes"] = open_prizes_of(player_id, today=scope.today(moment.at()), **here)
    found["reserved_cents"], found["ahead_cents"] = reserved.cents, reserved.ahead.cents
    found["free_cents"] = max(found["balance_cents"] - reserved.cents - reserved.ahead.cents, 0)
    found["movements"] = last_counter_movements(player_id, venue_id=scope.venue.venue_id, unit=scope.currency)
    found["card_cents"] = card_money_of(player_id, unit=scope.currency)
    surcharges = scope.venue.surcharges_bp
    # a surcharge is taken when something is bought: nothing is paid in by that method
    found["cards"] = [(method, bool(surcharges.get(method))) for method in ("debit", "credit")]
    found["owes"] = owed_to_house(player_id, **here)
    found["playing"] = state == "playing"
    found["paid"] = [] if from_colleague else _paid(scope, player_id, prices_of=prices_of)
    line = next_in_line(scope.tournament_id)
    found["line"] = line_in_words(line, at_desk=True)
    found["lines"] = {
        "re_entry": found["line"],
        "surrender": line_in_words(line.with_a_chair(), at_desk=True),
    }
    found["debts"] = [
        {
            "debt": debt,
            "prices": prices_of(debt.amount_cents),
        }
        for debt in debts_view(scope.tournament_id, player_id=player_id)
    ]
    # two forms stand there then: what is owed, and one more
    found["rebuy_owed"] = any(one["debt"].state == "owed" for one in found["debts"])
    blocked = found["exclusion"] is not None and found["exclusion"].kind == "identity"
    found["to_check"] = blocked or file.id_checked_at is None
    # online nobody waits for the document: it is for paying in by the phone. Rule: PT-T.21
    found["check_first"] = found["to_check"] and not (settings["online"] and not blocked)
    found["over"] = scope.state in ("finished", "cancelled")
    if blocked or found["barred"] or found["over"]:
        found["next"] = ""
    if found["over"]:
        # nobody sits any more and nothing is sold: who is left at the end is the champion
        found["champion"] = state == "playing" and scope.state == "finished"
        found["seat"], found["playing"] = None, False
    offers = offers_now(tournament_id=scope.tournament_id, player_id=player_id, at=moment.at())
    # why something is not sold now, in place of its form
    found["no"] = {offer.kind: sentence(offer.refused) for offer in offers if offer.refused is not None}
    order = None if found["over"] else order_of(scope.tournament_id, player_id=player_id)
    if order is not None:
        found["order"] = {
            "order": order,
            "name": WORDS[order.kind],
            "button": {"rebuy": "rebuy", "add_on": "add-on"}.get(order.kind, "reenter"),
            "prices": prices_of(order.price_cents, reference=order.code, asked=order.method),
        }
    found["purchases"] = _bought(scope, entry_id=entry["entry_id"]) if entry is not None else []
    if found["playing"]:
        for name in ("rebuy", "add_on"):
            if settings[name]:
                found[name] = {
                    **settings[name],
                    "prices": prices_of(settings[name]["price_cents"]),
                }
        found["surrender"] = scope.may(Permission.SURRENDER_STACK) and any(
            offer.kind == "surrender" for offer in offers
        )
        if found["surrender"]:
            found["prices"] = prices_of(split.price_cents)
    closed = registration is not None and late_registration_is_over(
        scope.tournament_id, player_id=player_id, at=moment.at()
    )
    if entry is not None and entry["ordinal"] > 1 and state in ("playing", "waiting") and not found["over"]:
        back = re_entry_preview(entry["entry_id"])
        found["re_entry"] = {
            **back,
            "lines": effects_in_words(back, money_asked=True, closed=closed)["lines"],
            "back": money_back(back, practice=scope.settings["practice"]),
        }
    if registration is not None and scope.may(Permission.CANCEL_REGISTRATION_OTHER):
        cancel = cancel_preview(registration["registration_id"])
        why = "" if cancel["possible"] else in_words(cancel["sentence"], params=cancel["params"])
        found["cancel"] = cancel | {
            "why": why,
            "back": money_back(cancel, practice=scope.settings["practice"]),
            "closed": closed,
            "out_of_play": out_of_play(cancel),
            # the director cancels at any time, with a reason; the desk until the limit, without, and with one where there is no limit
            "must_say_why": cancel["needs_reason"]
            or (cancel["asks_reason"] and scope.may(Permission.TRANSFER_REGISTRATION)),
        }
    return found
