"""The people of the demo room: their addresses, and how they sign in."""

from __future__ import annotations

import hashlib
import hmac
import uuid

from django.conf import settings
from django.contrib.auth.hashers import check_password

from people.models import User

SLUG = "clube-shuffle"


DOMAIN = "demo.example"


PEOPLE = {"director": "Ana Prado", "desk": "Desi Rocha", "floor": "Bruno Leal", "player": "Caio Lima"}


NAMESPACE = uuid.UUID("0f3d0c56-4b5e-5a6c-8f0a-1c8a7f7ce0de")


WORDS = [
    "amparo",
    "barco",
    "brisa",
    "cacto",
    "calma",
    "canoa",
    "cedro",
    "chave",
    "cobre",
    "coral",
    "dardo",
    "duna",
    "farol",
    "feira",
    "ficha",
    "figo",
    "folha",
    "forte",
    "garoa",
    "girassol",
    "gruta",
    "ilha",
    "jangada",
    "jarro",
    "lago",
    "laje",
    "lenha",
    "lince",
    "livro",
    "lousa",
    "lua",
    "maca",
    "mar",
    "mesa",
    "moeda",
    "monte",
    "musgo",
    "naipe",
    "neve",
    "ninho",
    "norte",
    "nuvem",
    "onda",
    "ouro",
    "palha",
    "pedra",
    "pena",
    "pinho",
    "ponte",
    "porto",
    "prata",
    "praia",
    "quilha",
    "rio",
    "rocha",
    "roda",
    "sal",
    "seda",
    "serra",
    "sol",
    "sul",
    "trigo",
    "vento",
]


def address(role: str) -> str:
    return f"{role}@{DOMAIN}"


def password(role: str) -> str:
    """Derived from this installation's key: the same at every start, another on every machine."""
    drawn = hmac.digest(settings.SECRET_KEY.encode(), f"demo room/{role}".encode(), hashlib.sha256)
    words = [WORDS[int.from_bytes(drawn[i : i + 2], "big") % len(WORDS)] for i in (0, 2, 4)]
    return f"{'-'.join(words)}-{int.from_bytes(drawn[6:9], 'big') % 10_000:04}"


def sign_in_lines(*, fresh: bool = False) -> list[str]:
    """Return how to sign in; of whom has another password meanwhile, that is said. fresh: nobody can have changed it."""
    hashed = dict(User.objects.filter(email__endswith=f"@{DOMAIN}").values_list("email", "password"))
    lines = ["Sign in (demo room):"]
    for role in PEOPLE:
        shown = password(role)
        mine = hashed.get(address(role), "")
        if not fresh and (not mine or not check_password(shown, mine)):
            shown = "(changed since)"
        lines.append(f"  {role:9} {address(role):22} {shown}")
    return lines
