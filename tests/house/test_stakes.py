"""What a table books: every movement takes from one what it gives another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenmoney.house import stakes
from evenmoney.house.stakes import HOUSE, cash, debt, escrow
from evenmoney.ledger.transfer import Account, Transfer

ROUND = 1_000_000_007
amounts = st.integers(0, 10**6)


def balances(transfers: tuple[Transfer, ...]) -> dict[Account, int]:
    held: dict[Account, int] = {}
    for transfer in transfers:
        assert transfer.amount > 0
        held[transfer.source] = held.get(transfer.source, 0) - transfer.amount
        held[transfer.target] = held.get(transfer.target, 0) + transfer.amount
    return held


@given(staked=st.integers(1, 10**6), paid=amounts)
def test_a_settlement_empties_the_escrow_and_pays_exactly(staked: int, paid: int) -> None:
    held = balances(stakes.settled(cash(1), ROUND, staked, paid))
    assert held[escrow(1, ROUND)] == -staked
    assert held.get(cash(1), 0) == paid
    assert held.get(HOUSE, 0) == staked - paid


@given(staked=st.integers(1, 10**6), paid=amounts, balance=amounts)
def test_a_round_taken_back_leaves_no_balance_below_zero(
    staked: int, paid: int, balance: int
) -> None:
    moves = stakes.taken_back(1, staked, paid, balance)
    need, net, _, borrowed = stakes.moved(moves)[1]
    assert need <= balance
    assert balance + net >= 0
    held = balances(moves)
    assert held.get(debt(1), 0) == -borrowed <= 0
    assert net + held.get(debt(1), 0) == staked - paid


@pytest.mark.parametrize(("more", "expected"), [(500, (500, -500)), (-500, (0, 500))])
def test_bets_that_change_move_the_difference(more: int, expected: tuple[int, int]) -> None:
    assert stakes.moved(stakes.bet_moved(cash(1), ROUND, more)) == {1: (*expected, 0, 0)}
    assert stakes.bet_moved(cash(1), ROUND, 0) == ()


def test_what_must_be_there_first_is_counted_in_the_order_of_the_transfers() -> None:
    out_first = (*stakes.raised(cash(1), ROUND, 300), *stakes.settled(cash(1), ROUND, 400, 800))
    in_first = (*stakes.settled(cash(1), ROUND, 400, 800), *stakes.raised(cash(1), ROUND, 300))
    assert stakes.moved(out_first)[1] == (300, 500, 0, 0)
    assert stakes.moved(in_first)[1] == (0, 500, 0, 0)
