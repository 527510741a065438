//! The report in words: by crawler, the worst first, proved ones and names apart.

use maycrawl::Printable;
use maycrawl_audit::evidence::Row;
use maycrawl_audit::judge::{Class, Standing};
use maycrawl_audit::summary::{Crawler, CrawlerRow, List, Report};

use crate::text::output::{Failure, Output};
use crate::text::wrap::{shortened, wrapped};

/// The most examples that text shows.
const MAX_SHOWN: usize = 10;

/// The titles of the three tables.
pub(super) const STANDINGS: [(Standing, &str); 3] = [
    (Standing::Proved, "Proved to be the crawler"),
    (Standing::ByName, "By name only: clients that call themselves so"),
    (Standing::Forged, "Forged: clients that are not the crawler"),
];

/// The most crawlers that the first sentence names.
const MAX_NAMED: usize = 3;

/// The answer in one sentence. What the log does not tell stands beside what it proves, and forged requests are in
/// neither: they are not the crawler's.
pub(super) fn lead(told: &Report<'_>) -> Option<String> {
    let rows: Vec<_> = [Standing::Proved, Standing::ByName]
        .into_iter()
        .flat_map(|standing| told.crawlers(standing))
        .collect();
    let sum = |column: usize| rows.iter().map(|row| row.columns()[column]).sum::<u64>();
    let [requests, obeyed, disobeyed, unclear, unasked, excused, unknown] =
        std::array::from_fn(sum);
    let mut worst: Vec<_> = rows.iter().map(|row| (row.columns()[2], row.crawler)).collect();
    worst.retain(|(count, _)| *count > 0);
    worst.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let more = worst.len().saturating_sub(MAX_NAMED);
    let mut names: Vec<_> =
        worst.iter().take(MAX_NAMED).map(|(count, name)| format!("{name} {count}")).collect();
    names.extend((more > 0).then(|| format!("{more} more crawlers")));
    let parts = [
        (obeyed, "obeyed robots.txt".to_owned()),
        (
            disobeyed,
            format!(
                "disobeyed a copy of robots.txt that the client had read ({})",
                names.join(", ")
            ),
        ),
        (
            unclear + unasked,
            "went against robots.txt without a sign that the client had read it".to_owned(),
        ),
        (excused, "are excused".to_owned()),
        (unknown, "could not be judged".to_owned()),
    ];
    let parts: Vec<_> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let requests = counted(requests, "request", "requests");
    (!parts.is_empty())
        .then(|| format!("Of {requests} under the name of a crawler: {}.", parts.join("; ")))
}

/// The lines that say what was read, and against what.
pub(super) fn basis(told: &Report<'_>) -> Vec<String> {
    let tally = told.tally;
    let mut found = vec![format!(
        "{}, {}",
        counted(tally.lines, "line", "lines"),
        counted(tally.requests, "request", "requests")
    )];
    if let (Some(first), Some(last)) = (tally.first, tally.last) {
        found[0] += &format!(", {first:.0} to {last:.0}");
    }
    found.push(format!("robots.txt: {}", told.history));
    found.push(identity(told));
    for List { url, versions, made: [first, made], last, .. } in told.lists() {
        let made = match versions {
            1 => format!("made {made:.0}"),
            _ => format!("{versions} versions made {first:.0} to {made:.0}"),
        };
        found.push(format!("list: {url}, {made}, last fetched {last:.0}"));
    }
    found
}

pub(super) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The clients that have no row: they name no known crawler.
fn others(told: &Report<'_>) -> Option<String> {
    let others = told.counts.no_crawler;
    if others == 0 {
        return None;
    }
    let programs = told.tally.most_frequent_programs();
    let named: Vec<_> = programs
        .iter()
        .map(|(name, count)| format!("{} {count}", Printable(name.as_bytes())))
        .collect();
    let count = counted(others, "request names", "requests name");
    Some(match told.tally.other_programs {
        0 => format!("{count} no known crawler, and none of them seems to be a program."),
        of_programs => format!(
            "{count} no known crawler; {}, most often: {}.",
            counted(of_programs, "seems to be of a program", "seem to be of programs"),
            named.join(", ")
        ),
    })
}

fn identity(told: &Report<'_>) -> String {
    let lists = match told.lists().len() {
        0 => None,
        1 => Some("1 list of addresses".to_owned()),
        lists => Some(format!("{lists} lists of addresses")),
    };
    let dns = match told.identities.lookups().asked {
        0 => None,
        1 => Some("the DNS, asked about 1 address".to_owned()),
        asked => Some(format!("the DNS, asked about {asked} addresses")),
    };
    let by: Vec<String> = lists.into_iter().chain(dns).collect();
    if by.is_empty() {
        return "identity: by name only; maycrawl crawlers update fetches lists of addresses"
            .to_owned();
    }
    format!("identity: by {}", by.join(" and "))
}

