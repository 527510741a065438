"""Ends with status 0 if a reader of maycrawl allows the URL, and with 1 if not: allowed.py ASK_READERS READER FILE NAME URL"""

import json
import re
import subprocess
import sys
from pathlib import Path

program, reader, file, name, url = sys.argv[1:]
path = re.fullmatch(r"https?://[^/]+(/.*)", url)[1]
question = json.dumps({"file": Path(file).read_bytes().decode("latin-1"), "asks": [[name, path]]})
run = subprocess.run([program, "answers", reader], input=question, capture_output=True, check=True, text=True)
sys.exit(0 if json.loads(run.stdout)[0].startswith("a") else 1)
