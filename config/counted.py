"""What a graph is told of requests."""

from __future__ import annotations

from typing import Any

from django_prometheus.middleware import PrometheusAfterMiddleware


class CountedRequests(PrometheusAfterMiddleware):
    """django-prometheus' own; what counts for a set of labels is looked for once. It keeps each for ever, too."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._children: dict[tuple[Any, ...], Any] = {}

    def label_metric(self, metric: Any, request: Any, response: Any = None, **labels: Any) -> Any:
        key = (metric, *labels.values())
        child = self._children.get(key)
        if child is None:
            child = self._children[key] = super().label_metric(metric, request, response, **labels)
        return child
