"""How the code must read, where a machine can tell: STYLE.md, lines 8, 10, 11 and 13."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PYTHON = sorted(
    path
    for folder in ("src", "tests", "scripts", "docs")
    for path in (ROOT / folder).rglob("*.py")
    if ".venv" not in path.parts
)
SOURCES = [path for path in PYTHON if path.is_relative_to(ROOT / "src")]
CLIENT = sorted(
    path
    for pattern in ("*.ts", "*.svelte", "*.css")
    for path in (ROOT / "client" / "src").rglob(pattern)
    if not path.read_text().startswith("/** Generated")
)
FUNCTION_LINES_MAX = 50
FILE_LINES_MAX = 500
EMPTY_NAMES = re.compile(r"(?:^|_)(?:manager|service|helper|helpers|util|utils|misc|common)(?:_|$)")


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def functions(tree: ast.AST) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [node for node in ast.walk(tree) if isinstance(node, kinds)]


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of a function, its docstring apart."""
    assert function.end_lineno is not None
    lines = function.end_lineno - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        assert first.end_lineno is not None
        lines -= first.end_lineno - first.lineno + 1
    return lines


@pytest.mark.parametrize("path", PYTHON, ids=named)
def test_no_function_is_over_fifty_lines(path: Path) -> None:
    tree = ast.parse(path.read_text())
    long = {f.name: n for f in functions(tree) if (n := body_lines(f)) > FUNCTION_LINES_MAX}
    assert not long


def test_functions_are_mostly_under_ten_lines() -> None:
    sizes = [body_lines(f) for path in SOURCES for f in functions(ast.parse(path.read_text()))]
    short = sum(size < 10 for size in sizes)
    assert short / len(sizes) > 0.6


@pytest.mark.parametrize("path", PYTHON + CLIENT, ids=named)
def test_no_file_is_over_five_hundred_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= FILE_LINES_MAX


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_a_module_opens_with_a_sentence(path: Path) -> None:
    if path.name == "__init__.py" and not path.read_text().strip():
        return
    docstring = ast.get_docstring(ast.parse(path.read_text()))
    assert docstring
    assert docstring.split("\n\n")[0].rstrip().endswith((".", ":"))


@pytest.mark.parametrize("path", PYTHON + CLIENT, ids=named)
def test_no_file_has_a_name_that_says_nothing(path: Path) -> None:
    assert not EMPTY_NAMES.search(path.stem)


@pytest.mark.parametrize("path", PYTHON, ids=named)
def test_a_queue_has_a_bound(path: Path) -> None:
    unbounded = re.findall(r"\b(?:asyncio\.|queue\.)?(?:Simple)?Queue\(\)", path.read_text())
    assert not unbounded
