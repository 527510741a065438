//! A path that looks like one of a real site, for a rule.
//!
//! The shortest path that shows an effect is exact, and often strange: `/z?a`. People understand `/products?a=1`
//! sooner. So the stars and the end of the rule's pattern are filled with texts that paths have, and the first path
//! that shows the same effect is taken.

use alloc::vec::Vec;

use crate::Budget;
use crate::requested::sent;

/// What a star may stand for.
const FILLINGS: [&str; 6] = ["", "products", "page", "2026/summer", "products/shoes", "1"];

/// How a path may go on where the pattern ends.
const ENDS: [&str; 6] = ["", "page", "page.html", "/page", "1", "products/shoes"];

/// The steps of a path that is filled in, in addition to those of the bytes of its pattern.
const STEPS_OF_A_PATH: u64 = 16;

/// The first likely path for one of the `patterns` that is accepted, as clients request it. O(1) calls of `accepts` a
/// pattern. `None` also if the budget does not suffice.
pub fn likely_path<'p>(
    patterns: impl IntoIterator<Item = &'p [u8]>,
    accepts: impl Fn(&[u8], &mut Budget<'_>) -> bool,
    budget: &mut Budget<'_>,
) -> Option<Vec<u8>> {
    for pattern in patterns {
        let pattern = &*sent(pattern);
        let (body, ends): (_, &[&str]) = match pattern {
            [body @ .., b'$'] => (body, &ENDS[..1]),
            // A directory is better shown by something in it.
            [.., b'/'] => (pattern, &["page.html", "", "page", "products/shoes"]),
            [.., b'='] => (pattern, &["1", "", "page"]),
            body => (body, &ENDS),
        };
        for end in ends {
            for filling in FILLINGS {
                if !budget.take(STEPS_OF_A_PATH + body.len() as u64 / 2) {
                    return None;
                }
                let path = filled(body, filling, end);
                if is_usual(&path) && accepts(&path, budget) {
                    return Some(path);
                }
            }
        }
    }
    None
}

fn filled(body: &[u8], filling: &str, end: &str) -> Vec<u8> {
    let mut path = Vec::with_capacity(body.len() + 16);
    for &byte in body {
        match byte {
            b'*' if path.is_empty() => {
                path.push(b'/');
                path.extend_from_slice(filling.as_bytes());
            }
            b'*' => path.extend_from_slice(filling.as_bytes()),
            byte => path.push(byte),
        }
    }
    path.extend_from_slice(end.as_bytes());
    path
}

/// True for a path that begins with one slash and has only bytes that people write.
fn is_usual(path: &[u8]) -> bool {
    path.first() == Some(&b'/')
        && path.get(1) != Some(&b'/')
        && path.iter().all(|byte| byte.is_ascii_graphic() && !b"\"<>\\^`{|}#".contains(byte))
}
