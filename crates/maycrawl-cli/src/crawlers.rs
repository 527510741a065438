//! `maycrawl crawlers`: the table of known crawlers.

use maycrawl::{Crawler, KnownCrawler, Printable, Star};

use crate::args::{Crawlers, Format};
use crate::matrix::plain_table;
use crate::output::{Failure, Outcome, Output};

pub(crate) fn run(args: &Crawlers, output: &mut Output) -> Result<Outcome, Failure> {
    let rows = match &args.name {
        None => KnownCrawler::all().iter().collect(),
        Some(name) => vec![find(name)?],
    };
    if args.format == Format::Json {
        for row in rows {
            output.json(row)?;
        }
        return Ok(Outcome::AllAllowed);
    }
    let mut table =
        plain_table(["crawler", "operator", "purpose", "groups it follows", "conduct", "note"]);
    for known in rows {
        table.add_row([
            known.token,
            known.operator,
            known.purpose.name(),
            &chain(known),
            known.conduct.name(),
            known.note,
        ]);
    }
    output.table(&table)?;
    Ok(Outcome::AllAllowed)
}

fn find(name: &str) -> Result<&'static KnownCrawler, Failure> {
    let name = name.trim();
    KnownCrawler::find(Crawler::named(name).token())
        .or_else(|| KnownCrawler::find(name))
        .ok_or_else(|| {
            let hint = KnownCrawler::meant_by(name.as_bytes())
                .map_or("; it follows its own group, then *".to_owned(), |near| {
                    format!("; did you mean `{}`?", near.token)
                });
            Failure::new(format!("no crawler `{}` is known here{hint}", Printable(name.as_bytes())))
        })
}

/// `Googlebot-Image, Googlebot, *`
fn chain(known: &KnownCrawler) -> String {
    let mut names = vec![known.token];
    names.extend_from_slice(known.fallback);
    if known.star == Star::Obeyed {
        names.push("*");
    }
    names.join(", ")
}
