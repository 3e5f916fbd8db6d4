#!/usr/bin/env python3
"""Check the cards of a Shuffle Up hand yourself.

    python3 verify_hand.py kit.json        (or the kit on standard input)

It speaks the language of the machine (LANG), Portuguese or English; --language pt or --language en chooses. Em português:
--language pt. What it names stands on the page of the hand, under My hands: table and hand, the two roots, and the records of the table
in which they were published and the hand was dealt.

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
# ruff: noqa: ANN001, ANN201, ANN002, EXE001, PTH123, UP031

import hashlib
import hmac
import json
import os
import sys

ONE_DECK = "shuffle-up/hand/v1"
TWO_DECKS = "shuffle-up/hand/v2"
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
STEPS = 6  # 64 leaves
SEATS = 10
WORDS = 2**32

PORTUGUESE = {
    "The kit is of another protocol: %s.": "A prova é de outro protocolo: %s.",
    "The root was published in record %d, not before the deal in record %d.": "A raiz foi publicada no registro %d, e não antes da distribuição, que está no registro %d.",
    "The words pick deck %d, and deck %s was dealt.": "As palavras escolhem o baralho %d, e foi distribuído o baralho %s.",
    "The deck that was not dealt does not lead to its root: one of the two was false.": "O baralho que não foi distribuído não leva à sua raiz: um dos dois era falso.",
    "The word of seat %s: no such seat, or it stands there twice.": "A palavra do assento %s: não existe esse assento, ou ele aparece duas vezes.",
    "The word of seat %s: it has not 32 bytes, or no place in its chain.": "A palavra do assento %s: não tem 32 bytes, ou não tem lugar na sua cadeia.",
    "The word of seat %s: it is the word of another hand.": "A palavra do assento %s: é a palavra de outra mão.",
    "The word of seat %s: it is not the one that was fixed by the end of its chain.": "A palavra do assento %s: não é a que o fim da sua cadeia fixou.",
    "The word of seat %s: its chain was begun in record %d, not before the roots in record %d.": "A palavra do assento %s: a sua cadeia começou no registro %d, e não antes das raízes, que estão no registro %d.",
    "The word of seat %s: no record says that it was given.": "A palavra do assento %s: nenhum registro diz que ela foi dada.",
    "Seat %s gave its word in record %d; it was left out of the deal.": "O assento %s deu a sua palavra no registro %d; ela ficou fora da distribuição.",
    "Seat %s gave its word in record %d, not between the roots in record %d and the deal in record %d.": "O assento %s deu a sua palavra no registro %d, e não entre as raízes, no registro %d, e a distribuição, no registro %d.",
    "Place %s (%s): there is no such card.": "Posição %s (%s): essa carta não existe.",
    "Place %s (%s): the place is opened twice.": "Posição %s (%s): a posição foi aberta duas vezes.",
    "Place %s (%s): the same card lies at place %s, too.": "Posição %s (%s): a mesma carta está também na posição %s.",
    "Place %s (%s): the place does not belong to seat %s.": "Posição %s (%s): a posição não é do assento %s.",
    "Place %s (%s): from the words follows place %d.": "Posição %s (%s): das palavras resulta a posição %d.",
    "Place %s (%s): the salt has not 256 bits.": "Posição %s (%s): o sal não tem 256 bits.",
    "Place %s (%s): it does not lead to the root that was published.": "Posição %s (%s): não leva à raiz que foi publicada.",
    "No card is opened, so nothing was checked.": "Nenhuma carta está aberta, por isso nada foi verificado.",
    "There is no file %s.": "Não existe o arquivo %s.",
    "The kit cannot be read: %r": "Não dá para ler a prova: %r",
    "%d cards of hand %s were fixed before it was dealt.": "%d cartas da mão %s estavam fixadas antes de ela ser distribuída.",
    "Table %s, hand %s. Compare with the page of this hand, under My hands:": "Mesa %s, mão %s. Compare com a página desta mão, em Minhas mãos:",
    "  root of the deck, record %d of the table: %s": "  raiz do baralho, registro %d da mesa: %s",
    "  roots of the two decks, record %d of the table: %s": "  raízes dos dois baralhos, registro %d da mesa: %s",
    "  the hand was dealt in record %d; the words of these seats were in it: %s. Was yours among them?": "  a mão foi distribuída no registro %d, com as palavras destes assentos: %s. A sua estava entre elas?",
    "none": "nenhum",
}
LANGUAGE = ["en"]
USAGE = """\
python3 verify_hand.py [--language pt|en] kit.json

Verifica as cartas de uma mão do Shuffle Up. kit.json é a prova da mão, que se baixa na página dela, em Minhas mãos;
sem arquivo, a prova é lida da entrada padrão. Código de saída: 0 se tudo confere, 1 se algo não confere, 2 se não dá
para ler a prova.

Checks the cards of a Shuffle Up hand. kit.json is the proof of the hand, downloaded from its page, under My hands;
without a file, the proof is read from standard input. Exit code: 0 when all agrees, 1 when something does not, 2 when
the proof cannot be read."""


def say(text, *values):
    """A sentence in the reader's language."""
    return (PORTUGUESE[text] if LANGUAGE[0] == "pt" else text) % values


