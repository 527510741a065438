//! What holds for all bytes, and for all requests that a server can write.

use jiff::Timestamp;
use maycrawl_audit::log::{
    LogFormat, LogOptions, LogReader, LoggedRequest, MAX_LINE_BYTES, Trust, Unreadable,
};
use maycrawl_testdata::random::Random;
use proptest::prelude::*;

use crate::log_lines::tables;
use crate::log_samples::samples;

/// Options of each kind, and each declared format.
fn all_options() -> Vec<LogOptions> {
    let plain = LogOptions::default();
    let proxies = Trust::Proxies(vec!["10.0.0.0/8".parse().unwrap()]);
    let captures = ["host", "user-agent", "referer"].map(str::to_owned).to_vec();
    let formats = LogFormat::ALL.iter();
    [
        plain.clone(),
        LogOptions { trust: Trust::Last, captures, ..plain.clone() },
        LogOptions { trust: proxies, ..plain.clone() },
    ]
    .into_iter()
    .chain(formats.map(|&format| LogOptions { format: Some(format), ..plain.clone() }))
    .collect()
}

/// What is true of each request that is read.
fn check_request(request: &LoggedRequest<'_>) {
    assert!(request.target.bytes().all(|byte| byte.is_ascii_graphic()), "{request:?}");
    let is_path = request.target.starts_with('/');
    assert!(is_path || *request.target == *"*" || request.target.contains(':'), "{request:?}");
    assert!(!request.method.is_empty() && request.method.is_ascii());
    if let Some(host) = &request.host {
        assert!(!host.is_empty() && !host.bytes().any(|byte| byte.is_ascii_uppercase()));
        assert!(host.is_ascii() && !host.contains(['/', ' ', '@']), "{request:?}");
    }
    for text in [&request.user_agent, &request.referer].into_iter().flatten() {
        assert!(!text.is_empty());
    }
    assert!(request.status.is_none_or(|status| status < 1000));
    assert_eq!(request.time.subsec_nanosecond() % 1_000_000, 0);
    assert!(request.client.is_none_or(|client| client == client.to_canonical()));
    assert_eq!(request.clone().into_owned(), *request);
}

#[derive(Debug, Default, PartialEq)]
struct Counts {
    read: usize,
    refused: usize,
    no_request: usize,
}

/// Reads lines with one reader. Each is counted once.
fn count<'l>(options: LogOptions, lines: impl Iterator<Item = &'l [u8]>) -> Counts {
    let mut reader = LogReader::new(options);
    let mut counts = Counts::default();
    for line in lines {
        match reader.read(line) {
            Ok(Some(request)) => {
                check_request(&request);
                counts.read += 1;
            }
            Ok(None) => counts.no_request += 1,
            Err(reason) => {
                assert!(Unreadable::ALL.contains(&reason));
                counts.refused += 1;
            }
        }
    }
    counts
}

