"""What a supervisor, a load balancer and a graph ask."""

import hmac

import environ
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, JsonResponse
from django_prometheus.exports import ExportToDjangoView


def alive(_request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


def ready(_request: HttpRequest) -> JsonResponse:
    """The process can do its work. Valkey is not asked: without it money and pages go on."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"database": "away"}, status=503)
    return JsonResponse({"database": "ok"})


def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus' numbers, for whoever knows METRICS_TOKEN; without one, nobody."""
    token = environ.Env().str("METRICS_TOKEN", default="")
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not token or not hmac.compare_digest(given.encode(), token.encode()):
        return HttpResponseForbidden("METRICS_TOKEN\n", content_type="text/plain")
    return ExportToDjangoView(request)
