"""docs/locking.md: what is scarce and in which order it is locked, made from the table in tests/locks/order.py.

python -m tests.architecture.locking_page --write   writes the page
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.locks.order import ORDER, UNDER_FIELD

PAGE = Path(__file__).resolve().parents[2] / "docs" / "locking.md"
COMMAND = "python -m tests.architecture.locking_page --write"

_HEAD = f"""# What is locked, and in which order

Generated from `tests/locks/order.py` (`{COMMAND}`).

A command is one transaction; what it locks it holds to its end. **It waits for a lock only while those it holds stand above that
lock in this table.** So whoever waits, waits for somebody further down, and nobody waits in a circle. Locks are taken in
`operations/` and `commands/`, never in `queries/`.

| | row, or advisory lock in quotes | what is scarce | who waits for whom |
|---|---|---|---|
"""


def _also() -> str:
    """The locks of the order that the Field covers, too."""
    *first, last = [f"`{lock.what}`" for lock in ORDER if lock.under]
    return f"{', '.join(first)} and {last}"


_UNDER = f"""
## Under the Field: any order

Whoever holds the Field of a tournament for update has its rows for himself: everybody else who wants two of them waits for the Field
first. Before the start there is no Field; then the tournament itself, locked for update, does the same. Under either of
them these are taken in any order, since nobody else can hold one and wait for more; so are, of the table above, {_also()}.
Without them a command takes one of these, as the last thing it waits for, and while it holds no wallet; those of the table above in its
order: a payment at the desk before the start holds its registration first, and then waits for the line and the wallet.

| row | what is scarce |
|---|---|
"""
_FOOT = """
## What else keeps the circle open

* Several rows of one table are locked by ascending id (a posting locks its wallets so in the database; a break of several tables, too).
* SKIP LOCKED waits for nobody and may stand anywhere; what it took is held like anything else.
* A row that the command itself makes is nobody else's before the end, so it keeps nobody waiting and may be made anywhere: a start makes its
  Field while it holds the numbers of the room, an exclusion is made before the wallets. One that is made `ON CONFLICT` is held like any other:
  who makes the same one waits for it.
* A plain `INSERT` under a unique key waits, too, for whoever is making the same key at that moment, and is not counted. Most of these keys have
  a tournament in them, which is held for update by who makes them (Field, awards, repayments). What is left is one and the same step for
  everybody who makes that key: an address where an account is opened, a document in a player's file, one registration of a player, a
  house's name. They come there with the same locks behind them, and the one that waits is refused as the second, or goes on when the first gave up.
* Who enters shares the player's row, in a statement of its own before anything is read: an exclusion and an entry of one person wait for each
  other, and the second one sees the first.
* A command of several tournaments (an exclusion, a removal as under age) locks them all first, each kind of lock for all of them before the next
  kind (`tournaments.operations.entry_context.lock_tournaments`).
* A posting between funds of one tournament locks no wallet, and what it debits stands under the tournament's Field.
* Nobody who shares a lock wants it for update later: two who do so would wait for each other.
* Should PostgreSQL find a circle all the same (a foreign key can hide one), it ends one of the two, and `dispatch.commands` runs that command
  again, up to five times.

## How it is held

In every test whose commands run in the test's own process each lock that a command takes is noted (`tests/locks/`): rows selected for update or
share, rows updated, deleted or made under a key, advisory locks, postings. A lock that is taken out of order fails the test at that statement; so does one that is selected for update
and stands in no table above. What runs outside a command (the relay, readers, tasks) takes one lock, or SKIP LOCKED.
"""


def page() -> str:
    """The page as it should read."""
    order = [
        f"| {number} | {_named(lock.what)} | {lock.scarce} | {lock.waits} |"
        for number, lock in enumerate(ORDER, 1)
    ]
    under = [f"| {_named(what)} | {scarce} |" for what, scarce in UNDER_FIELD.items()]
    return _HEAD + "\n".join(order) + "\n" + _UNDER + "\n".join(under) + "\n" + _FOOT


def _named(what: str) -> str:
    return f"“{what}”" if " " in what else f"`{what}`"


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(page(), "utf-8")
    else:
        sys.stdout.write(page())
