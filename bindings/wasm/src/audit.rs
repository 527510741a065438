//! The audit of an access log: its bytes in pieces, one report at the end. One log at a time.
//!
//! The host has one robots.txt and no history, no address lists and no DNS. So the file counts as the one for the whole
//! time of the log, and every crawler is known by its name only.

use std::cell::RefCell;
use std::sync::Arc;

use maycrawl::{Origin, Profile};
use maycrawl_audit::evidence::Writer;
use maycrawl_audit::history::History;
use maycrawl_audit::identity::Identities;
use maycrawl_audit::intake::{Intake, Lines};
use maycrawl_audit::judge::{Histories, Judge, Options};
use maycrawl_audit::log::LogOptions;
use maycrawl_audit::summary::{Report, Summary};

use crate::buffers::{answer, take_input, with_text};

/// The site of lines that do not tell it, if the host names none. No log can name it. (RFC 6761.)
const SOME_SITE: &str = "https://site.invalid";

thread_local! {
    static AUDIT: RefCell<Option<Audit>> = const { RefCell::new(None) };
}

struct Audit {
    lines: Lines,
    intake: Intake,
    judging: Judging,
}

struct Judging {
    judge: Judge,
    writer: Writer,
    summary: Summary,
}

impl Audit {
    /// `profile` is a name, or empty for the default; `origin` is that of the file, or empty: then the file is that of
    /// every site in the log.
    fn new(robots: &[u8], profile: &str, origin: &str) -> Self {
        let origin = Origin::parse(origin).ok();
        let history = History::from_file(robots);
        let histories = match &origin {
            Some(origin) => {
                let mut histories = Histories::new();
                histories.add(origin.to_string(), history);
                histories
            }
            None => Histories::for_all_sites(history),
        };
        let profile = Profile::by_name(profile).unwrap_or_default();
        let options = Options { profile, ..Options::default() };
        let judge = Judge::new(options, histories, Identities::new());
        // The host shows whole paths, to the person who has the log.
        let writer = Writer::new(Arc::clone(judge.copies()), vec!["-".to_owned()]).keeping_all();
        let site = origin.map_or_else(|| SOME_SITE.to_owned(), |origin| origin.to_string());
        Self {
            lines: Lines::default(),
            intake: Intake::new(&LogOptions::default(), 1, Some(site.into())),
            judging: Judging { judge, writer, summary: Summary::default() },
        }
    }

    fn push(&mut self, piece: &[u8]) {
        let Self { lines, intake, judging } = self;
        lines.push(piece, &mut |offset, line| judging.take(intake, offset, line));
    }

    fn finish(mut self) -> Vec<u8> {
        let Self { lines, intake, judging } = &mut self;
        lines.finish(&mut |offset, line| judging.take(intake, offset, line));
        let Judging { judge, writer, summary } = judging;
        judge.finish(&mut |judged| drop(summary.add(&judged, writer, false)));
        let report = Report {
            tally: intake.tally(),
            counts: judge.counts(),
            summary,
            history: "one file, assumed for the whole time",
            identities: judge.identities(),
        };
        serde_json::to_vec(&report.json()).unwrap_or_default()
    }
}

impl Judging {
    fn take(&mut self, intake: &mut Intake, offset: u64, line: &[u8]) {
        let Some(hit) = intake.read(0, offset, line) else { return };
        let Self { judge, writer, summary } = self;
        judge.push(hit, &mut |judged| drop(summary.add(&judged, writer, false)));
    }
}

/// Begins with a log: the robots.txt in the input, and in the text the name of a profile, a space and an origin. Both
/// may be empty. A log that was begun before is forgotten.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // the name for the host
pub extern "C" fn audit_start(question_length: usize, robots_length: usize) {
    let robots = take_input(robots_length);
    let audit = with_text(question_length, |question| {
        let (profile, origin) = question.split_once(' ').unwrap_or((question, ""));
        Audit::new(&robots, profile, origin)
    });
    AUDIT.set(audit);
}

/// Takes the next bytes of the log from the input.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn audit_push(length: usize) {
    let piece = take_input(length);
    AUDIT.with_borrow_mut(|audit| {
        if let Some(audit) = audit {
            audit.push(&piece);
        }
    });
}

/// Ends the log. The answer is what `maycrawl audit --format json` writes; empty if none was begun.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn audit_finish() {
    let audit = AUDIT.take();
    answer(audit.map(Audit::finish).unwrap_or_default());
}
