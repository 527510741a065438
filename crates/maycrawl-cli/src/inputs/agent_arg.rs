//! Names of crawlers on the command line.

use maycrawl::Crawler;
use maycrawl::crawler::{CrawlerNameError, CrawlerNameErrorKind, NameMatch};

use crate::text::output::{Failure, Output};

/// The crawlers of the command line without duplicates; Googlebot if none is named.
///
/// # Errors
/// If a name is not a product token; the message says what to write.
pub(crate) fn crawlers(names: &[String], output: &mut Output) -> Result<Vec<Crawler>, Failure> {
    if names.is_empty() {
        return Ok(vec![Crawler::GOOGLEBOT]);
    }
    let mut crawlers = Vec::new();
    for names in names {
        for resolved in Crawler::resolve_list(names).map_err(|error| refused_agent(&error))? {
            if let Some(note) = resolved.note() {
                let help = match resolved.kind() {
                    NameMatch::Many => "; `check --crawlers` asks about all known ones",
                    _ => "",
                };
                output.note("note", &format!("{note}{help}"));
            }
            let crawler = resolved.into_crawler();
            if !crawlers.contains(&crawler) {
                crawlers.push(crawler);
            }
        }
    }
    Ok(crawlers)
}

fn refused_agent(error: &CrawlerNameError) -> Failure {
    let help = match error.kind() {
        CrawlerNameErrorKind::Empty => "; write --agent Googlebot",
        CrawlerNameErrorKind::Blank => "; for two crawlers give --agent twice",
        _ => "",
    };
    Failure::new(format!("--agent: {error}{help}"))
}
