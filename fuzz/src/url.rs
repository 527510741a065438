//! Any text is accepted as a URL: its path begins with a slash and is in normal form, and so is its origin.

use maycrawl::{
    Origin, Printable, Profile, Reason, SiteBasis, SiteRules, UrlPath, as_written, escape_url,
};

/// Panics if that is not so.
pub fn check(url: &[u8]) {
    for profile in Profile::ALL {
        let path = UrlPath::from_url(as_written(url), profile).as_bytes().to_vec();
        assert_eq!(path.first(), Some(&b'/'));
        assert!(!path.contains(&b'#') && !path.contains(&0));
        let again = [b"http://h", path.as_slice()].concat();
        assert_eq!(UrlPath::from_url(as_written(&again), profile).as_bytes(), path);
    }
    let escaped = escape_url(url);
    assert!(escaped.is_ascii());
    assert_eq!(escape_url(&escaped), escaped);
    assert!(!Printable(url).to_string().chars().any(char::is_control));
    let text = std::str::from_utf8(url);
    if let Ok(text) = text
        && let Ok(origin) = Origin::parse(text)
    {
        let site =
            SiteRules::new(Some(&origin), SiteBasis::Reason(Reason::NoFile, Profile::GOOGLE));
        assert!(site.check_link(text).is_allowed() && origin.as_str().is_ascii());
        assert_eq!(Origin::parse(origin.as_str()).as_ref(), Ok(&origin));
        assert_eq!(Origin::from_robots_url(&origin.robots_url()), Ok(Some(origin)));
    }
}
