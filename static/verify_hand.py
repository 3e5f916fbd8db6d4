#!/usr/bin/env python3
"""Check the cards of a Shuffle Up hand yourself.

    python3 verify_hand.py kit.json        (or the kit on standard input)

Needs Python 3.9 or newer and nothing else. Exit code: 0 when every card in the kit was fixed before the hand, 1 when
something does not agree, 2 when the kit cannot be read.

How it works: one hand ahead the house publishes two numbers, the roots of trees over the 52 places of two shuffled decks. Each
place is hidden by its own 256-bit salt. Then the players give their words, 32 bytes each, fixed before the roots were: each hand
has its link, one further back than the hand before, of a chain of hashes whose end the player had told. From the roots and the words, by seat,
follows one number. A bit of it says which deck is dealt, and the whole in which order its places are: place 1 to 4 belong to
seat 1, 5 to 8 to seat 2 ..., 41 to 45 to the board, taken or not, so that who comes or goes shifts nobody's cards. Who may see a
card is given its salt and the hashes on its way up to the root. The deck that was not dealt is opened whole.

What it shows: no card was changed, moved or chosen after the roots were published, and where one honest player gave a word,
nobody could know or choose the deal before. A false deck is found out in every second hand. A word that was given and left out
is named. Cards that nobody was shown stay hidden. What it cannot show: that nobody of the house looked at the cards that it dealt.

Hands of before had one deck and no words (shuffle-up/hand/v1): of these only the first is shown, not that the shuffle was random.
This file shares no code with the program that dealt.
"""

# Plain Python for any machine an outsider has:
# ruff: noqa: ANN001, ANN201, EXE001, PTH123, UP031

import hashlib
import hmac
import json
import sys

ONE_DECK = "shuffle-up/hand/v1"
TWO_DECKS = "shuffle-up/hand/v2"
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
STEPS = 6  # 64 leaves
SEATS = 10
WORDS = 2**32


def leaf(name, place, card, salt):
    """The hash of one place. name: protocol and hand, of two decks with the number of the deck."""
    return hashlib.sha256(("%s|%d|%s|" % (name, place, card)).encode() + salt).digest()


def root_of(name, opening):
    """The root to which one opened card leads."""
    node = leaf(name, opening["place"], opening["card"], bytes.fromhex(opening["salt"]))
    index = opening["place"] - 1
    for other in opening["path"]:
        beside = bytes.fromhex(other)
        node = hashlib.sha256(b"\x01" + (beside + node if index % 2 else node + beside)).digest()
        index //= 2
    return node.hex()


def shuffled(seed, label, things):
    """Things in the order that a seed gives them: Fisher-Yates from the last down, by 32-bit numbers of HMAC-SHA256 blocks."""
    things, numbers, block = list(things), [], 0
    for last in range(len(things) - 1, 0, -1):
        while True:
            if not numbers:
                digest = hmac.new(seed, ("%s|%d" % (label, block)).encode(), hashlib.sha256).digest()
                numbers = [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]
                block += 1
            number = numbers.pop(0)
            if number < WORDS - WORDS % (last + 1):
                break
        other = number % (last + 1)
        things[last], things[other] = things[other], things[last]
    return things


def root_of_whole(name, secret):
    """The root of a deck of which the secret is known: with it, every card of it is."""
    order = [CARDS[index] for index in shuffled(secret, name + "|deck", range(52))] + ["--"] * 12
    level = []
    for place in range(1, 65):
        salt = hmac.new(secret, ("%s|salt|%d" % (name, place)).encode(), hashlib.sha256).digest()
        level.append(leaf(name, place, order[place - 1], salt))
    while len(level) > 1:
        pairs = range(0, len(level), 2)
        level = [hashlib.sha256(b"\x01" + level[i] + level[i + 1]).digest() for i in pairs]
    return level[0].hex()


def owner_of(place):
    """Whose card lies at a place of the table: the number of the seat, or 0 for the board; None for nobody."""
    if 1 <= place <= 40:
        return (place + 3) // 4
    return 0 if 41 <= place <= 45 else None


