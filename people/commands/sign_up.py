"""Open an account to play."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from people import operations


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpResult:
    """claimed: the desk had opened a file with this confirmed address; it is now this account's, as the desk left it."""

    user_id: int
    player_id: int
    claimed: bool


@command("people.sign_up", Card(address="sign-up"))
def sign_up(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    email: str,
    password_hash: str,
    full_name: str,
    birth_date: date,
    public_name: str = "",
    country: str = "BR",
    phone: str = "",
    language: str = "pt-br",
    email_confirmed: bool = False,
    minimum_age_years: int = 0,
    terms_version: str = "",
    code_id: int = 0,
) -> SignUpResult:
    """Open an account to play.

    Account and player's file together. Anyone may.

    password_hash: `operations.hash_secret(password, salt=str(command_id))`, or "" for sign-in by e-mail code only.
    email_confirmed: the page or API has seen the code sent to that address. minimum_age_years: what the house asks of who
    opens an account by himself; 0 asks nothing. terms_version: of the house's terms for accounts that were accepted;
    "" where nobody was asked. code_id: of the code that was given right for it: what it proved opens nothing else; 0:
    of none.
    Refusals: ``email_not_proved``, ``email_taken``, ``name_missing``, ``surname_missing``, ``birth_date_impossible``, ``under_age``,
    ``name_of_staff``, ``mixed_alphabets``, ``nickname_taken``, ``bad_email``, ``bad_country``, ``bad_language``, ``text_too_long``.
    Rule: SCPT.F
    """
    if code_id:
        operations.use_up_proof(code_id, email=email, at=at)
    user = operations.add_user(
        at=at, email=email, password_hash=password_hash, name="", language=language, confirmed=email_confirmed
    )
    if minimum_age_years:
        operations.check_old_enough(birth_date, at=at, years=minimum_age_years, for_account=True)
    if terms_version:
        operations.accept_house_terms(user=user, version=terms_version)
    claimed = operations.claim_player(user=user)
    if code_id and claimed is None:  # by himself, by page or API
        operations.check_own_nickname(public_name, full_name=full_name)
        operations.check_whole_name(full_name)
    player = claimed or operations.add_player(
        at=at,
        user=user,
        full_name=full_name,
        public_name=public_name,
        birth_date=birth_date,
        country=country,
        email=email,
        phone=phone,
    )
    return SignUpResult(user_id=user.pk, player_id=player.pk, claimed=claimed is not None)
