"""Every clause of the kinds that are demanded has a test that names it, and no test invents one."""

import pytest

from tests.clauses import KINDS, clauses, missing, named

DEMANDED = {"rules"}


@pytest.mark.parametrize("kind", sorted(DEMANDED))
def test_every_clause_of_a_demanded_kind_has_a_test(kind: str) -> None:
    assert missing(kind) == []


def test_every_clause_is_of_a_known_kind() -> None:
    assert set(clauses().values()) == set(KINDS)


def test_tests_name_clauses_that_exist() -> None:
    assert named() - clauses().keys() == set()
