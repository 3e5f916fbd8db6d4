"""A refusal as a page: the sentence, the rule, a way back."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from rules.refusals import Refused

_STATUS = {"forbidden": 403, "device_not_paired": 403, "not_found": 404, "no_such_award": 404}


def refused_page(request: HttpRequest, refused: Refused) -> HttpResponse:
    """The refusal in the reader's language."""
    return render(
        request,
        "refused.html",
        {"sentence": _(refused.sentence) % dict(refused.params), "rule": refused.rule},
        status=_STATUS.get(refused.code, 409),
    )
