//! The tester page: files that `make web` builds from `web/`, embedded in the binary.
//!
//! What is in `assets/` has the hash of its content in its name, so a browser keeps it for a year and never asks again.
//! The other names are the same in every version (`index.html`, the icon): a browser revalidates them every time, and
//! the ETag saves the transfer. The build also makes compressed copies of each file (`.br`, `.gz`).

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

/// The folder of the files with a hash in their names, as `web/vite.config.ts` names it.
const HASHED_FOLDER: &str = "assets/";

/// The extensions that are served. The compressed copies have none of these, so they are not files of their own.
const CONTENT_TYPES: [(&str, &str); 8] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    // The texts of the languages, as `web/src/language.ts` loads them.
    ("ftl", "text/plain; charset=utf-8"),
    // A browser compiles a module while it loads only if it has this type.
    ("wasm", "application/wasm"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("webmanifest", "application/manifest+json"),
];

/// The content codings of the compressed copies, with their extensions. The first that a client accepts is sent: brotli
/// is the smaller one.
const CODINGS: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

/// `/` and the files that it needs.
pub(crate) fn routes() -> Router {
    let router = Router::new().route("/", get(show)).route("/assets/{name}", get(show));
    let is_unhashed =
        |name: &Cow<'static, str>| !name.starts_with(HASHED_FOLDER) && content_type(name).is_some();
    PageFiles::iter()
        .filter(is_unhashed)
        .fold(router, |router, name| router.route(&format!("/{name}"), get(show)))
}

async fn show(uri: Uri, headers: HeaderMap) -> Response {
    let name = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let file = content_type(name).and_then(|it| Some((it, PageFiles::get(name)?)));
    let Some((content_type, plain)) = file else {
        let detail = if PageFiles::get("index.html").is_some() {
            "the page has no such file"
        } else {
            "this build has no tester page; run `make web`, then build maycrawl again"
        };
        return ProblemKind::NotFound.with_detail(detail).into_response();
    };
    let compressed = CODINGS.into_iter().filter(|(coding, _)| accepts(&headers, coding)).find_map(
        |(coding, extension)| Some((coding, PageFiles::get(&format!("{name}.{extension}"))?)),
    );
    let (coding, file) = compressed.map_or((None, plain), |(coding, file)| (Some(coding), file));
    let mut response = conditional_response(file, &headers);
    let fields = response.headers_mut();
    fields.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    fields.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache_control(name)));
    fields.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(coding) = coding {
        fields.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    response
}

/// The content type of a file by its extension. None for a file that is not served under this name.
fn content_type(name: &str) -> Option<&'static str> {
    let (_, extension) = name.rsplit_once('.')?;
    CONTENT_TYPES.into_iter().find(|(known, _)| *known == extension).map(|(_, it)| it)
}

/// A page of one version with the script of another would not work. So what names the scripts is never used unasked.
fn cache_control(name: &str) -> &'static str {
    if name.starts_with(HASHED_FOLDER) { "public, max-age=31536000, immutable" } else { "no-cache" }
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

