//! A robots.txt that a person names: a file, a live site, or a version out of the store.

use std::path::Path;

use maycrawl::{Printable, written_url};
use maycrawl_fetch::{Basis, Content, Fetcher, Version};
use tokio::runtime::Runtime;

use crate::answer::Hints;
use crate::args::SiteArgs;
use crate::inputs::robots_input::RobotsInput;
use crate::inputs::{git, input, site_argument};
use crate::progress::Progress;
use crate::text::output::{Failure, Output};
use crate::text::robots_state::RobotsState;
use crate::{fetcher, store};

/// Reads robots.txt files by name. The connection to the outside is made for the first live site.
pub(crate) struct RobotsReader<'a> {
    args: &'a SiteArgs,
    profile: maycrawl::Profile,
    network: Option<(Runtime, Fetcher)>,
}

impl<'a> RobotsReader<'a> {
    pub(crate) fn new(args: &'a SiteArgs, profile: maycrawl::Profile) -> Self {
        Self { args, profile, network: None }
    }

    /// Reads what `name` names: a file or `-`, a URL, `HOST@DATE` and `HOST@NUMBER` for a version out of the store, or
    /// `REVISION:PATH` for a version out of the git repository of this folder.
    ///
    /// # Errors
    /// There is no such file, the site is unreachable, or the store or the repository has no such version.
    pub(crate) fn read(&mut self, name: &str, output: &mut Output) -> Result<RobotsInput, Failure> {
        if name == "-" || Path::new(name).is_file() {
            input::say_if_terminal(Path::new(name), output);
            return RobotsInput::read(Path::new(name));
        }
        match name.rsplit_once('@') {
            Some((site, when)) if is_version(when) => self.stored(site, when, output),
            _ if name.contains("://") => self.live(name, output),
            _ if git::is_revision(name) => git::read(name),
            _ => RobotsInput::read(Path::new(name)).map_err(|failure| {
                let shown = Printable(name.as_bytes());
                if written_url::begins_with_host(name) {
                    Failure::new(format!("{failure}; for the live site write https://{shown}"))
                } else {
                    failure
                }
            }),
        }
    }

    fn live(&mut self, url: &str, output: &mut Output) -> Result<RobotsInput, Failure> {
        let origin = site_argument::noted_origin(url, output).map_err(Failure::new)?;
        let progress = Progress::spinner(output, &format!("asking {origin}"));
        let refresh = self.args.live.refresh;
        let (runtime, fetcher) = self.network(output)?;
        let robots = runtime.block_on(fetcher::robots_of(fetcher, refresh, &origin));
        progress.clear();
        store::warn_if_lost(fetcher.store(), output);
        let name = origin.robots_url();
        if let Some(bytes) = robots.bytes() {
            RobotsState(&robots).warn_unless_live(output);
            return Ok(RobotsInput::for_site(name, bytes));
        }
        let state = RobotsState(&robots).to_string();
        if robots.basis() == Basis::NoFile {
            output.note("note", &format!("{state}: compared as an empty file"));
            return Ok(RobotsInput::for_site(name, b""));
        }
        let mut hints = Hints::default();
        hints.see(&robots);
        hints.say(&self.args.net, output);
        Err(Failure::new(state))
    }

    /// The live fetcher, for sitemaps too.
    pub(crate) fn network(
        &mut self,
        output: &mut Output,
    ) -> Result<&mut (Runtime, Fetcher), Failure> {
        let network = match self.network.take() {
            Some(network) => network,
            None => (fetcher::runtime()?, fetcher::open(self.args, self.profile, output)?),
        };
        Ok(self.network.insert(network))
    }

    /// The version of a site's file that was current on a day, or that has this number in `maycrawl cache history`.
    fn stored(&self, site: &str, when: &str, output: &mut Output) -> Result<RobotsInput, Failure> {
        let origin = site_argument::origin(site).map_err(Failure::new)?;
        let store = store::existing(&self.args.store, output)?;
        let versions = fetcher::runtime()?.block_on(async {
            let failed = |error: maycrawl_fetch::StoreError| Failure::new(error.to_string());
            let entry = store.entry(&origin).await.map_err(failed)?.ok_or_else(|| {
                Failure::new(format!(
                    "{origin} is not in the store; fetch it: maycrawl fetch {origin}"
                ))
            })?;
            let old = store.old_versions(&origin).await.map_err(failed)?;
            let versions = entry.version().cloned().into_iter().chain(old);
            Ok::<Vec<_>, Failure>(versions.collect())
        })?;
        let version = version_at(&versions, when).map_err(|why| {
            Failure::new(format!("{origin}: {why}; maycrawl cache history {origin} lists them"))
        })?;
        let name = format!("{} of {}", origin.robots_url(), version.first_seen);
        match &version.content {
            Content::File { bytes, .. } => Ok(RobotsInput::for_site(name, bytes)),
            // A site without a robots.txt allows everything, as an empty file does.
            Content::Missing(missing) => {
                let note = format!("{name}: no file ({missing}), compared as an empty file");
                output.note("note", &note);
                Ok(RobotsInput::for_site(name, b""))
            }
        }
    }
}

/// True for what looks like a number or a time. A URL may have an `@` too.
fn is_version(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_digit() || b"-:TZ".contains(&byte);
    text.starts_with(|c: char| c.is_ascii_digit()) && text.bytes().all(is_part)
}

/// The version with this number, or the one that was current at the end of this day or at this time (UTC). The newest
/// version comes first.
fn version_at<'v>(versions: &'v [Version], when: &str) -> Result<&'v Version, String> {
    if let Ok(number) = when.parse::<usize>() {
        let found = number.checked_sub(1).and_then(|index| versions.get(index));
        return found.ok_or_else(|| format!("there is no version {number}"));
    }
    let date = when.as_bytes();
    let is_date = date.len() >= 10 && date[4] == b'-' && date[7] == b'-';
    if !is_date {
        return Err(format!(
            "`{}` is no date; write 2026-11-01, 2026-11-01T12:00:00Z or the number of a version",
            Printable(date)
        ));
    }
    // Times are written so that they sort as text. After a day comes everything of that day.
    let end = if date.len() == 10 { format!("{when}T99") } else { when.to_owned() };
    let known = |version: &&Version| version.first_seen.to_string() <= end;
    let found = versions.iter().find(known);
    found.ok_or_else(|| format!("no version is as old as {when}"))
}
