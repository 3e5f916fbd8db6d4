"""What people are told: their notices, what goes by mail, what could not be told."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rest_framework import serializers

from api.cards import endpoint_of
from api.endpoints import QueryEndpoint
from api.fields import Body, Id
from api.people import signed_in_only
from api.scopes import in_venue
from api.shapes import shape
from dispatch.facts import Actor
from people.commands.choose_mails import choose_mails
from people.queries import player_of_user
from rules.notices import NOTICES
from rules.permissions import Permission
from tournaments.commands.write_house_notices import write_house_notices
from tournaments.commands.write_notices import write_notices
from tournaments.queries import notices
from tournaments.queries.notices import SINCE, NoticeSwitch, NoticeView, PostView


class MailsOff(Body):
    off = serializers.ListField(
        child=serializers.ChoiceField(choices=[(rule.kind.value, rule.kind.value) for rule in NOTICES]),
        max_length=len(NOTICES),
        help_text="The kinds that do not go by mail; all others do.",
    )


class OneFact(Body):
    fact_id = Id()


def _mine(*, by: Actor, **_more: Any) -> tuple[NoticeView, ...]:
    player_id = player_of_user(by.user_id) if by.device_id is None else None
    if player_id is None:
        return ()
    return notices.notices_of(player_id, limit=200, only_venue_id=by.only_venue_id)


def _post(*, venue_id: int, at: datetime, **_more: Any) -> PostView:
    return notices.post_of(venue_id, since=at - SINCE)


#: Commands whose address asks or does more than the command itself; those of all others come from their cards.
COMMAND_ENDPOINTS = [
    endpoint_of(choose_mails, body=MailsOff, ready=signed_in_only),
    endpoint_of(
        write_notices,
        body=OneFact,
        summary="Make the notices of a recorded fact, where the reader of facts has not done so",
    ),
    endpoint_of(
        write_house_notices,
        body=OneFact,
        summary="Make the notices of a recorded fact of a venue, where the reader of facts has not done so",
    ),
]

QUERY_ENDPOINTS = [
    QueryEndpoint(
        path="notices",
        name="notices",
        query=_mine,
        action=None,
        answer=shape(NoticeView),
        many=True,
        summary="What the caller was told of the own tournaments, the latest first",
    ),
    QueryEndpoint(
        path="mails/chosen",
        name="own_mails",
        query=lambda *, by, **_: notices.own_mails(by.user_id or 0),
        action=None,
        answer=shape(NoticeSwitch),
        many=True,
        summary="Which notices the caller gets by mail, where the house sends them",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/mails/chosen",
        name="house_mails",
        query=lambda *, venue_id, **_: notices.house_mails(venue_id),
        action=Permission.MANAGE_VENUE,
        scope=in_venue,
        answer=shape(NoticeSwitch),
        many=True,
        summary="Which notices a venue sends by mail",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/post",
        name="post",
        query=_post,
        action=Permission.MANAGE_VENUE,
        scope=in_venue,
        answer=shape(PostView),
        summary="Mails of a venue: what waits, what was sent in thirty days, what could not be told",
    ),
]
