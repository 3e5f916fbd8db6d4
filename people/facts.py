"""Facts of people: accounts, roles and ways in, players, what keeps them away. None carries hidden information."""

from __future__ import annotations

from collections.abc import Sequence

from dispatch.facts import STAFF, key, player_audience, routing
from people.streams import PlayerFact, UserFact
from people.topics import access_topic, device_topic
from tournaments.streams import VenueFact


class AccessFact(UserFact):
    """A fact after which open sockets of the account ask again what they may hear."""

    @property
    def topics(self) -> Sequence[str]:
        return (access_topic(self.user_id),)


class UserCreated(UserFact, kind="user_created", audience=STAFF):
    """An account was opened."""


class EmailConfirmed(UserFact, kind="email_confirmed", audience=STAFF):
    """The address of an account is its owner's."""


class EmailChanged(UserFact, kind="email_changed", audience=STAFF):
    """An account has another address, which its owner proved."""


class HouseTermsAccepted(UserFact, kind="house_terms_accepted", audience=STAFF):
    """Somebody agreed to how the house treats accounts and data."""

    version: str


class AccountClosed(AccessFact, kind="account_closed", audience=STAFF):
    """Nobody signs in with this account any more."""

    by_user_id: int | None


class AccessChanged(AccessFact, kind="access_changed", audience=STAFF):
    """A role was given or taken away. change: "granted" or "revoked"."""

    venue_id: int
    tournament_id: int | None
    role: str
    change: str


class SessionsEnded(AccessFact, kind="sessions_ended", audience=STAFF):
    """Somebody signed out elsewhere."""

    ended: int


class PasswordSet(AccessFact, kind="password_set", audience=STAFF):
    """An account has another password."""

    how: str
    by_user_id: int | None


class StaffInvited(UserFact, kind="staff_invited", audience=STAFF):
    """Somebody was sent or given a link to choose a password."""

    purpose: str


class PinSet(AccessFact, kind="pin_set", audience=STAFF):
    """Somebody has another PIN for the tablets."""

    by_user_id: int | None


class SecondFactorSet(UserFact, kind="second_factor_set", audience=STAFF):
    """Somebody signs in with an app, too."""


class SecondFactorEnded(UserFact, kind="second_factor_ended", audience=STAFF):
    """The password alone signs in again."""


class ApiTokenIssued(UserFact, kind="api_token_issued", audience=STAFF):
    """A bearer token was made."""

    token_id: int
    device_id: int | None
    scope: str
    venue_id: int | None


class ApiTokenRevoked(AccessFact, kind="api_token_revoked", audience=STAFF):
    """A bearer token ended."""

    token_id: int


class MailsChosen(UserFact, kind="mails_chosen", audience=STAFF):
    """Somebody switched kinds of mail off, and all others on."""

    off: list[str]


class DevicePaired(VenueFact, kind="device_paired", audience=STAFF):
    """A device belongs to a venue."""

    device_id: int
    name: str
    device_kind: str = key("kind")


class DeviceUnpaired(VenueFact, kind="device_unpaired", audience=STAFF):
    """A device belongs to its venue no more."""

    device_id: int

    @property
    def topics(self) -> Sequence[str]:
        return (device_topic(self.device_id),)


class PrivacyTextSet(VenueFact, kind="privacy_text_set", audience=STAFF):
    """The operator says something else about people's data."""

    privacy_text_id: int
    by_user_id: int


class PlayerCreated(PlayerFact, kind="player_created", audience=STAFF):
    """A player's file was opened."""

    user_id: int | None


class PlayerClaimed(PlayerFact, kind="player_claimed", audience=STAFF):
    """An account has the file that the desk had opened."""

    user_id: int


class PlayerUpdated(PlayerFact, kind="player_updated", audience=STAFF):
    """A player's file changed; which fields, not what they say."""

    fields: list[str]


class IdentityChecked(PlayerFact, kind="identity_checked", audience=STAFF):
    """Somebody compared the person with a photo document."""

    checked_by: int


class PlayerAnonymised(PlayerFact, kind="player_anonymised", audience=STAFF):
    """Everything personal was taken out of a file."""

    user_id: int | None = routing()

    @property
    def topics(self) -> Sequence[str]:
        return () if self.user_id is None else (access_topic(self.user_id),)


class OwnFact(PlayerFact):
    """A fact for the player (and the staff who may see that player)."""

    @property
    def audience(self) -> str:
        return player_audience(self.player_id)


class PlayerExcluded(OwnFact, kind="player_excluded"):
    """A player is kept away for a span."""

    exclusion_id: int
    venue_id: int | None
    from_at: str
    until_at: str | None
    exclusion_kind: str = key("kind")


class ExclusionLifted(OwnFact, kind="exclusion_lifted"):
    """A player may come back before the span is over."""

    exclusion_id: int


class ProfileChosen(OwnFact, kind="profile_chosen"):
    """A player chose to have a public page, or to have none any more. prizes: whether it tells what was won."""

    shown: bool
    prizes: bool


class PlayLimitSet(OwnFact, kind="play_limit_set"):
    """A player's limit was set, or (None) removed: of money in cents, of time in minutes."""

    period: str
    unit: str
    amount_cents: int | None
    applies_from: str
    minutes: int | None
    limit_kind: str = key("kind")
