//! Reading a file: parsed to the full document, in one pass, and compiled for one crawler.

use maycrawl::{Crawler, RobotsTxt, as_written};

use crate::corpus::{Corpus, Subject};
use crate::google::Google;
use crate::harness::{Contender, compare};
use crate::report::Report;

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

/// Sums of nanoseconds over all files, and the hosts of the files that a peer cannot read.
struct Totals {
    ours: f64,
    theirs: f64,
    failed: Vec<String>,
}

fn totals<'f>(
    files: &'f Corpus,
    rounds: u32,
    contenders: impl Fn(&'f Subject) -> (Contender<'f>, Contender<'f>),
) -> Totals {
    let mut totals = Totals { ours: 0.0, theirs: 0.0, failed: Vec::new() };
    for subject in &files.subjects {
        let (ours, theirs) = contenders(subject);
        match compare(rounds, ours, theirs) {
            Some((ours, theirs)) => {
                totals.ours += ours;
                totals.theirs += theirs;
            }
            None => totals.failed.push(subject.host.clone()),
        }
    }
    totals
}

impl Totals {
    fn report(
        &self,
        report: &mut Report,
        measure: &str,
        must: f64,
        aim: f64,
        files: &Corpus,
        per: f64,
    ) {
        let n = (files.subjects.len() - self.failed.len()) as f64 * per;
        let bytes: usize = files.subjects.iter().map(|subject| subject.bytes.len()).sum();
        let figures = format!(
            "{:.2} us against {:.2} us; {:.2} GB/s",
            self.ours / n / 1e3,
            self.theirs / n / 1e3,
            bytes as f64 * per / self.ours
        );
        report.at_least(measure, self.theirs / self.ours, must, aim, &figures);
        if !self.failed.is_empty() {
            report.section(&format!(
                "- {measure}: left out because the peer panics or hangs: {} ({})",
                self.failed.len(),
                self.failed.join(", ")
            ));
        }
    }
}

pub fn parse(files: &Corpus, rounds: u32, report: &mut Report) {
    let totals = totals(files, rounds, |subject| {
        (
            Contender::new(|| RobotsTxt::parse(&subject.bytes).line_count()),
            Contender::new(|| robotstxt::parse_robotstxt(&subject.text, &mut NoopHandler)),
        )
    });
    totals.report(
        report,
        "parse to the full document, against `robotstxt`'s parser",
        6.0,
        12.0,
        files,
        1.0,
    );
}

/// The crawler, looked up for each question, because the peers look for its name each time too.
fn crawler() -> Crawler {
    Crawler::from_token(AGENT)
}

pub fn once(files: &Corpus, rounds: u32, report: &mut Report) {
    let totals = totals(files, rounds, |subject| {
        (
            Contender::new(|| {
                let allowed = |url: &&String| {
                    maycrawl::is_allowed(&subject.bytes, &crawler(), as_written(url.as_str()))
                };
                subject.urls.iter().filter(allowed).count()
            }),
            Contender::new(|| {
                let allowed = |url: &&String| {
                    let mut matcher = robotstxt::DefaultMatcher::default();
                    matcher.one_agent_allowed_by_robots(&subject.text, AGENT, url)
                };
                subject.urls.iter().filter(allowed).count()
            }),
        )
    });
    totals.report(report, "one pass (`is_allowed`), against `robotstxt`", 30.0, 40.0, files, 5.0);
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
    let mut totals = Totals { ours: 0.0, theirs: 0.0, failed: Vec::new() };
    let mut differing = Vec::new();
    for subject in &files.subjects {
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
            totals.failed.push(subject.host.clone());
            continue;
        }
        // It needs several times as long, so fewer calls are long enough to be timed.
        let calls = (ours.calls() / 8).max(1);
        let mut theirs = f64::INFINITY;
        for _ in 0..rounds {
            ours.round();
            theirs = theirs.min(google.round(calls));
        }
        totals.ours += ours.best();
        totals.theirs += theirs;
    }
    totals.report(report, MEASURE, 10.0, 14.0, files, 5.0);
    if !differing.is_empty() {
        report.section(&format!("- {MEASURE}: other verdicts for {}", differing.join(", ")));
    }
}

pub fn compile(files: &Corpus, rounds: u32, report: &mut Report) {
    let totals = totals(files, rounds, |subject| {
        (
            Contender::new(|| RobotsTxt::parse(&subject.bytes).rules_for(&Crawler::GOOGLEBOT)),
            Contender::new(|| texting_robots::Robot::new(AGENT, &subject.bytes)),
        )
    });
    totals.report(
        report,
        "parse and compile for one crawler, against `texting_robots::Robot::new`",
        7.0,
        12.0,
        files,
        1.0,
    );
}
