"""Finishing, prizes and funds."""

from __future__ import annotations

from rest_framework import serializers

from api.doors import Door
from api.fields import Body, Cents, Id, Text
from payouts.commands.finish_tournament import finish_tournament
from payouts.commands.pay_award import pay_award
from payouts.commands.pay_fund import pay_fund
from payouts.commands.undo_payment import undo_payment
from rules.permissions import Action
from tournaments.models import METHODS


class Payment(Body):
    method = serializers.ChoiceField(choices=METHODS)


class FundPayment(Body):
    """Out of a tournament's staff fund (tournament_id) or a season's ranking fund (season_id)."""

    fund = serializers.ChoiceField(choices=[("staff", "staff"), ("ranking", "ranking")])
    amount_cents = Cents()
    method = serializers.ChoiceField(choices=METHODS)
    paid_to = Text(max_length=120)
    reason = Text()
    tournament_id = Id(required=False, allow_null=True)
    season_id = Id(required=False, allow_null=True)
    player_id = Id(required=False, allow_null=True)


_T = "tournaments/<id:tournament_id>"

DOORS = [
    Door(
        path=f"{_T}/finish",
        name="finish_tournament",
        command=finish_tournament,
        action=Action.FINISH_TOURNAMENT,
    ),
    Door(
        path="awards/<id:award_id>/pay",
        name="pay_award",
        command=pay_award,
        action=Action.PAY_PRIZE,
        body=Payment,
    ),
    Door(
        path="awards/<id:award_id>/undo-payment",
        name="undo_payment",
        command=undo_payment,
        action=Action.AWARD_PRIZES,
    ),
    Door(
        path="fund-payments",
        name="pay_fund",
        command=pay_fund,
        action=Action.PAY_FUND,
        body=FundPayment,
    ),
]
