//! The answers about uses, compared with an independent model in Python on generated files, fields and pages.

use std::io::{BufWriter, Write as _};
use std::process::{Command, Stdio};

use maycrawl::{Crawler, RequestUrl, RobotsTxt};
use maycrawl_site::{PageAnswer, RslDocument, TdmrepFile, UseSources};
use maycrawl_testdata::random::Random;
use maycrawl_uses::{Family, Readings, Use};
use serde_json::{Map, Value, json};

const AGENTS: [&str; 8] = [
    "SomeBot",
    "GPTBot",
    "Googlebot",
    "bingbot",
    "Amazonbot",
    "Google-Extended",
    "Applebot-Extended",
    "ExampleBot",
];
const PATHS: [&str; 9] =
    ["/", "/a", "/a/b", "/a/b.png", "/b/a", "/ab?c=1", "/%61/b", "/b/x.jpg", "/c/a.html"];
const PATTERNS: [&str; 12] =
    ["/", "/a", "/a/", "/a/b", "/b", "/*.png", "/*.png$", "/*a", "/a$", "/b/*", "/%61", "/*/b"];
const STATEMENTS: [&str; 30] = [
    "train-ai=n",
    "train-ai=y",
    "train-ai=n, search=y",
    "search=n,train-ai=y",
    "ai-use=n",
    "ai-use=y, train-ai=y",
    "train-ai=n;p=1",
    "train-ai=y; p=\"a, b\"",
    "train-ai=n, train-ai=y",
    "train-ai=y, train-ai",
    "train-ai=y,",
    "train-ai=n search=y",
    "train-ai = n",
    "Train-AI=n, search=y",
    "train-ai=N, search=n",
    "train-ai=\"n\"",
    "train-ai=?0, ai-use=n",
    "train-ai=(n y), search=n",
    "train-ai=( n \"x\";q );p=@12, search=y",
    "bots=y, train-ai=n",
    "ai=n",
    "",
    "train-ai=n;until=@1798761600",
    "train-ai=1.5, search=y",
    "train-ai=1.2345, search=y",
    "train-ai=:YQ==:, ai-use=n",
    "train-ai=n,\tsearch=y",
    "train-ai=n;;p",
    "search=y, ai-use=y, train-ai=y",
    "train-ai=n*/:x, search=n",
];
const SIGNALS: [&str; 14] = [
    "ai-train=no",
    "ai-train=yes",
    "search=yes, ai-train=no",
    "search=yes,ai-train=no,use=reference",
    "ai-input=no",
    "ai-input=yes , ai-train = yes",
    "AI-Train=NO",
    "ai-train=n",
    "train-ai=no",
    "search=yes; ai-train=no",
    "/a ai-train=no",
    "search=no",
    "ai-train=yes, ai-train=no",
    "use=full",
];
const LICENSES: [&str; 4] =
    ["https://h.example/l.xml", "https://h.example/m.xml", "https://h.example/n.xml", "/l.xml"];
const RULES: [&str; 14] = [
    "noai",
    "noimageai",
    "noai, noimageai",
    "index, NOAI",
    "nosnippet",
    "max-snippet:50",
    "max-snippet:0",
    "max-snippet: -1",
    "max-snippet:few",
    "noarchive",
    "NoCache",
    "noarchive, nocache",
    "noindex",
    "max-snippet:7,nosnippet",
];
const WORDS: [&str; 8] = [
    "all",
    "ai-all",
    "ai-train",
    "ai-input search",
    "ai-index",
    "search",
    "ai-include",
    "ai-train,search",
];

fn robots(random: &mut Random) -> String {
    let mut lines = Vec::new();
    for _ in 0..random.below(12) {
        let pattern = *random.pick(&PATTERNS);
        lines.push(match random.below(11) {
            0..=2 => format!(
                "User-agent: {}",
                [&AGENTS[..], &["*", "*", "__usage_ai-training"]].concat()
                    [random.below(11) as usize]
            ),
            3 => format!("Allow: {pattern}"),
            4 => format!("Disallow: {pattern}"),
            5 => format!("Content-Usage: {}", random.pick(&STATEMENTS)),
            6 => format!("content-usage: {pattern} {}", random.pick(&STATEMENTS)),
            7 | 8 => format!("Content-Signal: {}", random.pick(&SIGNALS)),
            9 => format!("License: {}", random.pick(&LICENSES)),
            _ => {
                (*random.pick(&["", "# a remark", "Disallow:", "Crawl-delay: 5", "Content-Usage:"]))
                    .to_owned()
            }
        });
    }
    lines.join("\n")
}