fn check_lines(lines: &[Vec<u8>]) {
    for options in all_options() {
        let counts = count(options, lines.iter().map(Vec::as_slice));
        assert_eq!(counts.read + counts.refused + counts.no_request, lines.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes_are_read_or_refused(lines in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..200), 1..20)) {
        check_lines(&lines);
    }

    #[test]
    fn any_marks_of_the_formats_are_read_or_refused(lines in prop::collection::vec(r#"[\[\]"\\{}:/. \t#|,+%\-a-fGET0-9]{0,120}"#, 1..20)) {
        let lines: Vec<_> = lines.into_iter().map(String::into_bytes).collect();
        check_lines(&lines);
    }
}

/// Bytes that mean something in a format.
const MARKS: &[u8] = b"\0\x01\x7f\x80\xc3\xff\t\r \"#%+,-./0179:=<>?@AZ[\\]_{|}~";

/// Changes some places of a line, or joins it with a part of another.
fn mutate(line: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    for _ in 0..=random.below(3) {
        let mut below = |limit: usize| random.below(limit as u64) as usize;
        let at = below(line.len() + 1);
        let end = at + below((line.len() - at).min(24) + 1);
        match below(6) {
            0 if at < line.len() => line[at] = MARKS[below(MARKS.len())],
            1 => line.insert(at, MARKS[below(MARKS.len())]),
            2 => drop(line.drain(at..end)),
            3 => line.truncate(at),
            4 if !other.is_empty() => {
                let from = below(other.len());
                let part = &other[from..(from + 1 + below(48)).min(other.len())];
                line.splice(at..end, part.iter().copied());
            }
            _ => {
                let part = line[at..end].to_vec();
                let to = below(line.len() + 1);
                line.splice(to..to, part);
            }
        }
    }
}

#[test]
fn mutated_lines_are_read_or_refused() {
    let mut lines: Vec<Vec<u8>> = tables().map(|(line, _)| line.as_bytes().to_vec()).collect();
    lines.push(b"#Fields: date time c-ip cs-method cs-uri-stem cs-uri-query sc-status".to_vec());
    lines.push(b"2026-03-01 00:00:00 192.0.2.1 GET /a x=1 200".to_vec());
    if let Some(samples) = samples("mutations of lines of access logs") {
        lines.extend(samples.into_iter().map(|sample| sample.line));
    }
    let mut random = Random(0x6c6f_6773);
    let all = all_options();
    let mut counts = Counts::default();
    for number in 0..4000 {
        let mut line = random.pick(&lines).clone();
        let other = random.pick(&lines).clone();
        mutate(&mut line, &other, &mut random);
        // The declared formats in turn: each reads lines of the others.
        for options in [&all[0], &all[number % all.len()]] {
            let one = count(options.clone(), std::iter::once(line.as_slice()));
            assert_eq!(one.read + one.refused + one.no_request, 1);
            counts.read += one.read;
            counts.refused += one.refused;
            counts.no_request += one.no_request;
        }
    }
    // Neither all nor none: the mutations reach both sides.
    assert!(counts.read > 300 && counts.refused > 500 && counts.no_request > 10, "{counts:?}");
}

/// The names of what a server wrote, to be read back.
#[derive(Clone, Debug)]
struct Written {
    target: Vec<u8>,
    agent: Vec<u8>,
    referer: Vec<u8>,
}

impl Written {
    /// The target as it is told: bytes that are not printable ASCII as percent-escapes.
    fn target(&self) -> String {
        self.target.iter().fold(String::new(), |mut text, &byte| {
            if byte.is_ascii_graphic() {
                text.push(char::from(byte));
            } else {
                text.push_str(&format!("%{byte:02X}"));
            }
            text
        })
    }
}

fn text_of(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    (!matches!(&*text, "" | "-")).then_some(text)
}

fn is_plain(byte: u8) -> bool {
    (0x20..0x7f).contains(&byte) && byte != b'"' && byte != b'\\'
}

fn nginx(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, &byte| match byte {
        byte if is_plain(byte) => text + &char::from(byte).to_string(),
        byte => text + &format!("\\x{byte:02X}"),
    })
}

fn apache(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, &byte| match byte {
        b'"' | b'\\' => text + "\\" + &char::from(byte).to_string(),
        b'\n' => text + "\\n",
        b'\t' => text + "\\t",
        byte if is_plain(byte) => text + &char::from(byte).to_string(),
        byte => text + &format!("\\x{byte:02x}"),
    })
}

fn haproxy(bytes: &[u8], others: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, &byte| {
        if (0x20..0x7f).contains(&byte) && byte != b'"' && byte != b'#' && !others.contains(&byte) {
            text + &char::from(byte).to_string()
        } else {
            text + &format!("#{byte:02X}")
        }
    })
}

fn cloudfront(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, &byte| {
        if byte.is_ascii_graphic() && !b"<>\"#%{}|\\^~[]`'".contains(&byte) {
            text + &char::from(byte).to_string()
        } else {
            text + &format!("%{byte:02X}")
        }
    })
}

/// `escape=json`: bytes from 80 are left as they are.
fn nginx_json(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().fold(Vec::new(), |mut text, &byte| {
        match byte {
            b'"' | b'\\' => text.extend([b'\\', byte]),
            ..0x20 => text.extend(format!("\\u{byte:04X}").bytes()),
            byte => text.push(byte),
        }
        text
    })
}

