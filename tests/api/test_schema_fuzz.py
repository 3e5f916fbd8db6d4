"""Requests made from the description of the API, as every role: nothing breaks, and every answer is as described."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.api.conftest import Stage, undone
from tests.sizes import FULL, size, survives

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
EXAMPLES = size(2, full=8)
MODES = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
WHO = ["owner", "director", "desk", "floor", "player", "rival_director", "public"]


def known(values: Any, stage: Stage) -> Any:
    """The same, with the numbers of rows that there are."""
    if not isinstance(values, dict):
        return values
    return {name: stage.ids.get(name, value) for name, value in values.items()}


@pytest.fixture
def _one_connection() -> Iterator[None]:
    """As Django's own test client: the end of a request does not close the test's connection."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.slow
@pytest.mark.usefixtures("_one_connection")
@survives
@pytest.mark.timeout(size(900, full=7200))
def test_every_answer_is_as_described(stage):
    schema = schemathesis.openapi.from_wsgi("/api/schema", get_wsgi_application())
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 120
    wrong: list[str] = []
    called = 0
    turns = itertools.cycle(WHO)

    def call(case: Any, real: bool) -> None:
        nonlocal called
        if real:
            case.path_parameters = known(case.path_parameters, stage)
            case.body = known(case.body, stage)
        # four examples of an address, each as two: every role sees every address; at full size every example
        for who in WHO if FULL else itertools.islice(turns, 2):
            headers = {"Command-Id": str(uuid.uuid4()), "Accept-Encoding": "identity"}
            if stage.callers[who].secret:
                headers["Authorization"] = f"Bearer {stage.callers[who].secret}"
            with undone():
                answer = case.call(headers=headers)
            called += 1
            try:
                case.validate_response(answer, checks=CHECKS, headers=headers)
            except BaseExceptionGroup as failures:
                wrong.extend(f"{case.method} {case.path} as {who}: {one}" for one in failures.exceptions)
            except AssertionError as failure:
                wrong.append(f"{case.method} {case.path} as {who}: {failure}")

    for operation in operations:
        for mode in MODES:
            try:
                cases = operation.as_strategy(generation_mode=mode)
            except schemathesis.errors.SchemathesisError:
                continue

            @settings(
                max_examples=EXAMPLES,
                derandomize=True,
                database=None,
                deadline=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=cases, real=st.booleans())
            def run(case: Any, real: bool) -> None:
                call(case, real)

            try:
                run()
            except Exception as impossible:  # nothing wrong can be made for some addresses
                if type(impossible).__name__ not in ("Unsatisfiable", "FailedHealthCheck", "SkipTest"):
                    raise
    assert called > size(800, full=8000)
    assert wrong == [], "\n\n".join(sorted(set(wrong))[:20])
    print(
        f"{called} requests to {len(operations)} addresses as {len(WHO)} roles: no 5xx, every answer as described"
    )
