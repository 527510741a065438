//! Lines of each format, and what is read of them. All were written for this test.

use std::fmt::Write as _;
use std::net::IpAddr;

use jiff::tz::{Offset, TimeZone};
use maycrawl_audit::log::{
    LogFormat, LogOptions, LogReader, LoggedRequest, MAX_LINE_BYTES, Scheme, TimeMeans, Trust,
    Unreadable,
};

/// What is read, with `-` for what is missing: format, time, client, scheme and host, method and target, status, bytes,
/// agent, referer, marks.
pub(crate) fn shown(request: &LoggedRequest<'_>) -> String {
    fn or_dash<T: ToString>(value: Option<T>) -> String {
        value.map_or_else(|| "-".to_owned(), |value| value.to_string())
    }
    let mut text = [
        request.format.name().to_owned(),
        request.time.to_string(),
        or_dash(request.client),
        or_dash(request.scheme.map(Scheme::as_str)),
        or_dash(request.host.as_deref()),
        request.method.to_string(),
        request.target.to_string(),
        or_dash(request.status),
        or_dash(request.bytes),
        or_dash(request.user_agent.as_deref()),
        or_dash(request.referer.as_deref()),
    ]
    .join(" | ");
    if request.is_target_inexact {
        text.push_str(" inexact");
    }
    if request.is_zone_assumed {
        text.push_str(" assumed");
    }
    text
}

/// The reading of a line: what is shown, "no request", or the name of the reason.
pub(crate) fn read(reader: &mut LogReader, line: &[u8]) -> String {
    match reader.read(line) {
        Ok(Some(request)) => shown(&request),
        Ok(None) => "no request".to_owned(),
        Err(reason) => reason.as_str().to_owned(),
    }
}

