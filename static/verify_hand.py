#!/usr/bin/env python3
"""Check the cards of a Shuffle Up hand yourself.

    python3 verify_hand.py kit.json        (or the kit on standard input)

Needs Python 3.9 or newer and nothing else. Exit code: 0 when every card in the kit was fixed before the hand, 1 when
something does not agree, 2 when the kit cannot be read.

How it works: before the hand the house publishes one number, the root of a tree over the 52 places of the shuffled deck. Each
place is hidden by its own 256-bit salt. Who may see a card is given its salt and the hashes on its way up to the root. A
card changed afterwards, a card moved to another place, or another deck does not lead to the same root. Cards that nobody
was shown stay hidden. The places belong to seats: seat 1 has the places 1 to 4, seat 2 the places 5 to 8 …, the board has
41 to 45, so that who comes or goes shifts nobody's cards.

What it does not show: that the house shuffled at random. This file shares no code with the program that dealt.
"""

# Plain Python for any machine an outsider has:
# ruff: noqa: ANN001, ANN201, EXE001, PTH123, UP031

import hashlib
import json
import sys

PROTOCOL = "shuffle-up/hand/v1"
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
STEPS = 6  # 64 leaves


def root_of(hand, opening):
    """The root to which one opened card leads."""
    place = opening["place"]
    text = "%s|%s|%d|%s|" % (PROTOCOL, hand, place, opening["card"])
    node = hashlib.sha256(text.encode() + bytes.fromhex(opening["salt"])).digest()
    index = place - 1
    for other in opening["path"]:
        beside = bytes.fromhex(other)
        pair = beside + node if index % 2 else node + beside
        node = hashlib.sha256(b"\x01" + pair).digest()
        index //= 2
    return node.hex()


def owner_of(place):
    """Whose card lies at a place: the number of the seat, or 0 for the board; None for nobody."""
    if 1 <= place <= 40:
        return (place + 3) // 4
    return 0 if 41 <= place <= 45 else None


def wrong_with(kit):
    """What does not agree, as sentences; none when all is well."""
    if kit["protocol"] != PROTOCOL:
        return ["The kit is of another protocol: %s." % kit["protocol"]]
    found = []
    committed, dealt = kit["committed"]["seq"], kit["dealt"]["seq"]
    if not committed < dealt:
        found.append(
            "The root was published in record %d, not before the deal in record %d." % (committed, dealt)
        )
    seen_cards, seen_places = {}, set()
    for opening in kit["openings"]:
        place, card = opening["place"], opening["card"]
        name = "Place %s (%s)" % (place, card)
        if card not in CARDS:
            found.append("%s: there is no such card." % name)
        if place in seen_places:
            found.append("%s: the place is opened twice." % name)
        if seen_cards.setdefault(card, place) != place:
            found.append("%s: the same card lies at place %s, too." % (name, seen_cards[card]))
        seen_places.add(place)
        if owner_of(place) != opening["seat"]:
            found.append("%s: the place does not belong to seat %s." % (name, opening["seat"]))
        if len(opening["salt"]) != 64:
            found.append("%s: the salt has not 256 bits." % name)
        if len(opening["path"]) != STEPS or root_of(kit["hand"], opening) != kit["root"]:
            found.append("%s: it does not lead to the root that was published." % name)
    if not kit["openings"]:
        found.append("No card is opened, so nothing was checked.")
    return found


def main(arguments):
    try:
        if arguments:
            with open(arguments[0], encoding="utf-8") as file:
                kit = json.load(file)
        else:
            kit = json.load(sys.stdin)
        wrong = wrong_with(kit)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print("The kit cannot be read: %r" % error)
        return 2
    for line in wrong:
        print(line)
    if wrong:
        return 1
    print("%d cards of hand %s were fixed before it was dealt." % (len(kit["openings"]), kit["hand"]))
    print("Compare the root with the public record: %s" % kit["root"])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
