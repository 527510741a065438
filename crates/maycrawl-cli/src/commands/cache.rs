//! `maycrawl cache`: the store of fetched files.

use maycrawl::{Origin, Printable};
use maycrawl_fetch::{
    Content, Entry, FetchMode, Fetcher, Policy, SiteState, Store, StoreError, Version,
};
use serde::Serialize;

use crate::args::{Cache, CacheCommand, Format};
use crate::inputs::site_argument;
use crate::text::output::{Exit, Failure, Output};
use crate::text::robots_state::whole_state;
use crate::text::table;
use crate::{fetcher, store};

/// Number of origins that are read from the store at a time.
const PAGE_ORIGINS: usize = 1000;

pub(crate) fn run(args: &Cache, output: &mut Output) -> Result<Exit, Failure> {
    if matches!(args.command, CacheCommand::Path) {
        let mut location = store::location(&args.store)?.into_encoded_bytes();
        location.push(b'\n');
        output.file(&location)?;
        return Ok(Exit::Done);
    }
    let store = store::existing(&args.store, output)?;
    let runtime = fetcher::runtime()?;
    runtime.block_on(async {
        match &args.command {
            CacheCommand::List { format } => list(&store, args.policy, *format, output).await,
            CacheCommand::Show { origin, format } => {
                show(&store, args.policy, origin, *format, output).await
            }
            CacheCommand::History { origin, print, format } => {
                history(&store, origin, *print, *format, output).await
            }
            CacheCommand::Clear { origins, all } => clear(&store, origins, *all, output).await,
            CacheCommand::Path => Ok(Exit::Done), // printed above, without the store
        }
    })
}

fn failed(error: &StoreError) -> Failure {
    Failure::new(error.to_string())
}

/// An origin of the command line.
fn origin_arg(text: &str, output: &mut Output) -> Result<Origin, Failure> {
    let origin = site_argument::origin(text).map_err(Failure::new)?;
    if let Some(note) = site_argument::misplaced_robots_txt(text, &origin) {
        output.note("note", &note);
    }
    Ok(origin)
}

/// A fetcher that only reads the store, and judges by the policy what is stored.
fn reader(store: &Store, policy: Policy) -> Result<Fetcher, Failure> {
    fetcher::build(Fetcher::builder().store(store.clone()).policy(policy).mode(FetchMode::Offline))
}

async fn list(
    store: &Store,
    policy: Policy,
    format: Format,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let fetcher = reader(store, policy)?;
    let mut after: Option<Origin> = None;
    loop {
        let origins =
            store.origins(after.as_ref(), PAGE_ORIGINS).await.map_err(|error| failed(&error))?;
        if origins.is_empty() && after.is_none() {
            output.note("note", "the store is empty");
        }
        let Some(last) = origins.last().cloned() else { break };
        for origin in &origins {
            let robots = fetcher.robots_of(origin).await;
            match format {
                Format::Json => output.json(&SiteState::new(&robots))?,
                Format::Text => output.line(format_args!("{robots}"))?,
            }
        }
        if origins.len() < PAGE_ORIGINS {
            break;
        }
        after = Some(last);
    }
    Ok(Exit::Done)
}

/// The stored entry of an origin.
///
/// # Errors
/// If the origin is not in the store.
async fn stored_entry(store: &Store, origin: &Origin) -> Result<Entry, Failure> {
    let entry = store.entry(origin).await.map_err(|error| failed(&error))?;
    entry.ok_or_else(|| {
        Failure::new(format!("{origin} is not in the store; fetch it: maycrawl fetch {origin}"))
    })
}

async fn show(
    store: &Store,
    policy: Policy,
    origin: &str,
    format: Format,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let origin = origin_arg(origin, output)?;
    // An offline fetcher answers for an unknown origin too, as if the site could not be reached. So the store is asked
    // first.
    stored_entry(store, &origin).await?;
    let robots = reader(store, policy)?.robots_of(&origin).await;
    if format == Format::Json {
        #[derive(Serialize)]
        struct JsonEntry {
            #[serde(flatten)]
            site: SiteState,
            file: Option<String>,
        }
        let file = robots.entry().bytes().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        output.json(&JsonEntry { site: SiteState::new(&robots), file })?;
        return Ok(Exit::Done);
    }
    output.line(format_args!("{}", whole_state(&robots)))?;
    let last = robots.entry().last_fetch();
    output.line(format_args!("last fetch: {}, {} ms: {}", last.at, last.millis, last.result))?;
    for hop in &last.hops {
        output.line(format_args!("  {}", Printable(hop.to_string().as_bytes())))?;
    }
    if let Some(version) = robots.entry().version() {
        output.line(format_args!("first seen: {}", version.first_seen))?;
        headers(version, output)?;
    }
    if let Some(bytes) = robots.entry().bytes() {
        output.line(format_args!(""))?;
        file(bytes, output)?;
    }
    Ok(Exit::Done)
}