/// Who requested what no page links.
fn traps(told: &Report<'_>) -> impl Iterator<Item = String> {
    told.tally.traps.iter().map(|trap| {
        let clients = trap.most_frequent();
        let mut named: Vec<_> = clients
            .iter()
            .take(MAX_SHOWN)
            .map(|(name, count)| format!("{} {count}", Printable(name.as_bytes())))
            .collect();
        let others = trap.of_others();
        let unnamed = clients.iter().skip(MAX_SHOWN).map(|(_, count)| count).sum::<u64>();
        named.extend((unnamed > 0).then(|| format!("other programs {unnamed}")));
        named.extend((others > 0).then(|| format!("others {others}")));
        let who = if named.is_empty() { String::new() } else { format!(": {}", named.join(", ")) };
        let count = counted(trap.requests, "request", "requests");
        format!("Trap {}: {count}{who}.", Printable(trap.path.as_bytes()))
    })
}

/// Why classes are not known, and what is said apart.
pub(super) fn remarks(told: &Report<'_>) -> Vec<String> {
    others(told).into_iter().chain(remarks_beside(told)).collect()
}

/// What is said beside counts of clients.
pub(super) fn remarks_beside(told: &Report<'_>) -> Vec<String> {
    let mut found: Vec<_> = traps(told).collect();
    let reasons: Vec<String> = told
        .summary
        .not_known()
        .iter()
        .map(|(reason, count)| format!("{count} because {}", reason.words()))
        .collect();
    if !reasons.is_empty() {
        found.push(format!("Unknown: {}.", reasons.join(", ")));
    }
    if told.summary.reserved() > 0 {
        found.push(format!(
            "{} requests are for content whose use the file reserves. Fetching is not using.",
            told.summary.reserved()
        ));
    }
    found
}

pub(super) fn print(told: &Report<'_>, output: &mut Output) -> Result<(), Failure> {
    if let Some(lead) = lead(told) {
        output.line(format_args!("{}\n", wrapped(&lead, 0)))?;
    }
    for line in basis(told) {
        output.line(format_args!("{}", wrapped(&line, 0)))?;
    }
    for (standing, title) in STANDINGS {
        let rows = told.crawlers(standing);
        if rows.is_empty() {
            continue;
        }
        output.line(format_args!(""))?;
        output.line(format_args!("{title}"))?;
        output.line(format_args!(
            "{:<22} requests obeyed disobeyed unclear unasked excused unknown",
            "crawler"
        ))?;
        for row in rows {
            let [requests, obeyed, disobeyed, unclear, unasked, excused, unknown] = row.columns();
            output.line(format_args!(
                "{:<22} {requests:>8} {obeyed:>6} {disobeyed:>9} {unclear:>7} {unasked:>7} {excused:>7} {unknown:>7}",
                shortened(row.crawler, 22),
            ))?;
        }
    }
    let is_unclear = |row: &CrawlerRow| row.columns()[3] > 0;
    if STANDINGS.into_iter().any(|(standing, _)| told.crawlers(standing).iter().any(is_unclear)) {
        let meaning = "Unclear: every version of that time disallows the request, and the log does not tell whether the \
                       client had read one.";
        output.line(format_args!("\n{}", wrapped(meaning, 0)))?;
    }
    let mut examples = told.examples().take(MAX_SHOWN).peekable();
    if examples.peek().is_some() {
        output.line(format_args!(""))?;
    }
    for (crawler, row) in examples {
        output.line(format_args!("- {}", wrapped(&in_words(crawler, row), 2)))?;
    }
    let remarks = remarks(told);
    if !remarks.is_empty() {
        output.line(format_args!(""))?;
    }
    for remark in remarks {
        output.line(format_args!("{}", wrapped(&remark, 0)))?;
    }
    Ok(())
}

/// "2026-11-23T04:22:14Z: a client that calls itself GPTBot requested /x. The copy that it read at … disallows it (line
/// 2)." It says what was requested and what the copy says, and accuses nobody.
pub(super) fn in_words((crawler, standing): Crawler, row: &Row) -> String {
    let who = match standing {
        Standing::Proved => crawler.to_owned(),
        Standing::ByName | Standing::Forged => format!("a client that calls itself {crawler}"),
    };
    let deciding = if row.copies.is_empty() { &row.window } else { &row.copies };
    let line = deciding.iter().find_map(|version| version.line);
    let line = line.map_or_else(String::new, |line| format!(" (line {line})"));
    let read_at = row.reads.last().map(|read| read.at.as_str());
    let copy = match (row.class, read_at) {
        (Class::DisobeyedAfterReading, Some(at)) => {
            format!("The copy that it read at {at} disallows it{line}.")
        }
        (Class::DisobeyedCopyTooOld, Some(at)) => {
            format!(
                "It had last read robots.txt at {at}, and every version since disallows it{line}."
            )
        }
        (Class::NeverAsked, _) => {
            format!("It has not asked for robots.txt in this log, which disallows it{line}.")
        }
        _ => format!(
            "Every version of that time disallows it{line}; whether it had read one, the log does not tell."
        ),
    };
    let target =
        Printable(row.target.as_bytes()).to_string() + if row.is_target_cut { "…" } else { "" };
    format!("{}: {who} requested {target}. {copy}", row.at)
}
