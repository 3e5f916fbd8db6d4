"""Every id that code and tests may cite, with title words of our own. A clean clone has no regulation texts."""

from __future__ import annotations

SCPT = {
    "A": "place", "B": "schedule, registration opens", "C": "arrival and responsibility", "D": "rescheduling, cancelling",
    "D-A": "who counts as registered", "D-B": "a satellite seat is no registration", "D-C": "complete on receipt",
    "E": "methods of payment, surcharges", "F": "one registration, age, identity", "G": "satellite seats",
    "H": "late registration, alternates", "I": "cancelling and transferring", "J": "guarantees",
    "K": "receipt, terms, image release", "L": "prizes and where the buy-in goes", "L-A": "about a tenth is paid",
    "L-B": "prizes due", "L-C": "chips at registration", "M": "deals", "N": "game and deck", "O": "main event entries",
    "P": "knock-out chips", "Q": "stacks of absent players", "R": "annual ranking prize", "S": "ranking points",
    "S-A": "places paid by a deal score nothing", "S-B": "deal inside the money scores alike", "T": "action clock",
    "U": "surrender", "U2": "big blind ante", "V": "short-handed levels",
}  # fmt: skip

ADTP = {
    "1": "floor decides, fairness first", "2": "player's duties", "3": "official words and gestures", "4": "identity of players",
    "5": "devices", "6": "language", "7": "random and correct seats", "8": "alternates, late, re-entries", "8A": "full stacks, same draw",
    "8B": "late registration after the end", "8C": "abandoned chips leave", "8D": "registration by phone", "9": "special needs",
    "10": "breaking tables", "11": "balancing and halting", "11A": "next big blind to the worst position", "11B": "mixed games",
    "11C": "which table gives", "11D": "halting short tables", "12": "cards speak", "13": "tabling a hand", "13A": "all cards face up",
    "13B": "protecting a hand being read", "13C": "no killing a tabled winner", "14": "live cards at showdown",
    "15": "irregular showdowns", "15A": "one card shown", "15B": "mucked too early", "15C": "grave cases", "16": "all-in, face up",
    "17": "showdown without all-in", "17A": "order of showing", "17B": "uncontested", "18": "asking to see", "18A": "who lost the right",
    "18B": "the hand paid to see", "19": "playing the board", "20": "odd chips", "20A": "flop games", "20B": "stud and razz",
    "20C": "high-low", "20D": "same hands both ways", "21": "side pots", "22": "disputes", "23": "new level, next hand",
    "24": "chip race", "24A": "one chip each, nobody eliminated", "24B": "watching the race", "24C": "rest changed or removed",
    "25": "visible, countable chips", "25A": "fair estimate", "25B": "unscheduled colour-up", "25C": "cards in sight", "26": "deck changes",
    "27": "rebuys", "28": "rabbit hunting", "29": "called clock", "30": "at the seat", "31": "staying for pending action",
    "32": "dead button", "33": "dodging blinds", "34": "heads-up button", "35": "misdeals, fouled deck", "35A": "what is a misdeal",
    "35B": "two in a row to the button", "35C": "the same deal again", "35D": "not after substantial action", "35E": "fouled deck",
    "36": "substantial action", "37": "button short of cards", "38": "burning after substantial action", "39": "four-card flop",
    "40": "words and chips", "40A": "the first act binds", "40B": "general and exact words", "40C": "an amount said is chips",
    "41": "ways to call", "42": "ways to raise", "43": "amounts of raises", "43A": "minimum and half", "43B": "an amount is the total",
    "44": "oversized chip", "45": "several chips", "45A": "all needed: call", "45B": "not all needed: half", "46": "earlier chips in front",
    "46A": "speak first", "46B": "pulling back binds", "46C": "silent new chips", "47": "reopening", "47A": "no-limit, pot-limit",
    "47B": "limit: half", "48": "number of raises", "49": "accepted action", "50": "acting in turn", "50A": "words bind chips",
    "50B": "wait for the amount", "51": "binding words, undercalls", "51A": "general words", "51B": "must-call undercalls",
    "51C": "undercalls in a row", "52": "incorrect bets", "52A": "limit, no-limit", "52B": "pot-limit miscount", "53": "out of turn",
    "53A": "binds if nothing changed", "53B": "skipped player silent", "54": "size of the pot", "54A": "told in pot-limit only",
    "54B": "short blind", "54C": "“I bet the pot”", "55": "invalid declarations", "55A": "call without a bet", "55B": "raise without a bet",
    "56": "string bets", "57": "unclear amounts", "58": "non-standard folds", "59": "conditional words", "59A": "if … then",
    "59B": "called an unknown amount", "60": "counting opponents", "61": "chips for change", "62": "chips found after all-in",
    "63": "carrying chips hidden", "64": "lost and found chips", "65": "hands taken or fouled", "65A": "not identifiable: dead",
    "65B": "identifiable: plays", "66": "stud folds", "67": "penalties", "67A": "kinds and counting", "67B": "reasons",
    "67C": "away during a penalty", "67D": "disqualified chips leave", "68": "no disclosure", "69": "exposed cards", "70": "ethics",
    "71": "conduct", "P1": "all-in buttons", "P2": "history of penalties", "P3": "deals by secret vote", "P4": "high card",
    "P5": "moved player's first hand", "P6": "comments", "P7": "ante heads-up", "P8": "closing a hand", "P9": "final table sizes",
    "P10": "stud dealing", "P11": "big blind ante first", "P12": "dealers announce bets", "P13": "stacking split pots",
    "P14": "randomness as remedy", "P15": "counting the deck", "P16": "simultaneous busts",
}  # fmt: skip

