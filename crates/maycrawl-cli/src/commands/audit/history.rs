//! Which robots.txt was live when: a file, dated files, a git history, or the store.

use std::fs;
use std::path::Path;

use jiff::civil;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use maycrawl::{Origin, Printable, RobotsTxt};
use maycrawl_audit::history::{Content, DEPLOY_DELAY, History};
use maycrawl_audit::judge::Histories;
use maycrawl_fetch::Content as Stored;

use crate::args::Audit;
use crate::inputs::{git, input};
use crate::text::output::{Failure, Output};
use crate::{fetcher, store};

/// The most versions of a history.
const MAX_VERSIONS: usize = 10_000;

/// What `--robots` names.
pub(super) struct Read {
    pub(super) histories: Histories,
    /// Where they are from, in words.
    pub(super) source: String,
    /// The site that the newest file says it is of.
    pub(super) told_site: Option<Origin>,
    /// The newest file, if it is known.
    pub(super) newest: Option<Vec<u8>>,
}

/// The site of the `Sitemap` lines of a file, if all are of one. A sitemap may be elsewhere, so it counts only where
/// nothing else tells the site.
fn site_of(file: &[u8]) -> Option<Origin> {
    let robots = RobotsTxt::parse(file);
    let sitemaps = robots.sitemaps().map(|sitemap| str::from_utf8(sitemap.url).ok());
    let origins = sitemaps.map(|url| Origin::parse(url?).ok());
    let mut origins: Vec<_> = origins.collect::<Option<_>>()?;
    origins.dedup();
    let [origin] = <[Origin; 1]>::try_from(origins).ok()?;
    Some(origin)
}

/// The histories, and what is known of them.
pub(super) fn read(
    args: &Audit,
    site: Option<&Origin>,
    output: &mut Output,
) -> Result<Read, Failure> {
    let (mut told_site, mut newest) = (None, None);
    let (history, mut source) = match args.robots.as_deref().unwrap_or_default() {
        "store" => stored(args, site, output)?,
        name if name.starts_with("git:") => {
            let versions = git::history(Path::new(&name[4..]), MAX_VERSIONS)?;
            let last = versions.iter().max_by_key(|(at, _)| *at);
            newest = last.and_then(|(_, bytes)| bytes.clone());
            told_site = newest.as_deref().and_then(site_of);
            let commits: Vec<_> = versions
                .into_iter()
                .map(|(at, bytes)| (at, bytes.map_or(Content::Missing, |it| Content::file(&it))))
                .collect();
            let delay = args.deploy_delay.unwrap_or(DEPLOY_DELAY);
            let source = format!(
                "{} commits of {}, each live at most {delay:#} later",
                commits.len(),
                Printable(&name.as_bytes()[4..])
            );
            (History::from_commits(commits, delay), source)
        }
        name if Path::new(name).is_dir() => {
            let files = dated(Path::new(name))?;
            let source = format!("{} dated files", files.len());
            (History::from_dated(files, args.deploy_delay.unwrap_or(SignedDuration::ZERO)), source)
        }
        name => {
            let bytes = input::whole(Path::new(name), input::ROBOTS_TXT)?;
            told_site = site_of(&bytes);
            let name = input::name(Path::new(name));
            let history = History::from_file(&bytes);
            newest = Some(bytes);
            (history, format!("{name}, assumed for the whole time"))
        }
    };
    let Some(site) = site else {
        if let Some(site) = &told_site {
            source += &format!(", of {site} by its Sitemap lines");
        }
        let histories = Histories::for_all_sites(history);
        return Ok(Read { histories, source, told_site, newest });
    };
    let mut histories = Histories::new();
    histories.add(site.to_string(), history);
    Ok(Read { histories, source, told_site, newest })
}

fn stored(
    args: &Audit,
    site: Option<&Origin>,
    output: &mut Output,
) -> Result<(History, String), Failure> {
    let site = site.ok_or_else(|| Failure::new("--robots store needs --site"))?;
    let store = store::existing(&args.store, output)?;
    let failed = |error: maycrawl_fetch::StoreError| Failure::new(error.to_string());
    let versions = fetcher::runtime()?.block_on(async {
        let entry = store.entry(site).await.map_err(failed)?;
        let old = store.old_versions(site).await.map_err(failed)?;
        let newest = entry.as_ref().and_then(|entry| entry.version().cloned());
        Ok::<_, Failure>(newest.into_iter().chain(old).collect::<Vec<_>>())
    })?;
    if versions.is_empty() {
        return Err(Failure::new(format!(
            "the store has no version of {site}; fetch it: maycrawl fetch {site}"
        )));
    }
    let count = versions.len();
    let mut fetches = Vec::with_capacity(2 * count);
    for version in versions {
        let content = match &version.content {
            Stored::File { bytes, .. } => Content::file(bytes),
            Stored::Missing(_) => Content::Missing,
        };
        for seen in [version.first_seen, version.last_seen] {
            let at: Timestamp = seen.to_string().parse().map_err(|error| {
                Failure::new(format!("the store has a time that is none: {error}"))
            })?;
            fetches.push((at, content.clone()));
        }
    }
    Ok((History::from_fetches(fetches), format!("{count} versions of the store")))
}

/// The files of a folder that are named after their time.
fn dated(folder: &Path) -> Result<Vec<(Timestamp, Content)>, Failure> {
    let entries = fs::read_dir(folder)
        .map_err(|error| Failure::new(format!("cannot read {}: {error}", input::name(folder))))?;
    let mut found = Vec::new();
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        let (stem, is_gone) = match name.split_once('.') {
            Some((stem, ending)) => (stem, ending == "gone"),
            None => (&*name, false),
        };
        let at = time_of_name(stem).ok_or_else(|| {
            Failure::new(format!(
                "{}: name it after the time since when it is live, such as 2026-11-23.txt or 2026-11-23T0430Z.txt",
                input::name(&entry.path())
            ))
        })?;
        let content = if is_gone {
            Content::Missing
        } else {
            Content::file(&input::whole(&entry.path(), input::ROBOTS_TXT)?)
        };
        found.push((at, content));
        if found.len() > MAX_VERSIONS {
            return Err(Failure::new(format!("there are more than {MAX_VERSIONS} versions")));
        }
    }
    if found.is_empty() {
        return Err(Failure::new(format!("{} has no file", input::name(folder))));
    }
    Ok(found)
}

/// `2026-11-23`, or with a time in UTC: `2026-11-23T0430Z`, `2026-11-23T04:30:10Z`.
fn time_of_name(stem: &str) -> Option<Timestamp> {
    let (date, time) = stem.split_once('T').unwrap_or((stem, "0000"));
    let date: civil::Date = date.parse().ok()?;
    let digits: String = time.strip_suffix('Z').unwrap_or(time).replace([':', '-'], "");
    let number = |at: usize| digits.get(at..at + 2)?.parse::<i8>().ok();
    let second = match digits.len() {
        4 => 0,
        6 => number(4)?,
        _ => return None,
    };
    let time = civil::Time::new(number(0)?, number(2)?, second, 0).ok()?;
    date.to_datetime(time).to_zoned(TimeZone::UTC).ok().map(|zoned| zoned.timestamp())
}