fn license(random: &mut Random) -> String {
    let mut text = String::from("<rsl xmlns=\"https://rslstandard.org/rsl\">\n");
    for _ in 0..1 + random.below(2) {
        let server = if random.below(8) == 0 { " server=\"https://h.example/t\"" } else { "" };
        text += &format!("<content url=\"{}\"{server}>\n", random.pick(&PATTERNS));
        for _ in 0..1 + random.below(5) / 4 {
            text += "<license>";
            if random.below(3) > 0 {
                text += &format!("<permits type=\"usage\">{}</permits>", random.pick(&WORDS));
            }
            if random.below(3) == 0 {
                text += &format!("<prohibits type=\"usage\">{}</prohibits>", random.pick(&WORDS));
            }
            text += match random.below(12) {
                0 => "<permits type=\"user\">non-commercial</permits>",
                1 => "<prohibits type=\"geo\">XX</prohibits>",
                2 => "<payment type=\"training\"/>",
                3 => "<payment type=\"free\"/>",
                4 => "<payment/>",
                _ => "",
            };
            text += "</license>";
        }
        text += "</content>\n";
    }
    text += match random.below(15) {
        0 => "<unknown/>",
        1 => "<content>",
        _ => "",
    };
    text + "</rsl>"
}

fn element(random: &mut Random) -> String {
    let name = *random.pick(&["robots", "robots", "googlebot", "bingbot", "amazonbot", "GPTBot"]);
    match random.below(7) {
        0..=2 => format!("<meta name=\"{name}\" content=\"{}\">", random.pick(&RULES)),
        3 => {
            format!("<meta name=\"tdm-reservation\" content=\"{}\">", random.pick(&["0", "1", "2"]))
        }
        4 => format!(
            "<link rel=\"license\" type=\"application/rsl+xml\" href=\"{}\">",
            random.pick(&LICENSES[..3])
        ),
        5 => "<link rel=\"license\" href=\"https://h.example/l.xml\">".to_owned(),
        _ => format!("<script type=\"application/rsl+xml\">{}</script>", license(random)),
    }
}

fn page(random: &mut Random) -> String {
    let mut page = String::from("<head>\n");
    for _ in 0..random.below(3) {
        page += &element(random);
    }
    page += "</head><body>\n";
    if random.below(6) == 0 {
        page += &element(random);
    }
    page + *random.pick(&[
        "",
        "",
        "<p>a</p>",
        "<span data-nosnippet>a</span>",
        "<a data-nosnippet>b</a>",
    ])
}

fn fields(random: &mut Random) -> Vec<(&'static str, String)> {
    let mut fields = Vec::new();
    for _ in 0..random.below(4) {
        fields.push(match random.below(7) {
            0 | 1 => ("Content-Usage", (*random.pick(&STATEMENTS)).to_owned()),
            2 => ("X-Robots-Tag", (*random.pick(&RULES)).to_owned()),
            3 => {
                let name = random.pick(&["otherbot", "googlebot", "GPTBot", "bingbot"]);
                ("x-robots-tag", format!("nofollow, {name}: {}", random.pick(&RULES)))
            }
            4 => ("tdm-reservation", (*random.pick(&["0", "1", "2", " 1 "])).to_owned()),
            5 => {
                let kind = random.pick(&["; type=\"application/rsl+xml\"", ""]);
                let url = random.pick(&LICENSES[..3]);
                ("Link", format!("<{url}>; rel=\"license\"{kind}"))
            }
            _ => ("Content-Type", (*random.pick(&["text/html", "image/png"])).to_owned()),
        });
    }
    fields
}

fn wellknown(random: &mut Random) -> String {
    if random.below(10) == 0 {
        return "{\"location\":\"/\",\"tdm-reservation\":1}".to_owned();
    }
    let entry = |random: &mut Random| {
        let value = random.pick(&["0", "1", "1", "2", "\"1\"", "true"]);
        format!("{{\"location\":\"{}\",\"tdm-reservation\":{value}}}", random.pick(&PATTERNS))
    };
    let entries: Vec<_> = (0..random.below(4)).map(|_| entry(random)).collect();
    format!("[{}]", entries.join(","))
}

