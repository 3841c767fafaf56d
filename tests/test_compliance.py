"""docs/compliance.md names tests and pages that exist, for every point it has to answer."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "compliance.md").read_text("utf-8")
POINTS = (*range(1, 12), *range(22, 32))
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)


def test_every_point_has_a_line_with_a_test_or_a_page() -> None:
    lines = dict(re.findall(r"^\| (\d+) \| (.+) \|$", PAGE, re.MULTILINE))
    assert [int(point) for point in lines] == list(POINTS)
    for point, line in lines.items():
        assert "::test_" in line or ".md" in line, point


@pytest.mark.parametrize("path", sorted({path for path, _ in NAMED}))
def test_every_test_that_is_named_exists(path: str) -> None:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    there = {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert {name for its, name in NAMED if its == path} <= there


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)]+)\)", PAGE))))
def test_every_page_that_is_linked_exists_with_its_heading(link: str) -> None:
    file, _, heading = link.partition("#")
    text = (ROOT / "docs" / file).read_text("utf-8")
    anchors = {
        re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-")
        for line in text.splitlines()
        if line.startswith("#")
    }
    assert not heading or heading in anchors
