"""The examples of the guide, as they are printed."""

import contextlib
import io
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def blocks(page, language="python"):
    """The blocks of a page in this language, in order."""
    text = (ROOT / page).read_text("utf-8")
    found = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found, page
    return found


def lines_of_engines(page, heading):
    """The rows of the table below a heading: the engine, and its line."""
    (section,) = re.findall(
        rf"^## {heading}\n(.*?)(?=^## |\Z)", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    return dict(re.findall(r"^\| ([\w, ]+) \| `(.+)` \|$", section, re.MULTILINE))


def run(block, names):
    """Runs a block. What it prints is what its comments say, and what it prints without a comment is given back."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(block, "the guide", "exec"), names)
    printed = output.getvalue().splitlines()
    said = re.findall(r"^ *print\(.*\)(?: +|\n)# (.+)$", block, re.MULTILINE)
    if not said:
        return printed
    assert printed == said, block
    return []
