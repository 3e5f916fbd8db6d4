"""Every read of people: who is calling, what they may do, who a player is, what keeps a player away."""

from __future__ import annotations

from people.queries.accounts import (
    Reach,
    actor_of_user,
    label_of,
    names_of_users,
    reach_as_read,
    reach_of,
    sign_in_method,
)
from people.queries.devices import (
    actor_for_pin,
    device_for_token,
    device_names,
    devices_of,
    paired_devices,
    pin_of,
    pins_of,
)
from people.queries.email_codes import PROOF_MINUTES, address_of_code, code_sent_last, proved_address
from people.queries.exclusions import (
    coming_limits_of,
    excluded_among,
    exclusion_of,
    exclusions_at,
    exclusions_of,
    limited_in_time,
    limits_of,
    time_limits_of,
)
from people.queries.fields import alphabetical, secret_digest
from people.queries.file_changes import file_changes, full_name_at
from people.queries.founding import founding_code, is_founded, opens_the_house
from people.queries.own_money import (
    check_not_from_oneself,
    check_not_ones_own,
    is_ones_own,
    receives_a_colleague,
)
from people.queries.players import (
    documents_known,
    plain_document,
    player_file,
    player_of_user,
    player_view,
    player_with_document,
    search_players,
    simulated_among,
)
from people.queries.privacy import privacy_text, seen_at_venue, seen_by
from people.queries.profiles import profile_of, with_profile
from people.queries.roles import (
    Asking,
    check_reach,
    know_roles,
    may,
    owns_a_venue,
    require,
    require_every_house,
    roles_by_venue,
    roles_of,
    roles_question,
    roles_question_of,
    staff_of,
    who_may,
)
from people.queries.second_factor import second_factor_of, second_factors
from people.queries.sessions import session_number, sessions_of
from people.queries.tokens import bearer_of, tokens_of

__all__ = [
    "PROOF_MINUTES",
    "Asking",
    "Reach",
    "actor_for_pin",
    "actor_of_user",
    "address_of_code",
    "alphabetical",
    "bearer_of",
    "check_not_from_oneself",
    "check_not_ones_own",
    "check_reach",
    "code_sent_last",
    "coming_limits_of",
    "device_for_token",
    "device_names",
    "devices_of",
    "documents_known",
    "excluded_among",
    "exclusion_of",
    "exclusions_at",
    "exclusions_of",
    "file_changes",
    "founding_code",
    "full_name_at",
    "is_founded",
    "is_ones_own",
    "know_roles",
    "label_of",
    "limited_in_time",
    "limits_of",
    "may",
    "names_of_users",
    "opens_the_house",
    "owns_a_venue",
    "paired_devices",
    "pin_of",
    "pins_of",
    "plain_document",
    "player_file",
    "player_of_user",
    "player_view",
    "player_with_document",
    "privacy_text",
    "profile_of",
    "proved_address",
    "reach_as_read",
    "reach_of",
    "receives_a_colleague",
    "require",
    "require_every_house",
    "roles_by_venue",
    "roles_of",
    "roles_question",
    "roles_question_of",
    "search_players",
    "second_factor_of",
    "second_factors",
    "secret_digest",
    "seen_at_venue",
    "seen_by",
    "session_number",
    "sessions_of",
    "sign_in_method",
    "simulated_among",
    "staff_of",
    "time_limits_of",
    "tokens_of",
    "who_may",
    "with_profile",
]
