//! What people say to a recipe, checked: it must be able to stand in a robots.txt and mean what it says there.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Choice, Recipe, RecipeError, Value, Wanted};
use crate::crawler::KnownCrawler;
use crate::printable::Printable;

/// Longer values are a mistake: no browser sends a longer URL to all servers.
const LONGEST: usize = 2000;

pub(super) fn choice(recipe: &'static Recipe, value: Option<&str>) -> Result<Choice, RecipeError> {
    let name = recipe.name;
    let (kind, value) = match (recipe.wants, value) {
        (None, None) => return Ok(Choice { recipe, crawlers: Vec::new(), text: String::new() }),
        (None, Some(_)) => return Err(RecipeError(format!("the recipe {name} takes no value"))),
        (Some(wanted), Some(value)) => (wanted.kind, value),
        (Some(Wanted { kind, example, is_default: true }), None) => (kind, example),
        (Some(Wanted { example, .. }), None) => {
            return Err(RecipeError(format!(
                "the recipe {name} must be told more, such as {name}={example}"
            )));
        }
    };
    let (crawlers, text) = read(kind, value)
        .map_err(|why| RecipeError(format!("{name}={}: {why}", Printable(value.as_bytes()))))?;
    Ok(Choice { recipe, crawlers, text })
}

/// The crawlers and the text of a value; else why it is none.
fn read(kind: Value, value: &str) -> Result<(Vec<String>, String), String> {
    Ok(match kind {
        Value::Path => (Vec::new(), path(value)?),
        Value::Directory => (Vec::new(), directory(value)?),
        Value::Ending => (Vec::new(), ending(value)?),
        Value::FileType => {
            let ending = ending(value)?;
            let dot = if ending.starts_with('.') { "" } else { "." };
            (Vec::new(), format!("{dot}{ending}"))
        }
        Value::Parameter => (Vec::new(), parameter(value)?),
        Value::Crawlers => (crawlers(value)?, String::new()),
        Value::CrawlersAndDirectory => {
            let (names, path) = value
                .split_once(':')
                .ok_or("crawlers and a directory are parted by a colon: Googlebot:/private/")?;
            (crawlers(names)?, directory(path)?)
        }
    })
}

fn path(value: &str) -> Result<String, String> {
    if !value.starts_with('/') {
        return Err("a path begins with `/`".to_owned());
    }
    one_word(value)
}

fn directory(value: &str) -> Result<String, String> {
    let mut directory = path(value)?;
    // Without the slash at its end a rule is also about whatever begins so: /cal about /calendar.
    if !directory.ends_with(['/', '*', '$']) {
        directory.push('/');
    }
    Ok(directory)
}

fn ending(value: &str) -> Result<String, String> {
    if value.is_empty() {
        return Err("there is nothing that a URL could end with".to_owned());
    }
    if value.contains(['$', '*']) {
        return Err("`*` and `$` are put around it; write the end alone, such as .gif".to_owned());
    }
    one_word(value)
}

fn parameter(value: &str) -> Result<String, String> {
    let name = value.strip_suffix('=').unwrap_or(value);
    if name.is_empty() || name.contains(['=', '&', '?', ';', '*', '$', '/']) {
        return Err("write the name of the parameter alone, such as sort".to_owned());
    }
    one_word(name)
}

/// What can stand behind a colon as it is.
fn one_word(value: &str) -> Result<String, String> {
    if value.len() > LONGEST {
        return Err(format!("longer than {LONGEST} bytes, which no URL is"));
    }
    for c in value.chars() {
        match c {
            '#' => return Err("a `#` would begin a comment; write %23".to_owned()),
            ' ' => return Err("a blank stands in no URL; write %20".to_owned()),
            c if c.is_control() || c.is_whitespace() => {
                return Err("it has a control character or white space".to_owned());
            }
            _ => {}
        }
    }
    Ok(value.to_owned())
}

fn crawlers(value: &str) -> Result<Vec<String>, String> {
    value.split(',').map(|name| crawler(name.trim())).collect()
}

/// A known crawler as its operator spells it; any other as written.
fn crawler(name: &str) -> Result<String, String> {
    if let Some(known) = KnownCrawler::find(name) {
        return Ok(known.token.to_owned());
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name == "*" {
        return Err("`*` is no crawler, it is all of them".to_owned());
    }
    if name.is_empty() || !name.chars().all(is_plain) || name.len() > LONGEST {
        return Err(
            "a crawler's product token has letters, digits, `-` and `_`, such as Googlebot"
                .to_owned(),
        );
    }
    Ok(name.to_owned())
}
