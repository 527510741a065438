"""The writer of maycrawl as `run.py` asks it: `maycrawl new` with the recipes of the case."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

case = json.load(sys.stdin)
with tempfile.TemporaryDirectory() as folder:
    before = Path(folder, "robots.txt")
    added = []
    if "before" in case:
        before.write_bytes(case["before"].encode())
        added = ["--add-to", str(before)]
    command = sys.argv[1] if len(sys.argv) > 1 else "maycrawl"
    sys.exit(subprocess.run([command, "new", "--quiet", *case["recipes"], *added], stdin=subprocess.DEVNULL).returncode)
