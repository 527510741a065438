//! Sitemap files as the body of a request: their URLs, their errors, and the limits.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may panic

use crate::support::Service;
use serde_json::{Value, json};

const FILE: &str = "Content-Type: application/octet-stream\r\n";

/// `<urlset><url><loc>https://e.example/</loc></url></urlset>`, compressed with gzip.
const COMPRESSED: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xb3\x29\x2d\xca\x29\x4e\x2d\xb1\xb3\x01\xd2\x76\
    \x36\x39\xf9\xc9\x76\x19\x25\x25\x05\xc5\x56\xfa\xfa\xa9\x7a\xa9\x15\x89\xb9\x05\x39\xa9\xfa\x36\xfa\x20\x71\x1b\
    \x7d\xb0\x12\x7d\xa8\x06\x00\xf9\x48\xef\x99\x39\x00\x00\x00";

async fn read(service: &Service, query: &str, file: &[u8]) -> (u16, Value) {
    let path = format!("/v1/draft/sitemap{query}");
    let (status, _, body) = service.ask("POST", &path, FILE, file).await;
    (status, serde_json::from_str(&body).unwrap())
}

type Row = (&'static [u8], Option<&'static str>, &'static [&'static str], Option<&'static str>);

/// A file, its kind, its URLs, and the beginning of its first note.
const FILES: &[Row] = &[
    (
        b"<urlset><url><loc> https://e.example/a?b=1&amp;c=2 </loc></url>\
          <!-- <url><loc>https://e.example/gone</loc></url> --></urlset>",
        Some("urlset"),
        &["https://e.example/a?b=1&c=2"],
        None,
    ),
    (COMPRESSED, Some("urlset"), &["https://e.example/"], None),
    (
        b"<sitemapindex><sitemap><loc>https://e.example/1.xml</loc></sitemap></sitemapindex>",
        Some("index"),
        &["https://e.example/1.xml"],
        None,
    ),
    (
        b"<rss><channel><item><link>https://e.example/r</link></item></channel></rss>",
        Some("rss"),
        &["https://e.example/r"],
        None,
    ),
    (
        b"<feed><entry><link href='https://e.example/f'/></entry></feed>",
        Some("atom"),
        &["https://e.example/f"],
        None,
    ),
    (b"https://e.example/t\n", Some("text"), &["https://e.example/t"], None),
    (b"<urlset>\n<url></url></urlset>", Some("urlset"), &[], Some("line 2, byte 10: ")),
    (b"<svg/>", None, &[], Some("line 1, byte 1: the root is <svg>")),
    (b"", None, &[], Some("")),
    (b"\x1f\x8b\x08broken", None, &[], Some("")),
];

#[tokio::test]
async fn a_file_of_each_kind_gives_its_urls_and_its_errors() {
    let service = Service::open().await;
    for (file, kind, urls, note) in FILES {
        let shown = String::from_utf8_lossy(file);
        let (status, found) = read(&service, "", file).await;
        assert_eq!(status, 200, "{shown}: {found}");
        assert_eq!((&found["kind"], &found["urls"]), (&json!(kind), &json!(urls)), "{shown}");
        assert_eq!((&found["left_out"], &found["more"]), (&json!(0), &json!(0)), "{shown}");
        let first = found["notes"][0].as_str();
        assert_eq!(first.is_some(), note.is_some(), "{shown}: {found}");
        assert!(
            first.unwrap_or_default().starts_with(note.unwrap_or_default()),
            "{shown}: {found}"
        );
    }
}

#[tokio::test]
async fn urls_and_notes_over_a_limit_are_counted() {
    let service = Service::open().await;
    let list: String = (0..7).map(|i| format!("https://e.example/{i}\n")).collect();
    let (_, found) = read(&service, "?limit=5", list.as_bytes()).await;
    assert_eq!((found["urls"].as_array().unwrap().len(), &found["left_out"]), (5, &json!(2)));
    let empty = format!("<urlset>{}</urlset>", "<url></url>\n".repeat(30));
    let (_, found) = read(&service, "", empty.as_bytes()).await;
    assert_eq!((found["notes"].as_array().unwrap().len(), &found["more"]), (20, &json!(10)));
    for limit in ["0", "1001", "many"] {
        let (status, problem) = read(&service, &format!("?limit={limit}"), b"").await;
        assert_eq!((status, &problem["type"]), (400, &json!("/problems/bad-request")), "{limit}");
    }
    let (status, problem) = read(&service, "", &vec![b' '; (4 << 20) + 1]).await;
    assert_eq!((status, &problem["type"]), (413, &json!("/problems/too-large")));
}

/// Without a preflight a page of another site can send only the types of a form. The service takes none of them.
#[tokio::test]
async fn a_file_needs_a_content_type_that_a_form_cannot_send() {
    let service = Service::open().await;
    for media_type in
        ["text/plain", "multipart/form-data", "application/json", "application/xml", ""]
    {
        let field = format!("Content-Type: {media_type}\r\n");
        let (status, _, body) = service.ask("POST", "/v1/draft/sitemap", &field, "<urlset/>").await;
        let problem: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(status, 415, "{media_type}");
        let detail = "send the body as a file, with `Content-Type: application/octet-stream`";
        assert_eq!(problem["detail"], detail, "{media_type}");
    }
    let cross = format!("{FILE}Sec-Fetch-Site: cross-site\r\n");
    let (status, _, _) = service.ask("POST", "/v1/draft/sitemap", &cross, "<urlset/>").await;
    assert_eq!(status, 403);
    let (status, head, _) = service.ask("OPTIONS", "/v1/draft/sitemap", "", "").await;
    assert!(status == 405 && !head.contains("access-control"), "{head}");
}

#[tokio::test]
async fn the_description_has_the_body_as_bytes() {
    let service = Service::open().await;
    let (_, document) = service.json("GET", "/openapi.json", &Value::Null).await;
    let operation = &document["paths"]["/v1/draft/sitemap"]["post"];
    let content = operation["requestBody"]["content"].as_object().unwrap();
    let schema = &content["application/octet-stream"]["schema"];
    assert_eq!(content.len(), 1, "{operation}");
    assert_eq!((&schema["type"], &schema["format"]), (&json!("string"), &json!("binary")));
    assert!(operation["responses"]["415"].is_object() && operation["responses"]["413"].is_object());
}
