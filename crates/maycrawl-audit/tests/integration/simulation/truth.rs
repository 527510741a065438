//! What is true in a simulated world, without any code of the judge: files as lists of closed prefixes, and what a
//! crawler knows at a time.

pub const HOUR: i64 = 3_600_000;
pub const DAY: i64 = 24 * HOUR;

/// A robots.txt: the closed prefixes for all, and those of a crawler with a group of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    pub star: Vec<&'static str>,
    pub own: Option<(&'static str, Vec<&'static str>)>,
}

impl Body {
    pub fn text(&self) -> String {
        let group = |agent: &str, closed: &[&str]| {
            let rules: String = closed.iter().map(|path| format!("Disallow: {path}\n")).collect();
            format!(
                "User-agent: {agent}\n{rules}{}\n",
                if closed.is_empty() { "Disallow:\n" } else { "" }
            )
        };
        let own = self.own.as_ref().map(|(agent, closed)| group(agent, closed)).unwrap_or_default();
        format!("{own}{}", group("*", &self.star))
    }

    pub fn allows(&self, chain: &[&str], target: &str) -> bool {
        let own = self.own.as_ref().filter(|(agent, _)| chain.contains(agent));
        let closed = own.map_or(&self.star, |(_, closed)| closed);
        !closed.iter().any(|path| target.starts_with(path))
    }
}

/// A version of the site; `None` for no file. In force from `begins`.
#[derive(Clone, Debug)]
pub struct Version {
    pub begins: i64,
    pub body: Option<Body>,
}

/// How a crawler behaves, as its operator documents it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ladder {
    Rfc,
    Google,
    Amazon,
}

/// What a read of robots.txt gave.
#[derive(Clone, Debug)]
pub enum Gave {
    /// A copy: a version by its number, or no restriction.
    Copy(Option<usize>),
    /// Nothing. The copy of before, if there is one, and since when it fails.
    Failure { kept: Option<Option<usize>>, since: i64 },
}

#[derive(Clone, Debug)]
pub struct Read {
    pub at: i64,
    /// The time of its line, and the file.
    pub line: (i64, usize),
    pub gave: Gave,
}

/// What a crawler goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copy {
    Version(usize),
    NoRestriction,
    AllClosed,
}

fn of(version: Option<usize>) -> Copy {
    version.map_or(Copy::NoRestriction, Copy::Version)
}

impl Gave {
    /// The copy that it leaves the crawler with at a time.
    pub fn copy(&self, ladder: Ladder, at: i64) -> Copy {
        match self {
            Self::Copy(version) | Self::Failure { kept: Some(version), .. } => of(*version),
            Self::Failure { kept: None, since } => match ladder {
                Ladder::Rfc => Copy::AllClosed,
                Ladder::Google if at - since < 12 * HOUR => Copy::AllClosed,
                Ladder::Google | Ladder::Amazon => Copy::NoRestriction,
            },
        }
    }

    pub fn kept(&self) -> Option<Option<usize>> {
        match self {
            Self::Copy(version) => Some(*version),
            Self::Failure { kept, .. } => *kept,
        }
    }
}

/// A page: when the crawler decided, and the time and file of its line.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    pub at: i64,
    pub line: (i64, usize),
    /// The line tells the end of the request.
    pub ends: bool,
}

/// The read that a crawler goes by: the last one that it has acted on. A crawler whose copy is too old waits for the
/// new one. `delay` is how long it takes to act.
/// The second value is true if a newer read came, on which it has not acted yet.
pub fn acted_on<'r>(reads: &[&'r Read], page: Page, delay: i64) -> Option<(&'r Read, bool)> {
    let before: Vec<&Read> = reads.iter().copied().filter(|read| read.at <= page.at).collect();
    let mut at = before.iter().rposition(|read| read.at <= page.at - delay).unwrap_or(0);
    while at + 1 < before.len() && before[at + 1].line.0 - before[at].line.0 > DAY {
        at += 1;
    }
    before.get(at).map(|&read| (read, at + 1 < before.len()))
}

/// True if the copy of a read may still be used: a day, or for as long as the file fails.
pub fn is_valid(read: &Read, page: Page, failures: &[(i64, i64)]) -> bool {
    // Of two lines of one clock that tell the beginning, the age is what the lines tell.
    let same_clock = read.line.1 == page.line.1 && !page.ends;
    let age = if same_clock { page.line.0 - read.line.0 } else { page.at - read.at };
    let fails = |span: &&(i64, i64)| span.0 <= read.at && read.at < span.1 && page.at < span.1;
    let is_failure = matches!(read.gave, Gave::Failure { .. });
    age <= DAY || (is_failure && failures.iter().any(|span| fails(&span)))
}
