//! `maycrawl cache`: what the store knows.

use maycrawl::{Origin, Printable};
use maycrawl_fetch::{
    Content, FetchMode, Fetcher, OriginRobots, Policy, Store, StoreError, Version,
};
use serde::Serialize;

use crate::args::{Cache, CacheCommand, Format};
use crate::live::{self, JsonRobots};
use crate::matrix::plain_table;
use crate::output::{Failure, Outcome, Output};
use crate::{site_argument, store};

/// Origins that are listed at a time.
const PAGE: usize = 1000;

pub(crate) fn run(args: &Cache, output: &mut Output) -> Result<Outcome, Failure> {
    if matches!(args.command, CacheCommand::Path) {
        let mut place = store::place(&args.store)?.into_encoded_bytes();
        place.push(b'\n');
        output.file(&place)?;
        return Ok(Outcome::AllAllowed);
    }
    let store = store::existing(&args.store, output)?;
    let runtime = live::runtime()?;
    runtime.block_on(async {
        match &args.command {
            CacheCommand::List { format } => list(&store, args.policy, *format, output).await,
            CacheCommand::Show { origin, format } => {
                show(&store, args.policy, origin, *format, output).await
            }
            CacheCommand::History { origin, version, format } => {
                history(&store, origin, *version, *format, output).await
            }
            CacheCommand::Clear { origins, all } => clear(&store, origins, *all, output).await,
            CacheCommand::Path => Ok(Outcome::AllAllowed), // said above, without the store
        }
    })
}

fn failed(error: &StoreError) -> Failure {
    Failure::new(error.to_string())
}

fn named(text: &str, output: &mut Output) -> Result<Origin, Failure> {
    let origin = live::origin(text).map_err(Failure::new)?;
    if let Some(note) = site_argument::misplaced_robots_txt(text, &origin) {
        output.note("note", &note);
    }
    Ok(origin)
}

/// The store seen through a fetcher that fetches nothing: what is stored, and what it means now.
fn reader(store: &Store, policy: Policy) -> Result<Fetcher, Failure> {
    live::build(Fetcher::builder().store(store.clone()).policy(policy).mode(FetchMode::Offline))
}

async fn list(
    store: &Store,
    policy: Policy,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let fetcher = reader(store, policy)?;
    let mut after = String::new();
    loop {
        let origins = store.origins(&after, PAGE).await.map_err(|error| failed(&error))?;
        if origins.is_empty() && after.is_empty() {
            output.note("note", "the store is empty");
        }
        let Some(last) = origins.last().cloned() else { break };
        for origin in &origins {
            let Ok(origin) = Origin::parse(origin) else { continue };
            let robots = fetcher.robots_of(&origin).await;
            match format {
                Format::Json => output.json(&JsonRobots::new(&robots))?,
                Format::Text => output.line(format_args!("{robots}"))?,
            }
        }
        if origins.len() < PAGE {
            break;
        }
        after = last;
    }
    Ok(Outcome::AllAllowed)
}

async fn known(
    store: &Store,
    policy: Policy,
    origin: &Origin,
) -> Result<Option<OriginRobots>, Failure> {
    if store.entry(origin.as_str()).await.map_err(|error| failed(&error))?.is_none() {
        return Ok(None);
    }
    Ok(Some(reader(store, policy)?.robots_of(origin).await))
}