fn request_parts() -> impl Strategy<Value = Written> {
    let byte = prop_oneof![6 => 0x21..0x7fu8, 2 => any::<u8>(), 2 => prop::sample::select(MARKS)];
    let field = prop::collection::vec(byte.clone(), 0..40);
    let target =
        prop::collection::vec(byte.prop_filter("a server cuts here", |&byte| byte != 0), 0..40);
    (target, field.clone(), field).prop_map(|(target, agent, referer)| Written {
        target: [b"/".as_slice(), &target].concat(),
        agent,
        referer,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Each server escapes in its own way, and what was sent comes back.
    #[test]
    fn what_a_server_wrote_is_read_back(written in request_parts()) {
        let Written { target, agent, referer } = &written;
        let clf = |escape: fn(&[u8]) -> String| {
            format!(
                "192.0.2.1 - - [01/Mar/2026:00:00:00 +0000] \"GET {} HTTP/1.1\" 200 9 \"{}\" \"{}\"",
                escape(target), escape(referer), escape(agent),
            ).into_bytes()
        };
        let haproxy_line = format!(
            "192.0.2.1:4 [01/Mar/2026:00:00:00.000] f b/s 0/0/0/0/0 200 9 - - ---- 1/1/0/0/0 0/0 {{{}|{}}} \"GET {} HTTP/1.1\"",
            haproxy(agent, b"{|}"), haproxy(referer, b"{|}"), haproxy(target, b""),
        ).into_bytes();
        let json = [
            br#"{"msec":"1772323200","method":"GET","request_uri":""#,
            &*nginx_json(target),
            br#"","http_user_agent":""#,
            &*nginx_json(agent),
            br#"","http_referer":""#,
            &*nginx_json(referer),
            br#""}"#,
        ].concat();
        let options = LogOptions {
            captures: vec!["user-agent".to_owned(), "referer".to_owned()],
            ..LogOptions::default()
        };
        for line in [clf(nginx), clf(apache), haproxy_line, json] {
            let mut reader = LogReader::new(options.clone());
            let shown = String::from_utf8_lossy(&line).into_owned();
            let read = reader.read(&line);
            let request = read.unwrap_or_else(|reason| panic!("{reason}: {shown}")).unwrap();
            prop_assert_eq!(&*request.target, written.target(), "{}", &shown);
            // The private characters of the last plane apart, U+FFFD is what a program in Go would have written.
            let has_lost = memchr::memmem::find(target, "\u{fffd}".as_bytes()).is_some();
            prop_assert_eq!(request.is_target_inexact, request.format == LogFormat::Json && has_lost);
            prop_assert_eq!(request.user_agent.map(String::from), text_of(agent), "{}", &shown);
            prop_assert_eq!(request.referer.map(String::from), text_of(referer), "{}", &shown);
            prop_assert_eq!(request.time, "2026-03-01T00:00:00Z".parse::<Timestamp>().unwrap());
        }
    }

    /// CloudFront separates the path from its query, and its agent may have two layers of escapes.
    #[test]
    fn what_cloudfront_wrote_is_read_back(written in request_parts()) {
        let names = b"#Fields: date time x-edge-location cs-method cs-uri-stem cs(Referer)";
        let line = format!(
            "2026-03-01\t00:00:00\tFRA\tGET\t{}\t{}",
            cloudfront(&written.target), cloudfront(&written.referer),
        );
        let mut reader = LogReader::new(LogOptions::default());
        reader.read(names).unwrap();
        let request = reader.read(line.as_bytes()).unwrap().unwrap();
        prop_assert_eq!(&*request.target, written.target());
        prop_assert_eq!(request.referer.map(String::from), text_of(&written.referer));
    }
}

/// What a client sends in one quoted field never changes another, whatever it writes: the line is refused, or the other
/// fields are as they were.
#[test]
fn a_client_cannot_write_another_field() {
    let attacks = [
        r#"x" 200 9 "-" "GPTBot"#,
        r#"x HTTP/1.1" 200 9 "-" "GPTBot/1.2" 1 "r" "s" 3ms"#,
        r#"x" "GPTBot/1.2" "x"#,
        r#"x" 12 "a" "b" 3ms "y"#,
        r#"x\"#,
        r#"x" 12 "a" "b" 3ms"#,
        r#"" "GPTBot/1.2"#,
    ];
    for attack in attacks {
        for place in 0..3 {
            let field = |at: usize, usual: &'static str| if at == place { attack } else { usual };
            // Traefik escapes nothing.
            let line = format!(
                r#"192.0.2.1 - - [01/Mar/2026:00:00:00 +0000] "GET /{} HTTP/1.1" 200 9 "{}" "{}" 12 "web" "http://10.0.0.2" 3ms"#,
                field(0, "a"),
                field(1, "-"),
                field(2, "curl/8"),
            );
            let Ok(Some(request)) = LogReader::new(LogOptions::default()).read(line.as_bytes())
            else {
                continue;
            };
            let agent = request.user_agent.as_deref();
            assert_eq!(agent, Some(field(2, "curl/8")), "{line}\n{request:?}");
        }
    }
}

#[test]
fn a_line_of_one_megabyte_is_read_or_refused() {
    for byte in *b" \"\\[{},:-a0%#" {
        let line = vec![byte; MAX_LINE_BYTES];
        for options in all_options() {
            assert!(!matches!(LogReader::new(options).read(&line), Ok(Some(_))));
        }
    }
}
