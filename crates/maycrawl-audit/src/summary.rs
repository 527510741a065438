//! The summary: by crawler, the worst first, proved ones and names apart.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::evidence::{Row, Writer};
use crate::identity::{Identities, Operator};
use crate::intake::{Tally, Trap};
use crate::judge::{Class, Counts, Judged, Mark, Reason, Standing};

const DAY: SignedDuration = SignedDuration::from_hours(24);
/// The most examples of one crawler.
const MAX_EXAMPLES: usize = 3;
/// The most crawlers with examples.
const MAX_CRAWLERS: usize = 200;

/// A crawler by its product token, and whether its requests are proved to be its own.
pub type Crawler = (&'static str, Standing);

/// The standings in the order of a report. Sums never mix them.
pub const STANDINGS: [Standing; 3] = [Standing::Proved, Standing::ByName, Standing::Forged];

/// What is collected while requests are judged: examples of what every copy disallowed, and reasons. At most three
/// examples of a crawler are kept, and those of 200 crawlers.
///
/// ```
/// use maycrawl_audit::summary::Summary;
///
/// assert!(!Summary::default().has_proved_disobedience());
/// ```
#[derive(Debug, Default)]
pub struct Summary {
    examples: BTreeMap<Crawler, Vec<Row>>,
    not_known: BTreeMap<Reason, u64>,
    reserved: u64,
    has_proved_disobedience: bool,
}

impl Summary {
    /// Takes a result. If it is an example, or if `always`, it becomes a row, which is returned.
    pub fn add(&mut self, judged: &Judged, writer: &mut Writer, always: bool) -> Option<Row> {
        let is_example = self.count(judged);
        let row = (is_example || always).then(|| writer.row(judged))?;
        if is_example {
            let crawler = (judged.crawler.token, judged.facts.standing);
            self.examples.entry(crawler).or_default().push(row.clone());
        }
        Some(row)
    }

    /// Counts a result; true if it should be shown as an example.
    fn count(&mut self, judged: &Judged) -> bool {
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

    /// True if a proved crawler requested what every copy disallowed.
    #[must_use]
    pub fn has_proved_disobedience(&self) -> bool {
        self.has_proved_disobedience
    }

    /// The requests whose class cannot be known, by reason.
    #[must_use]
    pub fn not_known(&self) -> &BTreeMap<Reason, u64> {
        &self.not_known
    }

    /// Requests for content whose use the file reserves. Fetching is not using.
    #[must_use]
    pub fn reserved(&self) -> u64 {
        self.reserved
    }
}

/// All that is told of a log.
///
/// ```
/// use maycrawl_audit::history::History;
/// use maycrawl_audit::identity::Identities;
/// use maycrawl_audit::intake::Intake;
/// use maycrawl_audit::judge::{Histories, Judge, Options, Standing};
/// use maycrawl_audit::log::LogOptions;
/// use maycrawl_audit::evidence::Writer;
/// use maycrawl_audit::summary::{Report, Summary};
///
/// let history = History::from_file(b"User-agent: *\nDisallow: /private\n");
/// let mut judge = Judge::new(Options::default(), Histories::for_all_sites(history), Identities::new());
/// let mut writer = Writer::new(judge.copies().clone(), vec!["log".to_owned()]);
/// let mut intake = Intake::new(&LogOptions::default(), 1, Some("https://example.com".into()));
/// let mut summary = Summary::default();
/// for line in [
///     &br#"192.0.2.7 - - [25/Nov/2026:08:00:00 +0000] "GET /robots.txt HTTP/1.1" 200 35 "-" "GPTBot/1.2""#[..],
///     br#"192.0.2.7 - - [25/Nov/2026:08:05:00 +0000] "GET /private/a HTTP/1.1" 200 5 "-" "GPTBot/1.2""#,
/// ] {
///     let hit = intake.read(0, 0, line).unwrap();
///     judge.push(hit, &mut |judged| drop(summary.add(&judged, &mut writer, false)));
/// }
/// judge.finish(&mut |judged| drop(summary.add(&judged, &mut writer, false)));
/// let report = Report {
///     tally: intake.tally(),
///     counts: judge.counts(),
///     summary: &summary,
///     history: "one file",
///     identities: judge.identities(),
/// };
/// let rows = report.crawlers(Standing::ByName);
/// // Requests, obeyed, disobeyed, reading not known, never asked, excused, not known.
/// assert_eq!((rows[0].crawler, rows[0].columns()), ("GPTBot", [1, 0, 1, 0, 0, 0, 0]));
/// assert_eq!(report.examples().count(), 1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// What was read.
    pub tally: &'a Tally,
    /// What the judge did.
    pub counts: &'a Counts,
    /// Examples and reasons.
    pub summary: &'a Summary,
    /// Where the history is from, in words.
    pub history: &'a str,
    /// The identities, with the lookups.
    pub identities: &'a Identities,
}

/// The versions of an address list that speak about crawlers of this log.
#[derive(Clone, Copy, Debug)]
pub struct List<'a> {
    /// The address of the list.
    pub url: &'a str,
    /// The number of versions.
    pub versions: usize,
    /// When the first and the last version were made.
    pub made: [Timestamp; 2],
    /// When the last version was last fetched.
    pub last: Timestamp,
    /// True if that was more than a day before the end of the log: nobody is called forged by it after that.
    pub is_stale: bool,
}

impl List<'_> {
    fn json(&self) -> Value {
        let [first, made] = self.made.map(|at| at.to_string());
        json!({
            "url": self.url,
            "versions": self.versions,
            "first_made": first,
            "made": made,
            "last_fetched": self.last.to_string(),
            "is_stale": self.is_stale,
        })
    }
}

