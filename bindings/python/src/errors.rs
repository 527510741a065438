//! The exceptions. All are `ValueError`s that say what is wrong, where, and what to do.

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;

create_exception!(maycrawl, MaycrawlError, PyValueError, "Base of the errors of this package.");
create_exception!(
    maycrawl,
    CrawlerNameError,
    MaycrawlError,
    "A text is not the name of a crawler."
);
create_exception!(
    maycrawl,
    UrlError,
    MaycrawlError,
    "A text is not a URL that a client can request."
);
create_exception!(
    maycrawl,
    ProfileError,
    MaycrawlError,
    "A profile is unknown, or two files were read under different profiles."
);
create_exception!(maycrawl, PolicyError, MaycrawlError, "The name of a fetch policy is unknown.");
create_exception!(maycrawl, ReaderError, MaycrawlError, "The name of another reader is unknown.");
create_exception!(maycrawl, UseError, MaycrawlError, "The name of a use is unknown.");
create_exception!(
    maycrawl,
    TableError,
    MaycrawlError,
    "A file or a table cannot be used: it cannot be read at all, or its columns are missing or of other types."
);
