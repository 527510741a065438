//! `maycrawl crawlers update`: the address lists and keys of operators, as data with a date.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use jiff::Timestamp;
use maycrawl::Origin;
use maycrawl_audit::identity::{MAX_LIST_BYTES, Operator};
use maycrawl_fetch::{Fetcher, ResourceLimits, Store};

use crate::args::{ListSource, UpdateCrawlers};
use crate::fetcher;
use crate::inputs::input;
use crate::lists::{ListFolder, Published, Update};
use crate::text::output::{Exit, Failure, Output};

pub(super) fn run(args: &UpdateCrawlers, output: &mut Output) -> Result<Exit, Failure> {
    let folder = ListFolder::named(&args.lists)
        .ok_or_else(|| Failure::new("there is no data folder; name a folder: --lists FOLDER"))?;
    let documented = || {
        let of_row = |row: &'static Operator| {
            let lists = row.lists.iter().map(|list| list.url.as_str());
            lists.chain(row.directories.iter().map(String::as_str))
        };
        let urls: BTreeSet<&str> = Operator::all().iter().flat_map(of_row).collect();
        urls.into_iter().map(|url| ListSource { url: url.to_owned(), file: None }).collect()
    };
    let sources: Vec<ListSource> =
        if args.from.is_empty() { documented() } else { args.from.clone() };
    let runtime = fetcher::runtime()?;
    let fetcher = fetcher::build(fetcher::of_net(&args.net, Store::memory(0))?)?;
    let mut outcome = Exit::Done;
    for source in &sources {
        let kept = match &source.file {
            Some(file) => for_file(file),
            None => runtime.block_on(fetched(&fetcher, &source.url)),
        };
        let url = &source.url;
        let kept = kept.and_then(|(at, bytes)| folder.keep(url, at, &bytes, args.accept_smaller));
        match kept {
            Ok(Update::New(list)) => tell(url, &list, "new", output)?,
            Ok(Update::Same(list, since)) => {
                tell(url, &list, &format!("kept since {since:.0}"), output)?;
            }
            Err(failure) => {
                output.note("warning", &format!("{url}: {failure}; nothing was changed"));
                outcome = Exit::Unanswered;
            }
        }
    }
    output.note("note", &format!("the lists are in {}", input::name(folder.path())));
    Ok(outcome)
}

fn tell(url: &str, list: &Published, what: &str, output: &mut Output) -> Result<(), Failure> {
    let ((count, unit), made) = (list.count(), list.made());
    output.line(format_args!("{url}: {count} {unit}, made {made:.0}, {what}"))
}

/// A list that was fetched by other means, with the time of its file.
pub(crate) fn for_file(path: &Path) -> Result<(Timestamp, Vec<u8>), Failure> {
    let bytes = input::whole(path, "a list of addresses")?;
    let changed =
        fs::metadata(path).and_then(|it| it.modified()).unwrap_or_else(|_| SystemTime::now());
    Ok((Timestamp::try_from(changed).unwrap_or(Timestamp::UNIX_EPOCH), bytes))
}

/// The list at this address. Whoever can change it on the way could make any client a crawler, so it needs TLS.
pub(super) async fn fetched(fetcher: &Fetcher, url: &str) -> Result<(Timestamp, Vec<u8>), Failure> {
    let is_safe = |url: &str| url.starts_with("https://") || is_on_loopback(url);
    let insecure = |url: &str| Failure::new(format!("{url} is not https"));
    if !is_safe(url) {
        return Err(insecure(url));
    }
    let limits = ResourceLimits { bytes: MAX_LIST_BYTES as u64, ..ResourceLimits::default() };
    let failed = |error: &dyn std::fmt::Display| Failure::new(error.to_string());
    let mut response = fetcher.get(url, limits).await.map_err(|error| failed(&error))?;
    if let Some(hop) = response.hops().iter().find(|hop| !is_safe(&hop.url)) {
        return Err(insecure(&hop.url));
    }
    if response.status() != 200 {
        return Err(Failure::new(format!("the answer has status {}", response.status())));
    }
    let mut bytes = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|error| failed(&error))? {
        bytes.extend_from_slice(&piece);
    }
    if response.is_cut() {
        return Err(Failure::new(format!("it has more than {MAX_LIST_BYTES} bytes")));
    }
    Ok((Timestamp::now(), bytes))
}

fn is_on_loopback(url: &str) -> bool {
    let host = Origin::parse(url).ok().map(|origin| origin.host().to_owned());
    host.is_some_and(|host| {
        let address = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
        host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    })
}