pub(crate) fn check(options: &LogOptions, header: Option<&str>, rows: &[(&str, &str)]) {
    let mut wrong = String::new();
    for (line, expected) in rows {
        let mut reader = LogReader::new(options.clone());
        if let Some(header) = header {
            assert_eq!(reader.read(header.as_bytes()), Ok(None));
        }
        let read = read(&mut reader, line.as_bytes());
        if read != *expected {
            writeln!(wrong, "{line}\n  expected {expected}\n  read     {read}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn declared(format: LogFormat) -> LogOptions {
    LogOptions { format: Some(format), ..LogOptions::default() }
}

#[rustfmt::skip]
const CLF: &[(&str, &str)] = &[
    (r#"198.51.100.7 - - [01/Mar/2026:00:30:00 -0030] "GET /a?b=%7E HTTP/1.1" 200 12 "https://x.example/" "CCBot/2.0""#,
     "combined | 2026-03-01T01:00:00Z | 198.51.100.7 | - | - | GET | /a?b=%7E | 200 | 12 | CCBot/2.0 | https://x.example/"),
    // A leap day, a leap second, an IPv4 address written as IPv6.
    (r#"::ffff:198.51.100.7 - - [29/Feb/2028:23:59:60 +0000] "GET / HTTP/1.1" 304 0 "-" "a/1""#,
     "combined | 2028-02-29T23:59:59Z | 198.51.100.7 | - | - | GET | / | 304 | 0 | a/1 | -"),
    (r#"198.51.100.7 - - [29/Feb/2026:00:00:00 +0000] "GET / HTTP/1.1" 304 0 "-" "a/1""#, "no-such-time"),
    (r#"198.51.100.7 - - [01/Mrz/2026:00:00:00 +0000] "GET / HTTP/1.1" 304 0 "-" "a/1""#, "no-such-time"),
    (r#"198.51.100.7 - - [01/Mar/2026:24:00:00 +0000] "GET / HTTP/1.1" 304 0 "-" "a/1""#, "no-such-time"),
    // A name for an address tells no address; a name with brackets is passed over.
    (r#"crawl-1.bots.example - [x] b [01/Mar/2026:00:00:00 +0000] "GET /n HTTP/1.1" 200 1 "-" "a/1""#,
     "combined | 2026-03-01T00:00:00Z | - | - | - | GET | /n | 200 | 1 | a/1 | -"),
    // A user who writes a time into the name: nginx escapes the quotation mark.
    (r#"198.51.100.7 - u [01/Jan/2020:00:00:00 +0000] \x22GET /z [01/Mar/2026:00:00:00 +0000] "GET /n HTTP/1.1" 200 1 "-" "a/1""#,
     "combined | 2026-03-01T00:00:00Z | 198.51.100.7 | - | - | GET | /n | 200 | 1 | a/1 | -"),
    // Bytes become escapes, and what cannot be an escape of the writer makes the target inexact.
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "GET /\x00\x7F\xE4%E4 HTTP/1.1" 200 1 "-" "\xE4""#,
     "combined | 2026-03-01T00:00:00Z | 198.51.100.7 | - | - | GET | /%00%7F%E4%E4 | 200 | 1 | \u{fffd} | -"),
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "GET /a\zb HTTP/1.1" 200 1 "-" "a\zb""#,
     "combined | 2026-03-01T00:00:00Z | 198.51.100.7 | - | - | GET | /a\\zb | 200 | 1 | a\\zb | - inexact"),
    // An even number of backslashes ends the field.
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "GET /a\\ HTTP/1.1" 200 1 "-" "end\\" "more""#,
     "combined | 2026-03-01T00:00:00Z | 198.51.100.7 | - | - | GET | /a\\ | 200 | 1 | end\\ | -"),
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "a/1" rt=0.2 up="10.0.0.1:80""#,
     "combined | 2026-03-01T00:00:00Z | 198.51.100.7 | - | - | GET | / | 200 | 1 | a/1 | -"),
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 1 "-" "a "b" c""#, "ambiguous-quotes"),
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "GET /a"b HTTP/1.1" 200 1 "-" "a/1""#, "ambiguous-quotes"),
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 1 "-""#, "cut"),
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:"#, "cut"),
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "GET / HTTP/1.1" 2000 1"#, "unknown-format"),
    // Absolute URLs: the host counts, and the scheme is a claim.
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "GET https://U:p@X.Example.:443?q HTTP/1.1" 200 1 "-" "a/1""#,
     "combined | 2026-03-01T00:00:00Z | 198.51.100.7 | - | x.example | GET | /?q | 200 | 1 | a/1 | -"),
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "OPTIONS http://x.example* HTTP/1.1" 200 1 "-" "a/1""#,
     "combined | 2026-03-01T00:00:00Z | 198.51.100.7 | - | x.example | OPTIONS | * | 200 | 1 | a/1 | -"),
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "GET http://x.example:8*0?q HTTP/1.1" 200 1 "-" "a/1""#,
     "combined | 2026-03-01T00:00:00Z | 198.51.100.7 | - | - | GET | /?q | 200 | 1 | a/1 | -"),
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "CONNECT x.example:443 HTTP/1.1" 405 1 "-" "a/1""#,
     "combined | 2026-03-01T00:00:00Z | 198.51.100.7 | - | - | CONNECT | x.example:443 | 405 | 1 | a/1 | -"),
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "PRI * HTTP/2.0" 400 1 "-" "-""#, "no-request"),
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "GET index.html HTTP/1.1" 400 1 "-" "-""#, "no-request"),
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "GET /a b" 400 1 "-" "-""#, "no-request"),
    // The host in front, or in the second field.
    (r#"shop.example:8080 2001:DB8::1 - - [01/Mar/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 -"#,
     "vhost-common | 2026-03-01T00:00:00Z | 2001:db8::1 | - | shop.example:8080 | GET | / | 200 | 0 | - | -"),
    (r#"203.0.113.5:80 198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 9 "-" "a/1""#,
     "vhost-combined | 2026-03-01T00:00:00Z | 198.51.100.7 | - | 203.0.113.5 | GET | / | 200 | 9 | a/1 | -"),
    (r#"198.51.100.7 Shop.Example. frank [01/Mar/2026:00:00:00 +0000] "GET /"x" HTTP/1.1" 200 9 "-" "a/1""#, "ambiguous-quotes"),
    (r#"198.51.100.7 Shop.Example. frank [01/Mar/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 9 "-" "a/1""#,
     "lighttpd | 2026-03-01T00:00:00Z | 198.51.100.7 | - | shop.example | GET | / | 200 | 9 | a/1 | -"),
    // A client of Traefik writes the fields of another request into its own.
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 9 "-" "a" 1 "r" "s" 3ms" 12 "web" "http://10.0.0.2" 3ms"#,
     "ambiguous-quotes"),
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 9 "-" "a\zb" 12 "web" "http://10.0.0.2" 3ms"#,
     "traefik-clf | 2026-03-01T00:00:00Z | 198.51.100.7 | - | - | GET | / | 200 | 9 | a\\zb | -"),
    (r#"198.51.100.7, 10.0.0.1 - - [01/Mar/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 9 "-" "a/1" 12 "web" "http://10.0.0.2" 3ms"#,
     "traefik-clf | 2026-03-01T00:00:00Z | - | - | - | GET | / | 200 | 9 | a/1 | -"),
    (r#"198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] "GET /#22 HTTP/1.1" 200 9 "" "" 4242 658 "f" "b" "s" 0"#,
     "haproxy-clf | 2026-03-01T00:00:00Z | 198.51.100.7 | - | - | GET | /\" | 200 | 9 | - | -"),
    ("\u{feff}198.51.100.7 \"-\" \"-\" [01/Mar/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 9\r\n",
     "fastly | 2026-03-01T00:00:00Z | 198.51.100.7 | - | - | GET | / | 200 | 9 | - | -"),
    ("<190>1 2026-03-01T00:00:00Z web nginx - - [a b=\"x\\]y\"][c] 198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 9",
     "common | 2026-03-01T00:00:00Z | 198.51.100.7 | - | - | GET | / | 200 | 9 | - | -"),
    // What `docker compose logs` puts before a line, in colours too.
    ("nginx-1    | 198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] \"GET /a HTTP/1.1\" 200 9 \"-\" \"x/1\"",
     "combined | 2026-03-01T00:00:00Z | 198.51.100.7 | - | - | GET | /a | 200 | 9 | x/1 | -"),
    ("\x1b[0;33;1mnginx.1    | \x1b[0mshop.example 198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] \"GET /a HTTP/2.0\" 200 1 \"-\" \"x/1\"",
     "vhost-combined | 2026-03-01T00:00:00Z | 198.51.100.7 | - | shop.example | GET | /a | 200 | 1 | x/1 | -"),
    // A classic load balancer, whose IPv6 addresses have no brackets.
    (r#"2026-06-29T18:21:58.000000Z MY-ELB 2001:db8::64ec:8080 10.0.0.5:80 0 0 0 200 200 0 12 "GET https://shop.example:443/a HTTP/1.1" "x/1" C TLSv1.2"#,
     "alb | 2026-06-29T18:21:58Z | 2001:db8::64ec | https | shop.example | GET | /a | 200 | 12 | x/1 | -"),
    ("2026-03-01T00:00:00Z stdout P 198.51.100.7 - - [01/Mar/2026:00:00:00 +0000] \"GET / HTTP/1.1\" 200 9", "cut"),
    ("\0\0\0", "no request"),
    ("  ", "no request"),
    ("hello", "unknown-format"),
    ("# a comment", "unknown-format"),
];

