"""The name that others read: nobody's but one's own."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from itertools import count

from rules.refusals import N_, Refused

# words for who works here, in the languages of the pages, without accents
_OF_STAFF = frozenset(
    [
        "admin",
        "administracao",
        "administrador",
        "administradora",
        "administration",
        "administrator",
        "caixa",
        "cashier",
        "dealer",
        "direcao",
        "diretor",
        "diretora",
        "director",
        "directora",
        "direction",
        "dono",
        "equipa",
        "equipe",
        "floor",
        "gerencia",
        "gerente",
        "manager",
        "organizacao",
        "organizador",
        "organizadora",
        "organizer",
        "organiser",
        "owner",
        "proprietario",
        "proprietaria",
        "recepcao",
        "staff",
        "suporte",
        "support",
    ]
)

LONGEST_NAME = 80  # signs of a name that others read

# words of a family name that tell nobody from another
_PARTICLES = frozenset({"da", "das", "de", "del", "di", "do", "dos", "du", "e", "la", "van", "von", "y"})

# what tells a son, a grandson or a nephew from whom he is called after: no family name, and never alone behind a first name
_GENERATIONS = frozenset(
    [
        "filha",
        "filho",
        "jr",
        "jr.",
        "junior",
        "neta",
        "neto",
        "segundo",
        "sobrinha",
        "sobrinho",
        "terceiro",
    ]
)

# letters of other alphabets, by their numbers, that are read as a Latin one: written out, nobody could tell what stands here
_READS_AS: Mapping[int, str] = str.maketrans(
    {
        # Cyrillic, small
        "\u0430": "a", "\u0441": "c", "\u0435": "e", "\u04bb": "h", "\u0456": "i", "\u0458": "j",
        "\u043e": "o", "\u0440": "p", "\u0455": "s", "\u0443": "y", "\u0445": "x", "\u0501": "d",
        "\u051b": "q", "\u051d": "w", "\u04cf": "l",
        # Cyrillic, capital
        "\u0410": "A", "\u0412": "B", "\u0421": "C", "\u0415": "E", "\u041d": "H", "\u0406": "I",
        "\u0408": "J", "\u041a": "K", "\u041c": "M", "\u041e": "O", "\u0420": "P", "\u0405": "S",
        "\u0422": "T", "\u0423": "Y", "\u0425": "X", "\u051a": "Q", "\u051c": "W", "\u04c0": "I",
        # Greek, small
        "\u03b1": "a", "\u03b9": "i", "\u03ba": "k", "\u03bd": "v", "\u03bf": "o", "\u03c1": "p",
        "\u03c5": "u", "\u03c7": "x",
        # Greek, capital
        "\u0391": "A", "\u0392": "B", "\u0395": "E", "\u0396": "Z", "\u0397": "H", "\u0399": "I",
        "\u039a": "K", "\u039c": "M", "\u039d": "N", "\u039f": "O", "\u03a1": "P", "\u03a4": "T",
        "\u03a5": "Y", "\u03a7": "X",
        # Armenian
        "\u0585": "o", "\u0578": "n", "\u057d": "u", "\u0570": "h", "\u0581": "g",
        # Latin with a stroke, and its other shapes
        "\u0131": "i", "\u0251": "a", "\u0261": "g", "\u0142": "l", "\u00f8": "o", "\u0111": "d",
        "\u0127": "h", "\u0141": "L", "\u00d8": "O", "\u0110": "D", "\u0126": "H",
    }
)  # fmt: skip

# alphabets whose letters are taken for each other; a name of one of them is a name
_ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"})


def read_name(name: str) -> str:
    """Return a name as it is read: what is not seen left out, and each letter that looks like a Latin one as that one."""
    seen = unicodedata.normalize("NFKC", name)
    return "".join(sign for sign in seen if unicodedata.category(sign) != "Cf").translate(_READS_AS)


def plain_name(name: str) -> str:
    """Return a name as it is compared: without accents, capitals and more than one space."""
    signs = unicodedata.normalize("NFKD", name.casefold())
    return " ".join("".join(sign for sign in signs if not unicodedata.combining(sign)).split())


def short_name(full_name: str) -> str:
    """Return first and last name: what others read of somebody who chose no nickname and has no namesake beside him. A *Filho* or
    *Neto* keeps the family name before it (Roberto Lima Filho)."""
    words = full_name.split()
    return " ".join([*words[:1], *_last_name(words)])[:LONGEST_NAME]


def _last_name(words: list[str]) -> list[str]:
    generation = len(words) > 2 and plain_name(words[-1]) in _GENERATIONS
    with_family = generation and plain_name(words[-2]) not in _PARTICLES
    return words[-2:] if with_family else words[1:][-1:]


def name_apart(name: str, *, full_name: str, taken: Collection[str]) -> str:
    """Return a name that tells somebody from others of the same name, by as little more as does.

    Who is read by first and last name has the first letter of a name between them (Felipe P. Barros), else that name, else a
    number; a nickname has a number. Never a day of birth or a document. taken: names of others, in plain words (`plain_name`).
    """
    longer = (
        _longer(short_name(full_name), full_name=full_name)
        if _is_own(name, full_name=full_name)
        else iter(())
    )
    free = (one for one in longer if plain_name(one) not in taken)
    return next(free, None) or next(one for one in _numbered(name) if plain_name(one) not in taken)


def _is_own(name: str, *, full_name: str) -> bool:
    """Whether somebody is read by first and last name, alone or with what tells it from another's."""
    short = short_name(full_name)
    return plain_name(name) in {plain_name(one) for one in (short, *_longer(short, full_name=full_name))}


def _longer(short: str, *, full_name: str) -> Iterator[str]:
    words = full_name.split()
    first, _, last = short.partition(" ")
    between = [
        word for word in words[1 : len(words) - len(_last_name(words))] if plain_name(word) not in _PARTICLES
    ]
    for middle in (*(f"{word[0]}." for word in between), *between):
        if len(longer := f"{first} {middle} {last}") <= LONGEST_NAME:
            yield longer


def _numbered(name: str) -> Iterator[str]:
    bare = re.sub(r" \d+$", "", name) or name
    for number in count(2):
        mark = f" {number}"
        yield bare[: LONGEST_NAME - len(mark)] + mark


def check_one_alphabet(name: str, *, field: str = "public_name") -> None:
    """Check whether a name is written in letters of one alphabet, whoever writes it: mixed, it reads as another's. Refusals: ``mixed_alphabets``."""
    if len(_alphabets(name) & _ALIKE) > 1:
        raise Refused(
            "mixed_alphabets",
            N_("This name mixes letters of two alphabets, which look alike: write all of it in one."),
            field=field,
        )


def check_nickname(name: str) -> None:
    """Check whether a player may choose a name to be read by others: no word for who works here, and letters of one alphabet.

    Refusals: ``name_of_staff``, ``mixed_alphabets``.
    """
    check_one_alphabet(name)
    if _OF_STAFF & set(re.findall(r"[a-z]+", plain_name(read_name(name)))):
        raise Refused(
            "name_of_staff",
            N_("This name reads as somebody's who works here. Choose another."),
            field="public_name",
        )


def _alphabets(name: str) -> set[str]:
    """The alphabets of a name, by the words that the names of its letters begin with."""
    letters = unicodedata.normalize("NFKC", name)
    return {unicodedata.name(sign, "").partition(" ")[0] for sign in letters if sign.isalpha()}
