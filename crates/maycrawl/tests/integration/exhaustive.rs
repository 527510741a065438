//! Every short pattern and every short path, compared with a matcher that is written from the specification.
//!
//! "`*` designates 0 or more instances of any valid character. `$` designates the end of the URL", and
//! "the path is used to match the beginning of a URL" (Google, *URL matching based on path values*).

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use std::thread;

use maycrawl::pattern::PathPattern;
use maycrawl::{Profile, UrlPath};

/// The specification, word for word and without regard to speed: true if `pattern` matches the beginning of `path`.
fn reference(pattern: &[u8], path: &[u8]) -> bool {
    match pattern {
        [] => true,
        [b'$'] => path.is_empty(),
        [b'*', rest @ ..] => (0..=path.len()).any(|skip| reference(rest, &path[skip..])),
        [byte, rest @ ..] => {
            path.split_first().is_some_and(|(b, tail)| b == byte && reference(rest, tail))
        }
    }
}

/// All words of up to `length` letters of `letters`.
fn words(letters: &[u8], length: usize) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..length {
        last = last
            .iter()
            .flat_map(|word| {
                letters.iter().map(move |&letter| [word.as_slice(), &[letter]].concat())
            })
            .collect();
        all.extend_from_slice(&last);
    }
    all
}

/// The length of the shortest prefix of `path` that `pattern` covers; every prefix is tried.
fn reference_len(pattern: &[u8], path: &[u8]) -> Option<usize> {
    if !reference(pattern, path) {
        return None;
    }
    if pattern.ends_with(b"$") {
        return Some(path.len());
    }
    (0..=path.len()).find(|&n| reference(&[pattern, b"$"].concat(), &path[..n]))
}

fn compare(pattern_length: usize, path_length: usize) {
    let patterns = words(b"ab*$", pattern_length);
    let paths = &words(b"ab$", path_length);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for chunk in patterns.chunks(patterns.len().div_ceil(workers)) {
            scope.spawn(move || {
                for pattern in chunk {
                    let compiled = PathPattern::new(pattern, Profile::GOOGLE);
                    for path in paths {
                        assert_eq!(
                            compiled.match_len(&UrlPath::from_normal_form(path)),
                            reference_len(pattern, path),
                            "{} against {}",
                            pattern.escape_ascii(),
                            path.escape_ascii()
                        );
                    }
                }
            });
        }
    });
}

#[test]
fn patterns_up_to_6_against_paths_up_to_6() {
    compare(6, 6);
}

#[test]
#[ignore = "takes minutes; `make test-long` runs it"]
fn patterns_up_to_8_against_paths_up_to_8() {
    compare(8, 8);
}
