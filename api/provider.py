"""The address at which a payment provider says that money came."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from access import moment
from payouts import provider

_MOST_AT_ONCE = 200


@csrf_exempt
@require_POST
def notified(request: HttpRequest) -> HttpResponse:
    """Book what the provider says came: told again, nothing happens again. Nobody signs in here: the provider's own proof is what counts."""
    of = provider.provider()
    if of is None:
        return HttpResponse(status=404)
    try:
        found = of.arrivals(body=request.body, headers=dict(request.headers))
    except provider.NotGenuineError:
        return HttpResponse(status=403)
    if len(found) > _MOST_AT_ONCE:
        return HttpResponse(status=413)
    booked = [provider.book(one, of=of, at=moment.at()) for one in found]
    unknown = sum(done is None for done in booked)
    return JsonResponse({"booked": len(booked) - unknown, "unknown": unknown})
