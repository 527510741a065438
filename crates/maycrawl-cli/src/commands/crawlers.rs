//! `maycrawl crawlers`: the table of known crawlers. The language server shows its texts too.

mod check_signature;
pub(crate) mod update;

use std::time::SystemTime;

use maycrawl::crawler::{Compliance, KnownCrawler, NameMatch, Purpose, StarGroup};
use maycrawl::{Crawler, Printable};
use maycrawl_fetch::Timestamp;

use crate::args::{Crawlers, CrawlersCommand, Format};
use crate::text::output::{Exit, Failure, Output};
use crate::text::wrap::{WIDTH, shortened, wrapped};

pub(crate) fn run(args: &Crawlers, output: &mut Output) -> Result<Exit, Failure> {
    match &args.command {
        Some(CrawlersCommand::Update(args)) => return update::run(args, output),
        Some(CrawlersCommand::CheckSignature(args)) => return check_signature::run(args, output),
        None => (),
    }
    let mut rows = matching(&args.words.join(" "), output)?;
    if let Some(day) = &args.stale {
        let day = day.as_ref().map_or_else(today, |day| day.0.clone());
        rows.retain(|known| known.is_stale_on(&day));
        if rows.is_empty() {
            output.note("note", &format!("no row was last checked more than a year before {day}"));
        }
        if args.format == Format::Text {
            return show_dates(&rows, output).map(|()| Exit::Done);
        }
    }
    if args.format == Format::Json {
        for row in rows {
            output.json(row)?;
        }
    } else if let [known] = rows[..] {
        show_one(known, output)?;
    } else {
        show_all(&rows, output)?;
    }
    Ok(Exit::Done)
}

/// The day, in UTC.
fn today() -> String {
    let now = Timestamp::from(SystemTime::now()).to_string();
    now.split('T').next().unwrap_or_default().to_owned()
}

/// Prints the day of the last check of each row, and the page to check it with.
fn show_dates(rows: &[&KnownCrawler], output: &mut Output) -> Result<(), Failure> {
    let token = rows.iter().map(|known| known.token.len()).max().unwrap_or(0);
    for known in rows {
        let (checked, source) = (known.checked, known.source.url());
        output.line(format_args!("{checked}  {:token$}  {source}", known.token))?;
    }
    Ok(())
}

/// The rows that match: one crawler by its name, otherwise all rows that have every word.
fn matching(words: &str, output: &mut Output) -> Result<Vec<&'static KnownCrawler>, Failure> {
    let words = words.trim();
    let with_words = || KnownCrawler::all().iter().filter(|known| has_words(known, words));
    let is_purpose = is_purpose(words);
    // A word for a purpose selects all crawlers of that purpose, even if it is also the name of one.
    if let Some(known) = by_name(words, output).filter(|_| !is_purpose) {
        let others = with_words().filter(|other| other.token != known.token).count();
        if others > 0 {
            let word = if others == 1 { "crawler has" } else { "crawlers have" };
            output.note(
                "note",
                &format!("{others} more {word} `{}` in name, operator or note", known.token),
            );
        }
        return Ok(vec![known]);
    }
    let rows: Vec<_> = with_words().collect();
    if !rows.is_empty() {
        return Ok(rows);
    }
    if words.split_whitespace().nth(1).is_some() && Crawler::resolve(words).is_err() {
        let shown = Printable(words.as_bytes());
        return Err(Failure::new(format!("No known crawler matches all of these words: {shown}")));
    }
    Err(Failure::new(unknown(words)))
}

/// What is known about a crawler that is not in the table.
pub(super) fn unknown(name: &str) -> String {
    let similar: Vec<&str> = KnownCrawler::similar(name).map(|known| known.token).collect();
    let similar = if similar.is_empty() {
        String::new()
    } else {
        format!(" Similar: {}.", similar.join(", "))
    };
    format!(
        "No known crawler is called `{}`.{similar} (An unknown crawler follows its own group, then `*`.)",
        Printable(name.as_bytes())
    )
}

/// The known crawler with this name, as a person writes it.
fn by_name(name: &str, output: &mut Output) -> Option<&'static KnownCrawler> {
    let resolved = Crawler::resolve(name).ok()?;
    let is_known = matches!(resolved.kind(), NameMatch::Known | NameMatch::Alias | NameMatch::Cut);
    let known = KnownCrawler::by_name(resolved.crawler().token()).filter(|_| is_known)?;
    if let Some(note) = resolved.note() {
        output.note("note", &note);
    }
    Some(known)
}

