"""Files: those of the machine, and those of a store that pyarrow reads and writes."""

from __future__ import annotations

from typing import Any

import pyarrow.fs


def store(path: str) -> tuple[Any, str] | None:
    """The file system of a URI such as ``s3://bucket/key``, and the name in it; ``None`` for a path of this machine.

    ``s3a://``, Hadoop's name for S3, is read as ``s3://``. Credentials are those that pyarrow finds on the machine.
    """
    if "://" not in path:
        return None
    uri = "s3://" + path.removeprefix("s3a://") if path.startswith("s3a://") else path
    files, name = pyarrow.fs.FileSystem.from_uri(uri)
    return files, name


def open_input(path: str) -> Any:
    """The file object of a URI; ``None`` for a path of this machine, which Rust opens."""
    found = store(path)
    return found and found[0].open_input_file(found[1])
