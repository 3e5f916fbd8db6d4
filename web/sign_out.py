"""Signing out on a page. Who sits at tables played online reads first what becomes of the seats."""

from __future__ import annotations

from typing import Any
from uuid import uuid5

from django.contrib import messages
from django.contrib.auth.views import LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from access import moment
from access.sign_out import STAYS, SeatsBehind, seats_behind
from dispatch.facts import CommandId
from play.commands.leave import leave
from rules.refusals import Refused
from web.acting import actor_of, command_id_of, sentence


class SignOutPage(LogoutView):
    """End the session; who sits somewhere is told what that means, and may leave the tables first."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Sign out: at once where nobody is seated, or who is has read what becomes of it (``what=go``, ``what=leave``)."""
        what = request.POST.get("what", "")
        behind = None if what == "go" else seats_behind(actor_of(request))
        if not behind or (what == "leave" and _left_all(request, behind)):
            return super().post(request, *args, **kwargs)
        return render(request, "people/sign_out.html", {"behind": behind, "stays": STAYS})


def _left_all(request: HttpRequest, behind: SeatsBehind) -> bool:
    """Stand up wherever one sits down and leaves as one likes; whether that could be done everywhere. Who is in a hand leaves when it is over."""
    done = True
    for one in behind.free:
        if one.leaves:
            continue
        try:
            leave(
                command_id=CommandId(uuid5(command_id_of(request), str(one.table_id))),
                at=moment.at(),
                by=actor_of(request),
                table_id=one.table_id,
                player_id=behind.player_id,
            )
        except Refused as refused:
            done = False
            messages.error(request, f"{one.table}: {sentence(refused)}")
    return done
