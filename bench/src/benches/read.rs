//! Reading a file: parsed to the full document, in one pass, and compiled for one crawler.

use maycrawl::{Crawler, RobotsTxt, as_written};

use crate::corpus::{Corpus, Set};
use crate::google::Google;
use crate::harness::Contender;
use crate::report::Report;
use crate::timings::Timings;

const AGENT: &str = "Googlebot";

/// A handler that ignores every event.
struct NoopHandler;

impl robotstxt::RobotsParseHandler for NoopHandler {
    fn handle_robots_start(&mut self) {}
    fn handle_robots_end(&mut self) {}
    fn handle_user_agent(&mut self, _: u32, _: &str) {}
    fn handle_allow(&mut self, _: u32, _: &str) {}
    fn handle_disallow(&mut self, _: u32, _: &str) {}
    fn handle_sitemap(&mut self, _: u32, _: &str) {}
    fn handle_unknown_action(&mut self, _: u32, _: &str, _: &str) {}
}

pub fn parse(files: &Corpus, rounds: u32, report: &mut Report) {
    for set in files.sets() {
        let timings = Timings::of(set, rounds, |subject| {
            (
                Contender::new(|| RobotsTxt::parse(&subject.bytes).line_count()),
                Contender::new(|| robotstxt::parse_robotstxt(&subject.text, &mut NoopHandler)),
            )
        });
        let measure = "parse to the full document, against `robotstxt`'s parser";
        timings.report(report, measure, (6.0, 12.0), set, 1.0);
    }
}

/// The crawler, looked up for each question, because the peers look for its name each time too.
fn crawler() -> Crawler {
    Crawler::from_token(AGENT)
}

pub fn once(files: &Corpus, rounds: u32, report: &mut Report) {
    for set in files.sets() {
        let timings = Timings::of(set, rounds, |subject| {
            let ours = || {
                let allowed = |url: &&String| {
                    maycrawl::is_allowed(&subject.bytes, &crawler(), as_written(url.as_str()))
                };
                subject.urls.iter().filter(allowed).count()
            };
            let theirs = || {
                let allowed = |url: &&String| {
                    let mut matcher = robotstxt::DefaultMatcher::default();
                    matcher.one_agent_allowed_by_robots(&subject.text, AGENT, url)
                };
                subject.urls.iter().filter(allowed).count()
            };
            (Contender::new(ours), Contender::new(theirs))
        });
        let measure = "one pass (`is_allowed`), against `robotstxt`";
        timings.report(report, measure, (30.0, 40.0), set, 5.0);
    }
    let allocating = files.subjects.iter().filter(|subject| {
        let url = subject.urls[2].as_str();
        crate::counting_allocator::allocations(|| {
            maycrawl::is_allowed(&subject.bytes, &crawler(), as_written(url))
        }) > 0
    });
    report.section(&format!(
        "- one pass: {} of {} files made it allocate (a rule that had to be escaped before it was compared).",
        allocating.count(),
        files.subjects.len()
    ));
}

/// One pass against google/robotstxt, if its library is at hand.
pub fn google(files: &Corpus, rounds: u32, report: &mut Report) {
    const MEASURE: &str = "one pass (`is_allowed`), against google/robotstxt";
    let mut google = match Google::start() {
        Ok(google) => google,
        Err(why) => return report.section(&format!("- {MEASURE}: left out, because {why}.")),
    };
    for set in files.sets() {
        let mut differing = Vec::new();
        let timings = against_google(&mut google, set, rounds, &mut differing);
        timings.report(report, MEASURE, (10.0, 14.0), set, 5.0);
        if !differing.is_empty() {
            report.section(&format!("- {MEASURE}: other verdicts for {}", differing.join(", ")));
        }
    }
}

fn against_google<'c>(
    google: &mut Google,
    set: Set<'c>,
    rounds: u32,
    differing: &mut Vec<&'c str>,
) -> Timings {
    let mut timings = Timings::default();
    for subject in set.subjects {
        let allowed = || {
            subject
                .urls
                .iter()
                .filter(|url| maycrawl::is_allowed(&subject.bytes, &crawler(), as_written(url)))
        };
        if google.load(subject) != allowed().count() {
            differing.push(subject.host.as_str());
        }
        let mut ours = Contender::new(|| allowed().count());
        if !ours.calibrate() {
            timings.add(subject, None);
            continue;
        }
        // It needs several times as long, so fewer calls are long enough to be timed.
        let calls = (ours.calls() / 8).max(1);
        let mut theirs = f64::INFINITY;
        for _ in 0..rounds {
            ours.round();
            theirs = theirs.min(google.round(calls));
        }
        timings.add(subject, Some((ours.best(), theirs)));
    }
    timings
}

pub fn compile(files: &Corpus, rounds: u32, report: &mut Report) {
    for set in files.sets() {
        let timings = Timings::of(set, rounds, |subject| {
            (
                Contender::new(|| RobotsTxt::parse(&subject.bytes).rules_for(&Crawler::GOOGLEBOT)),
                Contender::new(|| texting_robots::Robot::new(AGENT, &subject.bytes)),
            )
        });
        let measure = "parse and compile for one crawler, against `texting_robots::Robot::new`";
        timings.report(report, measure, (7.0, 12.0), set, 1.0);
    }
}
