//! maycrawl beside an earlier commit of it, in one run: how long the same work takes, as a share of the time before.

#[allow(dead_code)]
#[path = "../../src/corpus.rs"]
mod corpus;
#[allow(dead_code)]
#[path = "../../src/harness.rs"]
mod harness;

use corpus::Subject;
use harness::{Contender, compare, quantile};
use maycrawl::as_written;

const AGENT: &str = "Googlebot";

/// A measure: its name, and today's contender and the earlier one for a file.
type Measure = (&'static str, for<'s> fn(&'s Subject) -> (Contender<'s>, Contender<'s>));

const MEASURES: [Measure; 5] = [
    ("one pass", |file| {
        let crawler = || maycrawl::Crawler::from_token(AGENT);
        let now = move || {
            file.urls.iter().filter(move |url| {
                maycrawl::is_allowed(&file.bytes, &crawler(), as_written(url.as_str()))
            })
        };
        let then = || file.urls.iter().filter(|url| before::is_allowed(&file.bytes, AGENT, *url));
        (Contender::new(move || now().count()), Contender::new(move || then().count()))
    }),
    ("parse", |file| {
        (
            Contender::new(|| maycrawl::RobotsTxt::parse(&file.bytes).line_count()),
            Contender::new(|| before::RobotsTxt::parse(&file.bytes).line_count()),
        )
    }),
    ("parse and compile", |file| {
        (
            Contender::new(|| {
                maycrawl::RobotsTxt::parse(&file.bytes).rules_for(&maycrawl::Crawler::GOOGLEBOT)
            }),
            Contender::new(|| {
                before::RobotsTxt::parse(&file.bytes).rules_for(&before::Crawler::GOOGLEBOT)
            }),
        )
    }),
    ("check of a compiled set, hot", |file| {
        let now = maycrawl::RobotsTxt::parse(&file.bytes).rules_for(&maycrawl::Crawler::GOOGLEBOT);
        let then = before::RobotsTxt::parse(&file.bytes).rules_for(&before::Crawler::GOOGLEBOT);
        (
            Contender::new(move || {
                file.urls
                    .iter()
                    .filter(|url| now.check(as_written(url.as_str())).is_allowed())
                    .count()
            }),
            Contender::new(move || {
                file.urls.iter().filter(|url| then.check(*url).is_allowed()).count()
            }),
        )
    }),
    ("lint of a parsed file", |file| {
        let now = maycrawl::RobotsTxt::parse(&file.bytes);
        let then = before::RobotsTxt::parse(&file.bytes);
        (Contender::new(move || now.lint().len()), Contender::new(move || then.lint().len()))
    }),
];

fn main() {
    let commit = std::env::args().nth(1).unwrap_or_default();
    let files = corpus::load();
    for (name, contenders) in MEASURES {
        for set in files.sets() {
            let (mut now, mut then) = (Vec::new(), Vec::new());
            for file in set.subjects {
                let (ours, earlier) = contenders(file);
                if let Some((a, b)) = compare(15, ours, earlier) {
                    now.push(a);
                    then.push(b);
                }
            }
            let share = |of: fn(&[f64]) -> f64| of(&now) / of(&then);
            println!(
                "figure: {name}{}: {:.2} of the time of {commit} over all files, {:.2} for the median file, {:.2} at the \
                 99th percentile, {:.2} for the worst",
                set.name,
                share(|times| times.iter().sum()),
                share(|times| quantile(times, 0.5)),
                share(|times| quantile(times, 0.99)),
                share(|times| quantile(times, 1.0)),
            );
        }
    }
}