#[test]
fn the_family_of_the_common_log_format() {
    check(&LogOptions::default(), None, CLF);
}

/// Lines that begin with a bracket, of which not all are Envoy's.
#[test]
fn a_bracket_alone_is_no_format() {
    check(
        &LogOptions::default(),
        None,
        &[
            (
                r#"[26/Dec/2025:12:39:09 +0000] - 200 200 - GET https shop.example "/a" [Client 192.0.2.7] [Length 1] [Gzip -] [Sent-to 10.0.0.5] "x/1" "-""#,
                "nginx-proxy-manager | 2025-12-26T12:39:09Z | 192.0.2.7 | https | shop.example | GET | /a | 200 | 1 | x/1 | -",
            ),
            (
                r#"[26/Dec/2025:12:39:09 +0000] 404 - GET http shop.example "/b?c" [Client 192.0.2.7] [Length 150] [Gzip -] "x/1" "-""#,
                "nginx-proxy-manager | 2025-12-26T12:39:09Z | 192.0.2.7 | http | shop.example | GET | /b?c | 404 | 150 | x/1 | -",
            ),
            // Where the client is who claims to be one in the path.
            (
                r#"[26/Dec/2025:12:39:09 +0000] 404 - GET http shop.example "/b" [Client 192.0.2.9] [Length 1] [Gzip -] "x" "" [Client 192.0.2.7] [Length 150] [Gzip -] "x/1" "-""#,
                "ambiguous-quotes",
            ),
            (
                r#"[26/Dec/2025:12:39:09 +0000] - 200 200 - GET https shop.example "/a" [Client 192.0.2.7] [Length 1] "x/1" "-""#,
                "unknown-format",
            ),
            ("[2025-12-26 12:30:00 +0000] [7] [INFO] Booting worker", "unknown-format"),
            (
                r#"[2001:db8::1] - - [23/Nov/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 1"#,
                "common | 2026-11-23T00:00:00Z | 2001:db8::1 | - | - | GET | / | 200 | 1 | - | -",
            ),
        ],
    );
}