async fn show(
    store: &Store,
    policy: Policy,
    origin: &str,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let origin = named(origin, output)?;
    let Some(robots) = known(store, policy, &origin).await? else {
        return Err(Failure::new(format!(
            "{origin} is not in the store; fetch it: maycrawl fetch {origin}"
        )));
    };
    if format == Format::Json {
        #[derive(Serialize)]
        struct Shown {
            #[serde(flatten)]
            robots: JsonRobots,
            file: Option<String>,
        }
        let file = robots.entry().bytes().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        output.json(&Shown { robots: JsonRobots::new(&robots), file })?;
        return Ok(Outcome::AllAllowed);
    }
    output.line(format_args!("{robots}"))?;
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
    Ok(Outcome::AllAllowed)
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

/// A stranger's file, a line at a time, safe to look at.
fn file(bytes: &[u8], output: &mut Output) -> Result<(), Failure> {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    for line in bytes.split(|&byte| byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        output.line(format_args!("{}", Printable(line)))?;
    }
    Ok(())
}

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

async fn history(
    store: &Store,
    origin: &str,
    wanted: Option<usize>,
    format: Format,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let origin = named(origin, output)?;
    let Some(entry) = store.entry(origin.as_str()).await.map_err(|error| failed(&error))? else {
        return Err(Failure::new(format!(
            "{origin} is not in the store; fetch it: maycrawl fetch {origin}"
        )));
    };
    let old = store.old_versions(origin.as_str()).await.map_err(|error| failed(&error))?;
    let versions: Vec<&Version> = entry.version().into_iter().chain(&old).collect();
    if let Some(wanted) = wanted {
        let Some(version) = wanted.checked_sub(1).and_then(|i| versions.get(i)) else {
            return Err(Failure::new(match versions.len() {
                0 => format!("{origin} has not answered yet"),
                1 => format!("{origin} has one version, --version 1"),
                last => format!("{origin} has versions 1 to {last}, not {wanted}"),
            }));
        };
        return match &version.content {
            Content::File { bytes, .. } => file(bytes, output).map(|()| Outcome::AllAllowed),
            Content::Missing(missing) => {
                Err(Failure::new(format!("version {wanted} is not a file: {missing}")))
            }
        };
    }
    if format == Format::Json {
        for (i, version) in versions.iter().enumerate() {
            let (file, missing) = match &version.content {
                Content::File { bytes, .. } => {
                    (Some(String::from_utf8_lossy(bytes).into_owned()), None)
                }
                Content::Missing(missing) => (None, Some(missing.to_string())),
            };
            let (first_seen, last_seen) =
                (version.first_seen.to_string(), version.last_seen.to_string());
            output.json(&JsonVersion { version: i + 1, first_seen, last_seen, file, missing })?;
        }
        return Ok(Outcome::AllAllowed);
    }
    if versions.is_empty() {
        output.note(
            "note",
            &format!("{origin} has not answered yet; see maycrawl cache show {origin}"),
        );
        return Ok(Outcome::AllAllowed);
    }
    let mut table = plain_table(["version", "first seen", "last seen", "what"]);
    for (i, version) in versions.iter().enumerate() {
        let what = match &version.content {
            Content::File { bytes, .. } => format!("{} bytes", bytes.len()),
            Content::Missing(missing) => format!("no file: {missing}"),
        };
        table.add_row([
            (i + 1).to_string(),
            version.first_seen.to_string(),
            version.last_seen.to_string(),
            what,
        ]);
    }
    output.table(&table)?;
    Ok(Outcome::AllAllowed)
}

async fn clear(
    store: &Store,
    origins: &[String],
    all: bool,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let mut forgotten = 0_u64;
    if all {
        loop {
            let page = store.origins("", PAGE).await.map_err(|error| failed(&error))?;
            if page.is_empty() {
                break;
            }
            let before = forgotten;
            for origin in &page {
                forgotten += u64::from(store.remove(origin).await.map_err(|error| failed(&error))?);
            }
            if before == forgotten {
                break; // somebody else is writing, or nothing can be removed: no endless loop
            }
        }
    }
    for text in origins {
        let origin = named(text, output)?;
        let known = store.remove(origin.as_str()).await.map_err(|error| failed(&error))?;
        forgotten += u64::from(known);
        if !known {
            output.note("note", &format!("{origin} is not in the store"));
        }
    }
    let plural = if forgotten == 1 { "" } else { "s" };
    output.line(format_args!("{forgotten} origin{plural} forgotten"))?;
    Ok(Outcome::AllAllowed)
}
