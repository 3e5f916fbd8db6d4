"""The description of the API, readable offline under the policy that every page has."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_the_documentation_draws_itself_without_the_world(server, chromium):
    """Every address is listed; nothing is asked of another host and no policy is broken."""
    page = chromium.new_page()
    said, asked = [], []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{server.url}/api/docs/")
    page.locator(".opblock").first.wait_for()  # the rest is drawn as it scrolls into view
    assert page.evaluate("ui.specSelectors.operations().size") > 120
    assert page.evaluate("ui.errSelectors.allErrors().size") == 0
    page.close()
    assert said == []
    assert {url.split("/api")[0].split("/static")[0] for url in asked if not url.startswith("data:")} == {
        server.url
    }
