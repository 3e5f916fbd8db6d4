"""Signing out on a page. Who sits at tables played online reads first what becomes of the seats."""

from __future__ import annotations

from typing import Any
from uuid import uuid5

from django.contrib import messages
from django.contrib.auth.views import LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from access import moment
from dispatch.facts import CommandId
from people.queries import player_of_user
from play.commands.leave import leave
from play.queries.sessions import SeatHeld, seats_held
from rules.refusals import Refused
from web.acting import actor_of, command_id_of, sentence


class SignOutPage(LogoutView):
    """End the session; who sits somewhere is told what that means, and may leave the tables first."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Sign out: at once where nobody is seated, or who is has read what becomes of it (``what=go``, ``what=leave``)."""
        by, what = actor_of(request), request.POST.get("what", "")
        player_id = player_of_user(by.user_id) if by.user_id is not None and by.device_id is None else None
        seats = [] if player_id is None or what == "go" else seats_held(player_id)
        if not seats:
            return super().post(request, *args, **kwargs)
        if what == "leave" and player_id is not None and _left_all(request, seats, player_id=player_id):
            return super().post(request, *args, **kwargs)
        free = [one for one in seats if one.tournament_id is None]
        events = [one for one in seats if one.tournament_id is not None]
        found = {"free": free, "events": events, "money": any(one.currency for one in free)}
        return render(request, "people/sign_out.html", found)


def _left_all(request: HttpRequest, seats: list[SeatHeld], *, player_id: int) -> bool:
    """Stand up wherever one sits down and leaves as one likes; whether that could be done everywhere. Who is in a hand leaves when it is over."""
    done = True
    for one in seats:
        if one.tournament_id is not None or one.leaves:
            continue
        try:
            leave(
                command_id=CommandId(uuid5(command_id_of(request), str(one.table_id))),
                at=moment.at(),
                by=actor_of(request),
                table_id=one.table_id,
                player_id=player_id,
            )
        except Refused as refused:
            done = False
            messages.error(request, f"{one.table}: {sentence(refused)}")
    return done
