"""The order in which commands take locks: one table, which docs/locking.md shows and tests hold.

A command that waits for a lock holds only locks that stand above it. So whoever waits, waits for somebody further down,
and nobody waits in a circle.
"""

from __future__ import annotations

from dataclasses import dataclass

FIELD = "tournaments_field"
TOURNAMENT = "tournaments_tournament"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """A row (by its table) or an advisory lock (by its words), what is scarce about it, and who waits for whom."""

    what: str
    scarce: str
    waits: str
    under: bool = False  # whoever has the Field, or before the start the tournament, has it for himself


ORDER: tuple[Lock, ...] = (
    Lock(
        what="dispatch_command",
        scarce="the id of a command",
        waits="the same request sent twice: the second waits and gets the first one's answer",
    ),
    Lock(what="first owner", scarce="who founds the house", waits="who else has the founding code"),
    Lock(
        what="email-code", scarce="codes an hour for one address", waits="who asks for another at that moment"
    ),
    Lock(
        what="people_emailcode",
        scarce="the tries of a code, and what it has proved",
        waits="who types it elsewhere; what follows a right code is the player's file and the ways in",
    ),
    Lock(
        what="people_player",
        scarce="a player's file",
        waits="who enters shares it; who changes, claims, excludes or forgets that player waits for those who enter",
    ),
    Lock(what="people_staffrole", scarce="the last owner of a venue", waits="who ends another role there"),
    Lock(what="people_device", scarce="a device", waits="who unpairs it, too"),
    Lock(what="people_apitoken", scarce="a token", waits="who revokes it, too"),
    Lock(
        what="people_user",
        scarce="an account: its address, name, password",
        waits="who changes or closes it elsewhere",
    ),
    Lock(what="people_operatorpin", scarce="the PIN of one person", waits="who sets or drops it, too"),
    Lock(
        what="people_secondfactor",
        scarce="the tries and steps of a second factor",
        waits="who signs in elsewhere",
    ),
    Lock(what="tournaments_screen", scarce="a display", waits="who pairs or unpairs it"),
    Lock(
        what="tournaments_wall",
        scarce="what the displays of a tournament show",
        waits="who puts something else there",
    ),
    Lock(
        what="dispatch_deadletter",
        scarce="a fact that a reader could not take",
        waits="who has it tried again or lets it go",
    ),
    Lock(what="tournaments_notice", scarce="a message that is written", waits="who drops it"),
    Lock(
        what="tournament door",
        scarce="the moment at which nobody enters a tournament",
        waits="who enters shares it; who changes, starts or cancels the tournament waits for those inside",
    ),
    Lock(
        what=TOURNAMENT,
        scarce="what the tournament is",
        waits="who enters shares it before the start; who changes it has it alone",
    ),
    Lock(what="tournaments_stage", scarce="the next number of an event", waits="drafts of one stage"),
    Lock(what="tournaments_season", scarce="the season's fund", waits="payments out of it"),
    Lock(
        what="tournaments_venue",
        scarce="whether the clocks of a venue run",
        waits="freezing and thawing wait for who starts a clock, and the other way round",
    ),
    Lock(
        what="tournaments_sponsor",
        scarce="the order of the sponsors",
        waits="nobody: their venue is locked first",
    ),
    Lock(what="tournaments_venuelogo", scarce="a venue's logo", waits="nobody: its venue is locked first"),
    Lock(
        what="tournaments_venuecolours", scarce="a venue's colours", waits="nobody: its venue is locked first"
    ),
    Lock(
        what=FIELD,
        scarce="who is in, once it runs: counts, places, chairs",
        waits="whatever happens at the tables of one tournament, one after the other",
    ),
    Lock(
        what="play_playtable",
        scarce="a table that is played online: whose turn it is, who sits where",
        waits="whoever does something at that table, and the clock that ends a decision there",
    ),
    Lock(
        what="play_lineshold",
        scarce="that lost lines hold a tournament or a table",
        waits="nobody: the tables are locked first",
    ),
    Lock(
        what="play_complaint",
        scarce="a complaint about a hand, its answer",
        waits="who answers or closes it, too",
    ),
    Lock(
        what="play_integritycase",
        scarce="whether a case is open",
        waits="who writes in it, or closes it, too",
    ),
    Lock(
        what="tournaments_registration",
        scarce="one registration: its payment, and who it belongs to",
        waits="who takes its payment at another desk before the start",
        under=True,
    ),
    Lock(
        what="people_playlimit",
        scarce="what a player may still spend",
        waits="two entries of one player at two desks",
    ),
    Lock(
        what="tournaments_slot",
        scarce="a limited seat before the start",
        waits="nobody but for the last one: SKIP LOCKED passes over those that are being sold",
        under=True,
    ),
    Lock(what="tournament line", scarce="the next number in line", waits="those who will stand in it"),
    Lock(
        what="tournaments_purchase",
        scarce="one rebuy or add-on",
        waits="who takes it back, or is paid for it",
        under=True,
    ),
    Lock(
        what="tournaments_debt",
        scarce="a rebuy that is owed",
        waits="nobody: its purchase is locked first",
        under=True,
    ),
    Lock(what="payouts_award", scarce="a prize that is owed", waits="who pays it, or takes it back"),
    Lock(
        what="payouts_payin",
        scarce="a pay-in: whether its money came, and what became of it",
        waits="who confirms, refuses or takes it back, too",
    ),
    Lock(
        what="payouts_unclaimedmoney",
        scarce="money that named no reference, until it is matched or sent back",
        waits="who matches it or sends it back, too",
    ),
    Lock(
        what="payouts_withdrawal",
        scarce="a withdrawal that waits for the bank",
        waits="who pays, refuses or takes it back, too",
    ),
    Lock(what="payouts_repayment", scarce="what is handed back", waits="who hands it back, too"),
    Lock(
        what="ledger_account",
        scarce="the money in a wallet; a posting locks those it touches by their ids",
        waits="payments of one player",
    ),
    Lock(
        what="tables of room",
        scarce="the table numbers of a room",
        waits="tournaments of one venue that open tables at one moment",
    ),
    Lock(
        what="people_exclusion",
        scarce="an exclusion that stands",
        waits="who lifts it, or takes a removal back",
    ),
)

# Rows of one tournament that whoever holds its Field (before the start: the tournament itself) for update has for himself:
# he takes them in any order. Without it a command takes one of them, as the last thing it waits for, and holds no wallet.
UNDER_FIELD: dict[str, str] = {
    "tournaments_entry": "one entry: who it belongs to, its chips",
    "tournaments_order": "what somebody asked for and has not paid",
    "tournaments_elimination": "one elimination, its place and who took the chips",
    "tournaments_clock": "the clock",
    "tables_drawbook": "the next number of a draw",
    "tables_table": "one table",
    "tables_seat": "one chair",
    "tables_move": "one move",
    "tables_penalty": "one penalty",
    "payouts_deal": "the deal that is talked about",
    "payouts_ending": "the end that is taken back",
}
