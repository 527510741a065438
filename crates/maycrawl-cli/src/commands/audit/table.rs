//! The counts as a table for a spreadsheet.

use maycrawl_audit::judge::Standing;
use maycrawl_audit::summary::Report;

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
    Ok(())
}
