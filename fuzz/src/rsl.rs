//! Any bytes are read as an RSL document or refused, and a scope that is given for a URL is one of the document's.

use maycrawl::RequestUrl;
use maycrawl_site::RslDocument;

/// Panics if that is not so. The input is a document and a URL.
pub fn check(input: &[u8]) {
    let [document, url] = crate::parts(input);
    let lines = document.iter().filter(|&&byte| byte == b'\n').count() as u64 + 1;
    let document = match RslDocument::read(document) {
        Ok(document) => document,
        Err(error) => {
            assert!((1..=lines).contains(&error.line), "{error}");
            return assert!(!error.to_string().chars().any(char::is_control));
        }
    };
    for content in &document.contents {
        assert!((1..=lines).contains(&content.line));
        for license in &content.licenses {
            // At most one for each of the three types.
            assert!(license.permits.len() <= 3 && license.prohibits.len() <= 3);
        }
    }
    let Ok(url) = RequestUrl::parse(&String::from_utf8_lossy(url)) else { return };
    for found in document.terms_for(&url) {
        assert!(document.contents.iter().any(|content| std::ptr::eq(content, found)));
    }
}
