"""Money over the counter, and the owner's corrections."""

from __future__ import annotations

import pytest

from ledger.commands.adjust import adjust
from ledger.commands.deposit import deposit
from ledger.commands.withdraw import withdraw
from ledger.queries import balance, check_play_limits, reconcile, statement, trial_balance, wallet_balance
from people.commands.set_play_limit import set_play_limit
from rules.refusals import Refused
from tests.ledger.conftest import VENUE, Books
from tests.people.conftest import AT, Cast, cid, make_cast
from tests.people.test_commands import facts


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def books(cast: Cast) -> Books:
    return Books()


def refused(code, command, *, says=None, **arguments):
    before = trial_balance(), len(facts())
    with pytest.raises(Refused) as caught:
        command(command_id=cid(), at=AT, **arguments)
    assert caught.value.code == code
    assert says is None or caught.value.sentence == says
    assert (trial_balance(), len(facts())) == before


@pytest.mark.rule("SCPT.E", "PT-T.21")
def test_money_in_and_out_of_a_wallet(cast, books):
    counter = {"by": cast.dina, "venue_id": VENUE, "player_id": cast.caio_player, "unit": "BRL"}
    command_id = cid()
    done = deposit(command_id=command_id, at=AT, **counter, amount_cents=45_000, method="cash")
    assert done.result["balance_cents"] == 45_000
    again = deposit(command_id=command_id, at=AT, **counter, amount_cents=45_000, method="cash")
    assert (again.replayed, again.result) == (True, done.result)
    assert wallet_balance(cast.caio_player, unit="BRL") == 45_000
    assert balance(books.cash) == -45_000
    kind, stream, audience, body = facts()[-1]
    player = f"player:{cast.caio_player}"
    assert (kind, stream, audience, body["amount_cents"]) == ("money_deposited", player, player, 45_000)
    refused("insufficient_funds", withdraw, **counter, amount_cents=45_001, method="cash")
    for bad in (0, -1, True, 10**10 + 1, "5"):
        refused("bad_amount", withdraw, **counter, amount_cents=bad, method="cash")
    for method in ("balance", "ticket", "cheque", ""):
        refused("bad_method", deposit, **counter, amount_cents=5, method=method)
    refused("unknown_player", deposit, **counter | {"player_id": 10**9}, amount_cents=5, method="cash")
    for by in (cast.bruno, cast.caio, cast.dora, cast.passer_by, cast.system):
        refused("forbidden", deposit, **counter | {"by": by}, amount_cents=5, method="cash")
        refused("forbidden", withdraw, **counter | {"by": by}, amount_cents=5, method="cash")
    refused("forbidden", deposit, **counter | {"venue_id": VENUE + 1}, amount_cents=5, method="cash")
    done = withdraw(
        command_id=cid(), at=AT, **counter, amount_cents=40_000, method="transfer", reference="pix 1"
    )
    assert done.result["balance_cents"] == 5_000
    assert balance(books.bank) == 40_000
    page = statement(cast.caio_player, unit="BRL")
    assert [(line.kind, line.change_cents, line.method) for line in page.lines] == [
        ("withdrawal", -40_000, "transfer"),
        ("deposit", 45_000, "cash"),
    ]
    assert reconcile() == ()


def test_the_owner_corrects_with_a_reason(cast, books):
    wallet = books.wallet(cast.caio_player)
    books.move(books.cash, wallet, 900)
    other = Books(tournament=71)
    fix = {"by": cast.olga, "venue_id": VENUE, "unit": "BRL", "amount_cents": 300, "reason": "counted twice"}
    ends = {"debit_account_id": wallet, "credit_account_id": books.cash}
    refused("forbidden", adjust, **fix | {"by": cast.ana}, **ends)
    refused("forbidden", adjust, **fix | {"by": cast.system}, **ends)
    refused("reason_missing", adjust, **fix | {"reason": " "}, **ends)
    refused("same_account", adjust, **fix, **ends | {"credit_account_id": wallet})
    refused("unknown_account", adjust, **fix, **ends | {"credit_account_id": 10**9})
    refused("unknown_account", adjust, **fix | {"unit": "EUR"}, **ends)
    # nobody pays: what the owner can change is the amount, or where it comes from
    refused(
        "insufficient_funds",
        adjust,
        **fix | {"amount_cents": 901},
        **ends,
        says="The account that the money comes from holds less than this. Correct a smaller amount, or take it from another account.",
    )
    refused("bad_amount", adjust, **fix | {"amount_cents": 0}, **ends)
    refused("other_tournament", adjust, **fix, debit_account_id=books.house, credit_account_id=other.pool)
    refused("other_tournament", adjust, **fix, **ends | {"credit_account_id": books.house}, tournament_id=71)
    adjust(command_id=cid(), at=AT, **fix, **ends)
    assert balance(wallet) == 600
    assert facts()[-2][:3] == ("ledger_adjusted", f"venue:{VENUE}", "staff")
    assert facts()[-2][3]["reason"] == "counted twice"
    # whose wallet it is, is told
    assert facts()[-1][:3] == (
        "wallet_adjusted", f"player:{cast.caio_player}", f"player:{cast.caio_player}",
    )  # fmt: skip
    assert (facts()[-1][3]["change_cents"], facts()[-1][3]["reason"]) == (-300, "counted twice")
    adjust(command_id=cid(), at=AT, **fix, debit_account_id=wallet, credit_account_id=books.house)
    assert balance(books.house) == 300
    assert reconcile() == ()


@pytest.mark.rule("PT-T.21", "PT-T.22")
def test_a_limit_is_reached_to_the_cent(cast, books):
    wallet = books.wallet(cast.caio_player)
    books.move(books.cash, wallet, 100_000, kind="deposit")
    books.move(wallet, books.pool, 40_000, kind="entry", at=AT)
    set_play_limit(
        command_id=cid(),
        at=AT,
        by=cast.caio,
        player_id=cast.caio_player,
        period="day",
        unit="BRL",
        amount_cents=85_000,
    )
    check_play_limits(cast.caio_player, unit="BRL", price_cents=45_000, at=AT)
    with pytest.raises(Refused) as caught:
        check_play_limits(cast.caio_player, unit="BRL", price_cents=45_001, at=AT)
    assert (caught.value.code, caught.value.params) == (
        "play_limit_reached",
        {"period": "day", "left_cents": 45_000, "currency": "BRL"},
    )
    check_play_limits(cast.caio_player, unit="EUR", price_cents=10**9, at=AT)
