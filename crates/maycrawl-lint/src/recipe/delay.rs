//! Slowing crawlers down. Most crawlers do not read `Crawl-delay`, and a line that nobody reads looks as if it worked.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::crawler::{DelayLimit, DelaySupport, KnownCrawler};
use maycrawl::{Crawler, Printable, RobotsTxt};

use super::RecipeErrorKind::Conflict;
use super::{ChosenRecipe, ParameterKind, RecipeError, quoted};

/// The longest delay, a day. A crawler that asks less often does not crawl the site.
const MAX_SECONDS: f64 = 86_400.0;

/// A number of seconds as it is written into the file.
pub(super) fn seconds(value: &str) -> Result<String, String> {
    let value = value.trim();
    let is_plain = value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    match value.parse::<f64>() {
        Ok(number) if is_plain && number > 0.0 && number <= MAX_SECONDS => Ok(value.to_owned()),
        _ => Err("write a number of seconds up to 86400, such as bingbot:10".to_owned()),
    }
}

/// What to know about the delay of a crawler; the error says why it cannot be slowed in this way, and what works.
pub(super) fn note(token: &str, seconds: &str) -> Result<Option<String>, String> {
    let Some(known) = KnownCrawler::by_name(token) else {
        return Ok(Some(format!(
            "{} is not in the table of crawlers: only its operator can say whether it reads `Crawl-delay`",
            Printable(token.as_bytes())
        )));
    };
    let said = known.delay();
    let source = said.source_url.map(|url| format!(" ({url})")).unwrap_or_default();
    let is_beyond = |limit: &DelayLimit| seconds.parse().is_ok_and(|seconds| !limit.fits(seconds));
    match said.support {
        DelaySupport::Read => match said.limit.filter(is_beyond) {
            Some(limit) => Err(format!("{token} reads {limit}{source}")),
            None => Ok(said.note.map(|note| format!("how {token} reads the delay: {note}"))),
        },
        DelaySupport::NotRead => Err(format!(
            "{token} does not read `Crawl-delay`{source}; what slows it down is the server: answer 429 or 503 for some hours"
        )),
        _ => Err(format!(
            "whether {token} reads `Crawl-delay` is not known; what slows it down is the server: answer 429 for some hours"
        )),
    }
}

/// True for a line that sets a delay.
pub(super) fn is_delay(line: &[u8]) -> bool {
    let name = b"crawl-delay";
    line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
}

/// Proves that each slowed crawler reads its delay in the file, of which `base` is the part that was there. Of two
/// lines the longer counts. A delay for all crawlers counts no more for one that gets its own.
pub(super) fn prove_delays(
    choices: &[ChosenRecipe],
    base: &RobotsTxt<'_>,
    text: &str,
) -> Result<(), RecipeError> {
    let is_delay = |choice: &&ChosenRecipe| {
        let kind = choice.recipe.parameter.map(|parameter| parameter.kind);
        kind == Some(ParameterKind::CrawlersAndSeconds)
    };
    let slowed: Vec<_> = choices
        .iter()
        .filter(is_delay)
        .flat_map(|choice| choice.crawlers.iter().map(move |name| (choice, name)))
        .map(|(choice, name)| (choice, name, Crawler::from_token(name)))
        .collect();
    if slowed.is_empty() {
        return Ok(());
    }
    let robots = RobotsTxt::parse(text.as_bytes());
    let [before, after] =
        [base, &robots].map(|file| file.pace_for_each(slowed.iter().map(|(.., crawler)| crawler)));
    for ((choice, name, _), (now, found)) in slowed.into_iter().zip(before.iter().zip(after)) {
        let wanted = choice.values.first().and_then(|value| value.parse::<f64>().ok());
        let (now, found) = (now.delay, found.delay);
        let is_kept = found.map(|found| found.seconds) == wanted;
        let token = Printable(name.as_bytes());
        let what = match (found, now) {
            (_, Some(now)) if is_kept && wanted < Some(now.seconds) => format!(
                "{token} is asked to wait {now} s now (line {}), so it would be faster",
                now.line
            ),
            _ if is_kept => continue,
            (Some(found), _) => format!(
                "{token} would be asked to wait {found} s too, and of two delays the longer counts; write one of them"
            ),
            (None, _) => {
                format!("{token} follows another group of the file, and would not read the delay")
            }
        };
        let message = format!("recipe {}: {what}", quoted(choice));
        return Err(RecipeError::new(Some(choice.recipe.name), Conflict, message));
    }
    Ok(())
}