def language_of(arguments, environment):
    """The language that is asked for, or the machine's: pt or en; and what else was given."""
    if "--language" in arguments[:-1]:
        at = arguments.index("--language")
        return arguments[at + 1][:2].lower(), arguments[:at] + arguments[at + 2 :]
    found = next(
        (environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), ""
    )
    return found[:2].lower(), arguments


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
        return [say("The kit is of another protocol: %s.", kit["protocol"])]
    found = []
    committed, dealt = kit["committed"]["seq"], kit["dealt"]["seq"]
    if not committed < dealt:
        found.append(
            say("The root was published in record %d, not before the deal in record %d.", committed, dealt)
        )
    name, root, places = ONE_DECK + "|" + kit["hand"], kit["root"], None
    if kit["protocol"] == TWO_DECKS:
        found += wrong_with_words(kit)
        roots = [kit["root"], kit["second_root"]]
        deck, places = mixed(kit["hand"], roots, {one["seat"]: one["word"] for one in kit["words"]})
        if kit["deck"] != deck:
            found.append(say("The words pick deck %d, and deck %s was dealt.", deck, kit["deck"]))
        name, root = "%s|%s|%d" % (TWO_DECKS, kit["hand"], deck), roots[deck]
        other = "%s|%s|%d" % (TWO_DECKS, kit["hand"], 1 - deck)
        if root_of_whole(other, bytes.fromhex(kit["other_deck"])) != roots[1 - deck]:
            found.append(
                say("The deck that was not dealt does not lead to its root: one of the two was false.")
            )
    return found + wrong_with_cards(kit, name, root, places)


def wrong_with_words(kit):
    """What does not agree with the players' words."""
    found, committed, dealt = [], kit["committed"]["seq"], kit["dealt"]["seq"]
    seats = [one["seat"] for one in kit["words"]]
    for one in kit["words"]:
        seat = one["seat"]
        if one["seat"] not in range(1, SEATS + 1) or seats.count(one["seat"]) > 1:
            found.append(say("The word of seat %s: no such seat, or it stands there twice.", seat))
        word = bytes.fromhex(one["word"])
        if len(word) != 32 or not 1 <= one["steps"] <= 100000:
            found.append(say("The word of seat %s: it has not 32 bytes, or no place in its chain.", seat))
            continue
        if one["steps"] != int(kit["hand"].split("/")[1]) - one["from_number"] + 1:
            found.append(say("The word of seat %s: it is the word of another hand.", seat))
        for _ in range(one["steps"]):
            word = hashlib.sha256(word).digest()
        if word.hex() != one["end"]:
            found.append(
                say("The word of seat %s: it is not the one that was fixed by the end of its chain.", seat)
            )
        if not one["begun"]["seq"] < committed:
            found.append(
                say(
                    "The word of seat %s: its chain was begun in record %d, not before the roots in record %d.",
                    seat,
                    one["begun"]["seq"],
                    committed,
                )
            )
        if one["seat"] not in [given["seat"] for given in kit["given"]]:
            found.append(say("The word of seat %s: no record says that it was given.", seat))
    for given in kit["given"]:
        if given["seat"] not in seats:
            found.append(
                say(
                    "Seat %s gave its word in record %d; it was left out of the deal.",
                    given["seat"],
                    given["seq"],
                )
            )
        if not committed < given["seq"] < dealt:
            found.append(
                say(
                    "Seat %s gave its word in record %d, not between the roots in record %d and the deal in record %d.",
                    given["seat"],
                    given["seq"],
                    committed,
                    dealt,
                )
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
        if card not in CARDS:
            found.append(say("Place %s (%s): there is no such card.", place, card))
        if place in seen_places:
            found.append(say("Place %s (%s): the place is opened twice.", place, card))
        if seen_cards.setdefault(card, place) != place:
            found.append(
                say("Place %s (%s): the same card lies at place %s, too.", place, card, seen_cards[card])
            )
        seen_places.add(place)
        at = place if places is None else opening["at"]
        if owner_of(at) != opening["seat"]:
            found.append(
                say("Place %s (%s): the place does not belong to seat %s.", place, card, opening["seat"])
            )
        elif places is not None and places[at - 1] != place:
            found.append(say("Place %s (%s): from the words follows place %d.", place, card, places[at - 1]))
        if len(opening["salt"]) != 64:
            found.append(say("Place %s (%s): the salt has not 256 bits.", place, card))
        if len(opening["path"]) != STEPS or root_of(name, opening) != root:
            found.append(say("Place %s (%s): it does not lead to the root that was published.", place, card))
    if not kit["openings"] and kit["protocol"] == ONE_DECK:
        found.append(say("No card is opened, so nothing was checked."))
    return found


def main(arguments):
    if "-h" in arguments or "--help" in arguments:
        print(USAGE)
        return 0
    LANGUAGE[0], arguments = language_of(arguments, os.environ)
    try:
        if arguments:
            with open(arguments[0], encoding="utf-8") as file:
                kit = json.load(file)
        else:
            kit = json.load(sys.stdin)
        wrong = wrong_with(kit)
    except FileNotFoundError:
        print(say("There is no file %s.", arguments[0]))
        return 2
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        print(say("The kit cannot be read: %r", error))
        return 2
    for line in wrong:
        print(line)
    if wrong:
        return 1
    print(say("%d cards of hand %s were fixed before it was dealt.", len(kit["openings"]), kit["hand"]))
    table, _, number = kit["hand"].partition("/")
    print(say("Table %s, hand %s. Compare with the page of this hand, under My hands:", table, number))
    committed, dealt = kit["committed"]["seq"], kit["dealt"]["seq"]
    if kit["protocol"] == ONE_DECK:
        print(say("  root of the deck, record %d of the table: %s", committed, kit["root"]))
        return 0
    roots = "%s %s" % (kit["root"], kit["second_root"])
    print(say("  roots of the two decks, record %d of the table: %s", committed, roots))
    seats = ", ".join(str(one["seat"]) for one in kit["words"]) or say("none")
    print(
        say(
            "  the hand was dealt in record %d; the words of these seats were in it: %s. Was yours among them?",
            dealt,
            seats,
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