/// Whether the client accepts a content coding. (RFC 9110 section 12.5.3.)
fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let fields = headers.get_all(header::ACCEPT_ENCODING).iter();
    fields.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).any(|item| {
        let (name, weight) = item.split_once(';').unwrap_or((item, ""));
        let weight = weight.trim().strip_prefix("q=").map(str::trim);
        let is_refused = weight.is_some_and(|q| q.parse::<f32>().is_ok_and(|q| q == 0.0));
        name.trim().eq_ignore_ascii_case(coding) && !is_refused
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may panic
mod tests {
    use axum::http::{StatusCode, Uri};

    use super::{
        CODINGS, HeaderMap, HeaderValue, PageFiles, accepts, cache_control, content_type, header,
        show,
    };

    fn request_headers(fields: &[(header::HeaderName, &str)]) -> HeaderMap {
        let field = |(name, value): &(header::HeaderName, &str)| {
            (name.clone(), HeaderValue::from_str(value).unwrap())
        };
        fields.iter().map(field).collect()
    }

    #[tokio::test]
    async fn each_file_has_its_type_and_tag_and_is_compressed_for_clients_that_accept_it() {
        let is_copy = |name: &str| CODINGS.iter().any(|(_, it)| name.ends_with(&format!(".{it}")));
        // None in a checkout in which the page is not built.
        for name in PageFiles::iter().filter(|name| !is_copy(name)) {
            let uri: Uri = format!("/{name}").parse().unwrap();
            let plain = show(uri.clone(), HeaderMap::new()).await;
            assert_eq!(plain.status(), StatusCode::OK, "{name}");
            assert_eq!(plain.headers()[header::CONTENT_TYPE], content_type(&name).unwrap());
            assert_eq!(plain.headers()[header::CACHE_CONTROL], cache_control(&name), "{name}");
            for (accept, coding) in [("gzip", "gzip"), ("gzip, deflate, br", "br")] {
                let packed =
                    show(uri.clone(), request_headers(&[(header::ACCEPT_ENCODING, accept)])).await;
                assert_eq!(packed.headers()[header::CONTENT_ENCODING], coding, "{name}");
                let tag = packed.headers()[header::ETAG].to_str().unwrap();
                assert_ne!(plain.headers()[header::ETAG], tag, "{name}: other bytes, another tag");
                let known = format!("\"old\", W/{tag}");
                let fields = [(header::ACCEPT_ENCODING, accept), (header::IF_NONE_MATCH, &*known)];
                let fresh = show(uri.clone(), request_headers(&fields)).await;
                assert_eq!(fresh.status(), StatusCode::NOT_MODIFIED, "{name}");
                assert_eq!(fresh.headers()[header::ETAG], tag, "{name}");
            }
        }
    }

    #[tokio::test]
    async fn other_paths_are_not_files_of_the_page() {
        let copies = PageFiles::iter().map(|name| format!("/{name}"));
        let copies = copies.filter(|path| path.ends_with(".br") || path.ends_with(".gz"));
        let others = ["/../Cargo.toml", "//etc/passwd", "/index", "/assets/index.js", "/assets/"];
        for path in copies.chain(others.map(String::from)) {
            let found = show(Uri::try_from(&path).unwrap(), HeaderMap::new()).await;
            assert_eq!(found.status(), StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[test]
    fn only_a_name_with_a_hash_is_kept_without_asking() {
        for (name, expected) in [
            ("index.html", "no-cache"),
            ("favicon.svg", "no-cache"),
            ("assets/index-BIJEbySY.js", "public, max-age=31536000, immutable"),
        ] {
            assert_eq!(cache_control(name), expected, "{name}");
        }
    }

    #[test]
    fn each_kind_of_file_has_its_type() {
        for (name, expected) in [
            ("assets/engine-1.wasm", Some("application/wasm")),
            ("tester.webmanifest", Some("application/manifest+json")),
            ("assets/page-ko-1.ftl", Some("text/plain; charset=utf-8")),
            ("index.html.gz", None),
            ("index.html.br", None),
            ("index", None),
        ] {
            assert_eq!(content_type(name), expected, "{name}");
        }
    }

    #[test]
    fn a_coding_is_sent_to_clients_that_accept_it() {
        for (accept, gzip, br) in [
            ("gzip", true, false),
            ("br, GZIP;q=0.5", true, true),
            ("gzip;q=0", false, false),
            ("gzip; q=0.0, br", false, true),
            ("br;q=0, gzip", true, false),
            ("", false, false),
        ] {
            let headers = request_headers(&[(header::ACCEPT_ENCODING, accept)]);
            assert_eq!(
                (accepts(&headers, "gzip"), accepts(&headers, "br")),
                (gzip, br),
                "{accept}"
            );
        }
    }
}
