//! One question, one answer: library, `check`, `batch`, the service, columns, SQL and `bulk` are asked the same
//! thousands of questions, and say the same. The Python package is asked by `bindings/python/tests/test_faces.py`, and
//! the page by `web/e2e/specs/faces.js`.
//!
//! A difference that a face has on purpose is a column of the tables in `conformance/`, not an exception here.

mod questions;
mod whole;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::Stdio;

use arrow_array::cast::AsArray as _;
use arrow_array::types::Int32Type;
use arrow_array::{Array as _, BinaryArray, StringArray, StructArray};
use maycrawl::asked_url::{AskedUrl, AskedUrlError, AskedUrlErrorKind, Schemes};
use maycrawl::{Crawler, Profile, RobotsTxt, check_once};
use maycrawl_table::Kernels;
use maycrawl_testdata::random::Random;
use serde_json::{Value, json};

use crate::support::{Folder, Running, command, maycrawl, run};
use questions::{Case, Said, cases, names, written_urls};

/// Panics at the first differences. Returns the number of answers.
fn assert_same(face: &str, case: &Case, library: &[Said], said: &[Said]) -> usize {
    assert_eq!(said.len(), case.answers(), "{face}: {case:?}");
    for (index, (expected, said)) in library.iter().zip(said).enumerate() {
        let (agent, url) =
            (&case.agents[index / case.urls.len()], &case.urls[index % case.urls.len()]);
        assert_eq!(
            said,
            expected,
            "{face} (left) and the library differ: {agent:?} {url:?} {} {:?}",
            case.profile,
            String::from_utf8_lossy(&case.robots)
        );
    }
    said.len()
}

fn verdict_of(answer: &Value) -> Said {
    Said::Verdict {
        allowed: answer["allowed"].as_bool().unwrap_or_else(|| panic!("{answer}")),
        line: answer["line"].as_u64().map(|line| u32::try_from(line).unwrap()),
        reason: answer["reason"].as_str().unwrap().to_owned(),
        requested: answer["requested"].as_str().map(str::to_owned),
        group: answer["group"].as_str().map(str::to_owned),
    }
}

/// An answer of `batch`.
fn said_in_json(answer: &Value) -> Said {
    match answer["error"].as_str() {
        Some(error) => Said::Refused(error.trim_start_matches("`agent`: ").to_owned()),
        None => verdict_of(answer),
    }
}

/// The answers of a column.
fn said_in_columns(answers: &StructArray) -> Vec<Said> {
    let column = |name: &str| answers.column_by_name(name).unwrap();
    let (decision, reason) =
        (column("decision").as_string::<i32>(), column("reason").as_string::<i32>());
    let line = column("line").as_primitive::<Int32Type>();
    let said = (0..answers.len()).map(|index| {
        let line = line.is_valid(index).then(|| u32::try_from(line.value(index)).unwrap());
        row(decision.value(index), line, reason.value(index))
    });
    said.collect()
}

