"""Versions of Spark."""


def is_since(version: str, *floor: int) -> bool:
    """Is this version of Spark not older than that one?"""
    return tuple(int(part) for part in version.split(".")[:2]) >= floor