/// The requests of one crawler, by class.
#[derive(Clone, Debug)]
pub struct CrawlerRow {
    /// The product token.
    pub crawler: &'static str,
    /// Whether the requests are proved to be its own.
    pub standing: Standing,
    classes: BTreeMap<Class, u64>,
}

impl CrawlerRow {
    fn of(&self, class: Class) -> u64 {
        self.classes.get(&class).copied().unwrap_or(0)
    }

    fn requests(&self) -> u64 {
        self.classes.values().sum()
    }

    /// Requests, obeyed, disobeyed, reading not known, never asked, excused, not known: the columns of the tables.
    ///
    /// *Disobeyed* is a request of a crawler that had read robots.txt. A disallowed request of one that may not have
    /// read it has a column of its own: who quotes a number of disobeyed requests says that it was read.
    #[must_use]
    pub fn columns(&self) -> [u64; 7] {
        [
            self.requests(),
            self.of(Class::Obeyed) + self.of(Class::AllowedButRefused),
            self.of(Class::DisobeyedAfterReading) + self.of(Class::DisobeyedCopyTooOld),
            self.of(Class::DisobeyedReadingNotKnown),
            self.of(Class::NeverAsked),
            self.of(Class::StaleCopyExcused) + self.of(Class::NotBound),
            self.of(Class::CannotBeKnown),
        ]
    }

    /// Requests that every copy disallowed.
    fn disallowed(&self) -> u64 {
        let disallowed = self.classes.iter().filter(|(class, _)| class.is_disobeyed());
        disallowed.map(|(_, count)| count).sum()
    }

    fn json(&self) -> Value {
        let classes: BTreeMap<&str, u64> =
            self.classes.iter().map(|(class, count)| (class.name(), *count)).collect();
        let [requests, obeyed, disobeyed, reading_not_known, never_asked, excused, not_known] =
            self.columns();
        json!({
            "crawler": self.crawler,
            "standing": self.standing,
            "requests": requests,
            "obeyed": obeyed,
            "disobeyed": disobeyed,
            "reading_not_known": reading_not_known,
            "never_asked": never_asked,
            "excused": excused,
            "not_known": not_known,
            "classes": classes,
        })
    }
}

fn trap_json(trap: &Trap) -> Value {
    let clients: BTreeMap<&str, u64> = trap.most_frequent().into_iter().collect();
    json!({
        "path": trap.path,
        "requests": trap.requests,
        "clients": clients,
        "of_others": trap.of_others(),
    })
}

impl Report<'_> {
    /// The crawlers of a standing, the worst first.
    #[must_use]
    pub fn crawlers(&self, standing: Standing) -> Vec<CrawlerRow> {
        let mut rows: BTreeMap<&'static str, BTreeMap<Class, u64>> = BTreeMap::new();
        for (&(crawler, of, class), &count) in &self.counts.classes {
            if of == standing {
                rows.entry(crawler).or_default().insert(class, count);
            }
        }
        let row = |(crawler, classes)| CrawlerRow { crawler, standing, classes };
        let mut rows: Vec<_> = rows.into_iter().map(row).collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.disallowed(), row.requests())));
        rows
    }

    /// The examples in the order of the tables.
    pub fn examples(&self) -> impl Iterator<Item = (Crawler, &Row)> {
        let crawlers = STANDINGS.into_iter().flat_map(|standing| self.crawlers(standing));
        crawlers.flat_map(|row| {
            let key = (row.crawler, row.standing);
            let rows = self.summary.examples.get(&key).into_iter().flatten();
            rows.map(move |row| (key, row))
        })
    }

    /// The lists of the operators whose crawlers are in this log.
    #[must_use]
    pub fn lists(&self) -> Vec<List<'_>> {
        let rows = self.counts.classes.keys().filter_map(|key| Operator::by_token(key.0));
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

    /// The report as one JSON object: what `maycrawl audit --format json` writes.
    #[must_use]
    pub fn json(&self) -> Value {
        let tally = self.tally;
        let unreadable: BTreeMap<&str, u64> =
            tally.unreadable.iter().map(|(reason, it)| (reason.as_str(), it.0)).collect();
        let formats: BTreeMap<&str, u64> =
            tally.formats.iter().map(|(format, count)| (format.name(), *count)).collect();
        let not_known: BTreeMap<&str, u64> =
            self.summary.not_known.iter().map(|(reason, count)| (reason.name(), *count)).collect();
        let crawlers: Vec<Value> = STANDINGS
            .into_iter()
            .flat_map(|standing| self.crawlers(standing))
            .map(|row| row.json())
            .collect();
        let (counts, lookups) = (self.counts, self.identities.lookups());
        let programs: BTreeMap<&str, u64> = tally.most_frequent_programs().into_iter().collect();
        let lists: Vec<Value> = self.lists().iter().map(List::json).collect();
        let traps: Vec<Value> = tally.traps.iter().map(trap_json).collect();
        json!({
            "lines": tally.lines,
            "requests": tally.requests,
            "traps": traps,
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
            "programs": programs,
            "robots_txt": counts.robots_txt,
            "no_path": counts.no_path,
            "late": counts.late,
            "crawlers": crawlers,
            "not_known": not_known,
            "reserved": self.summary.reserved,
            "zone_assumed": tally.zone_assumed,
            "other_sites": tally.other_sites,
            "has_one_peer": tally.has_one_peer(),
            "examples": self.examples().map(|(_, row)| row).collect::<Vec<_>>(),
        })
    }
}
