"""Without Spark, `maycrawl.spark` says what to install."""

import importlib.util

import pytest


@pytest.mark.skipif(importlib.util.find_spec("pyspark") is not None, reason="Spark is installed")
def test_the_error_names_the_extra():
    with pytest.raises(ImportError, match=r"pip install maycrawl\[spark\]"):
        import maycrawl.spark  # noqa: F401
