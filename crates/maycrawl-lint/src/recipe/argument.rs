//! Parses the values of recipes. A value must be one that can be written into a robots.txt without changing its
//! meaning.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use maycrawl::{Crawler, Printable};
use maycrawl_effects::internals::region_pattern;

use super::RecipeErrorKind::{InvalidValue, MissingValue, UnexpectedValue};
use super::{ChosenRecipe, Parameter, ParameterKind, Recipe, RecipeError, delay};

/// Maximum length of a value, in bytes. A longer value is a mistake, because some browsers and servers do not accept
/// longer URLs.
const MAX_VALUE_BYTES: usize = 2000;

/// Maximum number of letters in a prefix. More letters would need more than 64 lines.
const MAX_PREFIX_LETTERS: usize = 6;

pub(super) fn choice(
    recipe: &'static Recipe,
    value: Option<&str>,
) -> Result<ChosenRecipe, RecipeError> {
    let name = recipe.name;
    let error = |kind, message| RecipeError::new(Some(name), kind, message);
    let (kind, value) = match (recipe.parameter, value) {
        (None, None) => return Ok(ParsedValue::default().choose(recipe)),
        (None, Some(_)) => {
            return Err(error(
                UnexpectedValue,
                format!("the recipe `{name}` takes no value; write it without `=`"),
            ));
        }
        (Some(parameter), Some(value)) => (parameter.kind, value),
        (Some(Parameter { kind, example, is_default: true }), None) => (kind, example),
        (Some(Parameter { example, .. }), None) => {
            return Err(error(
                MissingValue,
                format!("the recipe `{name}` needs a value, for example {name}={example}"),
            ));
        }
    };
    match parse(kind, value) {
        Ok(parsed) => Ok(parsed.choose(recipe)),
        Err(why) => {
            Err(error(InvalidValue, format!("{name}={}: {why}", Printable(value.as_bytes()))))
        }
    }
}

/// The content of a value.
#[derive(Default)]
struct ParsedValue {
    crawlers: Vec<String>,
    notes: Vec<String>,
    values: Vec<String>,
    /// The text for comments. `None` if it is the values.
    shown: Option<String>,
}

impl ParsedValue {
    fn one(value: String) -> Self {
        Self { values: Vec::from([value]), ..Self::default() }
    }

    fn choose(self, recipe: &'static Recipe) -> ChosenRecipe {
        let Self { crawlers, notes, mut values, shown } = self;
        let shown = shown.unwrap_or_else(|| values.join(", "));
        if values.is_empty() {
            values.push(String::new());
        }
        ChosenRecipe { recipe, crawlers, values, shown, notes }
    }
}

/// Parses a value. The error says what is wrong with it.
fn parse(kind: ParameterKind, value: &str) -> Result<ParsedValue, String> {
    Ok(match kind {
        ParameterKind::Path => ParsedValue::one(path(value)?),
        ParameterKind::Directory => ParsedValue::one(directory(value)?),
        ParameterKind::Ending => ParsedValue::one(ending(value)?),
        ParameterKind::FileType => {
            ParsedValue { values: each(value, file_type)?, ..ParsedValue::default() }
        }
        ParameterKind::Parameter => {
            ParsedValue { values: each(value, parameter)?, ..ParsedValue::default() }
        }
        ParameterKind::Crawlers => crawlers(value)?,
        ParameterKind::CrawlersAndDirectory => {
            let (names, path) = value.split_once(':').ok_or(
                "write the crawlers, a colon and the directory, such as Googlebot:/private/",
            )?;
            ParsedValue { values: Vec::from([directory(path)?]), ..crawlers(names)? }
        }
        ParameterKind::CrawlersAndSeconds => {
            let (names, seconds) = value
                .split_once(':')
                .ok_or("write the crawlers, a colon and the seconds, such as bingbot:10")?;
            let (seconds, mut parsed) = (delay::seconds(seconds)?, crawlers(names)?);
            for token in &parsed.crawlers {
                parsed.notes.extend(delay::note(token, &seconds)?);
            }
            ParsedValue { values: Vec::from([seconds]), ..parsed }
        }
        ParameterKind::Prefix => ParsedValue {
            values: spellings(value)?,
            shown: Some(value.to_owned()),
            ..ParsedValue::default()
        },
    })
}