PT_T = {
    "21": "paying from the balance", "22": "deducted at once", "23": "late, re-entry, rebuy, add-on", "24": "cancelling until start",
    "25": "refund at once", "26": "absent at start", "27": "leaving, lost connection", "28": "won seats are personal",
    "29": "when a seat becomes money", "30": "freeroll tickets", "31": "when a player is out", "32": "money or tickets",
    "33": "places by elimination or chips", "34": "number of places and shares", "35": "cancelling an event", "36": "refunds on cancelling",
    "37": "ticket holders", "38": "eliminated before cancelling", "39": "draw at start", "40": "button by draw", "41": "equal stacks",
    "42": "decision time", "43": "time over: away", "44": "out without rebuy", "45": "levels", "46": "rising blinds",
    "47": "tables start together", "48": "seats by draw on moving", "49": "hand-for-hand", "50": "simultaneous: by stack",
    "51": "simultaneous: equal", "52": "how a tournament ends", "53": "no deals", "54": "crediting prizes", "55": "complaints",
    "56": "Portuguese", "57": "foreign words", "58": "glossary", "59": "other languages", "60": "Portuguese prevails",
}  # fmt: skip

# Hold'em at online tables; Omaha's rules have the same numbers
PT_H = {
    "1": "five of the cards", "2": "words", "3": "a real table in a picture of one", "4": "what the picture shows", "5": "two to ten seats",
    "6": "continuous and session tables", "7": "two players at least", "8": "the buy-in of the table", "9": "one seat a person",
    "10": "leaving at any time", "11": "what players may not do", "12": "adding chips after losing all", "13": "chips worth euros",
    "14": "who sets buy-in and minimum bet", "15": "fewer chips than the minimum bet", "16": "a fee", "17": "kinds of fee",
    "18": "no fee before the turn without a bet", "19": "the fee with all-ins", "20": "forced and free bets", "21": "the blinds alone are forced",
    "22": "what the blinds are", "23": "no bet below the minimum", "24": "half pot or a number of raises, pot, no limit",
    "25": "own cards, board, four rounds", "26": "which five", "27": "the best wins", "28": "no deal on a pot", "29": "kinds of hands",
    "30": "order of the cards", "31": "the ace", "32": "two of one kind", "33": "ties share", "34": "fold, check, call, raise", "35": "folding",
    "36": "the last one left", "37": "raising within the limit", "38": "how many raises", "39": "all-in for less", "40": "all have put in the same",
    "41": "side pots", "42": "as many as all-ins", "43": "time to decide", "44": "extra time", "45": "time over: check or fold",
    "46": "the button drawn, then moving", "47": "the button shows the dealer", "48": "who posts the blinds", "49": "the first card",
    "50": "the other cards", "51": "who acts first", "52": "the whole big blind", "53": "the flop", "54": "second round", "55": "the turn",
    "56": "third round", "57": "the river", "58": "fourth round", "59": "who shows, in which order", "60": "hands are compared",
    "61": "the winning hand is marked", "62": "down to the smallest part", "63": "who wins with all-ins", "64": "the button moves on",
    "65": "the last hand again", "66": "rules and complaints at hand", "67": "the session in figures", "68": "a rest", "69": "the session is the player's",
    "70": "asked to end the session", "71": "warned before", "72": "our fault: the hand is void", "73": "the player's fault: it is not",
    "74": "demo tables", "75": "they win nothing",
}  # fmt: skip
PT_O = {**PT_H, "26": "two of the own, three of the board"}

