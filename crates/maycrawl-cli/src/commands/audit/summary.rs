//! The summary: by crawler, the worst first, proved ones and names apart.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use maycrawl::Printable;
use maycrawl_audit::evidence::Row;
use maycrawl_audit::identity::{Identities, Operator};
use maycrawl_audit::judge::{Class, Counts, Judged, Mark, Reason, Standing};
use serde_json::{Value, json};

use super::Tally;
use crate::text::output::{Failure, Output};
use crate::text::wrap::{shortened, wrapped};

const DAY: SignedDuration = SignedDuration::from_hours(24);
/// The most examples of one crawler.
const MAX_EXAMPLES: usize = 3;
/// The most crawlers with examples.
const MAX_CRAWLERS: usize = 200;
/// The most examples that text shows.
const MAX_SHOWN: usize = 10;

type Crawler = (&'static str, Standing);

/// What is collected while requests are judged.
#[derive(Default)]
pub(super) struct Summary {
    examples: BTreeMap<Crawler, Vec<Row>>,
    not_known: BTreeMap<Reason, u64>,
    reserved: u64,
    has_proved_disobedience: bool,
}

impl Summary {
    /// Takes a result; true if it should be shown as an example.
    pub(super) fn add(&mut self, judged: &Judged) -> bool {
        if let Some(reason) = judged.decision.reason {
            *self.not_known.entry(reason).or_default() += 1;
        }
        self.reserved += u64::from(judged.decision.marks.contains(&Mark::Reserved));
        if !judged.decision.class.is_disobeyed() {
            return false;
        }
        let standing = judged.facts.standing;
        self.has_proved_disobedience |= standing == Standing::Proved;
        match self.examples.get(&(judged.crawler.token, standing)) {
            Some(examples) => examples.len() < MAX_EXAMPLES,
            None => self.examples.len() < MAX_CRAWLERS,
        }
    }

    pub(super) fn add_example(&mut self, judged: &Judged, row: Row) {
        self.examples.entry((judged.crawler.token, judged.facts.standing)).or_default().push(row);
    }

    pub(super) fn has_proved_disobedience(&self) -> bool {
        self.has_proved_disobedience
    }
}

/// All that is told.
pub(super) struct Told<'a> {
    pub(super) tally: &'a Tally,
    pub(super) counts: &'a Counts,
    pub(super) summary: &'a Summary,
    /// Where the history is from, in words.
    pub(super) history: &'a str,
    pub(super) identities: &'a Identities,
}

/// The versions of an address list that speak about crawlers of this log.
pub(super) struct List<'a> {
    pub(super) url: &'a str,
    versions: usize,
    /// When the first and the last version were made.
    made: [Timestamp; 2],
    /// When the last version was last fetched.
    pub(super) last: Timestamp,
    /// True if that was more than a day before the end of the log: nobody is called forged by it after that.
    pub(super) is_stale: bool,
}

/// The requests of one crawler, by class.
pub(super) struct CrawlerRow {
    pub(super) crawler: &'static str,
    pub(super) standing: Standing,
    classes: BTreeMap<Class, u64>,
}

impl CrawlerRow {
    fn of(&self, class: Class) -> u64 {
        self.classes.get(&class).copied().unwrap_or(0)
    }

    fn requests(&self) -> u64 {
        self.classes.values().sum()
    }

    /// Requests, obeyed, disobeyed, never asked, excused, not known: the columns of the tables.
    pub(super) fn columns(&self) -> [u64; 6] {
        [
            self.requests(),
            self.of(Class::Obeyed) + self.of(Class::AllowedButRefused),
            self.disobeyed(),
            self.of(Class::NeverAsked),
            self.of(Class::StaleCopyExcused) + self.of(Class::NotBound),
            self.of(Class::CannotBeKnown),
        ]
    }

    /// Requests that every copy disallowed, of a crawler that asks for robots.txt or may do so.
    fn disobeyed(&self) -> u64 {
        let disobeyed = self.classes.iter().filter(|(class, _)| class.is_disobeyed());
        disobeyed.map(|(_, count)| count).sum::<u64>() - self.of(Class::NeverAsked)
    }
}

