"""Where a line may end: no sign between two facts stands at an end of one, and no sign is parted from what it belongs to."""

from __future__ import annotations

import re

from django.template.defaultfilters import stringfilter
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

NBSP = "\u00a0"
JOINED = "\u2060"  # a line is not broken here

# behind these a line may end, even before a space that holds together: “– →”, and “…0000” for what was before it
_PARTED = re.compile(r"(?<=[–—-])(?= → )|(?<=…)(?=\w)")


@stringfilter
def dot(sign: str) -> SafeString:
    """Draw what stands between two short facts, at no end of a line. A space before it makes it stand off its middle."""
    return format_html('<span class="dot"> <i>{}</i></span>', sign)


def dots(text: str) -> SafeString:
    """Draw the dots of a text that was put together elsewhere, so that none stands at an end of a line; nor does an arrow, and no
    dash is parted from its arrow."""
    held = _PARTED.sub(JOINED, str(conditional_escape(text)))
    return mark_safe(held.replace(" → ", f"{NBSP}→{NBSP}").replace(" · ", f"{dot('·')} "))  # noqa: S308
