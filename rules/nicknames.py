"""The name that others read: nobody's but one's own."""

from __future__ import annotations

import re
import unicodedata

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


def plain_name(name: str) -> str:
    """Return a name as it is compared: without accents, capitals and more than one space."""
    signs = unicodedata.normalize("NFKD", name.casefold())
    return " ".join("".join(sign for sign in signs if not unicodedata.combining(sign)).split())


def check_nickname(name: str) -> None:
    """Check whether a player may choose a name to be read by others: no word for who works here.

    Refusals: ``name_of_staff``.
    """
    if _OF_STAFF & set(re.findall(r"[a-z]+", plain_name(name))):
        raise Refused(
            "name_of_staff",
            N_("This name reads as somebody's who works here. Choose another."),
            field="public_name",
        )
