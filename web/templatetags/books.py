"""The ids of rules as a page cites them: those of the books in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from rules.policies import from_dict as policies_from
from web.labels import rule_word

register = template.Library()


@register.filter
def rule_in(rule: str, policies: Mapping[str, Any]) -> str:
    """Return in brackets the id that a rule has in the books in force under these policies; "" where it has none."""
    word = rule_word(policies_from(policies).citation(rule))
    return f"({word})" if word else ""