fn is_purpose(word: &str) -> bool {
    let is = |purpose: Purpose| purpose.name().eq_ignore_ascii_case(word);
    word.eq_ignore_ascii_case("ai") || KnownCrawler::all().iter().any(|known| is(known.purpose))
}

fn has_words(known: &KnownCrawler, words: &str) -> bool {
    words.split_whitespace().all(|word| {
        if word.eq_ignore_ascii_case("ai") {
            return known.purpose.is_ai();
        }
        if is_purpose(word) {
            return known.purpose.name().eq_ignore_ascii_case(word);
        }
        let word = word.to_ascii_lowercase();
        let texts = [
            known.token,
            known.operator.unwrap_or_default(),
            known.purpose.name(),
            known.compliance.name(),
            known.note.unwrap_or_default(),
        ];
        texts.iter().any(|text| text.to_ascii_lowercase().contains(&word))
    })
}

/// Prints one line for each crawler, not wider than a terminal.
fn show_all(rows: &[&KnownCrawler], output: &mut Output) -> Result<(), Failure> {
    let widest = |text: fn(&KnownCrawler) -> &'static str, head: &str| {
        rows.iter().map(|known| text(known).len()).max().unwrap_or(0).max(head.len())
    };
    let token = widest(|known| known.token, "crawler");
    let purpose = widest(|known| known.purpose.name(), "purpose");
    let conduct = widest(|known| known.compliance.name(), "conduct");
    let operator = widest(|known| known.operator.unwrap_or_default(), "operator")
        .min(WIDTH.saturating_sub(token + purpose + conduct + 6));
    output.line(format_args!(
        "{:token$}  {:operator$}  {:purpose$}  conduct",
        "crawler", "operator", "purpose"
    ))?;
    for known in rows {
        output.line(format_args!(
            "{:token$}  {:operator$}  {:purpose$}  {}",
            known.token,
            shortened(known.operator.unwrap_or_default(), operator),
            known.purpose.name(),
            known.compliance.name()
        ))?;
    }
    Ok(())
}

/// Prints everything about one crawler.
fn show_one(known: &KnownCrawler, output: &mut Output) -> Result<(), Failure> {
    output.painted(anstyle::Style::new().bold(), known.token)?;
    output.line(format_args!(""))?;
    for (name, text) in facts(known) {
        output.line(format_args!("  {name:<11}  {}", wrapped(&text, 15)))?;
    }
    Ok(())
}

/// Everything about a crawler, by name.
pub(super) fn facts(known: &KnownCrawler) -> impl Iterator<Item = (&'static str, String)> {
    let aliases: Vec<&str> = known.aliases().collect();
    let block_ai = known.ai_list().map_or(String::new(), |list| {
        let more = if known.is_confirmed() { "" } else { ",unconfirmed" };
        format!("in `maycrawl new --block-ai {}{more}`", list.name())
    });
    let facts = [
        ("operator", known.operator.unwrap_or_default().to_owned()),
        ("purpose", known.purpose.name().to_owned()),
        ("conduct", format!("{} ({})", known.compliance.name(), known.source.name())),
        ("groups", groups(known)),
        ("also called", aliases.join(", ")),
        ("now called", known.superseded_by().unwrap_or_default().to_owned()),
        ("note", known.note.unwrap_or_default().to_owned()),
        ("crawl-delay", delay(known)),
        ("block AI", block_ai),
        ("source", known.source.url().to_owned()),
        ("checked", known.checked.to_owned()),
    ];
    facts.into_iter().filter(|(_, text)| !text.is_empty())
}

/// Whether it reads `Crawl-delay`, and the page that says so.
fn delay(known: &KnownCrawler) -> String {
    let said = known.delay();
    let how = said.note.map(|note| format!(": {note}")).unwrap_or_default();
    let of = [said.source_url, said.checked].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let source = if of.is_empty() { of } else { format!(" ({of})") };
    format!("{}{how}{source}", said.support.name())
}

/// The groups whose rules it obeys, in order.
fn groups(known: &KnownCrawler) -> String {
    if known.compliance == Compliance::Ignores {
        return "none: it ignores robots.txt".to_owned();
    }
    let mut names = vec![known.token];
    names.extend_from_slice(known.fallback);
    let end = match known.star {
        StarGroup::Obeyed => ", else the group of `*`",
        StarGroup::Ignored => "; not that of `*`",
    };
    format!("its own ({}){end}", names.join(", else "))
}
