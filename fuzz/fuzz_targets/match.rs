//! Any pattern and any path: the greedy matcher against google/robotstxt's set of positions.
#![no_main]

use libfuzzer_sys::fuzz_target;
use maycrawl::{PathPattern, Profile};

/// Google's algorithm, as its comments describe it: all positions of the path that the pattern can have
/// reached, moved along byte by byte.
fn positions(pattern: &[u8], path: &[u8]) -> bool {
    let mut reached = vec![0];
    for (i, &byte) in pattern.iter().enumerate() {
        if byte == b'$' && i + 1 == pattern.len() {
            return reached.last() == Some(&path.len());
        }
        reached = if byte == b'*' {
            (reached[0]..=path.len()).collect()
        } else {
            reached.into_iter().filter(|&at| path.get(at) == Some(&byte)).map(|at| at + 1).collect()
        };
        if reached.is_empty() {
            return false;
        }
    }
    true
}

fuzz_target!(|input: (&[u8], &[u8])| {
    let (written, path) = input;
    let pattern = PathPattern::new(written, Profile::GOOGLE);
    let path = &path[..path.len().min(512)];
    assert_eq!(pattern.matches(path), positions(pattern.normal_form(), path));
    if let Some(covered) = pattern.match_len(path) {
        assert!(covered <= path.len());
        assert!(written.ends_with(b"$") || pattern.matches(&path[..covered]));
    }
    for profile in [Profile::GOOGLE, Profile::RFC9309] {
        let normal = PathPattern::new(written, profile).normal_form().to_vec();
        assert_eq!(PathPattern::new(&normal, profile).normal_form(), &normal[..]);
        assert!(normal.is_ascii());
    }
});
