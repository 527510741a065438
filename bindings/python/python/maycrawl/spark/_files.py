"""Files: those of the machine, and those of a store that pyarrow reads and writes."""

from __future__ import annotations

import os
import shutil
import uuid
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


def send(local: str, path: str) -> None:
    """Copies a file of this machine to a path or a URI, where it appears complete or not at all."""
    files, name = store(path) or (pyarrow.fs.LocalFileSystem(), path)
    # A store shows an object when it is complete. Elsewhere only a rename does.
    is_object = files.type_name not in ("local", "hdfs")
    # Readers of tables skip names that begin with a dot.
    written = name if is_object else f"{os.path.dirname(name)}/.{uuid.uuid4()}.tmp"
    with open(local, "rb") as source, files.open_output_stream(written) as target:
        shutil.copyfileobj(source, target, 1 << 20)
    if not is_object:
        files.move(written, name)


def make_folder(path: str) -> None:
    """Makes a folder, and those above it. An object store needs none."""
    files, name = store(path) or (pyarrow.fs.LocalFileSystem(), path)
    files.create_dir(name, recursive=True)


def remove(path: str) -> None:
    """Removes a file."""
    files, name = store(path) or (pyarrow.fs.LocalFileSystem(), path)
    files.delete_file(name)
