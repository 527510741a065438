//! Which robots.txt was live when: a file, dated files, a git history, or the store.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use jiff::civil;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use maycrawl::{Origin, Printable};
use maycrawl_audit::history::{Content, DEPLOY_DELAY, History};
use maycrawl_audit::judge::Histories;
use maycrawl_fetch::Content as Stored;

use crate::args::Audit;
use crate::inputs::input;
use crate::text::output::{Failure, Output};
use crate::{fetcher, store};

/// The most versions of a history.
const MAX_VERSIONS: usize = 10_000;

/// The histories, and where they are from, in words.
pub(super) fn read(
    args: &Audit,
    site: Option<&Origin>,
    output: &mut Output,
) -> Result<(Histories, String), Failure> {
    let (history, source) = match &*args.robots {
        "store" => stored(args, site, output)?,
        name if name.starts_with("git:") => {
            let commits = commits(&name[4..])?;
            let delay = args.deploy_delay.unwrap_or(DEPLOY_DELAY);
            let source = format!(
                "{} commits of {}, each live at most {delay:#} later",
                commits.len(),
                Printable(&name.as_bytes()[4..])
            );
            (History::of_commits(commits, delay), source)
        }
        name if Path::new(name).is_dir() => {
            let files = dated(Path::new(name))?;
            let source = format!("{} dated files", files.len());
            (History::of_dated(files, args.deploy_delay.unwrap_or(SignedDuration::ZERO)), source)
        }
        name => {
            let bytes = input::robots(Path::new(name))?;
            let name = input::name(Path::new(name));
            (History::of_one(&bytes), format!("{name}, assumed for the whole time"))
        }
    };
    let Some(site) = site else {
        return Ok((Histories::of_all_sites(history), source));
    };
    let mut histories = Histories::new();
    histories.add(site.to_string(), history);
    Ok((histories, source))
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
    Ok((History::of_fetches(fetches), format!("{count} versions of the store")))
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
        let content =
            if is_gone { Content::Missing } else { Content::file(&input::robots(&entry.path())?) };
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

/// The commits of the checked-out branch that changed a file, oldest first. Only the first parent counts: what was on other
/// branches was not live.
fn commits(path: &str) -> Result<Vec<(Timestamp, Content)>, Failure> {
    let shown = Printable(path.as_bytes());
    let failed =
        |why: &str| Failure::new(format!("cannot read the history of {shown} from git: {why}"));
    let (folder, name) = match Path::new(path).parent().filter(|it| !it.as_os_str().is_empty()) {
        Some(folder) => (folder, Path::new(path).file_name()),
        None => (Path::new("."), Some(Path::new(path).as_os_str())),
    };
    let name = name.ok_or_else(|| failed("name a file"))?;
    let git = |args: &[&std::ffi::OsStr]| {
        let ran =
            Command::new("git").arg("-C").arg(folder).args(args).stdin(Stdio::null()).output();
        let ran = ran.map_err(|error| failed(&error.to_string()))?;
        Ok::<_, Failure>((ran.status.success(), ran.stdout, ran.stderr))
    };
    let os = std::ffi::OsStr::new;
    let (is_done, list, said) = git(&[
        os("log"),
        os("--first-parent"),
        os("--reverse"),
        os("--format=%H %ct"),
        os("--"),
        name,
    ])?;
    if !is_done {
        let said = String::from_utf8_lossy(&said);
        let first = said.lines().next().unwrap_or("no reason was given");
        return Err(failed(first.trim_start_matches("fatal: ")));
    }
    let mut found = Vec::new();
    for line in String::from_utf8_lossy(&list).lines().take(MAX_VERSIONS) {
        let (hash, seconds) =
            line.split_once(' ').ok_or_else(|| failed("its log has another form"))?;
        let at = seconds.parse().ok().and_then(|seconds| Timestamp::from_second(seconds).ok());
        let at = at.ok_or_else(|| failed("a commit has no time"))?;
        // `cat-file` runs no program that the repository names.
        let mut object = std::ffi::OsString::from(format!("{hash}:./"));
        object.push(name);
        let (is_there, bytes, _) = git(&[os("cat-file"), os("blob"), &object])?;
        found.push((at, if is_there { Content::file(&bytes) } else { Content::Missing }));
    }
    if found.is_empty() {
        return Err(failed("no commit of this branch has it"));
    }
    Ok(found)
}
