//! Any pattern and any path: the greedy matcher compared with google/robotstxt's set of positions, and the indexed
//! search of many patterns compared with the single pass.

use crate::parts;
use maycrawl::pattern::PathPattern;
use maycrawl::{Crawler, Profile, RobotsTxt, UrlPath, as_written, check_once};

/// Google's algorithm, as its comments describe it: the set of all positions in the path that the pattern can reach,
/// updated byte by byte.
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

/// Panics if that is not so.
pub fn check(data: &[u8]) {
    let [written, path] = parts(data);
    let pattern = PathPattern::new(written, Profile::GOOGLE);
    let path = &path[..path.len().min(512)];
    let as_path = UrlPath::from_normal_form;
    assert_eq!(pattern.matches(&as_path(path)), positions(pattern.normal_form(), path));
    if let Some(covered) = pattern.match_len(&as_path(path)) {
        assert!(covered <= path.len());
        assert!(written.ends_with(b"$") || pattern.matches(&as_path(&path[..covered])));
    }
    for profile in Profile::ALL {
        let normal = PathPattern::new(written, profile).normal_form().to_vec();
        assert_eq!(PathPattern::new(&normal, profile).normal_form(), &normal[..]);
        assert!(normal.is_ascii());
    }
    if path.len() % 4 == 0 {
        many_rules(written, path);
    }
}

/// Checks 200 rules with different ends, which cost more searches than an index of the path.
fn many_rules(written: &[u8], path: &[u8]) {
    let mut file = b"User-agent: *\n".to_vec();
    for i in 0..200_u32 {
        file.extend_from_slice(if i % 2 == 0 { b"Disallow: /*" } else { b"Allow: /*" });
        file.extend_from_slice(written);
        file.push(b'*');
        file.extend(path.iter().skip(i as usize).take(1 + i as usize % 9).rev());
        file.push(b'\n');
    }
    let url = [b"/", path].concat();
    let rules = RobotsTxt::parse(&file).rules_for(&Crawler::GOOGLEBOT);
    assert_eq!(
        rules.check(as_written(&url)),
        check_once(&file, &Crawler::GOOGLEBOT, as_written(&url), Profile::GOOGLE)
    );
}
