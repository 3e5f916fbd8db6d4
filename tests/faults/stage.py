"""Setting the scene and counting afterwards, in a process of its own with the house's database.

python -m tests.faults.stage (room COUNT | clocks COUNT OVER LEAD | check)      # answers one line of JSON
"""

from __future__ import annotations

import hashlib
import json
import sys
import uuid
from datetime import timedelta
from typing import Any

import django


def room(count: str, capacity: str = "0") -> dict[str, Any]:
    """A tournament open for registration, so many players known at the desk, and tokens of the staff."""
    from django.utils import timezone

    from tests import cast
    from tests.bench.crowd import copy, highest, rows, sequence
    from tournaments.commands.open_registration import open_registration

    house = cast.house()
    now = timezone.now()  # noqa: TID251 - a real clock
    changes = {"capacity": int(capacity)} if int(capacity) else {}
    tournament = house.published(
        "turbo-8max", starts_at=now + timedelta(hours=2), guarantee_cents=0, **changes
    )
    cast.say(open_registration, by=house.ana, at=now, tournament_id=tournament)
    like = house.player()
    base = highest("people_player")
    copy(
        "people_player",
        f"id = {like}",
        int(count),
        id=f"{base} + i",
        public_name="'Jogador ' || i",
        document_number=f"'F{base}-' || i",
    )
    sequence("people_player", at_least=base + int(count))
    rows("ANALYZE")
    return {
        "venue": house.venue_id,
        "tournament": tournament,
        "players": list(range(base + 1, base + int(count) + 1)),
        "desk": _token(house.desi),
        "director": _token(house.ana),
        "desk_user": house.desi.user_id,
    }


def _token(person: Any) -> str:
    from people.commands.issue_api_token import issue_api_token
    from tests import cast

    secret = uuid.uuid4().hex
    cast.say(
        issue_api_token,
        by=person,
        user_id=person.user_id,
        token_hash=hashlib.sha256(secret.encode()).hexdigest(),
    )
    return secret


def clocks(count: str, over: str, lead: str) -> dict[str, Any]:
    from tests import cast
    from tests.bench.crowd import clocks as running

    ids = running(cast.house(), int(count), over_seconds=float(over), lead_seconds=float(lead))
    return {"tournaments": ids}


def check() -> dict[str, Any]:
    """What does not fit: in the ledger, in the chain of facts."""
    from dispatch.chain import audit
    from dispatch.relay import relay_once
    from ledger.queries import reconcile

    relay_once()
    seen = audit()
    return {
        "ledger": [str(difference) for difference in reconcile()],
        "chain": [str(finding) for finding in seen.findings],
        "unsealed": seen.unsealed,
        "facts": seen.facts,
    }


if __name__ == "__main__":
    django.setup()
    print(
        json.dumps({"room": room, "clocks": clocks, "check": check}[sys.argv[1]](*sys.argv[2:])), flush=True
    )
