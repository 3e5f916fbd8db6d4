"""docs/mails.md: which fact leads to which notice on which channel, made from the table in rules/notices.py.

python -m tests.architecture.mails_page --write   writes the page
"""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path

from rules.notices import NOTICES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "mails.md"
COMMAND = "python -m tests.architecture.mails_page --write"

_HEAD = f"""# Which fact leads to which message

Generated from `rules/notices.py` (`{COMMAND}`); the words are in `web/notices.py`, in the reader's language.

| notice | facts | who is told | channels | a mail is sent for |
|---|---|---|---|---|
"""
_FOOT = """
Everybody reads the notices on their own page (`/me/`, `GET /api/notices`). By mail they go to who has an account with a confirmed
address, unless the house (`/director/venues/<id>/mails/`) or the person (`/account/`) has switched the kind off.
Practice tells nobody anything, and simulated players are nobody.

Not in the table, because they answer an act at once and cannot be switched off: the code to sign in, invitations, and words
about one's own account (another password, another PIN, another address, a corrected balance). The page that asks sends them by itself
(`access/letters.py`).
"""


def _span(span: timedelta) -> str:
    hours = span.total_seconds() / 3600
    if hours < 1:
        return f"{hours * 60:g} minutes"
    return f"{hours:g} hours" if hours < 48 else f"{hours / 24:g} days"


def page() -> str:
    """The page as the table has it."""
    lines = [
        f"| {rule.kind.value}: {rule.title} | {', '.join(f'`{fact}`' for fact in (*rule.facts, *rule.house_facts))} | {rule.to} |"
        f" {', '.join(channel.value for channel in rule.channels)} | {_span(rule.useful_for)} |"
        for rule in NOTICES
    ]
    return _HEAD + "\n".join(lines) + "\n" + _FOOT


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(page(), "utf-8")
