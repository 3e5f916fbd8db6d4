"""What is asked before somebody goes out beside a deal."""

from __future__ import annotations

from payouts.models import Deal, DealState
from payouts.queries.deals import deal_in_vote
from rules.refusals import N_, Refused


def ask_whether_deal_falls(tournament_id: int, *, said: int | None) -> None:
    """Refuse that somebody goes out while a deal is voted on, until it is said that this deal falls with it. said: the deal
    of which that was said; one that was agreed meanwhile holds, which whoever said it has not seen.

    Refusals: ``deal_would_fall``, its deal_id is what the answer names; ``deal_holds``, the answer names none. Rule: ADTP.P3
    """
    deal = deal_in_vote(tournament_id)
    if deal is None:
        if said is None:
            return
        made = Deal.objects.filter(pk=said, tournament_id=tournament_id, state=DealState.MADE).first()
        if made is None:
            return
        raise Refused(
            "deal_holds",
            N_(
                "The deal among %(players)s players was agreed meanwhile and holds: it does not fall with a bust. Is the"
                " player out all the same?"
            ),
            rule="ADTP.P3",
            deal_id=made.pk,
            players=len(made.shares),
        )
    raise Refused(
        "deal_would_fall",
        N_(
            "A deal is in vote (%(voted)s of %(needed)s have voted): with a bust it falls, and play goes on for the"
            " published prizes. Count the votes first, or say that the deal falls."
        ),
        rule="ADTP.P3",
        deal_id=deal.deal_id,
        voted=deal.votes_cast,
        needed=deal.votes_needed,
    )
