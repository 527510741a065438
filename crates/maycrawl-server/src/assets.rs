//! The tester page: files that `make web` builds from `web/`, embedded in the binary.
//!
//! Their names have no hash, so that a link to the page stays valid. A browser revalidates each file every time
//! (`no-cache`), and the ETag saves the transfer. The build also makes a compressed copy of each file (`.gz`).

use std::borrow::Cow;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, http::Uri};
use rust_embed::{Embed, EmbeddedFile};

use crate::problem::ProblemKind;

#[derive(Embed)]
#[folder = "page"]
#[allow_missing = true]
struct PageFiles;

/// The files of the page, with their content types.
const PAGE_FILES: [(&str, &str); 8] = [
    ("index.html", "text/html; charset=utf-8"),
    ("app.js", "text/javascript; charset=utf-8"),
    ("app.css", "text/css; charset=utf-8"),
    ("favicon.svg", "image/svg+xml"),
    // The texts of the languages, as `web/src/language.ts` loads them.
    ("page-id.ftl", "text/plain; charset=utf-8"),
    ("page-ko.ftl", "text/plain; charset=utf-8"),
    ("page-th.ftl", "text/plain; charset=utf-8"),
    ("page-fi.ftl", "text/plain; charset=utf-8"),
];

/// `/` and the files that it needs.
pub(crate) fn routes() -> Router {
    let mut router = Router::new().route("/", get(show));
    for (name, _) in PAGE_FILES {
        router = router.route(&format!("/{name}"), get(show));
    }
    router
}

async fn show(uri: Uri, headers: HeaderMap) -> Response {
    let name = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some((name, content_type)) = PAGE_FILES.into_iter().find(|(known, _)| *known == name)
    else {
        return ProblemKind::NotFound.with_detail("the page has no such file").into_response();
    };
    let Some(plain) = PageFiles::get(name) else {
        return ProblemKind::NotFound
            .with_detail("this build has no tester page; run `make web`, then build maycrawl again")
            .into_response();
    };
    let gzipped = accepts_gzip(&headers).then(|| PageFiles::get(&format!("{name}.gz"))).flatten();
    let is_gzipped = gzipped.is_some();
    let mut response = conditional_response(gzipped.unwrap_or(plain), &headers);
    let fields = response.headers_mut();
    fields.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    // The files have the same names in every version. A page of one version with the script of another would not work.
    fields.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    fields.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if is_gzipped {
        fields.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

/// The file, or 304 with its ETag if the client has it.
fn conditional_response(file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let etag = etag(&file);
    let if_none_match = headers.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let is_fresh = if_none_match.is_some_and(|tags| {
        tags.split(',').map(|tag| tag.trim().trim_start_matches("W/")).any(|tag| tag == etag)
    });
    let mut response = if is_fresh {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let bytes = match file.data {
            Cow::Borrowed(embedded) => Bytes::from_static(embedded),
            Cow::Owned(read) => read.into(),
        };
        bytes.into_response()
    };
    if let Ok(tag) = HeaderValue::from_str(&etag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// The compressed and the plain file have different bytes, and so different tags.
fn etag(file: &EmbeddedFile) -> String {
    let hash = file.metadata.sha256_hash();
    let mut tag = String::from("\"");
    for byte in &hash[..16] {
        tag.push_str(&format!("{byte:02x}"));
    }
    tag.push('"');
    tag
}

/// Whether the client accepts gzip. (RFC 9110 section 12.5.3.)
fn accepts_gzip(headers: &HeaderMap) -> bool {
    headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok()).any(
        |value| {
            value.split(',').any(|coding| {
                let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
                let weight = weight.trim().strip_prefix("q=").map(str::trim);
                let is_refused = weight.is_some_and(|q| q.parse::<f32>().is_ok_and(|q| q == 0.0));
                name.trim().eq_ignore_ascii_case("gzip") && !is_refused
            })
        },
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may panic
mod tests {
    use axum::http::{StatusCode, Uri};

    use super::{HeaderMap, HeaderValue, PAGE_FILES, PageFiles, accepts_gzip, header, show};

    fn request_headers(fields: &[(header::HeaderName, &str)]) -> HeaderMap {
        let field = |(name, value): &(header::HeaderName, &str)| {
            (name.clone(), HeaderValue::from_str(value).unwrap())
        };
        fields.iter().map(field).collect()
    }

    #[tokio::test]
    async fn each_file_has_its_type_and_tag_and_is_compressed_for_clients_that_accept_it() {
        for (name, content_type) in PAGE_FILES {
            let uri: Uri = format!("/{name}").parse().unwrap();
            let plain = show(uri.clone(), HeaderMap::new()).await;
            if PageFiles::get(name).is_none() {
                // A checkout in which the page is not built.
                assert_eq!(plain.status(), StatusCode::NOT_FOUND, "{name}");
                continue;
            }
            assert_eq!(plain.status(), StatusCode::OK, "{name}");
            assert_eq!(plain.headers()[header::CONTENT_TYPE], content_type);
            assert_eq!(plain.headers()[header::CACHE_CONTROL], "no-cache");
            let gzipped =
                show(uri.clone(), request_headers(&[(header::ACCEPT_ENCODING, "gzip")])).await;
            assert_eq!(gzipped.headers()[header::CONTENT_ENCODING], "gzip", "{name}");
            let tag = gzipped.headers()[header::ETAG].to_str().unwrap();
            assert_ne!(plain.headers()[header::ETAG], tag, "{name}: other bytes, another tag");
            let known = format!("\"old\", W/{tag}");
            let fields = [(header::ACCEPT_ENCODING, "gzip"), (header::IF_NONE_MATCH, &*known)];
            let fresh = show(uri, request_headers(&fields)).await;
            assert_eq!(fresh.status(), StatusCode::NOT_MODIFIED, "{name}");
            assert_eq!(fresh.headers()[header::ETAG], tag, "{name}");
        }
    }

    #[tokio::test]
    async fn other_paths_are_not_files_of_the_page() {
        for path in ["/app.js.gz", "/../Cargo.toml", "//etc/passwd", "/index"] {
            let found = show(Uri::try_from(path).unwrap(), HeaderMap::new()).await;
            assert_eq!(found.status(), StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[test]
    fn gzip_is_sent_to_clients_that_accept_it() {
        for (accept, expected) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip; q=0.0, br", false),
            ("br", false),
            ("", false),
        ] {
            let headers = request_headers(&[(header::ACCEPT_ENCODING, accept)]);
            assert_eq!(accepts_gzip(&headers), expected, "{accept}");
        }
    }
}
