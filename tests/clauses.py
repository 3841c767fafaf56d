"""Lists the clauses of docs/clauses.md without a test: `python tests/clauses.py --kind rules`.

A test proves a clause by its marker, in the client by its title; an id that a comment, a helper or
a docstring mentions proves nothing.
"""

import argparse
import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
CLAUSES = ROOT / "docs" / "clauses.md"
KINDS = ("rules", "house", "client", "operator", "maths")
LINE = re.compile(r"^- \*\*(\d{3}-[A-Z]\d+)\*\* \((\w+)\)", re.MULTILINE)
ID = re.compile(r"\b\d{3}-[A-Z]\d+\b")

TITLE = re.compile(r"""\b(?:test|it|describe)\(\s*(['"`])(.*?)(?<!\\)\1""", re.DOTALL)
ROWS = re.compile(
    r"""\b(?:test|it|describe)\.each\(\[(.*?)\](?: as const)?\)\(\s*(['"`])(.*?)(?<!\\)\2""",
    re.DOTALL,
)


def clauses() -> dict[str, str]:
    """Every clause's id, and its kind."""
    return dict(LINE.findall(CLAUSES.read_text(encoding="utf-8")))


def marked(source: str) -> set[str]:
    """The ids in the clause markers of a Python file's tests, those of single cases included."""
    return {
        word.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _is_test(node)
        for marker in _markers(node)
        for word in marker.args
        if isinstance(word, ast.Constant) and isinstance(word.value, str)
    }


def _is_test(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return node.name.startswith("test_")


def _markers(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.Call]:
    """The calls of the clause marker among a test's decorators, under its own name or `clause`."""
    for decorator in node.decorator_list:
        for call in ast.walk(decorator):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in {
                "pytest.mark.clause",
                "clause",
            }:
                yield call


def titled(source: str) -> set[str]:
    """The ids in the titles of a TypeScript file's tests; of those that a table of cases gives,
    the ids in its rows when its title says the first column."""
    told = [title for _, title in TITLE.findall(source)]
    for rows, _, title in ROWS.findall(source):
        told.append(title)
        if title.startswith("%s"):
            told += re.findall(r"^\s*\['([^']*)'", rows, re.MULTILINE)
    return {id for title in told for id in ID.findall(title)}


def named() -> set[str]:
    """The ids that tests prove, those of the server and those of the client."""
    python = (ROOT / "tests").rglob("*.py")
    script = [
        *(ROOT / "client" / "src").rglob("*.test.ts"),
        *(ROOT / "client" / "tests").rglob("*.test.ts"),
    ]
    return set().union(
        *(marked(path.read_text(encoding="utf-8")) for path in python),
        *(titled(path.read_text(encoding="utf-8")) for path in script),
    )


def missing(kind: str | None = None) -> list[str]:
    """The ids without a test, of one kind or of all."""
    known = named()
    return [id for id, its in clauses().items() if id not in known and kind in (None, its)]


def main() -> int:
    """Print the ids without a test; 1 when there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=KINDS)
    lacking = missing(parser.parse_args().kind)
    print("\n".join(lacking) or "every clause has a test")
    return 1 if lacking else 0


if __name__ == "__main__":
    raise SystemExit(main())
