"""The closed sets of values in the stubs are those of the library, as the API of the service describes them."""

import json
import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
STUBS = ROOT / "bindings/python/python/maycrawl/_maycrawl.pyi"
SCHEMAS = json.loads((ROOT / "docs/public-api/openapi.json").read_text("utf-8"))["components"]["schemas"]


def literal(name: str, values: list[str]) -> str:
    line = f"{name} = Literal[{', '.join(json.dumps(value) for value in values)}]"
    if len(line) <= 120:
        return line
    return f"{name} = Literal[\n" + "".join(f"    {json.dumps(value)},\n" for value in values) + "]"


@pytest.mark.parametrize(
    ("name", "schema"),
    [("_Decision", "Decision"), ("_Reason", "ReasonCode"), ("_RuleKind", "RuleKind"), ("_Basis", "Basis")],
)
def test_a_closed_set_has_the_values_of_the_library(name: str, schema: str) -> None:
    text = STUBS.read_text("utf-8")
    wanted = literal(name, SCHEMAS[schema]["enum"])
    written = re.search(rf"^{name} = Literal\[[^]]*\]$", text, re.MULTILINE)
    assert written, name
    if os.environ.get("UPDATE_STUBS"):
        STUBS.write_text(text.replace(written[0], wanted), "utf-8")
    else:
        assert written[0] == wanted, "UPDATE_STUBS=1 python -m pytest tests/test_stubs.py writes it"
