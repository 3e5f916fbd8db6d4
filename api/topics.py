"""Topics over HTTP: the snapshot that somebody fetches who missed something on the socket."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.endpoints import BaseEndpoint, _problems
from api.fields import Body, Word
from api.public import PayloadShape
from dispatch import topics
from dispatch.topics import Listener


class TopicAsked(Body):
    name = Word(max_length=200)


class TopicEndpoint(BaseEndpoint):
    """The snapshot of a topic, with the same permission as the socket."""

    @extend_schema(
        operation_id="topic",
        summary="What a topic sends, with the number of its stream",
        tags=["topics"],
        parameters=[TopicAsked],
        responses={200: PayloadShape, **_problems(400, 401, 403, 404)},
    )
    def get(self, request: Request) -> HttpResponse:
        asked = TopicAsked(data=request.query_params)
        asked.is_valid(raise_exception=True)
        by = actor_of(request)
        listener = Listener(
            user_id=by.user_id,
            device_id=by.device_id,
            language=getattr(request, "LANGUAGE_CODE", settings.LANGUAGE_CODE),
            scope=by.scope,
            only_venue_id=by.only_venue_id,
        )
        found = topics.snapshot(asked.validated_data["name"], listener=listener)
        return Response(found, headers={"Cache-Control": "private, no-store"})
