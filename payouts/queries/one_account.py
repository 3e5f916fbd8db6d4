"""Which players had money sent to one account. The account itself leaves this module in no answer.

Ask `require(REVIEW_INTEGRITY)` first.
"""

from __future__ import annotations

from collections.abc import Collection

from ledger.queries.rows import rows_of

Pair = tuple[int, int]

# however it was typed: large or small letters, spaces, dots and dashes; these two tell one e-mail address from another
_ONE_ACCOUNT = """
WITH wanted AS (
    SELECT * FROM unnest(%(firsts)s::bigint[], %(seconds)s::bigint[]) AS pair (first, second)
), sent AS (
    SELECT DISTINCT player_id, regexp_replace(
        upper(regexp_replace(destination, CASE WHEN position('@' IN destination) > 0 THEN '\\s' ELSE '[\\s./-]' END, '', 'g')), '^IBAN:?', ''
    ) AS destination
    FROM payouts_withdrawal
    WHERE venue_id = %(venue)s AND destination <> '' AND player_id = ANY(%(firsts)s::bigint[] || %(seconds)s::bigint[])
)
SELECT DISTINCT wanted.first, wanted.second
FROM wanted
JOIN sent one ON one.player_id = wanted.first
JOIN sent two ON two.player_id = wanted.second AND two.destination = one.destination"""


def sent_to_one_account(venue_id: int, *, pairs: Collection[Pair]) -> set[Pair]:
    """Return those of these pairs of whom both asked the house to send money to the same key, IBAN or account. Rule: PT-H.11, PT-O.11, PT-T.21"""
    if not pairs:
        return set()
    asked = {
        "venue": venue_id,
        "firsts": [one for one, _other in pairs],
        "seconds": [other for _one, other in pairs],
    }
    return {(first, second) for first, second in rows_of(_ONE_ACCOUNT, values=asked)}