/// A case with the answers of the library.
fn case(random: &mut Random) -> Value {
    let file = (random.below(8) > 0).then(|| robots(random));
    let (fields, html) = (fields(random), (random.below(2) == 0).then(|| page(random)));
    let wellknown = (random.below(3) == 0).then(|| wellknown(random));
    let mut licenses = Map::new();
    for url in &LICENSES[..2] {
        if random.below(3) > 0 {
            licenses.insert((*url).to_owned(), license(random).into());
        }
    }
    let (agent, path) = (*random.pick(&AGENTS), *random.pick(&PATHS));
    let is_provisional = random.below(2) == 0;
    let off = random.pick(&Family::ALL);
    let off = (random.below(4) == 0).then_some(*off);

    let mut readings = Readings::DEFAULT;
    if is_provisional {
        readings = readings.with(Family::PurposeToken);
    }
    if let Some(off) = off {
        readings = readings.without(off);
    }
    let parsed = file.as_ref().map(|file| RobotsTxt::parse(file.as_bytes()));
    let of_response: Vec<_> =
        fields.iter().map(|(name, value)| (*name, value.as_bytes())).collect();
    let url = format!("https://h.example{path}");
    // A page is read whatever its type is, so that types and pages are tested together.
    let answer = PageAnswer::read(200, &of_response, b"", Some(&url));
    let page =
        html.as_ref().map(|html| maycrawl_site::Page::read(html.as_bytes(), None, Some(&url)));
    let tdmrep = wellknown.as_ref().and_then(|text| TdmrepFile::read(text.as_bytes()).ok());
    let documents: Vec<_> = licenses
        .iter()
        .filter_map(|(url, text)| {
            Some((url.as_str(), RslDocument::read(text.as_str()?.as_bytes()).ok()?))
        })
        .collect();
    let documents: Vec<_> = documents.iter().map(|(url, document)| (*url, document)).collect();
    let sources = UseSources {
        robots: parsed.as_ref(),
        page: page.as_ref(),
        tdmrep: tdmrep.as_ref(),
        licenses: &documents,
        ..answer.use_sources()
    };
    let crawler = Crawler::from_token(agent);
    let request = RequestUrl::parse(&url).unwrap();
    let said = Use::ALL.map(|wanted| {
        let answer = sources.ask(&crawler, &request, wanted, readings);
        let families: Map<_, _> = answer
            .families
            .iter()
            .filter(|it| it.outcome != maycrawl_uses::Outcome::NotSaid)
            .map(|it| (it.family.name().to_owned(), Value::from(it.outcome.name())))
            .collect();
        let strictest = answer.strictest.map(maycrawl_uses::Outcome::name);
        let said =
            json!({"outcome": answer.outcome.name(), "strictest": strictest, "families": families});
        (wanted.name().to_owned(), said)
    });
    let off: Vec<_> = off.iter().map(|family| family.name()).collect();
    json!({
        "robots": file, "fields": fields, "html": html, "wellknown": wellknown, "licenses": licenses,
        "agent": agent, "path": path, "provisional": is_provisional, "off": off,
        "answers": Map::from_iter(said),
    })
}

#[test]
fn an_independent_model_agrees() {
    let is_long = std::env::var_os("MAYCRAWL_LONG").is_some();
    let count = if is_long { 1_000_000 } else { 20_000 };
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/uses_model.py");
    let python =
        Command::new("python3").arg(model).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut python = match python {
        Ok(python) => python,
        Err(error) => {
            eprintln!("SKIPPED: the model of uses: python3 cannot be started: {error}");
            return;
        }
    };
    let mut input = BufWriter::new(python.stdin.take().unwrap());
    let mut random = Random(0x7573_6573);
    for _ in 0..count {
        // The model ends early only if it fails, and says why.
        if writeln!(input, "{}", case(&mut random)).is_err() {
            break;
        }
    }
    drop(input);
    let output = python.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    writeln!(std::io::stdout(), "{said}").unwrap();
}
