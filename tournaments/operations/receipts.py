"""The running numbers of receipts: for each house 1, 2, 3 … without a gap, in the order in which facts are sealed.

Nobody who pays waits for a number: it is given after the payment was committed, to many at once, by a task, and at
once where somebody opens the receipt. One gives the numbers of a house at a time; whoever dies over it gave none.
"""

from __future__ import annotations

from django.db import connection, transaction

from dispatch import relay
from tournaments.queries.receipts import ReceiptView, receipt_view
from tournaments.streams import tournament_stream

_HOUSE = "hashtextextended('receipts of venue ' || %s::bigint, 0)"

# Every receipt is in one fact. Within a tournament the chain says what came first; between tournaments of a house the
# fact that was recorded first does.
_NUMBER = """
WITH unread AS (
    SELECT t.id AS tournament_id, s.name, s.seq, coalesce(r.seq, 0) AS after
    FROM tournaments_tournament t
    JOIN dispatch_stream s ON s.name = 'tournament:' || t.id
    LEFT JOIN tournaments_receiptsread r ON r.tournament_id = t.id
    WHERE t.venue_id = %(venue_id)s AND NOT t.practice AND s.seq > coalesce(r.seq, 0)
), issued AS (
    SELECT f.body ->> 'receipt' AS receipt, f.stream, f.seq,
           max(f.id) OVER (PARTITION BY f.stream ORDER BY f.seq) AS turn
    FROM unread u
    JOIN dispatch_fact f ON f.stream = u.name AND f.seq > u.after AND f.seq <= u.seq
    WHERE f.kind IN ('entry_paid', 'purchase_paid') AND f.body ->> 'receipt' <> ''
), last AS (
    SELECT coalesce(max(number), 0) AS number FROM tournaments_receiptnumber WHERE venue_id = %(venue_id)s
), read AS (
    INSERT INTO tournaments_receiptsread (tournament_id, seq) SELECT tournament_id, seq FROM unread
    ON CONFLICT (tournament_id) DO UPDATE SET seq = excluded.seq
), numbered AS (
    INSERT INTO tournaments_receiptnumber (venue_id, number, receipt)
    SELECT %(venue_id)s, last.number + row_number() OVER (ORDER BY turn, stream, seq), receipt
    FROM issued, last ORDER BY 2
    RETURNING 1
)
SELECT count(*) FROM numbered
"""

_WAITING = """
SELECT DISTINCT t.venue_id FROM dispatch_stream s
JOIN tournaments_tournament t ON s.name = 'tournament:' || t.id AND NOT t.practice
LEFT JOIN tournaments_receiptsread r ON r.tournament_id = t.id
WHERE s.seq > coalesce(r.seq, 0) ORDER BY t.venue_id
"""


def number_receipts(venue_id: int, *, until: str = "") -> int:
    """Number all receipts of a house whose facts are sealed; how many got theirs. `until`: not if this one has its
    own by the time others are done. Rule: SCPT.D"""
    with transaction.atomic(), connection.cursor() as cursor:
        # by itself: what is read next sees what those before have committed
        cursor.execute(f"SELECT pg_advisory_xact_lock({_HOUSE})", [venue_id])
        if until:
            cursor.execute("SELECT 1 FROM tournaments_receiptnumber WHERE receipt = %s", [until])
            if cursor.fetchone():
                return 0
        cursor.execute(_NUMBER, {"venue_id": venue_id})
        return int(cursor.fetchone()[0])


def number_waiting() -> int:
    """Number the receipts of every house that has some; how many got theirs."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITING)
        houses = [venue_id for (venue_id,) in cursor.fetchall()]
    return sum(number_receipts(venue_id) for venue_id in houses)


def numbered(receipt: str) -> ReceiptView:
    """Return a receipt with its running number, given now where it has none yet. Practice has none.

    Refusal: ``not_found``. Rule: SCPT.D"""
    view = receipt_view(receipt)
    if view.number is None and not view.practice:
        relay.seal_stream(tournament_stream(view.tournament_id))
        number_receipts(view.venue_id, until=view.receipt)
        view = receipt_view(receipt)
    return view
