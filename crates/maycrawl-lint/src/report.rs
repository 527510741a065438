//! Collects the findings of all families of lints.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use maycrawl::line::Span;
use maycrawl::{Printable, Profile, RobotsTxt};
use maycrawl_effects::Budget;

use maycrawl::Origin;

use super::diagnostic::{Diagnostic, Lint, LintCount, LintOptions, LintReason, LintReport};
use super::fix::{self, Fix, FixEffect};

/// Collects the findings of one run.
pub(crate) struct Report<'r> {
    pub(crate) robots: &'r RobotsTxt<'r>,
    context: &'r LintOptions,
    /// The number of findings of each lint that has any.
    counts: Vec<(&'static Lint, usize)>,
    found: LintReport,
    /// The findings that [`Report::add_folded`] has added, by the code of the lint and what they have in common.
    folded: BTreeMap<(&'static str, u64), usize>,
    /// The lints that [`Report::add_once`] has added, each with its line.
    once: Vec<(&'static Lint, u32)>,
    /// True after the first `user-agent` line.
    pub(crate) in_group: bool,
    /// True if the file is a web page or of another format. Its lines get no fix that makes them comments.
    pub(crate) is_other_format: bool,
}

/// The place of a finding in the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) line: u32,
    pub(crate) span: Span,
}

/// The texts and the fix of a finding.
#[derive(Default)]
pub(crate) struct FindingText {
    message: String,
    /// `None`: that of the lint.
    reason: Option<LintReason>,
    help: Option<String>,
    fix: Option<Fix>,
    choices: Vec<Fix>,
}

/// The steps of proving that fixes keep what the file says about uses: about a tenth of a second. Only a file that says
/// something needs them.
const STEPS_FOR_USES: u64 = 5_000_000;

/// The steps of asking the programs that read robots.txt about all advice: 0.3 seconds.
const STEPS_FOR_READERS: u64 = 40_000_000;

impl<'r> Report<'r> {
    pub(crate) fn new(robots: &'r RobotsTxt<'r>, context: &'r LintOptions) -> Self {
        Self {
            robots,
            context,
            counts: Vec::new(),
            found: LintReport::default(),
            folded: BTreeMap::new(),
            once: Vec::new(),
            in_group: false,
            is_other_format: false,
        }
    }

    /// The bytes of the file that crawlers read.
    pub(crate) fn file(&self) -> &'r [u8] {
        self.robots.as_bytes()
    }

    pub(crate) fn robots(&self) -> &'r RobotsTxt<'r> {
        self.robots
    }

    pub(crate) fn profile(&self) -> Profile {
        self.robots.profile()
    }

    /// The origin of the file. `None` if it is unknown.
    pub(crate) fn origin(&self) -> Option<&'r Origin> {
        self.context.own_origin()
    }

    /// Whether `url` has the file's own origin. `None` if the origin of the file is unknown.
    pub(crate) fn is_own(&self, url: &[u8]) -> Option<bool> {
        if let Some(origin) = self.origin() {
            let url = core::str::from_utf8(url).ok().and_then(|url| Origin::parse(url).ok());
            return Some(url.is_some_and(|url| url == *origin));
        }
        let _ = url;
        None
    }

    /// Adds a finding. Beyond the limit it is only counted, and its text is not built.
    #[cold]
    pub(crate) fn add(
        &mut self,
        lint: &'static Lint,
        place: Place,
        text: impl FnOnce() -> FindingText,
    ) {
        let at = self.counts.iter().position(|(known, _)| core::ptr::eq(*known, lint));
        let at = at.unwrap_or_else(|| {
            self.counts.push((lint, 0));
            self.counts.len() - 1
        });
        let count = &mut self.counts[at].1;
        *count += 1;
        if *count > self.context.limit_per_lint() {
            self.found.more += 1;
            return;
        }
        let FindingText { message, reason, help, fix, choices } = text();
        let Place { line, span } = place;
        let reason = reason.unwrap_or(lint.reason());
        let also = Vec::new();
        self.found.diagnostics.push(Diagnostic {
            lint,
            line,
            also,
            span,
            message,
            reason,
            help,
            fix,
            choices,
        });
    }

    /// [`add`](Self::add), but findings of one lint with the same `common` value are told once, with the lines of the
    /// others: what one habit of an author, or one rule of the file, causes on many lines. They must have a fix all or
    /// none, and the same choices. The edits of as many are kept as there may be findings.
    #[cold]
    pub(crate) fn add_folded(
        &mut self,
        lint: &'static Lint,
        common: u64,
        place: Place,
        text: impl FnOnce() -> FindingText,
    ) {
        let first = self.folded.get(&(lint.code, common)).copied();
        let Some(first) = first.and_then(|at| self.found.diagnostics.get_mut(at)) else {
            self.folded.insert((lint.code, common), self.found.diagnostics.len());
            return self.add(lint, place, text);
        };
        first.also.push(place.line);
        if first.also.len() < self.context.limit_per_lint() {
            let more = text();
            let fixes = first.fix.iter_mut().zip(more.fix);
            for (fix, more) in fixes.chain(first.choices.iter_mut().zip(more.choices)) {
                fix.edits.extend(more.edits);
            }
        }
    }

    /// [`add`](Self::add), unless the same lint is already reported on this line. For checks that run once for each
    /// name of a group. O(findings added by this function), so only for lints with few findings.
    pub(crate) fn add_once(
        &mut self,
        lint: &'static Lint,
        place: Place,
        text: impl FnOnce() -> FindingText,
    ) {
        let is_same = |(known, line): &(&'static Lint, u32)| {
            core::ptr::eq(*known, lint) && *line == place.line
        };
        if !self.once.iter().any(is_same) {
            self.once.push((lint, place.line));
            self.add(lint, place, text);
        }
    }

    pub(crate) fn finish(mut self) -> LintReport {
        self.counts.sort_by_key(|(lint, _)| lint.code);
        let limit = self.context.limit_per_lint();
        self.found.counts = self
            .counts
            .iter()
            .map(|&(lint, found)| LintCount { lint, found, shown: found.min(limit) })
            .collect();
        let LintReport { diagnostics, .. } = &mut self.found;
        for found in diagnostics.iter_mut().filter(|found| !found.also.is_empty()) {
            found.also.sort_unstable();
            let (count, help) = (found.also.len(), found.help.take().unwrap_or_default());
            let more = if count == 1 { "1 more line is" } else { "more lines are" };
            let count = if count == 1 { String::new() } else { format!("{count} ") };
            let and = if help.is_empty() { "" } else { "; " };
            found.help = Some(format!("{help}{and}{count}{more} like it"));
        }
        diagnostics.sort_by_key(|found| (found.span.start, found.span.end, found.lint.code));
        let mut fixes: Vec<_> = diagnostics.iter_mut().map(|found| &mut found.fix).collect();
        fix::remove_doubtful(self.robots, &mut fixes);
        let budget = &mut Budget::new(STEPS_FOR_USES);
        let removed = fix::remove_use_changes(self.robots, &mut fixes, budget);
        for at in removed {
            diagnostics[at].help =
                Some("without it, what the file says about a use may change".into());
        }
        // A person chooses after reading, so the fixes come first where the steps do not suffice for all.
        let (mut fixes, mut choices) = (Vec::new(), Vec::new());
        for found in diagnostics {
            fix::remove_doubtful_choices(self.robots, &mut found.choices);
            fixes.extend(&mut found.fix);
            choices.extend(&mut found.choices);
        }
        fixes.append(&mut choices);
        let readers = self.context.all_readers();
        fix::judge(self.robots, &mut fixes, &readers, &mut Budget::new(STEPS_FOR_READERS));
        self.found
    }
}

