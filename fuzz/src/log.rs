//! Any line of a log is read, refused with a reason, or no request by design, and what is read has the form that is
//! promised.

use maycrawl_audit::log::{LogFormat, LogOptions, LogPattern, LogReader, LoggedRequest, Trust};

/// Panics if that is not so. The input is words of what is declared, and the lines of a file.
pub fn check(input: &[u8]) {
    let [declared, lines] = crate::parts(input);
    let mut reader = LogReader::new(options(&String::from_utf8_lossy(declared)));
    for line in lines.split(|&byte| byte == b'\n') {
        match reader.read(line) {
            Ok(Some(request)) => check_request(&request),
            Ok(None) => (),
            Err(reason) => assert!(!reason.as_str().is_empty() && !reason.to_string().is_empty()),
        }
    }
}

/// A pattern of Apache or nginx, or words: the name of a format, `last`, `proxies`, `captures`.
fn options(declared: &str) -> LogOptions {
    let mut options =
        LogOptions { pattern: LogPattern::parse(declared).ok(), ..LogOptions::default() };
    for word in declared.split_ascii_whitespace() {
        match word {
            "last" => options.trust = Trust::Last,
            "proxies" => {
                options.trust = Trust::Proxies(vec!["10.0.0.0/8".parse().unwrap()]);
            }
            "captures" => {
                options.captures = ["host", "user-agent", "referer"].map(str::to_owned).to_vec();
            }
            name => options.format = LogFormat::from_name(name).or(options.format),
        }
    }
    options
}

fn check_request(request: &LoggedRequest<'_>) {
    assert!(request.target.bytes().all(|byte| byte.is_ascii_graphic()), "{request:?}");
    let is_path = request.target.starts_with('/') || *request.target == *"*";
    assert!(is_path || request.target.contains(':'), "{request:?}");
    assert!(!request.method.is_empty() && request.method.is_ascii());
    if let Some(host) = &request.host {
        assert!(host.bytes().all(|byte| byte.is_ascii_graphic() && !byte.is_ascii_uppercase()));
        assert!(!host.is_empty() && !host.contains(['/', '@', '"']), "{request:?}");
    }
    for text in [&request.user_agent, &request.referer].into_iter().flatten() {
        assert!(!text.is_empty());
    }
    assert!(request.status.is_none_or(|status| status < 1000));
    assert_eq!(request.time.subsec_nanosecond() % 1_000_000, 0);
    assert!(request.client.is_none_or(|client| client == client.to_canonical()));
    assert_eq!(request.clone().into_owned(), *request);
}
