"""Arrow arrays of several libraries: in, and out again."""

import polars
import pyarrow
import pytest

from maycrawl import RobotsTxt

RULES = RobotsTxt.parse(b"User-agent: *\nDisallow: /private\n").rules_for("Googlebot")
URLS = ["https://shop.example/", "https://shop.example/private", None, "not a URL", "https://shop.example/a/../private"]
ALLOWED = [True, False, None, False, False]
VERDICTS = [
    {"allowed": True, "reason": "no-rule-matched", "line": None},
    {"allowed": False, "reason": "rule", "line": 2},
    None,
    {"allowed": False, "reason": "not-a-url", "line": None},
    {"allowed": False, "reason": "rule", "line": 2},
]
TYPES = [
    pyarrow.string(),
    pyarrow.large_string(),
    pyarrow.string_view(),
    pyarrow.binary(),
    pyarrow.large_binary(),
    pyarrow.binary_view(),
    pyarrow.dictionary(pyarrow.int32(), pyarrow.string()),
]


@pytest.mark.parametrize("kind", TYPES, ids=str)
def test_arrays_of_every_type(kind):
    urls = pyarrow.array(URLS, pyarrow.string()).cast(kind)
    assert pyarrow.array(RULES.is_allowed_array(urls)).to_pylist() == ALLOWED
    assert pyarrow.array(RULES.check_array(urls)).to_pylist() == VERDICTS
    # A part of an array begins in the middle of its buffers.
    assert pyarrow.array(RULES.is_allowed_array(urls[1:3])).to_pylist() == ALLOWED[1:3]


def test_chunks():
    urls = pyarrow.chunked_array([URLS[:2], [], URLS[2:]], pyarrow.string())
    result = RULES.is_allowed_array(urls)
    assert len(result) == len(URLS)
    assert pyarrow.chunked_array(result).to_pylist() == ALLOWED
    verdicts = RULES.check_array(urls)
    assert pyarrow.chunked_array(verdicts).to_pylist() == VERDICTS
    # One array of all chunks, for who does not read streams.
    assert pyarrow.array(result).to_pylist() == ALLOWED
    assert pyarrow.array(verdicts).to_pylist() == VERDICTS
    assert polars.Series(result).to_list() == ALLOWED


def test_polars():
    frame = polars.DataFrame({"url": URLS})
    assert polars.Series(RULES.is_allowed_array(frame["url"])).to_list() == ALLOWED
    assert polars.Series(RULES.check_array(frame["url"])).struct.field("line").to_list() == [None, 2, None, None, 2]


def test_empty():
    assert pyarrow.array(RULES.is_allowed_array(pyarrow.array([], pyarrow.string()))).to_pylist() == []
    none = RULES.is_allowed_array(pyarrow.chunked_array([], pyarrow.string()))
    assert len(none) == len(pyarrow.array(none)) == 0


def test_bytes_that_are_not_utf8():
    urls = pyarrow.array([b"/\xff", b"/private"], pyarrow.binary())
    assert pyarrow.array(RULES.is_allowed_array(urls)).to_pylist() == [False, False]


def test_values_are_read_one_by_one():
    # The bytes of all values are UTF-8, and those of two of them are not.
    urls = pyarrow.array([b"/\xc3", b"\xa4", b"/\xc3\xa4", None, b"/private"], pyarrow.binary())
    assert pyarrow.array(RULES.is_allowed_array(urls)).to_pylist() == [False, False, True, None, False]
    assert pyarrow.array(RULES.is_allowed_array(urls[2:4])).to_pylist() == [True, None]
    assert pyarrow.array(RULES.is_allowed_array(urls[4:])).to_pylist() == [False]


@pytest.mark.parametrize("urls", [pyarrow.array([1, 2]), pyarrow.array([["/"]])], ids=str)
def test_other_types_are_refused(urls):
    with pytest.raises(TypeError, match="strings or of binary"):
        RULES.is_allowed_array(urls)


@pytest.mark.parametrize("urls", [None, "/", ["/"]])
def test_what_is_no_array_is_refused(urls):
    with pytest.raises((TypeError, ValueError)):
        RULES.is_allowed_array(urls)
