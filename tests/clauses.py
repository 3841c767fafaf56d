"""Lists the clauses of docs/clauses.md without a test: `python tests/clauses.py --kind rules`."""

import argparse
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
CLAUSES = ROOT / "docs" / "clauses.md"
KINDS = ("rules", "house", "client", "operator", "maths")
LINE = re.compile(r"^- \*\*(\d{3}-[A-Z]\d+)\*\* \((\w+)\)", re.MULTILINE)
NAMED = re.compile(r"\b\d{3}-[A-Z]\d+\b")


def clauses() -> dict[str, str]:
    """Every clause's id, and its kind."""
    return dict(LINE.findall(CLAUSES.read_text(encoding="utf-8")))


def named() -> set[str]:
    """The ids that tests name, those of the server and those of the client."""
    files = [
        *(ROOT / "tests").rglob("*.py"),
        *(ROOT / "client" / "src").rglob("*.test.ts"),
        *(ROOT / "client" / "tests").rglob("*.ts"),
    ]
    return {id for path in files for id in NAMED.findall(path.read_text(encoding="utf-8"))}


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