fn headers(version: &Version, output: &mut Output) -> Result<(), Failure> {
    let Content::File { etag, last_modified, content_type, .. } = &version.content else {
        return Ok(());
    };
    for (name, value) in
        [("content-type", content_type), ("last-modified", last_modified), ("etag", etag)]
    {
        if let Some(value) = value {
            output.line(format_args!("{name}: {}", Printable(value.as_bytes())))?;
        }
    }
    Ok(())
}

/// Prints the file of a site, with control characters escaped.
fn file(bytes: &[u8], output: &mut Output) -> Result<(), Failure> {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    for line in bytes.split(|&byte| byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        output.line(format_args!("{}", Printable(line)))?;
    }
    Ok(())
}

/// One version of a file as JSON.
#[derive(Serialize)]
struct JsonVersion {
    version: usize,
    first_seen: String,
    last_seen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<String>,
}

impl JsonVersion {
    fn new(number: usize, version: &Version) -> Self {
        let (file, missing) = match &version.content {
            Content::File { bytes, .. } => {
                (Some(String::from_utf8_lossy(bytes).into_owned()), None)
            }
            Content::Missing(missing) => (None, Some(missing.to_string())),
        };
        Self {
            version: number,
            first_seen: version.first_seen.to_string(),
            last_seen: version.last_seen.to_string(),
            file,
            missing,
        }
    }
}

async fn history(
    store: &Store,
    origin: &str,
    number: Option<usize>,
    format: Format,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let origin = origin_arg(origin, output)?;
    let entry = stored_entry(store, &origin).await?;
    let old = store.old_versions(&origin).await.map_err(|error| failed(&error))?;
    let versions: Vec<&Version> = entry.version().into_iter().chain(&old).collect();
    if let Some(number) = number {
        return one_version(&origin, &versions, number, output);
    }
    match format {
        Format::Json => {
            for (number, version) in (1..).zip(&versions) {
                output.json(&JsonVersion::new(number, version))?;
            }
        }
        // A site that failed at every fetch has an entry, but no version.
        Format::Text if versions.is_empty() => output.note(
            "note",
            &format!("{origin} has not answered yet; see maycrawl cache show {origin}"),
        ),
        Format::Text => version_table(&versions, output)?,
    }
    Ok(Exit::Done)
}

/// Prints the file of the version with this number; 1 is the current one.
fn one_version(
    origin: &Origin,
    versions: &[&Version],
    number: usize,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let Some(version) = number.checked_sub(1).and_then(|index| versions.get(index)) else {
        return Err(Failure::new(match versions.len() {
            0 => format!("{origin} has not answered yet"),
            1 => format!("{origin} has one version, --print 1"),
            last => format!("{origin} has versions 1 to {last}, not {number}"),
        }));
    };
    match &version.content {
        Content::File { bytes, .. } => file(bytes, output).map(|()| Exit::Done),
        Content::Missing(missing) => {
            Err(Failure::new(format!("version {number} is not a file: {missing}")))
        }
    }
}

fn version_table(versions: &[&Version], output: &mut Output) -> Result<(), Failure> {
    let mut table = table::plain(["version", "first seen", "last seen", "what"]);
    for (number, version) in (1_usize..).zip(versions) {
        let what = match &version.content {
            Content::File { bytes, .. } => format!("{} bytes", bytes.len()),
            Content::Missing(missing) => format!("no file: {missing}"),
        };
        table.add_row([
            number.to_string(),
            version.first_seen.to_string(),
            version.last_seen.to_string(),
            what,
        ]);
    }
    output.table(&table)
}

async fn clear(
    store: &Store,
    origins: &[String],
    all: bool,
    output: &mut Output,
) -> Result<Exit, Failure> {
    let mut removed = 0_u64;
    if all {
        loop {
            let page = store.origins(None, PAGE_ORIGINS).await.map_err(|error| failed(&error))?;
            if page.is_empty() {
                break;
            }
            let before = removed;
            for origin in &page {
                removed += u64::from(store.remove(origin).await.map_err(|error| failed(&error))?);
            }
            if before == removed {
                break; // another process writes, or nothing can be removed: this prevents an endless loop
            }
        }
    }
    for text in origins {
        let origin = origin_arg(text, output)?;
        let known = store.remove(&origin).await.map_err(|error| failed(&error))?;
        removed += u64::from(known);
        if !known {
            output.note("note", &format!("{origin} is not in the store"));
        }
    }
    let plural = if removed == 1 { "" } else { "s" };
    output.line(format_args!("{removed} origin{plural} removed"))?;
    Ok(Exit::Done)
}
