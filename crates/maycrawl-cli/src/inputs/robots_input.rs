//! The bytes of a robots.txt that a person named, and the warnings about them.

use std::path::Path;

use maycrawl::{Printable, Profile, RobotsTxt, Suspicion, SuspicionKind};

use crate::args::SuspiciousArg;
use crate::inputs::input;
use crate::text::output::{Failure, Output};

/// A robots.txt that was read, and its name for people.
pub(crate) struct RobotsInput {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// True for what a site serves, and for the name of no file: nothing is then what is meant.
    may_be_empty: bool,
}

impl RobotsInput {
    /// Reads a file, or standard input for `-`.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let bytes = input::whole(path, input::ROBOTS_TXT)?;
        let is_input = path == Path::new("-");
        let name = if is_input { "standard input".to_owned() } else { input::name(path) };
        Ok(Self { name, bytes, may_be_empty: is_no_file(path) })
    }

    /// A version of a file.
    pub(super) fn of_version(name: &str, bytes: Vec<u8>) -> Self {
        let name = Printable(name.as_bytes()).to_string();
        Self { name, bytes, may_be_empty: false }
    }

    /// The robots.txt of a site, or a version of it; without bytes, the site has none.
    pub(crate) fn for_site(name: String, bytes: &[u8]) -> Self {
        Self { name, bytes: bytes.to_vec(), may_be_empty: true }
    }

    /// Parses the file, and warns if it is probably not the one that is meant, or exceeds the size limit.
    ///
    /// # Errors
    /// `--deny-suspicious`, and it is probably not the one that is meant.
    pub(crate) fn parse(
        &self,
        profile: Profile,
        suspicious: &SuspiciousArg,
        output: &mut Output,
    ) -> Result<RobotsTxt<'_>, Failure> {
        let robots = RobotsTxt::parse_with(&self.bytes, profile);
        if let Some(text) = self.suspicion(&robots) {
            if suspicious.deny_suspicious {
                return Err(Failure::new(text));
            }
            output.note("warning", &text);
        }
        if let Some(cut) = robots.truncation() {
            let line = cut.cut_line.map_or(String::new(), |line| {
                format!("; line {line}, which crosses the limit, is ignored completely")
            });
            let rest = if cut.may_go_on() {
                "more: these are ignored".to_owned()
            } else {
                format!("{}: the last {} are ignored", cut.file_len, cut.ignored)
            };
            output.note(
                "warning",
                &format!(
                    "crawlers read {} bytes of a robots.txt and this one has {rest}{line}",
                    cut.limit
                ),
            );
        }
        Ok(robots)
    }

    /// Why it is probably not the file that is meant, and what to do.
    pub(crate) fn suspicion(&self, robots: &RobotsTxt<'_>) -> Option<String> {
        let suspicion = robots.suspicion()?;
        let is_expected = suspicion.kind == SuspicionKind::Empty && self.may_be_empty;
        (!is_expected).then(|| sentence(&self.name, &suspicion))
    }
}

fn sentence(name: &str, suspicion: &Suspicion) -> String {
    format!("{name}: {suspicion}; {}", suspicion.help())
}

/// True for the name that stands for no file, as in `git diff`: `/dev/null`.
fn is_no_file(path: &Path) -> bool {
    path == Path::new("/dev/null")
        || (cfg!(windows) && path.as_os_str().eq_ignore_ascii_case("nul"))
}
