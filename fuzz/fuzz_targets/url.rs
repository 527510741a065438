//! Any text is accepted as a URL: its path begins with a slash and is in normal form, and so is its origin.
#![no_main]

use libfuzzer_sys::fuzz_target;
use maycrawl::{Origin, Printable, Profile, UrlPath, escape_url};

fuzz_target!(|url: &[u8]| {
    for profile in Profile::ALL {
        let path = UrlPath::from_url(url, profile).as_bytes().to_vec();
        assert_eq!(path.first(), Some(&b'/'));
        assert!(!path.contains(&b'#') && !path.contains(&0));
        let again = [b"http://h", path.as_slice()].concat();
        assert_eq!(UrlPath::from_url(&again, profile).as_bytes(), path);
    }
    let escaped = escape_url(url);
    assert!(escaped.is_ascii());
    assert_eq!(escape_url(&escaped), escaped);
    assert!(!Printable(url).to_string().chars().any(char::is_control));
    if let Ok(text) = std::str::from_utf8(url) {
        if let Ok(origin) = Origin::parse(text) {
            assert!(origin.speaks_for(text) && origin.as_str().is_ascii());
            assert_eq!(Origin::parse(origin.as_str()).as_ref(), Ok(&origin));
            assert_eq!(Origin::from_robots_url(&origin.robots_url()), Ok(Some(origin)));
        }
    }
});
