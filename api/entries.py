"""Registrations, payments, entries, re-entries, rebuys and add-ons."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.endpoints import CommandEndpoint, QueryEndpoint
from api.fields import Body, Chips, Count, Id, Text, Truth, Whole
from api.problems import sentence
from api.scopes import in_tournament, of_player_in_tournament, of_registration
from api.shapes import shape
from rules.permissions import Action
from rules.refusals import N_, Refused
from tournaments.commands.add_on import add_on
from tournaments.commands.announce_rebuy import announce_rebuy
from tournaments.commands.ask_to_buy import ask_to_buy
from tournaments.commands.cancel_registration import cancel_registration
from tournaments.commands.confirm_payment import confirm_payment
from tournaments.commands.pay_debt import pay_debt
from tournaments.commands.rebuy import rebuy
from tournaments.commands.record_payment import record_payment
from tournaments.commands.reenter import reenter
from tournaments.commands.register_player import register_player
from tournaments.commands.transfer_registration import transfer_registration
from tournaments.commands.undo_debt import undo_debt
from tournaments.commands.undo_purchase import undo_purchase
from tournaments.commands.withdraw_order import withdraw_order
from tournaments.commands.write_off_debt import write_off_debt
from tournaments.models import METHODS, EntryState, OrderKind, RegistrationState
from tournaments.operations.receipts import numbered
from tournaments.queries import branding, listings
from tournaments.queries.law import cited
from tournaments.queries.listings import EntryView, PurchaseView, ReceiptView, RegistrationView
from tournaments.queries.selling import OrderView, offers_now, orders_view


class Method(Body):
    method = serializers.ChoiceField(choices=METHODS)


class Told(Body):
    told_cents = Whole(
        min_value=0,
        max_value=10**13,
        required=False,
        allow_null=True,
        help_text="What it was said to cost: at another price now it is refused and nothing is taken.",
    )


class Entering(Method):
    """waits: the number in line that the payer agreed to, 0 for a seat only; without it any, as it comes."""

    waits = Whole(
        min_value=0,
        max_value=300_000,
        required=False,
        allow_null=True,
        help_text="What `line` of the tournament told: at most this number in line, 0 for a seat only.",
    )


class NewRegistration(Entering, Told):
    """paid: the desk has the money in hand. A payment from the balance is made at once."""

    player_id = Id()
    terms_version = Text(max_length=20)
    paid = Truth(required=False)


class Cancellation(Body):
    reason = Text(required=False, allow_blank=True)
    hand_back = Truth(required=False, help_text="The desk hands the money back the way it was paid.")


class HandOver(Body):
    to_player_id = Id()
    reason = Text()


class ReEntry(Entering, Told):
    player_id = Id()
    surrender = Truth(required=False)
    stack_chips = Chips(required=False, allow_null=True)
    order_id = Id(required=False, allow_null=True)


class Rebuy(Method):
    stack_chips = Chips(required=False, allow_null=True)
    order_id = Id(required=False, allow_null=True)


class AddOn(Method):
    count = Whole(min_value=1, max_value=10, required=False)
    order_id = Id(required=False, allow_null=True)


class NewOrder(Told):
    """method: transfer is a PIX, cash is at the desk; from the balance it is bought at once, without an order."""

    player_id = Id()
    kind = serializers.ChoiceField(choices=OrderKind.choices)
    method = serializers.ChoiceField(choices=[("cash", "cash"), ("transfer", "transfer")])
    count = Whole(min_value=1, max_value=10, required=False)
    stack_chips = Chips(required=False, allow_null=True)


class HandBack(Body):
    hand_back = Truth(required=False, help_text="The desk hands the money back the way it was paid.")


class WriteOff(Body):
    reason = Text()


_T = "tournaments/<id:tournament_id>"

COMMAND_ENDPOINTS = [
    CommandEndpoint(
        path=f"{_T}/registrations",
        name="register_player",
        command=register_player,
        action=Action.REGISTER_PLAYER,
        own_action=Action.REGISTER_SELF,
        body=NewRegistration,
    ),
    CommandEndpoint(
        path="registrations/<id:registration_id>/payment",
        name="confirm_payment",
        command=confirm_payment,
        action=Action.CONFIRM_PAYMENT,
        body=Entering,
    ),
    CommandEndpoint(
        path="registrations/<id:registration_id>/money",
        name="record_payment",
        command=record_payment,
        action=Action.CONFIRM_PAYMENT,
        body=Entering,
    ),
    CommandEndpoint(
        path="registrations/<id:registration_id>/cancel",
        name="cancel_registration",
        command=cancel_registration,
        action=Action.CANCEL_REGISTRATION_OTHER,
        own_action=Action.CANCEL_REGISTRATION_OWN,
        body=Cancellation,
    ),
    CommandEndpoint(
        path="registrations/<id:registration_id>/transfer",
        name="transfer_registration",
        command=transfer_registration,
        action=Action.TRANSFER_REGISTRATION,
        body=HandOver,
    ),
    CommandEndpoint(
        path=f"{_T}/re-entries",
        name="reenter",
        command=reenter,
        action=Action.REENTER,
        own_action=Action.REENTER,
        body=ReEntry,
    ),
    CommandEndpoint(
        path="entries/<id:entry_id>/rebuys",
        name="rebuy",
        command=rebuy,
        action=Action.REBUY,
        own_action=Action.REBUY,
        body=Rebuy,
    ),
    CommandEndpoint(
        path="entries/<id:entry_id>/announced-rebuys",
        name="announce_rebuy",
        command=announce_rebuy,
        action=Action.BUST,
    ),
    CommandEndpoint(
        path="debts/<id:debt_id>/payment",
        name="pay_debt",
        command=pay_debt,
        action=Action.TAKE_PAYMENT,
        body=Method,
    ),
    CommandEndpoint(
        path="debts/<id:debt_id>/write-off",
        name="write_off_debt",
        command=write_off_debt,
        action=Action.PAY_FUND,
        body=WriteOff,
    ),
    CommandEndpoint(
        path="debts/<id:debt_id>/undo",
        name="undo_debt",
        command=undo_debt,
        action=Action.TAKE_PAYMENT,
    ),
    CommandEndpoint(
        path="entries/<id:entry_id>/add-ons",
        name="add_on",
        command=add_on,
        action=Action.ADD_ON,
        own_action=Action.ADD_ON,
        body=AddOn,
    ),
    CommandEndpoint(
        path=f"{_T}/orders",
        name="ask_to_buy",
        command=ask_to_buy,
        action=Action.REENTER,
        own_action=Action.REENTER,
        body=NewOrder,
    ),
    CommandEndpoint(
        path="orders/<id:order_id>/withdraw",
        name="withdraw_order",
        command=withdraw_order,
        action=Action.REENTER,
        own_action=Action.REENTER,
    ),
    CommandEndpoint(
        path="purchases/<id:purchase_id>/undo",
        name="undo_purchase",
        command=undo_purchase,
        action=Action.TAKE_PAYMENT,
        body=HandBack,
    ),
]


class Page(Body):
    after = Count(default=0, help_text="The last number of the page before.")
    limit = Count(min_value=1, max_value=500, default=100)


class RegistrationsAsked(Page):
    state = serializers.ChoiceField(choices=RegistrationState.choices, required=False)


class EntriesAsked(Page):
    state = serializers.ChoiceField(choices=EntryState.choices, required=False)


def _registrations(
    *, tournament_id: int, after: int, limit: int, state: str | None = None, **_more: Any
) -> list[RegistrationView]:
    return listings.registrations_view(tournament_id, state=state, after=after, limit=limit)


def _entries(
    *, tournament_id: int, after: int, limit: int, state: str | None = None, **_more: Any
) -> list[EntryView]:
    return listings.entries_view(tournament_id, state=state, after=after, limit=limit)


class OfferShape(serializers.Serializer[Any]):
    """refusal: why it is not sold now; nothing when it is."""

    kind = serializers.CharField()
    price_cents = serializers.IntegerField()
    chips = serializers.IntegerField()
    taken = serializers.IntegerField()
    at_most = serializers.IntegerField(allow_null=True)
    asks_stack = serializers.BooleanField()
    refusal = serializers.DictField(allow_null=True)


def _offers(*, tournament_id: int, player_id: int, at: Any, **_more: Any) -> list[dict[str, Any]]:
    return [
        {
            **{
                name: getattr(offer, name)
                for name in ("kind", "price_cents", "chips", "taken", "at_most", "asks_stack")
            },
            "refusal": {
                "code": no.code,
                "detail": sentence(no),
                "rule": cited(no.rule, about={"tournament_id": tournament_id}),
            }
            if (no := offer.refused) is not None
            else None,
        }
        for offer in offers_now(tournament_id=tournament_id, player_id=player_id, at=at)
    ]


def _receipt(*, tournament_id: int, receipt: str, **_more: Any) -> ReceiptView:
    view = numbered(receipt)
    if view.tournament_id != tournament_id:
        raise Refused("not_found", N_("This %(what)s does not exist."), what="receipt")
    return view


QUERY_ENDPOINTS = [
    QueryEndpoint(
        path=f"{_T}/receipts/<str:receipt>",
        name="receipt",
        query=_receipt,
        action=Action.VIEW_STAFF,
        scope=in_tournament,
        answer=shape(ReceiptView),
        summary="A receipt with its running number at the house, and whether what was paid went back",
    ),
    QueryEndpoint(
        path="registrations/<id:registration_id>/pix",
        name="registration_pix",
        query=lambda *, registration_id, **_: branding.pix_due(registration_id),
        action=Action.VIEW_PLAYER_PRIVATE,
        scope=of_registration,
        answer=shape(branding.PixDue),
        own=True,
        summary="The PIX code of a registration that waits for its payment; the desk confirms, no bank does",
    ),
    QueryEndpoint(
        path=f"{_T}/players/<id:player_id>/offers",
        name="offers",
        query=_offers,
        action=Action.VIEW_PLAYER_PRIVATE,
        scope=of_player_in_tournament,
        answer=OfferShape,
        many=True,
        own=True,
        summary="What the rules sell to a player now: re-entry, rebuy, add-on, surrender; with the reason when not",
    ),
    QueryEndpoint(
        path=f"{_T}/orders",
        name="orders",
        query=lambda *, tournament_id, **_: orders_view(tournament_id),
        action=Action.VIEW_STAFF,
        scope=in_tournament,
        answer=shape(OrderView),
        many=True,
        summary="What players asked for and have not paid yet, oldest first",
    ),
    QueryEndpoint(
        path=f"{_T}/registrations",
        name="registrations",
        query=_registrations,
        action=Action.VIEW_STAFF,
        scope=in_tournament,
        params=RegistrationsAsked,
        answer=shape(RegistrationView),
        many=True,
        summary="Registrations in the order they came",
    ),
    QueryEndpoint(
        path=f"{_T}/entries",
        name="entries",
        query=_entries,
        action=Action.VIEW_STAFF,
        scope=in_tournament,
        params=EntriesAsked,
        answer=shape(EntryView),
        many=True,
        summary="Entries in the order they were paid",
    ),
    QueryEndpoint(
        path=f"{_T}/purchases",
        name="purchases",
        query=lambda *, tournament_id, after, limit, **_: listings.purchases_view(
            tournament_id, after=after, limit=limit
        ),
        action=Action.VIEW_STAFF,
        scope=in_tournament,
        params=Page,
        answer=shape(PurchaseView),
        many=True,
        summary="Rebuys and add-ons in the order they were paid",
    ),
]
