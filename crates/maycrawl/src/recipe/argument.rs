//! The values of recipes, checked: each must be able to stand in a robots.txt and mean there what it says.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Choice, Parameter, ParameterKind, Recipe, RecipeError};
use crate::crawler::Crawler;
use crate::printable::Printable;

/// Longer values are a mistake: no browser sends a longer URL to all servers.
const LONGEST: usize = 2000;

/// A prefix with more letters would need more than 64 lines.
const MOST_LETTERS: usize = 6;

pub(super) fn choice(recipe: &'static Recipe, value: Option<&str>) -> Result<Choice, RecipeError> {
    let name = recipe.name;
    let (kind, value) = match (recipe.parameter, value) {
        (None, None) => return Ok(Read::default().choose(recipe)),
        (None, Some(_)) => return Err(RecipeError(format!("`{name}` takes no value"))),
        (Some(wanted), Some(value)) => (wanted.kind, value),
        (Some(Parameter { kind, example, is_default: true }), None) => (kind, example),
        (Some(Parameter { example, .. }), None) => {
            return Err(RecipeError(format!(
                "`{name}` needs a value, for example {name}={example}"
            )));
        }
    };
    match read(kind, value) {
        Ok(read) => Ok(read.choose(recipe)),
        Err(why) => Err(RecipeError(format!("{name}={}: {why}", Printable(value.as_bytes())))),
    }
}

/// What a value says.
#[derive(Default)]
struct Read {
    crawlers: Vec<String>,
    notes: Vec<String>,
    values: Vec<String>,
    /// Where it is another text than the values.
    shown: Option<String>,
}

impl Read {
    fn one(value: String) -> Self {
        Self { values: Vec::from([value]), ..Self::default() }
    }

    fn choose(self, recipe: &'static Recipe) -> Choice {
        let Self { crawlers, notes, mut values, shown } = self;
        let shown = shown.unwrap_or_else(|| values.join(", "));
        if values.is_empty() {
            values.push(String::new());
        }
        Choice { recipe, crawlers, values, shown, notes }
    }
}

/// The crawlers and the texts of a value; else what is wrong with it.
fn read(kind: ParameterKind, value: &str) -> Result<Read, String> {
    Ok(match kind {
        ParameterKind::Path => Read::one(path(value)?),
        ParameterKind::Directory => Read::one(directory(value)?),
        ParameterKind::Ending => Read::one(ending(value)?),
        ParameterKind::FileType => Read { values: each(value, file_type)?, ..Read::default() },
        ParameterKind::Parameter => Read { values: each(value, parameter)?, ..Read::default() },
        ParameterKind::Crawlers => crawlers(value)?,
        ParameterKind::CrawlersAndDirectory => {
            let (names, path) = value.split_once(':').ok_or(
                "write the crawlers, a colon and the directory, such as Googlebot:/private/",
            )?;
            Read { values: Vec::from([directory(path)?]), ..crawlers(names)? }
        }
        ParameterKind::Prefix => {
            Read { values: spellings(value)?, shown: Some(value.to_owned()), ..Read::default() }
        }
    })
}

/// Each entry of a list with commas, read, once.
fn each(value: &str, read: fn(&str) -> Result<String, String>) -> Result<Vec<String>, String> {
    let mut values: Vec<String> = Vec::new();
    for entry in value.split(',') {
        let entry = read(entry.trim())?;
        if !values.contains(&entry) {
            values.push(entry);
        }
    }
    Ok(values)
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

/// The end of a file's name: a dot and letters.
fn file_type(value: &str) -> Result<String, String> {
    let name = value.strip_prefix('.').unwrap_or(value);
    if name.contains([':', '/']) {
        return Err(
            "write the type alone, such as .mp4; the recipe `videos` is for Googlebot-Video"
                .to_owned(),
        );
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let ending = ending(value)?;
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err("the type of a file is a dot and letters, such as .gif".to_owned());
    }
    Ok(if ending.starts_with('.') { ending } else { format!(".{ending}") })
}

/// The prefix with its letters in either case.
fn spellings(value: &str) -> Result<Vec<String>, String> {
    let value = path(value)?;
    if value.contains(['*', '$', '%']) {
        return Err("write plain letters without `*`, `$` and `%`".to_owned());
    }
    let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
    if letters == 0 {
        return Err("there is no letter in it; use the recipe `directory` or `page`".to_owned());
    }
    if letters > MOST_LETTERS {
        let is_letter = |&(_, c): &(usize, char)| c.is_ascii_alphabetic();
        let third = value.char_indices().filter(is_letter).nth(2).map_or(0, |(at, _)| at);
        return Err(format!(
            "{letters} letters have too many spellings; write the first ones, at most {MOST_LETTERS}, such as {}",
            value.get(..=third).unwrap_or("/MyP")
        ));
    }
    let mut spellings = Vec::from([String::new()]);
    for c in value.chars() {
        let (lower, upper) = (c.to_ascii_lowercase(), c.to_ascii_uppercase());
        let mut longer: Vec<String> =
            spellings.iter().map(|begin| format!("{begin}{upper}")).collect();
        if lower != upper {
            longer.extend(spellings.iter().map(|begin| format!("{begin}{lower}")));
        }
        spellings = longer;
    }
    spellings.sort_unstable();
    Ok(spellings)
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
        return Err(format!("longer than {LONGEST} bytes, too long for a URL"));
    }
    for c in value.chars() {
        match c {
            '#' => return Err("a `#` would begin a comment; write %23".to_owned()),
            ' ' => return Err("a URL has no spaces; write %20".to_owned()),
            c if c.is_control() || c.is_whitespace() => {
                return Err("it has a control character or white space".to_owned());
            }
            _ => {}
        }
    }
    Ok(value.to_owned())
}

fn crawlers(value: &str) -> Result<Read, String> {
    let mut read = Read::default();
    for resolved in Crawler::resolve_list(value).map_err(|error| format!("{error}"))? {
        let token = resolved.crawler().token();
        if token == "*" {
            return Err("`*` is not a crawler, it is all of them".to_owned());
        }
        if !read.crawlers.iter().any(|known| known.eq_ignore_ascii_case(token)) {
            read.crawlers.push(token.to_owned());
        }
        read.notes.extend(resolved.note());
    }
    Ok(read)
}
