//! The report of a survey: one HTML file with its plots as SVG. It has no scripts and loads nothing, and its policy
//! forbids both. Names of fields come from strangers, so all text is escaped.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use maycrawl::crawler::KnownCrawler;
use maycrawl::{HtmlText, Printable};
use maycrawl_uses::Outcome;
use sha2::{Digest as _, Sha256};

use super::SurveySummary;
use super::facts::USES;
use super::tables::{Counts, CrawlerCounts};

/// Rows of a plot.
const MAX_BARS: usize = 25;
const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fff}\
table{border-collapse:collapse}th,td{padding:.2rem .8rem .2rem 0;text-align:left}td.n,th.n{text-align:right}\
svg{max-width:100%;height:auto}p.note{color:#555}";

/// A bar of a plot: its name, and its number of sites.
type Bar = (String, u64);

/// The report.
pub(crate) fn report(counts: &Counts, summary: &SurveySummary) -> String {
    let hash = BASE64_STANDARD.encode(Sha256::digest(STYLE));
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{hash}'; \
         base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Survey of robots.txt files</title>\n<style>{STYLE}</style>\n\
         <h1>Survey of robots.txt files</h1>\n\
         <p>{} sites, {} of them with a robots.txt. {} records were read; {} could not be used, {} \
         were cut short, and of {} files nobody can know whether they are complete.</p>\n",
        counts.sites,
        counts.files,
        summary.records,
        summary.bad,
        summary.robots_cut,
        summary.robots_end_unknown
    );
    for (title, what, all, bars) in sections(counts) {
        section(&mut html, title, what, all, bars);
    }
    html.push_str(
        "<p class=\"note\">The tables are in the Parquet files next to this report.</p>\n</html>\n",
    );
    html
}

/// For each section its title, a sentence, the number of all sites, and its bars.
fn sections(counts: &Counts) -> [(&'static str, &'static str, u64, Vec<Bar>); 7] {
    let outcomes = counts.outcomes.iter().map(|(name, sites)| ((*name).to_owned(), *sites));
    let purposes =
        counts.purposes.iter().map(|(name, counts)| ((*name).to_owned(), counts.blocks_any));
    let lints = counts.lints.values();
    let lints =
        lints.map(|counts| (format!("{} {}", counts.lint.code, counts.lint.name), counts.sites));
    let fields = counts.fields.iter().map(|(name, counts)| (name.clone(), counts.0));
    [
        (
            "What the sites answer",
            "Sites by the result of the fetch.",
            counts.sites,
            outcomes.collect(),
        ),
        (
            "Which purposes are blocked",
            "Sites whose file allows nothing to at least one known crawler of the purpose. A rule for every crawler counts too.",
            counts.files,
            purposes.collect(),
        ),
        (
            "Which crawlers are blocked",
            "Sites whose file allows nothing to the crawler, by its own group or by that for every crawler.",
            counts.files,
            crawler_bars(counts, |counts| counts.nothing),
        ),
        (
            "Which crawlers are named",
            "Sites with a group for the crawler.",
            counts.files,
            crawler_bars(counts, |counts| counts.named),
        ),
        (
            "Which uses are refused and granted",
            "Sites by what their file says about a use to a crawler that no group names, for the path /. Files that say nothing are left out.",
            counts.files,
            use_bars(counts),
        ),
        (
            "Which mistakes occur",
            "Sites with at least one finding of the lint.",
            counts.files,
            lints.collect(),
        ),
        (
            "Which fields occur",
            "Sites with at least one line of the field.",
            counts.files,
            fields.collect(),
        ),
    ]
}

/// A bar for each known crawler, with what `sites` takes from its counts.
fn crawler_bars(counts: &Counts, sites: fn(&CrawlerCounts) -> u64) -> Vec<Bar> {
    let known = KnownCrawler::all().iter().zip(&counts.crawlers);
    let name = |known: &KnownCrawler| format!("{} ({})", known.token, known.purpose.name());
    known.map(|(known, counts)| (name(known), sites(counts))).collect()
}

/// A bar for each use with each answer that a file gives.
fn use_bars(counts: &Counts) -> Vec<Bar> {
    let uses = USES.iter().zip(&counts.uses);
    let bars = uses.flat_map(|(wanted, counts)| {
        let outcomes = Outcome::ALL.iter().zip(counts);
        let given = outcomes.filter(|(outcome, _)| **outcome != Outcome::NotSaid);
        given.map(move |(outcome, sites)| (format!("{wanted}: {}", outcome.name()), *sites))
    });
    bars.collect()
}

/// A heading, a sentence, and a plot of the greatest bars.
fn section(html: &mut String, title: &str, what: &str, all: u64, mut bars: Vec<Bar>) {
    bars.retain(|(_, sites)| *sites > 0);
    bars.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let left = bars.len().saturating_sub(MAX_BARS);
    bars.truncate(MAX_BARS);
    // Writing to a string cannot fail.
    let _ = writeln!(html, "<h2>{}</h2>\n<p>{}</p>", HtmlText(title), HtmlText(what));
    if bars.is_empty() {
        html.push_str("<p>None.</p>\n");
        return;
    }
    plot(html, title, all, &bars);
    if left > 0 {
        let _ = writeln!(html, "<p class=\"note\">{left} more are in the tables.</p>");
    }
}

fn plot(html: &mut String, title: &str, all: u64, bars: &[Bar]) {
    let height = 26 * bars.len() + 4;
    let most = bars.iter().map(|bar| bar.1).max().unwrap_or(1).max(1);
    let _ = writeln!(
        html,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 {height}\" width=\"900\" height=\"{height}\" \
         role=\"img\" font-size=\"14\"><title>{}</title>",
        HtmlText(title)
    );
    for (row, (name, sites)) in bars.iter().enumerate() {
        let top = 26 * row;
        let width = 400.0 * *sites as f64 / most as f64;
        let share = 100.0 * *sites as f64 / all.max(1) as f64;
        let _ = writeln!(
            html,
            "<text x=\"330\" y=\"{}\" text-anchor=\"end\">{}</text>\
             <rect x=\"340\" y=\"{}\" width=\"{width:.1}\" height=\"18\" fill=\"#2f7d4f\"/>\
             <text x=\"{:.1}\" y=\"{}\">{sites} ({share:.1} %)</text>",
            top + 17,
            HtmlText(&shortened(name)),
            top + 4,
            346.0 + width,
            top + 17,
        );
    }
    html.push_str("</svg>\n");
}

/// At most 44 characters of a name, with control characters escaped.
fn shortened(name: &str) -> String {
    let shown = Printable(name.as_bytes()).to_string();
    if shown.chars().count() <= 44 {
        return shown;
    }
    shown.chars().take(43).chain(['…']).collect()
}