/// The titles of the three tables.
pub(super) const STANDINGS: [(Standing, &str); 3] = [
    (Standing::Proved, "Proved to be the crawler"),
    (Standing::ByName, "By name only: clients that call themselves so"),
    (Standing::Forged, "Forged: clients that are not the crawler"),
];

impl Told<'_> {
    /// The crawlers of a standing, the worst first.
    pub(super) fn crawlers(&self, standing: Standing) -> Vec<CrawlerRow> {
        let mut rows: BTreeMap<&'static str, BTreeMap<Class, u64>> = BTreeMap::new();
        for (&(crawler, of, class), &count) in &self.counts.classes {
            if of == standing {
                rows.entry(crawler).or_default().insert(class, count);
            }
        }
        let row = |(crawler, classes)| CrawlerRow { crawler, standing, classes };
        let mut rows: Vec<_> = rows.into_iter().map(row).collect();
        rows.sort_by_key(|row| {
            let bad = row.disobeyed() + row.of(Class::NeverAsked);
            std::cmp::Reverse((bad, row.requests()))
        });
        rows
    }

    /// The examples in the order of the tables.
    pub(super) fn examples(&self) -> impl Iterator<Item = (Crawler, &Row)> {
        let crawlers = STANDINGS.iter().flat_map(|&(standing, _)| self.crawlers(standing));
        crawlers.flat_map(|row| {
            let key = (row.crawler, row.standing);
            let rows = self.summary.examples.get(&key).into_iter().flatten();
            rows.map(move |row| (key, row))
        })
    }

    /// The lines that say what was read, and against what.
    pub(super) fn basis(&self) -> Vec<String> {
        let tally = self.tally;
        let mut found = vec![format!("{} lines, {} requests", tally.lines, tally.requests)];
        if let (Some(first), Some(last)) = (tally.first, tally.last) {
            found[0] += &format!(", {first:.0} to {last:.0}");
        }
        found.push(format!("robots.txt: {}", self.history));
        found.push(self.identity());
        for List { url, versions, made: [first, made], last, .. } in self.lists() {
            let made = match versions {
                1 => format!("made {made:.0}"),
                _ => format!("{versions} versions made {first:.0} to {made:.0}"),
            };
            found.push(format!("list: {url}, {made}, last fetched {last:.0}"));
        }
        found
    }

    fn identity(&self) -> String {
        let lists = match self.lists().len() {
            0 => None,
            1 => Some("1 list of addresses".to_owned()),
            lists => Some(format!("{lists} lists of addresses")),
        };
        let dns = match self.identities.lookups().asked {
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

    /// The lists of the operators whose crawlers are in this log.
    pub(super) fn lists(&self) -> Vec<List<'_>> {
        let rows = self.counts.classes.keys().filter_map(|key| Operator::of_token(key.0));
        let urls: BTreeSet<&str> =
            rows.flat_map(|row| &row.lists).map(|list| list.url.as_str()).collect();
        let of_url = |url| {
            let mut found: Option<List<'_>> = None;
            for list in self.identities.lists().filter(|list| &*list.url == url) {
                let (made, last) = (list.created, list.taken.1);
                let known = found.get_or_insert(List {
                    url,
                    versions: 0,
                    made: [made; 2],
                    last,
                    is_stale: false,
                });
                known.versions += 1;
                known.made = [known.made[0].min(made), known.made[1].max(made)];
                known.last = known.last.max(last);
            }
            let end = self.tally.last.and_then(|end| end.checked_sub(DAY).ok());
            found.map(|list| List { is_stale: end.is_some_and(|end| list.last < end), ..list })
        };
        urls.into_iter().filter_map(of_url).collect()
    }

    /// Why classes are not known, and what is said apart.
    pub(super) fn remarks(&self) -> Vec<String> {
        let mut found = Vec::new();
        let reasons: Vec<String> = self
            .summary
            .not_known
            .iter()
            .map(|(reason, count)| format!("{} {count}", reason.name()))
            .collect();
        if !reasons.is_empty() {
            found.push(format!("Not known: {}.", reasons.join(", ")));
        }
        if self.summary.reserved > 0 {
            found.push(format!(
                "{} requests are for content whose use the file reserves. Fetching is not using.",
                self.summary.reserved
            ));
        }
        found
    }

    pub(super) fn print(&self, output: &mut Output) -> Result<(), Failure> {
        for line in self.basis() {
            output.line(format_args!("{}", wrapped(&line, 0)))?;
        }
        for (standing, title) in STANDINGS {
            let rows = self.crawlers(standing);
            if rows.is_empty() {
                continue;
            }
            output.line(format_args!(""))?;
            output.line(format_args!("{title}"))?;
            output.line(format_args!(
                "{:<22} requests  obeyed  disobeyed  never asked  excused  not known",
                "crawler"
            ))?;
            for row in rows {
                let [requests, obeyed, disobeyed, never_asked, excused, not_known] = row.columns();
                output.line(format_args!(
                    "{:<22} {requests:>8}  {obeyed:>6}  {disobeyed:>9}  {never_asked:>11}  {excused:>7}  {not_known:>9}",
                    shortened(row.crawler, 22),
                ))?;
            }
        }
        let mut examples = self.examples().take(MAX_SHOWN).peekable();
        if examples.peek().is_some() {
            output.line(format_args!(""))?;
        }
        for (crawler, row) in examples {
            output.line(format_args!("- {}", wrapped(&in_words(crawler, row), 2)))?;
        }
        let remarks = self.remarks();
        if !remarks.is_empty() {
            output.line(format_args!(""))?;
        }
        for remark in remarks {
            output.line(format_args!("{}", wrapped(&remark, 0)))?;
        }
        Ok(())
    }

    pub(super) fn json(&self) -> Value {
        let tally = self.tally;
        let unreadable: BTreeMap<&str, u64> =
            tally.unreadable.iter().map(|(reason, it)| (reason.as_str(), it.0)).collect();
        let formats: BTreeMap<&str, u64> =
            tally.formats.iter().map(|(format, count)| (format.name(), *count)).collect();
        let not_known: BTreeMap<&str, u64> =
            self.summary.not_known.iter().map(|(reason, count)| (reason.name(), *count)).collect();
        let crawlers: Vec<Value> = STANDINGS
            .iter()
            .flat_map(|&(standing, _)| self.crawlers(standing))
            .map(|row| {
                let classes: BTreeMap<&str, u64> =
                    row.classes.iter().map(|(class, count)| (class.name(), *count)).collect();
                json!({"crawler": row.crawler, "standing": row.standing, "classes": classes})
            })
            .collect();
        let (counts, lookups) = (self.counts, self.identities.lookups());
        let lists = self.lists().into_iter().map(|list| {
            let [first, made] = list.made.map(|at| at.to_string());
            json!({
                "url": list.url,
                "versions": list.versions,
                "first_made": first,
                "made": made,
                "last_fetched": list.last.to_string(),
                "is_stale": list.is_stale,
            })
        });
        let lists: Vec<Value> = lists.collect();
        json!({
            "lines": tally.lines,
            "requests": tally.requests,
            "unreadable": unreadable,
            "formats": formats,
            "first": tally.first.map(|at| at.to_string()),
            "last": tally.last.map(|at| at.to_string()),
            "robots": self.history,
            "lists": lists,
            "dns": {
                "asked": lookups.asked,
                "failed": lookups.failed,
                "left_out": lookups.left_out,
            },
            "no_crawler": counts.no_crawler,
            "robots_txt": counts.robots_txt,
            "no_path": counts.no_path,
            "late": counts.late,
            "crawlers": crawlers,
            "not_known": not_known,
            "reserved": self.summary.reserved,
            "examples": self.examples().map(|(_, row)| row).collect::<Vec<_>>(),
        })
    }
}

/// "2026-11-23T04:22:14Z: a client that calls itself GPTBot requested /x. The copy that it read at … disallows it (line 2)."
/// It says what was requested and what the copy says, and accuses nobody.
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
