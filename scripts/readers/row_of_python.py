"""Prints which reader of maycrawl stands for the urllib.robotparser of this Python, or nothing if none does."""

import hashlib
import urllib.robotparser
from urllib.parse import urlunsplit

# The file is the same in CPython 3.8 to 3.13.0. A later one may read wildcards.
KNOWN = "389b811835f9a3ba72b192c3487b0266fa31f6e571b7a83ceb2a34792dc0d9fc"

with open(urllib.robotparser.__file__, "rb") as source:
    if hashlib.sha256(source.read()).hexdigest() == KNOWN:
        doubles = urlunsplit(("", "", "//a", "", "")) == "////a"
        print("cpython" if doubles else "cpython-3.11")
