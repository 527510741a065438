//! Checks with a compiled rule set.

use std::panic::{AssertUnwindSafe, catch_unwind};

use maycrawl::crawler::KnownCrawler;
use maycrawl::{Crawler, RobotsTxt, RuleSet, Verdict, as_written};
use maycrawl_testdata::random::Random;

use crate::corpus::Corpus;
use crate::harness::{Contender, compare, quantile, time};
use crate::report::Report;
use crate::timings::Timings;

pub fn corpus(files: &Corpus, rounds: u32, report: &mut Report) {
    const URLS: f64 = 5.0;
    for set in files.sets() {
        let (mut timings, mut failed) = (Timings::default(), 0);
        for subject in set.subjects {
            let rules = RobotsTxt::parse(&subject.bytes).rules_for(&Crawler::GOOGLEBOT);
            let robot = catch_unwind(|| texting_robots::Robot::new("Googlebot", &subject.bytes));
            let Ok(Ok(robot)) = robot else {
                failed += 1;
                continue;
            };
            let robot = AssertUnwindSafe(robot);
            let urls = &subject.urls;
            let ours = || {
                urls.iter().filter(|url| rules.check(as_written(url.as_str())).is_allowed()).count()
            };
            let theirs = || urls.iter().filter(|url| robot.allowed(url)).count();
            timings.add(subject, compare(rounds, Contender::new(ours), Contender::new(theirs)));
        }
        let [ours, theirs] = timings.each(URLS);
        let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
        let figures = format!("{:.0} ns against {:.0} ns", mean(&ours), mean(&theirs));
        let measure = format!(
            "check on a compiled rule set, mean over files and five URLs, against `texting_robots`{}",
            set.name
        );
        report.at_least(&measure, mean(&theirs) / mean(&ours), 20.0, 40.0, &figures);
        report.section(&format!(
            "- check, nanoseconds a check over files (p50 / p90 / p99 / worst){}: maycrawl {}; texting_robots {}. Files              that the peer does not take: {failed}.",
            set.name,
            quantiles(&ours),
            quantiles(&theirs),
        ));
        timings.by_size(report, &measure, set);
    }
}

fn quantiles(times: &[f64]) -> String {
    let [a, b, c, d] = [0.5, 0.9, 0.99, 1.0].map(|q| quantile(times, q));
    format!("{a:.0} / {b:.0} / {c:.0} / {d:.0}")
}

/// One URL for every known crawler: asked of each crawler's rules, and of each different rule set.
pub fn crawlers(files: &Corpus, rounds: u32, report: &mut Report) {
    let crawlers: Vec<_> = KnownCrawler::all().iter().map(Crawler::from).collect();
    let (mut each, mut shared, mut sets) = (0.0, 0.0, 0);
    for subject in &files.subjects {
        let robots = RobotsTxt::parse(&subject.bytes);
        let of_each: Vec<_> = crawlers.iter().map(|crawler| robots.rules_for(crawler)).collect();
        let of_all = robots.rules_for_each(&crawlers);
        sets += of_all.distinct().len();
        let url = subject.urls[2].as_str();
        let result = compare(
            rounds,
            Contender::new(|| of_all.check(as_written(url)).filter(Verdict::is_allowed).count()),
            Contender::new(|| {
                of_each.iter().filter(|set| set.check(as_written(url)).is_allowed()).count()
            }),
        );
        if let Some((ours, theirs)) = result {
            shared += ours;
            each += theirs;
        }
    }
    let n = files.subjects.len() as f64;
    let figures = format!(
        "{:.1} us against {:.1} us; {:.1} different rule sets a file",
        shared / n / 1e3,
        each / n / 1e3,
        sets as f64 / n
    );
    let measure =
        format!("one URL for {} crawlers, against a check for each of them", crawlers.len());
    report.at_least(&measure, each / shared, 5.0, 20.0, &figures);
}

/// The same checks for files with more and more literal rules.
pub fn literals(_: &Corpus, rounds: u32, report: &mut Report) {
    let sizes = [20, 200, 2_000, 20_000];
    let times = sizes.map(|n| {
        let (rules, urls) = literal_rules(n);
        time(rounds * 4, || {
            urls.iter().filter(|url| rules.check(as_written(url.as_str())).is_allowed()).count()
        }) / urls.len() as f64
    });
    let [a, b, c, d] = times;
    let figures =
        format!("{a:.0} / {b:.0} / {c:.0} / {d:.0} ns at 20 / 200 / 2,000 / 20,000 rules");
    report.at_most(
        "the same check, 20,000 literal rules against 20",
        d / a,
        1.6,
        1.2,
        "x",
        &figures,
    );
}

/// Unsorted rules as shops have them, and 1,000 URLs, half of which match a rule.
fn literal_rules(n: u32) -> (RuleSet, Vec<String>) {
    let mut random = Random(1);
    let mut path = || {
        let areas = ["shop", "blog", "forum", "account", "search", "media", "help", "static"];
        let area = areas[random.below(8) as usize];
        format!("/{area}/{}/{}", random.word(), random.word())
    };
    let paths: Vec<_> = (0..n).map(|_| path()).collect();
    let mut file = String::from("User-agent: *\n");
    for path in &paths {
        file.push_str("Disallow: ");
        file.push_str(path);
        file.push('\n');
    }
    let hits = (0..500)
        .map(|i| format!("https://www.example.com{}/page-{i}", paths[i * 7919 % paths.len()]));
    let misses: Vec<_> =
        (0..500).map(|i| format!("https://www.example.com{}/page-{i}", path())).collect();
    let urls = hits.zip(misses).flat_map(|(hit, miss)| [hit, miss]).collect();
    let mut profile = maycrawl::Profile::GOOGLE;
    profile.size_limit = None;
    (RobotsTxt::parse_with(file.as_bytes(), profile).rules_for(&Crawler::GOOGLEBOT), urls)
}
