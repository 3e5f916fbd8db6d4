"""What a supervisor, a load balancer and a graph ask."""

import hmac
import os

import environ
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, JsonResponse
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest, multiprocess

from config.metrics import OfTheDatabase


def alive(_request: HttpRequest) -> HttpResponse:
    """Answer while the process lives."""
    return HttpResponse("ok\n", content_type="text/plain")


def ready(_request: HttpRequest) -> JsonResponse:
    """Answer whether the process can do its work. Valkey is not asked: without it money and pages go on."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"database": "away"}, status=503)
    return JsonResponse({"database": "ok"})


def metrics(request: HttpRequest) -> HttpResponse:
    """Tell Prometheus the numbers, for whoever knows METRICS_TOKEN; without one, nobody. With PROMETHEUS_MULTIPROC_DIR they are those
    of all processes that share the folder, whichever of them answers."""
    token = environ.Env().str("METRICS_TOKEN", default="")
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not token or not hmac.compare_digest(given.encode(), token.encode()):
        return HttpResponseForbidden("METRICS_TOKEN\n", content_type="text/plain")
    counted = REGISTRY
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        counted = CollectorRegistry()
        multiprocess.MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
    stored = CollectorRegistry()
    stored.register(OfTheDatabase())
    return HttpResponse(generate_latest(counted) + generate_latest(stored), content_type=CONTENT_TYPE_LATEST)