#[rustfmt::skip]
const JSON: &[(&str, &str)] = &[
    (r#"{"time_local":"01/Mar/2026:00:00:00 +0000","remote_addr":"198.51.100.7","server_name":"_","request":"HEAD /a HTTP/2.0","status":"499","bytes_sent":"0"}"#,
     "json | 2026-03-01T00:00:00Z | 198.51.100.7 | - | - | HEAD | /a | 499 | 0 | - | -"),
    // The path of nginx's `$uri` is decoded and has no query.
    (r#"{"ts":1772323200,"remote_ip":"198.51.100.7","method":"GET","uri":"/a","status":200}"#, "no-request-name"),
    // Names of the Elastic Common Schema, as objects and with dots; of a logger of Node; of a service mesh.
    (r#"{"@timestamp":"2026-03-01T00:00:00Z","url":{"original":"/a?b"},"http":{"request":{"method":"GET"},"response":{"status_code":200}},"user_agent":{"original":"GPTBot/1.2"},"source":{"ip":"198.51.100.7"}}"#,
     "json | 2026-03-01T00:00:00Z | 198.51.100.7 | - | - | GET | /a?b | 200 | - | GPTBot/1.2 | -"),
    (r#"{"@timestamp":"2026-03-01T00:00:00Z","url.original":"/a","http.request.method":"GET","user_agent.original":"x/1"}"#,
     "json | 2026-03-01T00:00:00Z | - | - | - | GET | /a | - | - | x/1 | -"),
    (r#"{"level":30,"time":"2026-03-01T00:00:00Z","req":{"method":"GET","url":"/a?b","headers":{"host":"shop.example","user-agent":"x/1"},"remoteAddress":"198.51.100.7"},"res":{"statusCode":404}}"#,
     "json | 2026-03-01T00:00:00Z | 198.51.100.7 | - | shop.example | GET | /a?b | 404 | - | x/1 | -"),
    (r#"{"authority":"shop.example","bytes_sent":1,"method":"GET","path":"/a?b","response_code":200,"start_time":"2026-03-01T00:00:00.000Z","user_agent":"x/1"}"#,
     "json | 2026-03-01T00:00:00Z | - | - | shop.example | GET | /a?b | 200 | 1 | x/1 | -"),
    // The names of somebody's own: an object that may well be a request.
    (r#"{"time_kcs":"06/Feb/2026:17:53:24 +0000","request_uri_kcs":"/private/a","addr_kcs":"192.0.2.7","ua_kcs":"GPTBot/1.2"}"#, "no-request-name"),
    (r#"{"@timestamp":"2026-03-01 00:00:00,5","method":"GET","request_uri":"/a\u00e9 b","status":200,"agent":"x/1"}"#,
     "json | 2026-03-01T00:00:00.5Z | - | - | - | GET | /a%C3%A9%20b | 200 | - | x/1 | - assumed"),
    (r#"{"msec":1772323200.25,"method":"GET","request_uri":"/","status":200,"status":403}"#, "duplicate-key"),
    (r#"{"msec":1772323200.25,"method":"GET","request_uri":"/","x":{"a":[{"b":1,"\u0062":2}]}}"#, "duplicate-key"),
    (r#"{"msec":1772323200.25,"method":"GET","request_uri":"/","status":"ok"}"#, "not-a-number"),
    (r#"{"method":"GET","request_uri":"/","status":200}"#, "no-time"),
    (r#"{"msec":1772323200.25,"method":"GET","request_uri":"/"} x"#, "not-json"),
    (r#"{"msec":17723"#, "cut"),
    // Caddy loses a byte that is not UTF-8, and can write its times in other ways.
    ("{\"ts\":1772323200731.9,\"request\":{\"remote_ip\":\"::1\",\"method\":\"GET\",\"host\":\"[2001:DB8::1]:8443\",\"uri\":\"/\u{fffd}\",\"headers\":{},\"tls\":{}},\"size\":1,\"status\":200}",
     "caddy | 2026-03-01T00:00:00.731Z | ::1 | https | [2001:db8::1]:8443 | GET | /%EF%BF%BD | 200 | 1 | - | - inexact"),
    (r#"{"ts":"2026/03/01 00:00:00.731","request":{"remote_ip":"::1","method":"GET","host":"x.example:443","uri":"/","headers":{"User-Agent":["a/1","b/1"]}},"status":0}"#,
     "caddy | 2026-03-01T00:00:00.731Z | ::1 | - | x.example | GET | / | 0 | - | a/1 | - assumed"),
    (r#"{"EdgeEndTimestamp":1772323200731000,"ClientRequestHost":"x.example:80","ClientRequestScheme":"https","ClientRequestMethod":"GET","ClientRequestURI":"/"}"#,
     "cloudflare | 2026-03-01T00:00:00.731Z | - | https | x.example:80 | GET | / | - | - | - | -"),
    (r#"{"reqTimeSec":1772323200,"proto":"HTTPS","reqHost":"x.example","reqPort":8443,"reqMethod":"GET","reqPath":"a"}"#,
     "akamai | 2026-03-01T00:00:00Z | - | https | x.example:8443 | GET | /a | - | - | - | -"),
    (r#"{"records":[{"time":"2026-03-01T00:00:00Z","category":"FrontdoorAccessLog","properties":{"httpMethod":"GET","requestUri":"http://x.example:80/","httpStatusCode":"0"}}]}"#,
     "azure-front-door | 2026-03-01T00:00:00Z | - | http | x.example | GET | / | 0 | - | - | -"),
    (r#"{"records":[{},{}]}"#, "several-requests"),
    // One line in a line is Docker's; a third is nobody's.
    (r#"{"log":"{\"log\":\"x\",\"stream\":\"stdout\"}\n","stream":"stdout"}"#, "no-request-name"),
    (r#"{"log":"\n","stream":"stdout"}"#, "no request"),
];

#[test]
fn objects_of_json() {
    check(&LogOptions::default(), None, JSON);
}

/// nginx writes bytes as they come. They are taken back one by one, also where a private character stands beside them.
#[test]
fn json_with_bytes_that_are_not_utf_8() {
    let mut line = br#"{"msec":"1","request_method":"GET","request_uri":"/"#.to_vec();
    line.extend_from_slice(b"\xff\xf4\x8f\xbe\x80\xe4\"}");
    let mut reader = LogReader::new(LogOptions::default());
    let request = reader.read(&line).unwrap().unwrap();
    assert_eq!(request.target, "/%FF%F4%8F%BE%80%E4");
    assert!(!request.is_target_inexact);
    // The escape of a private character could be taken for a byte.
    let escaped = [&line[..line.len() - 2], br#"\uDBFF\udf80"}"#].concat();
    assert_eq!(reader.read(&escaped), Err(Unreadable::NotJson));
}

#[test]
fn haproxy() {
    let mut options = LogOptions {
        zone: Some(TimeZone::fixed(Offset::constant(-5))),
        captures: vec!["Host".to_owned(), "x".to_owned(), "User-Agent".to_owned()],
        ..LogOptions::default()
    };
    #[rustfmt::skip]
    let rows = [
        ("2001:db8::1:443 [28/Feb/2026:19:00:00.100] f~ b/s 0/0/0/0/0 -1 +5 - - ---- 1/1/0/0/0 0/0 {X.Example:443||a#7cb} {r} \"GET /#23 HTTP/1.1\" 0/0",
         "haproxy-http | 2026-03-01T00:00:00.1Z | 2001:db8::1 | https | x.example | GET | /# | 0 | 5 | a|b | -"),
        ("192.0.2.1:4 [28/Feb/2026:19:00:00.100] f b/s 0/0/0/0/0 200 5 - - ---- 1/1/0/0/0 0/0 {one} \"GET / HTTP/1.1\"", "field-count"),
        ("192.0.2.1:4 [28/Feb/2026:19:00:00.100] f b/s 0/0/0/0/0 200 5 - - ---- 1/1/0/0/0 0/0 {one", "cut"),
        ("192.0.2.1:4 [28/Feb/2026:19:00:00.100] f b/s 0/0/0/0/0 200 5 - - ---- 1/1/0/0/0 0/0 \"GET /long", "cut"),
    ];
    check(&options, None, &rows);
    options.zone = None;
    let line = "unix:1 [28/Feb/2026:19:00:00.100] f b/s 0/0/0/0/0 200 5 - - ---- 1/1/0/0/0 0/0 \"GET / HTTP/1.1\"";
    let read =
        "haproxy-http | 2026-02-28T19:00:00.1Z | - | - | - | GET | / | 200 | 5 | - | - assumed";
    check(&options, None, &[(line, read)]);
}

#[test]
fn w3c_by_its_fields() {
    let iis = "#Fields: time date c-ip cs-method cs-uri-stem cs-uri-query cs-host sc-status sc-bytes cs(User-Agent)";
    #[rustfmt::skip]
    let rows = [
        ("00:00:00 2026-03-01 192.0.2.1 GET /a%b - X.Example:8080 200 7 a+b",
         "w3c | 2026-03-01T00:00:00Z | 192.0.2.1 | - | x.example:8080 | GET | /a%b | 200 | 7 | a b | - inexact"),
        ("00:00:00 2026-03-01 192.0.2.1 GET /a q=+%41 - 200 7 -",
         "w3c | 2026-03-01T00:00:00Z | 192.0.2.1 | - | - | GET | /a?q=+%41 | 200 | 7 | - | -"),
        ("00:00:00 2026-13-01 192.0.2.1 GET /a - - 200 7 -", "no-such-time"),
        ("00:00:00 2026-03-01 192.0.2.1 GET /a - - 200 7 - extra", "field-count"),
        ("#Date: 2026-03-01 00:00:00", "no request"),
    ];
    check(&LogOptions::default(), Some(iis), &rows);
    let cloudfront = "#Fields: date time x-edge-location c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query x-host-header cs-protocol";
    let row = (
        "2026-03-01\t00:00:00\tFRA\t192.0.2.1\tGET\td1.example\t/a%2520%C3%A9\t000\t-\tx%2520y%20z\tq=%22\tw.example\twss",
        "cloudfront | 2026-03-01T00:00:00Z | 192.0.2.1 | https | w.example | GET | /a%20%C3%A9?q=\" | 0 | - | x y z | -",
    );
    check(&LogOptions::default(), Some(cloudfront), &[row]);
    // The name of the distribution is not the host.
    let chosen = "#Fields: x-edge-location date time cs-method cs(Host) cs-uri-stem";
    let row = (
        "FRA 2026-03-01 00:00:00 GET d1.example /",
        "cloudfront | 2026-03-01T00:00:00Z | - | - | - | GET | / | - | - | - | -",
    );
    check(&LogOptions::default(), Some(chosen), &[row]);
    let values = "2026-03-01 00:00:00 192.0.2.1 GET /";
    check(&LogOptions::default(), None, &[(values, "no-field-names")]);
    check(&LogOptions::default(), None, &[("#Fields: date time date", "duplicate-key")]);
}

#[test]
fn a_second_line_of_fields_names_the_lines_after_it() {
    let mut reader = LogReader::new(LogOptions::default());
    for (line, expected) in [
        ("#Fields: date time cs-method cs-uri-stem", "no request"),
        (
            "2026-03-01 00:00:00 GET /a",
            "w3c | 2026-03-01T00:00:00Z | - | - | - | GET | /a | - | - | - | -",
        ),
        ("#Fields: cs-uri-stem cs-method date time", "no request"),
        (
            "/b GET 2026-03-01 00:00:00",
            "w3c | 2026-03-01T00:00:00Z | - | - | - | GET | /b | - | - | - | -",
        ),
        // Names that cannot be read do not leave the earlier ones in force.
        ("#Fields: date date", "duplicate-key"),
        ("/b GET 2026-03-01 00:00:00", "unknown-format"),
    ] {
        assert_eq!(read(&mut reader, line.as_bytes()), expected, "{line}");
    }
}

#[rustfmt::skip]
const PROXIES_AND_STORES: &[(&str, &str)] = &[
    (r#"[2026-03-01T00:00:00.999999Z] "GET /a HTTP/2" 0 DC 1 2 3 - "192.0.2.1" "x"y" "i" "h.example" "-""#, "ambiguous-quotes"),
    (r#"[2026-03-01T00:00:00.999999Z] "GET /a HTTP/2" 503 UF 1 2 3 - "192.0.2.1" "x/1" "i" "h.example:443" "-""#,
     "envoy | 2026-03-01T00:00:00.999Z | - | - | h.example | GET | /a | 503 | 2 | x/1 | -"),
    (r#"wss 2026-03-01T00:00:01Z app/b/1 192.0.2.1:5 - 0 0 0 101 - 1 2 "GET wss://h.example:443/a b HTTP/1.1" "\x22\" - - - "t" - "-" 0 - "f""#,
     "alb | 2026-03-01T00:00:01Z | 192.0.2.1 | https | h.example | GET | /a%20b | 101 | 2 | \"\\ | -"),
    (r#"http 2026-03-01T00:00:01Z app/b/1 192.0.2.1:5 - 0 0 0 400 - 1 2 "- http://h.example:80- -" "-" - - - "t" - "-" 0 - "f""#, "no-request"),
    (r#"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef b [01/Mar/2026:00:00:00 +0000] 192.0.2.1 - R REST.GET.OBJECT k "GET /k?x HTTP/1.1" 200 - - 5 1 - - "a b" - h - - - h.example -"#,
     "s3 | 2026-03-01T00:00:00Z | 192.0.2.1 | http | h.example | GET | /k?x | 200 | 0 | a b | -"),
    (r#"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef b [01/Mar/2026:00:00:00 +0000] - - R S3.EXPIRE.OBJECT k "-" - - - 5 - - "-" "-" - h - - - - -"#,
     "no request"),
    // A client wrote a User-Agent into its path.
    (r#"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef b [01/Mar/2026:00:00:00 +0000] 192.0.2.1 - R REST.GET.OBJECT k "GET /k HTTP/1.1" 200 - 1 1 1 1 "-" "GPTBot HTTP/1.1" 404 - - 5 1 - - - h - - - h.example -"#,
     "ambiguous-quotes"),
];

/// The lines of the tables, with what is read of them.
pub(crate) fn tables() -> impl Iterator<Item = (&'static str, &'static str)> {
    [CLF, JSON, PROXIES_AND_STORES].into_iter().flatten().copied()
}

#[test]
fn proxies_and_stores() {
    check(&LogOptions::default(), None, PROXIES_AND_STORES);
}

#[test]
fn a_declared_format_beats_the_line() {
    let common = r#"192.0.2.1 - - [01/Mar/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 9"#;
    let combined = format!(r#"{common} "-" "a/1""#);
    check(&declared(LogFormat::Combined), None, &[(common, "cut")]);
    for (format, expected) in [
        (LogFormat::Common, "not-declared-format"),
        (LogFormat::Envoy, "unknown-format"),
        (LogFormat::Iis, "no-field-names"),
        (LogFormat::Caddy, "not-declared-format"),
        (LogFormat::TraefikClf, "not-declared-format"),
    ] {
        check(&declared(format), None, &[(&combined, expected)]);
    }
    check(&declared(LogFormat::Combined), None, &[("{}", "not-declared-format")]);
    let lighttpd = r#"192.0.2.1 intranet - [01/Mar/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 9"#;
    let of = |format: &str, host: &str| {
        format!(
            "{format} | 2026-03-01T00:00:00Z | 192.0.2.1 | - | {host} | GET | / | 200 | 9 | - | -"
        )
    };
    check(&declared(LogFormat::Lighttpd), None, &[(lighttpd, &of("lighttpd", "intranet"))]);
    check(&LogOptions::default(), None, &[(lighttpd, &of("common", "-"))]);
}

/// A log of Varnish has an absolute URL in each line. One such line, which a client can send, changes nothing.
#[test]
fn varnish_is_told_by_its_lines() {
    let line = |number: u32, host: &str| {
        format!(
            r#"192.0.2.1 - - [01/Mar/2026:00:00:00 +0000] "GET {host}/{number} HTTP/1.1" 200 9 "-" "a/1""#
        )
    };
    let mut reader = LogReader::new(LogOptions::default());
    let mut formats = Vec::new();
    for number in 0..40 {
        let line = line(number, "http://x.example");
        let request = reader.read(line.as_bytes()).unwrap().unwrap();
        assert_eq!(request.host.as_deref(), Some("x.example"));
        let is_varnish = request.format == LogFormat::Varnish;
        assert_eq!(request.time_means == TimeMeans::Begin, is_varnish);
        formats.push(is_varnish);
    }
    assert!(!formats[18] && formats[19] && formats[39]);
    let mut reader = LogReader::new(LogOptions::default());
    for number in 0..100 {
        let line = line(number, if number % 2 == 0 { "" } else { "http://x.example" });
        assert_eq!(reader.read(line.as_bytes()).unwrap().unwrap().format, LogFormat::Combined);
    }
}

/// The peer is a fact, X-Forwarded-For a claim, and its left-most address is never taken.
#[test]
fn who_is_the_client() {
    let line = r#"{"msec":"1","remote_addr":"10.0.0.1","http_x_forwarded_for":"203.0.113.9, 198.51.100.7, 10.0.0.2","request":"GET / HTTP/1.1"}"#;
    let envoy = r#"[2026-03-01T00:00:00Z] "GET / HTTP/2" 200 - 1 2 3 - "203.0.113.9,198.51.100.7, 10.0.0.2" "-" "-" "-" "-""#;
    let client = |line: &str, trust: &Trust| -> Option<String> {
        let options = LogOptions { trust: trust.clone(), ..LogOptions::default() };
        let request = LogReader::new(options).read(line.as_bytes()).unwrap().unwrap().into_owned();
        request.client.map(|client: IpAddr| client.to_string())
    };
    let networks = |list: &[&str]| {
        Trust::Proxies(list.iter().map(|network| network.parse().unwrap()).collect())
    };
    let ours = networks(&["10.0.0.0/8"]);
    assert_eq!(client(line, &Trust::Peer).as_deref(), Some("10.0.0.1"));
    assert_eq!(client(line, &Trust::Last).as_deref(), Some("10.0.0.2"));
    assert_eq!(client(line, &ours).as_deref(), Some("198.51.100.7"));
    assert_eq!(client(line, &networks(&["192.0.2.0/24"])).as_deref(), Some("10.0.0.1"));
    assert_eq!(client(envoy, &Trust::Peer), None);
    assert_eq!(client(envoy, &Trust::Last).as_deref(), Some("10.0.0.2"));
    assert_eq!(client(envoy, &ours).as_deref(), Some("198.51.100.7"));
    // What is no address ends the way: nobody is guessed.
    let unknown = line.replace("198.51.100.7", "unknown");
    assert_eq!(client(&unknown, &ours), None);
    let empty = line.replace("203.0.113.9, 198.51.100.7, 10.0.0.2", "");
    assert_eq!(client(&empty, &Trust::Last).as_deref(), Some("10.0.0.1"));
}

/// An hour that comes twice is marked, and one that does not exist was not written in this zone.
#[test]
fn the_hours_of_summer_time() {
    let zone = TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").unwrap();
    let options = LogOptions { zone: Some(zone), ..LogOptions::default() };
    let line = |time: &str| {
        format!(
            "192.0.2.1:4 [{time}.000] f b/s 0/0/0/0/0 200 5 - - ---- 1/1/0/0/0 0/0 \"GET / HTTP/1.1\""
        )
    };
    let read = |time: &str| {
        let line = line(time);
        let request = LogReader::new(options.clone()).read(line.as_bytes());
        request.map(|request| {
            let request = request.unwrap();
            (request.time.to_string(), request.is_zone_assumed)
        })
    };
    let at = |time: &str, is_assumed| Ok((time.to_owned(), is_assumed));
    assert_eq!(read("25/Oct/2026:01:59:59"), at("2026-10-24T23:59:59Z", false));
    assert_eq!(read("25/Oct/2026:02:30:00"), at("2026-10-25T00:30:00Z", true));
    assert_eq!(read("25/Oct/2026:03:00:00"), at("2026-10-25T02:00:00Z", false));
    assert_eq!(read("29/Mar/2026:02:30:00"), Err(Unreadable::NoSuchTime));
}

#[test]
fn a_line_over_the_limit_is_refused_and_the_next_is_read() {
    let mut reader = LogReader::new(LogOptions::default());
    let mut line =
        br#"192.0.2.1 - - [01/Mar/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 9 "-" ""#.to_vec();
    line.resize(MAX_LINE_BYTES - 1, b'a');
    line.push(b'"');
    assert!(reader.read(&line).unwrap().is_some());
    line.push(b' ');
    assert_eq!(reader.read(&line), Err(Unreadable::TooLong));
    assert!(reader.read(&line[..MAX_LINE_BYTES]).unwrap().is_some());
}

#[test]
fn names_of_formats_and_reasons_are_unique() {
    for (at, format) in LogFormat::ALL.iter().enumerate() {
        assert_eq!(LogFormat::from_name(format.name()), Some(*format));
        assert!(!LogFormat::ALL[..at].contains(format));
    }
    assert_eq!(LogFormat::from_name("unknown"), None);
    let mut reasons = Unreadable::ALL.map(Unreadable::as_str).to_vec();
    reasons.sort_unstable();
    reasons.dedup();
    assert_eq!(reasons.len(), Unreadable::ALL.len());
    assert!(Unreadable::ALL.iter().all(|reason| !reason.to_string().is_empty()));
}

/// What is not escaped is not copied.
#[test]
fn texts_are_borrowed_where_nothing_is_escaped() {
    use std::borrow::Cow::Borrowed;
    let line = br#"www.example.com:80 192.0.2.1 - - [01/Mar/2026:00:00:00 +0000] "GET /a?b HTTP/1.1" 200 9 "https://x.example/" "a/1""#;
    let request = LogReader::new(LogOptions::default()).read(line).unwrap().unwrap();
    assert!(matches!(
        (&request.method, &request.target, &request.host),
        (Borrowed("GET"), Borrowed("/a?b"), Some(Borrowed("www.example.com")))
    ));
    assert!(matches!(
        (&request.user_agent, &request.referer),
        (Some(Borrowed("a/1")), Some(Borrowed(_)))
    ));
}