impl FindingText {
    pub(crate) fn new(message: String) -> Self {
        Self { message, ..Self::default() }
    }

    /// The reason, where that of the lint would not be true.
    pub(crate) fn because(self, reason: impl Into<Option<LintReason>>) -> Self {
        Self { reason: reason.into(), ..self }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    pub(crate) fn fix(self, fix: impl Into<Option<Fix>>) -> Self {
        Self { fix: fix.into(), ..self }
    }

    /// The help is the title of an edit: a fix if that is known to be safe, or else a choice.
    pub(crate) fn advise(self, fix: Fix) -> Self {
        let text = self.help(fix.title.clone());
        match fix.effect {
            FixEffect::KeepsVerdicts => text.fix(fix),
            FixEffect::Mends => text.choices([fix]),
        }
    }

    /// An edit that the help names. Which one is right, and whether one is, only the author knows.
    pub(crate) fn choice(
        self,
        title: impl Into<String>,
        span: Span,
        text: impl Into<Vec<u8>>,
    ) -> Self {
        self.choices([Fix::new(title.into(), FixEffect::Mends, span, text)])
    }

    pub(crate) fn choices(mut self, choices: impl IntoIterator<Item = Fix>) -> Self {
        let choices = choices.into_iter().map(|fix| Fix { effect: FixEffect::Mends, ..fix });
        self.choices.extend(choices);
        self
    }
}

/// Bytes of a file inside a sentence: between backticks, printable, and at most 80 bytes.
pub(crate) struct Quoted<'a>(pub(crate) &'a [u8]);

/// Maximum length of a quotation, in bytes.
const MAX_QUOTED_BYTES: usize = 80;

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.len() <= MAX_QUOTED_BYTES {
            // Most text is plain ASCII, so it needs no escaping.
            let is_plain = self.0.iter().all(|byte| matches!(byte, b' '..=b'~'));
            if let (true, Ok(text)) = (is_plain, core::str::from_utf8(self.0)) {
                f.write_str("`")?;
                f.write_str(text)?;
                return f.write_str("`");
            }
            return write!(f, "`{}`", Printable(self.0));
        }
        // Does not cut in the middle of a character.
        let is_start = |&at: &usize| self.0[at] & 0xC0 != 0x80;
        let end = (MAX_QUOTED_BYTES - 4..=MAX_QUOTED_BYTES)
            .rev()
            .find(is_start)
            .unwrap_or(MAX_QUOTED_BYTES);
        write!(f, "`{}...`", Printable(&self.0[..end]))
    }
}
