//! Any bytes are read as a TDMRep file or refused, and of a file that is read the first entry that matches is given.

use maycrawl::pattern::PathPattern;
use maycrawl::{Profile, UrlPath, as_written};
use maycrawl_site::{MAX_TDMREP_ENTRIES, TdmrepFile};

/// Panics if that is not so. The input is a file and a URL.
pub fn check(input: &[u8]) {
    let [file, url] = crate::parts(input);
    let file = match TdmrepFile::read(file) {
        Ok(file) => file,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert!(file.entries.len() <= MAX_TDMREP_ENTRIES);
    for problem in &file.problems {
        assert!(problem.entry > 0 && !problem.to_string().chars().any(char::is_control));
    }
    let path = UrlPath::from_url(as_written(url), Profile::RFC9309);
    let matches =
        |location: &str| PathPattern::new(location.as_bytes(), Profile::RFC9309).matches(&path);
    let found = file.matching(as_written(url));
    for entry in &file.entries {
        if found.is_some_and(|found| std::ptr::eq(found, entry)) {
            assert!(matches(&entry.location));
            return;
        }
        assert!(!matches(&entry.location));
    }
    assert!(found.is_none());
}