PT_L = {
    "53": "what is a bet", "54": "cards of others", "55": "raising after the reaction", "56": "talk and pacts",
    "57": "looking again before a raise", "58": "warnings, leaving the table", "59": "the stub", "60": "holding the deck",
    "61": "a chip on the deck", "62": "order of showdown", "63": "words do not count", "64": "the dealer reads the hands",
    "65": "handing over the pot", "66": "several winners", "67": "odd parts", "68": "closing a hand", "69": "misdeals",
    "70": "errors of the dealer", "71": "errors of players",
}  # fmt: skip
"""Casino tables of 2007: the part that a floor is asked about."""

ONLINE = {"PT-H": PT_H, "PT-O": PT_O}
"""Rules of online tables."""

TABLES_LATER = {"PT-L": 94}
"""Rules of single tables of a casino, 1–94 of 2007: they belong to casino sessions, later."""

CASES = {
    "10-a": "two random steps", "10-b": "landing on the blinds", "11-a": "when the short table halts", "11-b": "who moves and where",
    "32-a": "small blind busts", "32-b": "big blind busts", "34-a": "five to two", "bal-3": "10 and 8: one move",
    "bal-4": "85 at ten a table: four moves", "16-a": "heads-up all-in called", "16-b": "two with chips behind", "18-a": "who may demand a hand",
    "20-a": "101 in two", "21-a": "two all-ins", "21-b": "four amounts", "24-a": "15 odd fives", "36-a": "not substantial",
    "36-b": "substantial", "38-a": "one card, dead", "ante-a": "800 for the ante", "ante-b": "1000 and 500", "40-a": "“two hundred”",
    "43-a": "5600", "43-b": "250", "43-c": "1400 over 1000", "44-a": "chip facing a bet", "44-b": "chip without a bet", "45-a": "two 1000s",
    "45-b": "500 + 1000", "45-c": "1500 over 1100", "45-d": "1300 over 1100", "46-a": "1000 on two 25s", "46-b": "two 500s on them",
    "46-c": "pulled back", "47-a": "short all-ins add up", "47-b": "short all-in before the flop", "51-a": "undercall of a raise",
    "51-b": "undercall of the opening", "52-a": "underraise", "52-b": "pot announced too low", "53-a": "raise out of turn", "54-a": "opening 700",
    "55-a": "call and raise without a bet", "57-a": "“I bet five”", "61-a": "525 over 325", "p16-a": "two at one table",
    "p16-b": "one at each of two", "p16-c": "three at two tables", "pt-50": "900 and 700", "pt-51": "equal stacks",
    "h4h-1": "two minutes a hand", "h4h-2": "cards stay down", "split-1": "450", "split-2": "350", "round-1": "1001 by 50/30/20",
    "refund-1": "cancelled before the money", "points-1": "first of 150", "points-2": "third and eighth", "points-3": "deals and points",
    "icm-1": "three players", "icm-2": "four players", "icm-3": "two prizes for five", "chop-1": "by chips", "deal-1": "ten per cent kept",
    "pko-1": "progressive knock-out",
    **{f"settled {n}": title for n, title in enumerate((
        "half of the minimum raise", "needed chips call", "a clear call", "heads-up order", "pot or less; four-card flop", "until when disputed",
        "references off by one", "gross guarantee", "rounding of places", "wheel and flush ties"), start=1)},
}  # fmt: skip

# the sections of REGULATIONS.md that the engine covers, in a few words
REGULATIONS: dict[str, str] = {
    "1.1": "series, seasons, stages, events", "1.2": "registration opens, pays, becomes an entry", "1.3": "guarantee",
    "1.4": "prizes due", "1.5": "terms accepted", "2.1": "once, of age, identified", "2.2": "methods and surcharges",
    "2.3": "split to the cent", "2.4": "cancelling the own registration", "2.5": "to another person",
    "2.6": "re-entry and surrender", "2.7": "rebuy and add-on", "2.8": "late registration, time chip, alternates",
    "2.9": "satellite seats", "2.10": "limits and exclusion first", "3.1": "auditable draw", "3.2": "wrong seat",
    "3.3": "balancing", "3.4": "breaking", "3.5": "first card of the moved", "3.6": "button", "3.7": "redraws",
    "3.8": "hand-for-hand", "4.1": "structures", "4.2": "next hand", "4.3": "clock control, short-handed, big ante",
    "4.4": "chip race", "4.5": "action clock and called clock", "4.6": "timed tournaments", "5.1": "simultaneous busts",
    "5.2": "bounties", "5.3": "disqualified, blinded off", "6.1": "places and prizes", "6.2": "deals",
    "6.3": "cancelled events", "6.4": "when prizes are credited", "6.5": "funds", "7.1": "points",
    "7.2": "who scores", "7.3": "season table", "8.1": "rulings", "8.2": "penalties", "8.3": "log of rulings",
    "8.4": "mixed games", "11": "settled after the first review",
}  # fmt: skip

# known, and part of what comes later: why
LATER: dict[str, str] = {}