def wrong_with(kit):
    """What does not agree, as sentences; none when all is well."""
    if kit["protocol"] not in (ONE_DECK, TWO_DECKS):
        return ["The kit is of another protocol: %s." % kit["protocol"]]
    found = []
    committed, dealt = kit["committed"]["seq"], kit["dealt"]["seq"]
    if not committed < dealt:
        found.append(
            "The root was published in record %d, not before the deal in record %d." % (committed, dealt)
        )
    name, root, places = ONE_DECK + "|" + kit["hand"], kit["root"], None
    if kit["protocol"] == TWO_DECKS:
        found += wrong_with_words(kit)
        roots = [kit["root"], kit["second_root"]]
        deck, places = mixed(kit["hand"], roots, {one["seat"]: one["word"] for one in kit["words"]})
        if kit["deck"] != deck:
            found.append("The words pick deck %d, and deck %s was dealt." % (deck, kit["deck"]))
        name, root = "%s|%s|%d" % (TWO_DECKS, kit["hand"], deck), roots[deck]
        other = "%s|%s|%d" % (TWO_DECKS, kit["hand"], 1 - deck)
        if root_of_whole(other, bytes.fromhex(kit["other_deck"])) != roots[1 - deck]:
            found.append("The deck that was not dealt does not lead to its root: one of the two was false.")
    return found + wrong_with_cards(kit, name, root, places)


def wrong_with_words(kit):
    """What does not agree with the players' words."""
    found, committed, dealt = [], kit["committed"]["seq"], kit["dealt"]["seq"]
    seats = [one["seat"] for one in kit["words"]]
    for one in kit["words"]:
        who = "The word of seat %s" % one["seat"]
        if one["seat"] not in range(1, SEATS + 1) or seats.count(one["seat"]) > 1:
            found.append("%s: no such seat, or it stands there twice." % who)
        word = bytes.fromhex(one["word"])
        if len(word) != 32 or not 1 <= one["steps"] <= 100000:
            found.append("%s: it has not 32 bytes, or no place in its chain." % who)
            continue
        if one["steps"] != int(kit["hand"].split("/")[1]) - one["from_number"] + 1:
            found.append("%s: it is the word of another hand." % who)
        for _ in range(one["steps"]):
            word = hashlib.sha256(word).digest()
        if word.hex() != one["end"]:
            found.append("%s: it is not the one that was fixed by the end of its chain." % who)
        if not one["begun"]["seq"] < committed:
            found.append(
                "%s: its chain was begun in record %d, not before the roots in record %d."
                % (who, one["begun"]["seq"], committed)
            )
        if one["seat"] not in [given["seat"] for given in kit["given"]]:
            found.append("%s: no record says that it was given." % who)
    for given in kit["given"]:
        if given["seat"] not in seats:
            found.append(
                "Seat %s gave its word in record %d; it was left out of the deal."
                % (given["seat"], given["seq"])
            )
        if not committed < given["seq"] < dealt:
            found.append(
                "Seat %s gave its word in record %d, not between the roots in record %d and the deal in record %d."
                % (given["seat"], given["seq"], committed, dealt)
            )
    return found


def mixed(hand, roots, words):
    """Which deck the words pick, and where in it each place of the table lies."""
    told = "|".join(words.get(seat, "-") for seat in range(1, SEATS + 1))
    number = hashlib.sha256(
        ("%s|%s|%s|%s|%s" % (TWO_DECKS, hand, roots[0], roots[1], told)).encode()
    ).digest()
    return number[0] % 2, shuffled(number, "%s|%s|places" % (TWO_DECKS, hand), range(1, 53))


def wrong_with_cards(kit, name, root, places):
    """What does not agree with the opened cards. places: where each place of the table lies in the deck; None: where it is."""
    found, seen_cards, seen_places = [], {}, set()
    for opening in kit["openings"]:
        place, card = opening["place"], opening["card"]
        said = "Place %s (%s)" % (place, card)
        if card not in CARDS:
            found.append("%s: there is no such card." % said)
        if place in seen_places:
            found.append("%s: the place is opened twice." % said)
        if seen_cards.setdefault(card, place) != place:
            found.append("%s: the same card lies at place %s, too." % (said, seen_cards[card]))
        seen_places.add(place)
        at = place if places is None else opening["at"]
        if owner_of(at) != opening["seat"]:
            found.append("%s: the place does not belong to seat %s." % (said, opening["seat"]))
        elif places is not None and places[at - 1] != place:
            found.append("%s: from the words follows place %d." % (said, places[at - 1]))
        if len(opening["salt"]) != 64:
            found.append("%s: the salt has not 256 bits." % said)
        if len(opening["path"]) != STEPS or root_of(name, opening) != root:
            found.append("%s: it does not lead to the root that was published." % said)
    if not kit["openings"] and kit["protocol"] == ONE_DECK:
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
    roots = [kit["root"], kit.get("second_root", "")]
    print("Compare with record %d of the table: %s" % (kit["committed"]["seq"], " ".join(roots).strip()))
    if kit["protocol"] == TWO_DECKS:
        seats = ", ".join(str(one["seat"]) for one in kit["words"]) or "none"
        print(
            "Words of seats: %s. Compare with record %d; was yours among them?" % (seats, kit["dealt"]["seq"])
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
