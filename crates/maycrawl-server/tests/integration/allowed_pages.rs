//! Pages of other origins: a static tester that the operator allowed, and all others.

use std::num::NonZero;

use maycrawl::Origin;
use maycrawl_fetch::{AddressGuard, Clock, Fetcher};
use maycrawl_server::{HostPolicy, RequestLimits};

use super::support::{Service, open_limits};

const PREFLIGHT: &str = "Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: content-type\r\n\
     Sec-Fetch-Site: cross-site\r\n";

async fn service(limits: RequestLimits) -> Service {
    let guard = AddressGuard::public_only();
    let fetcher = Fetcher::builder().guard(guard).build().unwrap();
    let pages = [Origin::parse("https://tester.example").unwrap()];
    let hosts = HostPolicy::default().allowing_pages(&pages);
    Service::for_hosts(fetcher, Clock::system(), limits, hosts).await
}

#[tokio::test]
async fn a_browser_may_send_what_an_allowed_page_asks_and_show_it_the_answer() {
    let service = service(open_limits()).await;
    let origin = "Origin: https://tester.example\r\n";
    let fields = format!("{origin}{PREFLIGHT}");
    let (status, head, _) = service.ask("OPTIONS", "/v1/draft/check", &fields, "").await;
    assert_eq!(status, 200, "{head}");
    for field in [
        "access-control-allow-origin: https://tester.example\r\n",
        "access-control-allow-methods: get,post\r\n",
        "access-control-allow-headers: content-type,accept-language\r\n",
        "access-control-max-age: 3600\r\n",
    ] {
        assert!(head.contains(field), "{head}");
    }
    assert!(!head.contains("allow-credentials"), "{head}");
    let fields = format!("{origin}Sec-Fetch-Site: cross-site\r\n");
    let body = r#"{"robots":"User-agent: *\nDisallow: /a\n","urls":["/a"],"agents":["GPTBot"]}"#;
    let (status, head, body) = service.ask("POST", "/v1/draft/check", &fields, body).await;
    assert!(status == 200 && body.contains("disallowed"), "{head} {body}");
    assert!(head.contains("access-control-allow-origin: https://tester.example\r\n"), "{head}");
    assert!(head.contains("access-control-expose-headers: retry-after"), "{head}");
}

#[tokio::test]
async fn an_allowed_page_can_read_that_it_asks_too_often() {
    let limits = RequestLimits { per_client_per_second: NonZero::<u32>::MIN, ..open_limits() };
    let service = service(limits).await;
    let fields = "Origin: https://tester.example\r\nSec-Fetch-Site: cross-site\r\n";
    for _ in 0..20 {
        let (status, head, _) = service.ask("GET", "/v1/crawlers", fields, "").await;
        assert!(head.contains("access-control-allow-origin: https://tester.example"), "{head}");
        if status == 429 {
            return;
        }
    }
    panic!("no request was over the limit");
}

#[tokio::test]
async fn pages_of_other_origins_are_refused_and_so_is_every_page_by_default() {
    for (service, origin) in [
        (service(open_limits()).await, "https://evil.example"),
        (service(open_limits()).await, "https://tester.example:8443"),
        (Service::open().await, "https://tester.example"),
    ] {
        let fields = format!("Origin: {origin}\r\n{PREFLIGHT}");
        for method in ["OPTIONS", "GET"] {
            let (status, head, _) = service.ask(method, "/v1/crawlers", &fields, "").await;
            assert_eq!(status, 403, "{origin}: {head}");
            assert!(!head.contains("access-control-allow-origin"), "{origin}: {head}");
        }
    }
}
