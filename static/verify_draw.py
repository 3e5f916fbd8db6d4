#!/usr/bin/env python3
"""Check the seat draws of a Shuffle Up tournament yourself.

    python3 verify_draw.py record.json        (or the record on standard input)

Needs Python 3.9 or newer and nothing else. It recomputes every draw of the published record and prints what
differs. Exit code: 0 when everything agrees, 1 on any difference, 2 when the record cannot be read.

How the draw works: the house publishes the SHA-256 of a secret before registration opens (the commitment).
Draw number k uses the seed HMAC-SHA256(secret, "shuffle-up/draw/v1|<tournament>|<k>"), published right after
the draw. The secret itself is published when the tournament has ended, so that anybody can see that no seed
was chosen late. This file shares no code with the program that drew.
"""

# Plain Python for any machine an outsider has:
# ruff: noqa: ANN001, ANN201, ANN204, B905, EXE001, PTH123, RUF005, UP031

import hashlib
import hmac
import json
import sys

PROTOCOL = "shuffle-up/draw/v1"
CARDS = [rank + suit for rank in "AKQJT98765432" for suit in "shdc"]


class Numbers:
    """HMAC-SHA256 blocks label|0, label|1 …; each gives eight big-endian 32-bit words, read first to last."""

    def __init__(self, seed, label):
        self.seed, self.label, self.block, self.ready = seed, label, 0, []

    def word(self):
        if not self.ready:
            text = ("%s|%d" % (self.label, self.block)).encode()
            block = hmac.new(self.seed, text, hashlib.sha256).digest()
            self.block += 1
            self.ready = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
        return self.ready.pop(0)

    def below(self, n):
        """A fair number from 0 to n-1: words in the incomplete last run of n are thrown away."""
        while True:
            word = self.word()
            if word < 2**32 - (2**32 % n):
                return word % n

    def shuffle(self, things):
        things = list(things)
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]
        return things


def fill(seed, tables, count):
    """Places for count players, one after the other where fewest sit. tables: [table, players, free
    seats]."""
    tables = sorted(tables, key=lambda t: t[0])
    order = Numbers(seed, "tables").shuffle([t[0] for t in tables])
    seat_numbers = Numbers(seed, "seats")
    free = {t[0]: seat_numbers.shuffle(sorted(t[2])) for t in tables}
    levels = {}
    for table, players, _ in tables:
        levels.setdefault(players, set()).add(table)
    rank = {table: i for i, table in enumerate(order)}
    places = []
    level = min(levels) if levels else 0
    while len(places) < count:
        if not any(free.values()):
            raise ValueError("more players than seats")
        here = sorted(levels.get(level, ()), key=lambda table: rank[table])
        for table in here:
            if len(places) == count:
                break
            if free[table]:
                places.append([table, free[table].pop()])
                levels.setdefault(level + 1, set()).add(table)
        level += 1
    return places


def by_seats(seed, given):
    players = Numbers(seed, "players").shuffle(sorted(given["participants"]))
    places = fill(seed, given["tables"], len(players))
    return {"seats": sorted([entry] + place for entry, place in zip(players, places))}


def by_one(seed, given):
    tables, free = sorted(given["tables"]), sorted(given["free_seats"])
    table = tables[Numbers(seed, "table").below(len(tables))]
    seat = free[Numbers(seed, "seat").below(len(free))]
    return {"seats": [[given["participant"], table, seat]]}


def by_double_random(seed, given):
    players = sorted(given["players"])
    pile = Numbers(seed, "seat cards").shuffle(sorted(fill(seed, given["tables"], len(players))))
    deck = Numbers(seed, "deck").shuffle(CARDS)
    from_left = sorted(players, key=lambda p: (p[0] <= given["button"], p[0]))
    dealt = {seat: deck[i] for i, (seat, _) in enumerate(from_left)}
    order = sorted(dealt, key=lambda seat: CARDS.index(dealt[seat]))
    entry_at = dict(map(tuple, players))
    return {
        "seat_cards": pile,
        "cards": sorted([seat, card] for seat, card in dealt.items()),
        "order": order,
        "seats": sorted([entry_at[seat]] + place for seat, place in zip(order, pile)),
    }


def by_buttons(seed, given):
    numbers = Numbers(seed, "button")
    return {
        "buttons": [[t, sorted(seats)[numbers.below(len(seats))]] for t, seats in sorted(given["tables"])]
    }


def by_cards(seed, given):
    return {"cards": Numbers(seed, "deck").shuffle(CARDS)[: given["count"]]}


METHODS = {
    "seats": by_seats,
    "one": by_one,
    "double_random": by_double_random,
    "buttons": by_buttons,
    "cards": by_cards,
}


def differences(record):
    """Every disagreement as a sentence; an empty list when all is as published."""
    found = []
    if record.get("protocol", PROTOCOL) != PROTOCOL:
        return ["the record is of protocol %r; this file knows %s" % (record.get("protocol"), PROTOCOL)]
    master = bytes.fromhex(record["master_seed"]) if record.get("master_seed") else None
    if master is not None and hashlib.sha256(master).hexdigest() != record["commitment"]:
        found.append("the master seed does not belong to the commitment")
    for expected, draw in enumerate(record["draws"], start=1):
        name = "draw %s (%s)" % (draw.get("number"), draw.get("kind"))
        if draw.get("number") != expected:
            found.append("%s: expected number %d; a draw is missing or repeated" % (name, expected))
        seed = bytes.fromhex(draw["seed"])
        if master is not None:
            text = "%s|%s|%d" % (PROTOCOL, record["tournament"], draw["number"])
            if hmac.new(master, text.encode(), hashlib.sha256).digest() != seed:
                found.append("%s: its seed does not come from the master seed" % name)
        method = METHODS.get(draw["method"])
        if method is None:
            found.append("%s: unknown method %r" % (name, draw["method"]))
            continue
        try:
            computed = method(seed, draw["inputs"])
        except (ArithmeticError, LookupError, TypeError, ValueError) as problem:
            found.append("%s: the inputs cannot be drawn from (%s)" % (name, problem))
            continue
        for key in sorted(set(computed) | set(draw["result"])):
            if computed.get(key) != draw["result"].get(key):
                found.append(
                    "%s: %s published as %s, computed as %s"
                    % (name, key, json.dumps(draw["result"].get(key)), json.dumps(computed.get(key)))
                )
    return found


def main(arguments):
    try:
        if len(arguments) > 1 and arguments[1] != "-":
            with open(arguments[1], encoding="utf-8") as handle:
                record = json.load(handle)
        else:
            record = json.load(sys.stdin)
        found = differences(record)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        print("The record cannot be read: %r" % (problem,))
        return 2
    for sentence in found:
        print(sentence)
    if found:
        print("%d difference(s)." % len(found))
        return 1
    revealed = "" if record.get("master_seed") else " The master seed is not revealed yet: seeds not checked."
    print("All %d draws agree.%s" % (len(record["draws"]), revealed))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
