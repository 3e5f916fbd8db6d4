"""Facts of an online tournament whose players' lines went at once."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.streams import TournamentFact
from tournaments.topics import tables_topic


class LinesLostTogether(TournamentFact, kind="lines_lost_together"):
    """Many lines of an online tournament went at once: its tables and its clock stand. lost: how many, of_players: of how many that were there."""

    lost: int
    of_players: int

    @property
    def topics(self) -> Sequence[str]:
        return (tables_topic(self.tournament_id),)


class LinesBack(TournamentFact, kind="lines_back"):
    """The tables that lost lines held go on. outcome: enough players are back ("back"), it stood for as long as it may ("over"), staff let it go
    on ("staff"), or its tables are closed ("closed")."""

    outcome: str

    @property
    def topics(self) -> Sequence[str]:
        return (tables_topic(self.tournament_id),)