/// Parses each entry of a comma-separated list. Repeated entries count once.
fn each(value: &str, parse: fn(&str) -> Result<String, String>) -> Result<Vec<String>, String> {
    let mut values: Vec<String> = Vec::new();
    for entry in value.split(',') {
        let entry = parse(entry.trim())?;
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
    let path = one_word(value)?;
    region_pattern(&path)?;
    Ok(path)
}

fn directory(value: &str) -> Result<String, String> {
    let mut directory = path(value)?;
    // Without the slash at its end, the rule matches every path that begins with it: /cal matches /calendar.
    if !directory.ends_with(['/', '*', '$']) {
        directory.push('/');
    }
    Ok(directory)
}

fn ending(value: &str) -> Result<String, String> {
    if value.is_empty() {
        return Err("the ending is empty; write one such as .gif".to_owned());
    }
    if value.contains(['$', '*']) {
        return Err("the recipe adds `*` and `$`; write only the ending, such as .gif".to_owned());
    }
    one_word(value)
}

/// The ending of a file name: a dot and letters.
fn file_type(value: &str) -> Result<String, String> {
    let name = value.strip_prefix('.').unwrap_or(value);
    if name.contains([':', '/']) {
        return Err(
            "write only the file type, such as .mp4; for Googlebot-Video use the recipe `videos`"
                .to_owned(),
        );
    }
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let ending = ending(value)?;
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err("a file type is a dot and letters, such as .gif".to_owned());
    }
    Ok(if ending.starts_with('.') { ending } else { format!(".{ending}") })
}

/// All spellings of the prefix with letters in upper and lower case, sorted.
fn spellings(value: &str) -> Result<Vec<String>, String> {
    let value = path(value)?;
    // The hexadecimal digits of `%c3` would count as letters of the path, and other cases of them name the same byte.
    if value.contains(['*', '$', '%']) {
        return Err("write a path with plain letters, without `*`, `$` and `%`".to_owned());
    }
    let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
    if letters == 0 {
        return Err("the value has no letters; use the recipe `directory` or `page`".to_owned());
    }
    if letters > MAX_PREFIX_LETTERS {
        let is_letter = |&(_, c): &(usize, char)| c.is_ascii_alphabetic();
        let third = value.char_indices().filter(is_letter).nth(2).map_or(0, |(at, _)| at);
        return Err(format!(
            "{letters} letters have too many spellings; write only the first letters, at most {MAX_PREFIX_LETTERS}, such as {}",
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
        return Err("write only the name of the parameter, such as sort".to_owned());
    }
    let name = one_word(name)?;
    region_pattern(&format!("/?{name}="))?;
    Ok(name)
}

/// A text that can be written after a colon without changes.
fn one_word(value: &str) -> Result<String, String> {
    if value.len() > MAX_VALUE_BYTES {
        return Err(format!(
            "the value is longer than {MAX_VALUE_BYTES} bytes, which is too long for a URL"
        ));
    }
    for c in value.chars() {
        match c {
            '#' => return Err("a `#` begins a comment; write %23".to_owned()),
            ' ' => return Err("a URL has no spaces; write %20".to_owned()),
            c if c.is_control() || c.is_whitespace() => {
                return Err(
                    "the value has a control character or white space; remove it".to_owned()
                );
            }
            _ => {}
        }
    }
    Ok(value.to_owned())
}

fn crawlers(value: &str) -> Result<ParsedValue, String> {
    let mut parsed = ParsedValue::default();
    for resolved in Crawler::resolve_list(value).map_err(|error| format!("{error}"))? {
        let token = resolved.crawler().token();
        if token == "*" {
            return Err("`*` is not the name of a crawler, it means all of them".to_owned());
        }
        if !parsed.crawlers.iter().any(|known| known.eq_ignore_ascii_case(token)) {
            parsed.crawlers.push(token.to_owned());
        }
        parsed.notes.extend(resolved.note());
    }
    Ok(parsed)
}