fn json_answers(stdout: &str) -> Vec<Value> {
    stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_ways_to_ask_the_library_agree() {
    for case in cases() {
        let robots = RobotsTxt::parse_with(&case.robots, case.profile);
        let crawlers: Vec<_> = case.agents.iter().flat_map(|name| Crawler::parse(name)).collect();
        let sets = robots.rules_for_each(&crawlers);
        for url in case.urls.iter().flat_map(|url| AskedUrl::read(url, Schemes::Any)) {
            let of_all: Vec<_> = sets.check(&url).collect();
            for (crawler, of_all) in crawlers.iter().zip(of_all) {
                let rules = robots.rules_for(crawler);
                let verdict = rules.check(&url);
                assert_eq!(verdict, of_all, "{crawler:?} {url:?}");
                assert_eq!(verdict, check_once(&case.robots, crawler, &url, case.profile));
                assert_eq!(verdict, robots.explain(crawler, &url).verdict, "{crawler:?} {url:?}");
            }
        }
    }
}

#[test]
fn batch_says_what_the_library_says() {
    let cases = cases();
    let mut asked = 0;
    for profile in Profile::ALL {
        let of_profile: Vec<_> = cases.iter().filter(|case| case.profile == profile).collect();
        let mut records = String::new();
        for case in &of_profile {
            let robots = maycrawl_testdata::encode(&case.robots);
            for agent in &case.agents {
                for url in &case.urls {
                    records +=
                        &json!({"robots_b64": robots, "agent": agent, "url": url}).to_string();
                    records.push('\n');
                }
            }
        }
        let answers = maycrawl(&["batch", "--profile", profile.name], records.as_bytes());
        let answers = json_answers(&answers.stdout);
        let mut answers = answers.iter().map(said_in_json);
        for case in of_profile {
            let said: Vec<_> = answers.by_ref().take(case.answers()).collect();
            let library = case.answers_of_the_library().into_iter().map(Said::without_group);
            asked += assert_same("batch", case, &library.collect::<Vec<_>>(), &said);
        }
    }
    assert!(asked >= 10_000, "{asked} questions");
}

/// Texts that resemble URLs: rows of the table, cut and joined, with what parsers trip over in between.
#[test]
fn random_texts_are_read_alike() {
    let rows: Vec<_> = written_urls().into_iter().map(|row| row.written).collect();
    let mut random = Random(25);
    let texts: Vec<String> = (0..400_000).map(|_| random_text(&rows, &mut random)).collect();
    let robots = "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /*?\n";
    let read = |schemes| {
        let case = Case {
            robots: robots.into(),
            profile: Profile::GOOGLE,
            agents: vec!["Googlebot".to_owned()],
            urls: texts.clone(),
            schemes,
        };
        let library = case.answers_of_the_library();
        (case, library)
    };
    let (case, library) = read(Schemes::Any);
    let record =
        |url| json!({"robots": robots, "agent": "Googlebot", "url": url}).to_string() + "\n";
    let records: String = texts.iter().map(record).collect();
    let answers = json_answers(&maycrawl(&["batch"], records.as_bytes()).stdout);
    let said: Vec<_> = answers.iter().map(said_in_json).collect();
    let library: Vec<_> = library.into_iter().map(Said::without_group).collect();
    assert_same("batch", &case, &library, &said);
    let (case, library) = read(Schemes::Fetched);
    let (file, agent) = (StringArray::from(vec![robots]), StringArray::from(vec!["Googlebot"]));
    let answers = Kernels::new(1 << 24).verdict(&file, &agent, &StringArray::from(texts)).unwrap();
    let library: Vec<_> = library.into_iter().map(Said::one_line).collect();
    assert_same("columns", &case, &library, &said_in_columns(&answers));
}

fn random_text(rows: &[String], random: &mut Random) -> String {
    const PIECES: [&str; 24] = [
        "/", "//", "\\", ":", "://", "..", "/../", "%2e", "%", "%zz", "?", "#", "@", ";", "\t",
        "\n", "\0", " ", ".", "ä", "[", "]", "443", "https",
    ];
    let mut text = random.pick(rows).clone();
    for _ in 0..random.below(4) {
        let mut at = random.below(text.len() as u64 + 1) as usize;
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        match random.below(3) {
            0 => text.insert_str(at, random.pick::<&str>(&PIECES)),
            1 => text.truncate(at),
            _ => text = text.split_off(at),
        }
    }
    text
}

/// `check` takes an argument for each URL, and what it refuses about a name ends the run. Each file needs a process, so
/// it is asked with one profile, which are taken in turn.
#[test]
fn check_says_what_the_library_says() {
    let completed: BTreeMap<_, _> =
        written_urls().into_iter().filter_map(|row| Some((row.written, row.completed?))).collect();
    let folder = Folder::new();
    let file = folder.0.join("robots.txt");
    let cases = cases();
    let of_each_profile =
        cases.chunk_by(|a, b| (&a.robots, &a.agents, &a.urls) == (&b.robots, &b.agents, &b.urls));
    for (turn, of_each_profile) in of_each_profile.enumerate() {
        let mut case = of_each_profile[turn % of_each_profile.len()].clone();
        with_one_name_each(&mut case);
        // No argument has a zero byte, and the command says more about names of files: see below.
        case.urls.retain(|url| !url.contains('\0') && !is_file_name(url));
        if case.answers() == 0 {
            continue;
        }
        fs::write(&file, &case.robots).unwrap();
        let agents = case.agents.join(",");
        let mut args = vec!["check", "--robots", file.to_str().unwrap(), "--format", "json"];
        args.extend(["--profile", case.profile.name, "--agent", &agents, "--"]);
        args.extend(case.urls.iter().map(String::as_str));
        let answers = json_answers(&maycrawl(&args, b"").stdout);
        // The library is asked about the whole URL for a host without a scheme.
        let asked = case.urls.iter().map(|url| completed.get(url.trim()).unwrap_or(url).clone());
        let asked = Case { urls: asked.collect(), ..case.clone() };
        let said = by_url(&asked, &answers);
        assert_same("check", &asked, &asked.answers_of_the_library(), &said);
    }
    for row in written_urls().iter().filter(|row| is_file_name(&row.written)) {
        let run = maycrawl(&["check", "--robots", file.to_str().unwrap(), &row.written], b"");
        let said = format!("`{}` is the name of a file, not a URL; ", row.written);
        assert!(run.status == 2 && run.stderr.contains(&said), "{}", run.screen());
    }
    for name in names() {
        let robots = file.to_str().unwrap();
        let args = ["check", "--robots", robots, "--format", "json", "--agent", &name.written, "/"];
        if name.written.contains('\0') {
            continue;
        }
        let run = run(command(&args), b"");
        match (Crawler::parse(&name.written), name.refused.as_deref()) {
            (Ok(crawler), None) => {
                assert_eq!(
                    json_answers(&run.stdout)[0]["agent"],
                    crawler.token(),
                    "{}",
                    name.written
                );
            }
            // Here a comma separates names.
            (Err(_), Some("list")) => assert_ne!(run.status, 2, "{}", run.screen()),
            (Err(error), Some(_)) => {
                assert!(
                    run.status == 2 && run.stderr.contains(&error.to_string()),
                    "{}",
                    run.screen()
                );
            }
            (parsed, refused) => panic!("{:?}: {parsed:?} {refused:?}", name.written),
        }
    }
}

fn is_file_name(url: &str) -> bool {
    let read = AskedUrl::read(url, Schemes::Any);
    read.is_err_and(|error| error.kind() == AskedUrlErrorKind::FileName)
}

/// Answers of a face that goes through the URLs and asks for each crawler, in the order of [`Case`]. A refused URL is
/// one answer, whatever the number of crawlers.
fn by_url(case: &Case, answers: &[Value]) -> Vec<Said> {
    let mut rows: Vec<Vec<Said>> = Vec::new();
    let mut answers = answers.iter();
    for url in &case.urls {
        let first = answers.next().unwrap_or_else(|| panic!("no answer about {url:?}: {case:?}"));
        let error = &first["error"];
        match error.as_str().or_else(|| error["detail"].as_str()) {
            Some(error) => rows.push(vec![Said::Refused(error.to_owned()); case.agents.len()]),
            None => {
                let others = answers.by_ref().take(case.agents.len() - 1);
                rows.push(std::iter::once(first).chain(others).map(verdict_of).collect());
            }
        }
    }
    (0..case.agents.len())
        .flat_map(|agent| rows.iter().map(move |row| row[agent].clone()))
        .collect()
}

/// A service of this build.
struct Service {
    _child: Running,
    address: String,
}

impl Service {
    fn new() -> Self {
        let args =
            ["serve", "--listen", "127.0.0.1:0", "--store", "memory", "--rate-limit", "100000"];
        let mut child = Running::start(command(&args).stderr(Stdio::null()));
        let said = child.lines().next().unwrap().unwrap();
        let address = said.strip_prefix("maycrawl answers at http://").unwrap();
        Self { _child: child, address: address.trim_end_matches('/').to_owned() }
    }

    fn test(&self, case: &Case) -> Value {
        let body = json!({
            "robots": std::str::from_utf8(&case.robots).unwrap(),
            "profile": case.profile.name,
            "agents": case.agents,
            "urls": case.urls,
        })
        .to_string();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "POST /v1/draft/check HTTP/1.0\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }
}

/// The answers to one question have the same keys and values, but for what only one face knows.
#[test]
fn answers_have_the_same_keys() {
    let case = Case {
        robots: b"User-agent: googlebot/2.1\nDISALLOW:/x # no\n".to_vec(),
        profile: Profile::GOOGLE,
        agents: vec!["Googlebot".to_owned()],
        urls: vec!["/a/../x/1".to_owned()],
        schemes: Schemes::Fetched,
    };
    let folder = Folder::new();
    let file = folder.0.join("robots.txt");
    fs::write(&file, &case.robots).unwrap();
    let check = ["check", "--robots", file.to_str().unwrap(), "--format", "json", &case.urls[0]];
    let mut answers = json_answers(&maycrawl(&check, b"").stdout);
    let each = maycrawl(&[&check[..], &["--crawlers", "google"]].concat(), b"").stdout;
    answers.extend(json_answers(&each).into_iter().filter(|row| row["agent"] == "Googlebot"));
    answers.push(Service::new().test(&case)[0].clone());
    let keys = |answer: &Value| answer.as_object().unwrap().clone();
    let [one, mut each, service] = <[Value; 3]>::try_from(answers).unwrap().map(|it| keys(&it));
    for own in ["operator", "compliance", "crawler_note"] {
        assert!(each.remove(own).is_some(), "{own}");
    }
    assert_eq!(each, one);
    assert_eq!(one, service);
    let record = json!({"robots": std::str::from_utf8(&case.robots).unwrap(), "agent": "Googlebot", "url": case.urls[0]});
    let short = maycrawl(&["batch"], format!("{record}\n").as_bytes()).stdout;
    for (key, value) in keys(&json_answers(&short)[0]).iter().filter(|(key, _)| *key != "id") {
        assert_eq!(one.get(key), Some(value), "{key}");
    }
}

/// Keeps the names that are read, one for each crawler: a face answers once about a crawler.
fn with_one_name_each(case: &mut Case) {
    let mut seen = BTreeSet::new();
    case.agents.retain(|name| {
        Crawler::parse(name).is_ok_and(|crawler| seen.insert(crawler.token().to_lowercase()))
    });
}

/// The service fetches, so it takes no URL of another scheme, and a draft is text.
#[test]
fn the_service_says_what_the_library_says() {
    let service = Service::new();
    for mut case in cases() {
        case.schemes = Schemes::Fetched;
        with_one_name_each(&mut case);
        case.urls.retain(|url| url.len() <= 8 << 10); // the service takes no longer ones
        if std::str::from_utf8(&case.robots).is_err() || case.answers() == 0 {
            continue;
        }
        // A service ends a request that works for a second, which is little for a debug build.
        for urls in case.urls.chunks(20) {
            let case = Case { urls: urls.to_vec(), ..case.clone() };
            let answers = service.test(&case);
            let answers = answers.as_array().unwrap_or_else(|| panic!("{answers} {case:?}"));
            let said = by_url(&case, answers);
            assert_same("service", &case, &case.answers_of_the_library(), &said);
        }
    }
    let draft = |agent: &str, url: &str| Case {
        robots: Vec::new(),
        profile: Profile::GOOGLE,
        agents: vec![agent.to_owned()],
        urls: vec![url.to_owned()],
        schemes: Schemes::Fetched,
    };
    for name in names() {
        let answer = service.test(&draft(&name.written, "/"));
        match Crawler::parse(&name.written) {
            Ok(crawler) => assert_eq!(answer[0]["agent"], crawler.token(), "{}", name.written),
            Err(error) => assert_eq!(answer["detail"], error.to_string(), "{}", name.written),
        }
    }
}

/// The cases that columns can be asked about: they have the default profile, and take URLs whose robots.txt is fetched.
fn cases_of_columns() -> Vec<Case> {
    let mut cases = cases();
    cases.retain(|case| case.profile == Profile::GOOGLE);
    cases.iter_mut().for_each(|case| case.schemes = Schemes::Fetched);
    cases
}

/// A question for each row: the file, the crawler, the URL.
fn rows(cases: &[Case]) -> impl Iterator<Item = (&Case, &str, &str)> {
    cases.iter().flat_map(|case| {
        let agents = case.agents.iter();
        agents.flat_map(move |agent| case.urls.iter().map(move |url| (case, &**agent, &**url)))
    })
}

/// A table says of a refusal why, in the column of the reason. It has no column for the requested URL.
fn row(decision: &str, line: Option<u32>, reason: &str) -> Said {
    let (allowed, reason) = (decision == "allowed", reason.to_owned());
    match decision {
        "error" => Said::Refused(reason),
        _ => Said::Verdict { allowed, line, reason, requested: None, group: None },
    }
}

fn assert_same_rows(face: &str, cases: &[Case], said: impl IntoIterator<Item = Said>) -> usize {
    let mut said = said.into_iter();
    let asked = cases.iter().map(|case| {
        let library = case.answers_of_the_library().into_iter().map(Said::one_line);
        let said: Vec<_> = said.by_ref().take(case.answers()).collect();
        assert_same(face, case, &library.collect::<Vec<_>>(), &said)
    });
    asked.sum()
}

#[test]
fn columns_say_what_the_library_says() {
    let cases = cases_of_columns();
    let robots: BinaryArray = rows(&cases).map(|(case, ..)| Some(&case.robots)).collect();
    let agents: StringArray = rows(&cases).map(|(_, agent, _)| Some(agent)).collect();
    let urls: StringArray = rows(&cases).map(|(.., url)| Some(url)).collect();
    let answers = Kernels::new(1 << 24).verdict(&robots, &agents, &urls).unwrap();
    let said = said_in_columns(&answers);
    let asked = assert_same_rows("columns", &cases, said);
    assert!(asked >= 9_000, "{asked} questions");
}

#[test]
fn sql_says_what_the_library_says() {
    let mut cases = cases_of_columns();
    cases.retain(|case| std::str::from_utf8(&case.robots).is_ok()); // JSON has text only
    let folder = Folder::new();
    let table = folder.0.join("questions.jsonl");
    let question = |(case, agent, url): (&Case, &str, &str)| {
        let robots = std::str::from_utf8(&case.robots).unwrap();
        json!({"robots": robots, "agent": agent, "url": url}).to_string() + "\n"
    };
    fs::write(&table, rows(&cases).map(question).collect::<String>()).unwrap();
    let query = format!(
        "SELECT v['decision'] d, v['line'] l, v['reason'] r FROM
         (SELECT robots_verdict(robots, agent, url) v FROM '{}')",
        table.display()
    );
    // One thread keeps the order of the rows.
    let run = maycrawl(&["sql", "--format", "json", "--threads", "1", &query], b"");
    let said = json_answers(&run.stdout).into_iter().map(|answer| {
        let line = answer["l"].as_u64().map(|line| u32::try_from(line).unwrap());
        row(answer["d"].as_str().unwrap(), line, answer["r"].as_str().unwrap())
    });
    let asked = assert_same_rows("sql", &cases, said);
    assert!(asked >= 9_000, "{asked} questions");
}

/// A job joins URLs to the file of their origin, so each case gets a site of its own, and a path is a URL of that site.
#[test]
fn bulk_says_what_the_library_says() {
    let names: Vec<_> = names().into_iter().filter(|name| name.refused.is_none()).collect();
    let (mut robots, mut urls, mut expected) = (String::new(), String::new(), BTreeMap::new());
    for (number, mut case) in cases_of_columns().into_iter().enumerate() {
        let Ok(file) = std::str::from_utf8(&case.robots) else { continue };
        let site = format!("https://site-{number}.example");
        robots += &json!({"url": format!("{site}/robots.txt"), "robots": file}).to_string();
        robots.push('\n');
        case.agents = names.iter().map(|name| name.crawler.clone().unwrap()).collect();
        case.urls = case.urls.iter().filter_map(|url| at(&site, url)).collect();
        let library = case.answers_of_the_library();
        for ((agent, url), said) in
            rows(std::slice::from_ref(&case)).map(|(_, a, u)| (a, u)).zip(library)
        {
            expected.insert((url.to_owned(), agent.to_owned()), said);
        }
        for url in &case.urls {
            urls += &json!({ "url": url }).to_string();
            urls.push('\n');
        }
    }
    let folder = Folder::new();
    let path = |name: &str| folder.0.join(name).display().to_string();
    fs::write(path("robots.jsonl"), robots).unwrap();
    fs::write(path("urls.jsonl"), urls).unwrap();
    let agents = names.iter().map(|name| name.written.as_str()).filter(|name| *name != "*");
    let agents = agents.collect::<Vec<_>>().join(",");
    let (robots, urls, out) = (path("robots.jsonl"), path("urls.jsonl"), path("out"));
    let args = ["bulk", "--robots", &robots, "--urls", &urls, "--agents", &agents, "-o", &out];
    let job = maycrawl(&args, b"");
    assert_eq!(job.status, 0, "{}", job.screen());
    let query = format!("SELECT url, agent, decision d, line l, reason r FROM '{out}/*.parquet'");
    let run = maycrawl(&["sql", "--format", "json", &query], b"");
    let answers = json_answers(&run.stdout);
    assert!(answers.len() >= 10_000, "{} answers: {}", answers.len(), run.stderr);
    for answer in answers {
        let text = |name: &str| answer[name].as_str().unwrap().to_owned();
        let line = answer["l"].as_u64().map(|line| u32::try_from(line).unwrap());
        let said = row(&text("d"), line, &text("r"));
        let expected = expected[&(text("url"), text("agent"))].clone().one_line();
        assert_eq!(said, expected, "{answer}");
    }
}

/// The URL at another site; `None` for a text that asks about no URL.
fn at(site: &str, written: &str) -> Option<String> {
    let url = AskedUrl::read(written, Schemes::Fetched).ok()?;
    Some(format!("{site}{}", url.into_request().path()))
}

/// Every row of the two tables says what the library makes of it.
#[test]
fn the_tables_say_what_is_asked() {
    let urls = written_urls();
    assert!(urls.len() >= 300, "{} rows", urls.len());
    for row in &urls {
        // Without the byte of `ControlByte`.
        let kind = |error: AskedUrlError| {
            let kind = format!("{:?}", error.kind());
            kind.split('(').next().unwrap().to_owned()
        };
        let [any, fetched] = [Schemes::Any, Schemes::Fetched].map(|schemes| {
            AskedUrl::read(&row.written, schemes).map(|url| url.as_str().to_owned()).map_err(kind)
        });
        assert_eq!(any.as_ref().ok(), row.requested.as_ref(), "{:?}", row.written);
        assert_eq!(any.is_ok() && fetched.is_err(), row.is_other_scheme, "{:?}", row.written);
        assert_eq!(fetched.err(), row.refused, "{:?}", row.written);
        if let Some(completed) = &row.completed {
            assert_eq!(row.refused.as_deref(), Some("NoScheme"), "{completed}");
            assert!(AskedUrl::read(completed, Schemes::Fetched).is_ok(), "{completed}");
        }
    }
    let names = names();
    assert!(names.len() >= 30, "{} rows", names.len());
    for name in names {
        let (crawler, refused) = match Crawler::parse(&name.written) {
            Ok(crawler) => (Some(crawler.token().to_owned()), None),
            Err(error) => (None, Some(format!("{:?}", error.kind()).to_lowercase())),
        };
        assert_eq!((crawler, refused), (name.crawler, name.refused), "{:?}", name.written);
    }
}
