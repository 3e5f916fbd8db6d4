"""The clock on the wall."""

from __future__ import annotations

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe

from rules.refusals import Refused
from tournaments.queries import faces as tournaments
from web import moment
from web.board import board_faces
from web.problems import refused_page
from web.words import board_words


def clock(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The clock screen of one tournament; ``?theme=light`` for bright rooms."""
    at = moment.at()
    try:
        view = tournaments.announcement(tournament_id)
        faces = board_faces(tournament_id, at=at)
    except Refused as refused:
        return refused_page(request, refused)
    address = request.build_absolute_uri(reverse("tournament", args=[tournament_id]))
    drawing = segno.make(address, error="m").svg_inline(border=2, omitsize=True)
    return render(
        request,
        "screens/clock.html",
        {
            "view": view,
            "faces": faces,
            "words": board_words(),
            "theme": "light" if request.GET.get("theme") == "light" else "dark",
            "qr": mark_safe(drawing),  # noqa: S308 - drawn by segno from our own address
        },
    )
