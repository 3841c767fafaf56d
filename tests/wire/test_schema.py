"""The schema that the client's types are made from is the one the server speaks."""

from pathlib import Path

from evenmoney.wire.schema import text, whole_schema

COMMITTED = Path(__file__).parents[2] / "client" / "src" / "wire" / "schema.json"


def test_the_committed_schema_is_what_the_wire_types_give() -> None:
    assert COMMITTED.read_text("utf-8") == text(whole_schema()), (
        "run: python -m evenmoney.wire.schema > client/src/wire/schema.json"
    )
