"""The book: what is posted sums to zero, and what may not be posted changes nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenmoney.ledger import Account, AccountKind, Book, NotPosted, Transfer, TransferKind
from evenmoney.ledger.flaws import account_flaw, transfer_flaw
from evenmoney.ledger.transfer import AMOUNT_MAX

HOUSE = Account(AccountKind.HOUSE)
ADJUSTMENT = Account(AccountKind.ADJUSTMENT)
ANN, BEA = Account(AccountKind.CASH, 1), Account(AccountKind.CASH, 2)
ESCROW = Account(AccountKind.ESCROW, 1, 7)
DEBT = Account(AccountKind.DEBT, 1)

accounts = st.sampled_from(
    [HOUSE, ADJUSTMENT, ANN, BEA, Account(AccountKind.BONUS, 1), ESCROW, DEBT]
)
transfers = st.builds(
    Transfer, accounts, accounts, st.integers(-2, 50), st.sampled_from(TransferKind)
)


def move(source: Account, target: Account, amount: int) -> Transfer:
    return Transfer(source, target, amount, TransferKind.BET)


def refusal(book: Book, *posted: Transfer, closing: tuple[Account, ...] = ()) -> str:
    with pytest.raises(NotPosted) as caught:
        book.post(posted, closing)
    return caught.value.code


@given(st.lists(st.lists(transfers, max_size=4), max_size=20))
def test_the_sum_over_all_accounts_is_zero_whatever_is_tried(units: list[list[Transfer]]) -> None:
    book = Book()
    for unit in units:
        before = {a: book.balance(a) for t in unit for a in (t.source, t.target)}
        try:
            book.post(unit)
        except NotPosted:
            assert {a: book.balance(a) for a in before} == before
        else:
            for account, held in before.items():
                moved = sum(
                    t.amount * ((t.target == account) - (t.source == account)) for t in unit
                )
                assert book.balance(account) == held + moved
        assert book.total() == 0
        assert min(map(book.balance, (ANN, BEA, ESCROW))) >= 0
        assert book.balance(DEBT) <= 0


def test_money_of_players_and_escrows_never_goes_below_zero() -> None:
    for account in (ANN, ESCROW, Account(AccountKind.BONUS, 1)):
        assert refusal(Book({account: 5}), move(account, HOUSE, 6)) == "not_enough_money"


def test_the_houses_own_accounts_may_go_below_zero() -> None:
    assert Book().post([move(HOUSE, ANN, 6), move(ADJUSTMENT, ANN, 1)])[ANN] == 7


def test_a_debt_is_at_most_repaid() -> None:
    book = Book({ANN: 100})
    book.post([move(DEBT, HOUSE, 30)])
    assert refusal(book, move(ANN, DEBT, 31)) == "bad_transfer"
    assert book.post([move(ANN, DEBT, 30)])[DEBT] == 0


def test_what_counts_is_how_things_stand_after_the_last_transfer() -> None:
    assert Book().post([move(ANN, HOUSE, 5), move(HOUSE, ANN, 5)])[ANN] == 0


def test_a_transfer_that_fails_takes_those_before_it_back() -> None:
    book = Book({ANN: 5})
    assert refusal(book, move(ANN, ESCROW, 5), move(ESCROW, HOUSE, 6)) == "not_enough_money"
    assert (book.balance(ANN), book.balance(ESCROW)) == (5, 0)


def test_an_escrow_that_closes_has_to_be_empty() -> None:
    book = Book({ESCROW: 5})
    assert refusal(book, move(ESCROW, HOUSE, 4), closing=(ESCROW,)) == "escrow_open"
    book.post([move(ESCROW, HOUSE, 5)], closing=(ESCROW,))
    book.post([], closing=(ESCROW,))


@pytest.mark.parametrize("amount", [0, -1, AMOUNT_MAX + 1, 1.0, True, "1", None])
def test_an_amount_is_a_whole_number_above_zero(amount: object) -> None:
    assert transfer_flaw(move(HOUSE, ANN, amount)) is not None  # type: ignore[arg-type]
    assert transfer_flaw(move(HOUSE, ANN, 1)) is None


def test_no_transfer_joins_two_players() -> None:
    others = Account(AccountKind.ESCROW, 2, 7)
    assert transfer_flaw(move(ANN, BEA, 1)) is not None
    assert transfer_flaw(move(ANN, others, 1)) is not None
    assert transfer_flaw(move(ANN, ESCROW, 1)) is None


def test_an_account_does_not_pay_itself() -> None:
    assert transfer_flaw(move(ANN, ANN, 1)) is not None


@pytest.mark.parametrize("kind", AccountKind)
@pytest.mark.parametrize(("player", "round"), [(0, 0), (1, 0), (0, 1), (1, 1), (-1, 0), (2**63, 0)])
def test_an_account_says_whose_it_is_and_no_more(
    kind: AccountKind, player: int, round: int
) -> None:
    needed = {AccountKind.HOUSE: (0, 0), AccountKind.ADJUSTMENT: (0, 0), AccountKind.ESCROW: (1, 1)}
    sound = (player, round) == needed.get(kind, (1, 0))
    assert (account_flaw(Account(kind, player, round)) is None) == sound
