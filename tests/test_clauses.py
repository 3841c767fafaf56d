"""Every clause has a test that proves it, and no test invents one."""

import pytest

from tests.clauses import KINDS, clauses, marked, missing, named, titled


@pytest.mark.parametrize("kind", KINDS)
def test_every_clause_of_a_kind_has_a_test(kind: str) -> None:
    assert missing(kind) == []


def test_every_clause_is_of_a_known_kind() -> None:
    assert set(clauses().values()) == set(KINDS)


def test_tests_name_clauses_that_exist() -> None:
    assert named() - clauses().keys() == set()


def test_in_python_only_a_tests_marker_counts() -> None:
    source = '''
"""A page about 009-A1."""
clause = pytest.mark.clause
GIVEN = [pytest.param(1, marks=clause("009-A2"))]  # not beside a test

@clause("009-B1", "009-B2")
async def test_one(): "009-A3"

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.clause("009-B3"))])
def test_two(n): ...  # 009-A4

@clause("009-A5")
def not_a_test(): ...
'''
    assert marked(source) == {"009-B1", "009-B2", "009-B3"}


def test_in_the_client_only_a_tests_title_counts() -> None:
    source = """
// 009-A1
test('009-B1 it’s said', () => { say('009-A2'); });
test.each([
  ['009-B2', 'x', '009-A3'],
] as const)(
  '%s a table of cases',
  (_, x) => {},
);
test.each([
  ['009-A4', 'x'],
])('another one, 009-B3', () => {});
"""
    assert titled(source) == {"009-B1", "009-B2", "009-B3"}
