//! The counts as a table for a spreadsheet. Clients of no known crawler have rows of their own, without a judgement.

use maycrawl::Printable;
use maycrawl_audit::judge::Standing;
use maycrawl_audit::summary::Report;

use super::summary;
use crate::text::csv;
use crate::text::output::{Failure, Output};

const HEADER: [&str; 9] = [
    "crawler",
    "proof",
    "requests",
    "obeyed",
    "disobeyed",
    "reading_not_known",
    "never_asked",
    "excused",
    "not_known",
];

pub(super) fn print(told: &Report<'_>, output: &mut Output) -> Result<(), Failure> {
    csv::row(output, HEADER)?;
    for (standing, proof) in [
        (Standing::Proved, "proved"),
        (Standing::ByName, "by name only"),
        (Standing::Forged, "forged"),
    ] {
        for row in told.crawlers(standing) {
            let [requests, obeyed, disobeyed, unclear, unasked, excused, unknown] =
                row.columns().map(|count| count.to_string());
            csv::row(
                output,
                [
                    row.crawler,
                    proof,
                    &requests,
                    &obeyed,
                    &disobeyed,
                    &unclear,
                    &unasked,
                    &excused,
                    &unknown,
                ],
            )?;
        }
    }
    let unnamed = |output: &mut Output, name: &str, count: u64| {
        let count = count.to_string();
        csv::row(output, [name, "no known crawler", &count, "", "", "", "", "", ""])
    };
    let programs = told.tally.most_frequent_programs();
    let named: u64 = programs.iter().map(|(_, count)| count).sum();
    for (name, count) in programs {
        unnamed(output, &Printable(name.as_bytes()).to_string(), count)?;
    }
    let others = told.counts.no_crawler.saturating_sub(named);
    if others > 0 {
        unnamed(output, "all others", others)?;
    }
    // What is no count of a client stands beside the table.
    for remark in summary::remarks_beside(told) {
        output.note("note", &remark);
    }
    Ok(())
}
