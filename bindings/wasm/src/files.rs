//! Parsed files.

use maycrawl::crawler::CrawlerNameError;
#[cfg(not(feature = "small"))]
use maycrawl::robots_txt::OtherLine;
use maycrawl::{Crawler, Profile, RobotsTxt};
use self_cell::self_cell;

use crate::buffers::{answer, take_input, with_text};
#[cfg(not(feature = "small"))]
use crate::handles::get;
use crate::handles::keep;

self_cell! {
    /// A file with its bytes, which are where the host wrote them.
    struct OwnedFile {
        owner: Vec<u8>,
        #[covariant]
        dependent: RobotsTxt,
    }
}

/// A file and its site.
pub(crate) struct File {
    file: OwnedFile,
    /// The origin of the file in its normal form, if it is known.
    #[cfg(not(feature = "lists"))]
    pub(crate) origin: Option<String>,
    #[cfg(feature = "lists")]
    pub(crate) origin: Option<maycrawl::Origin>,
}

impl File {
    /// All bytes, also those behind the size limit.
    #[cfg(feature = "answers")]
    pub(crate) fn bytes(&self) -> &[u8] {
        self.file.borrow_owner()
    }

    pub(crate) fn robots(&self) -> &RobotsTxt<'_> {
        self.file.borrow_dependent()
    }
}

/// The origin as the host gives it: in the form of its own parser of URLs.
#[cfg(not(feature = "lists"))]
fn origin(text: &str) -> Result<String, String> {
    Ok(text.to_owned())
}

#[cfg(feature = "lists")]
fn origin(text: &str) -> Result<maycrawl::Origin, String> {
    maycrawl::Origin::parse_any_scheme(text)
        .map_err(|error| format!("origin: {error}; give https://HOST, or any URL of the site"))
}

/// The profile with this number: an index in `Profile::ALL`, or behind them the same as google/robotstxt reads files.
fn profile_of(number: usize) -> Profile {
    let all = Profile::ALL;
    let verbatim = |at: usize| all.get(at).map(|profile| profile.verbatim());
    let profile = all.get(number).copied().or_else(|| verbatim(number.checked_sub(all.len())?));
    profile.unwrap_or(Profile::GOOGLE)
}

/// Parses the input. For `profile` see `profile_of`; the text, if there is one, names the origin. 0: the origin is
/// none, and the answer says why.
#[unsafe(no_mangle)]
#[allow(unsafe_code)] // the name for the host
pub extern "C" fn parse(length: usize, profile: usize, origin_length: usize) -> u32 {
    let profile = profile_of(profile);
    let written = (origin_length > 0).then(|| with_text(origin_length, origin)).flatten();
    let origin = match written.transpose() {
        Ok(origin) => origin,
        Err(error) => {
            answer(error);
            return 0;
        }
    };
    let file = OwnedFile::new(take_input(length), |bytes| RobotsTxt::parse_with(bytes, profile));
    keep(File { file, origin })
}

/// The index of the profile with the name in the text; -1 for another name.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn profile(length: usize) -> i32 {
    let index = |name: &str| Profile::ALL.iter().position(|profile| profile.name == name);
    with_text(length, index).flatten().map_or(-1, |index| index as i32)
}

/// The `sitemap` lines of a file, each with a line end.
#[cfg(not(feature = "small"))]
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn sitemaps(file: u32) {
    let mut out = Vec::new();
    if let Some(file) = get::<File>(file) {
        for sitemap in file.robots().sitemaps() {
            out.extend_from_slice(sitemap.url);
            out.push(b'\n');
        }
    }
    answer(out);
}

/// The lines with other fields, each as the key, a zero byte, the value and a line end: of the whole file, or of the
/// groups of the program that sends the header in the text.
#[cfg(not(feature = "small"))]
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn other_lines(file: u32, length: usize) {
    let Some(file) = get::<File>(file) else { return answer(Vec::new()) };
    let robots = file.robots();
    let mut out = Vec::new();
    let mut add = |line: OtherLine<'_>| {
        for part in [line.key, b"\0", line.value, b"\n"] {
            out.extend_from_slice(part);
        }
    };
    if length == 0 {
        robots.other_lines().for_each(&mut add);
    } else if let Some(crawler) = crawler(&file, length, true) {
        robots.other_lines_for(&crawler).for_each(&mut add);
    }
    answer(out);
}

/// The longest valid `crawl-delay` of the program that sends the header in the text, in seconds; not a number if it is
/// asked nothing.
#[cfg(not(feature = "small"))]
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn crawl_delay(file: u32, length: usize) -> f64 {
    let delay = get::<File>(file)
        .and_then(|file| file.robots().crawl_delay(&crawler(&file, length, true)?));
    delay.unwrap_or(f64::NAN)
}

/// The crawler in the text: a name, or the User-Agent header of a program. The error of a name is the answer.
pub(crate) fn crawler(file: &File, length: usize, is_header: bool) -> Option<Crawler> {
    if is_header {
        return with_text(length, |header| file.robots().crawler_of_user_agent(header));
    }
    match with_text(length, Crawler::parse)? {
        Ok(crawler) => Some(crawler),
        Err(error) => {
            answer(sentence(&error));
            None
        }
    }
}

#[cfg(feature = "lists")]
fn sentence(error: &CrawlerNameError) -> String {
    error.to_string()
}

/// Without the machinery that formats text, which is a twentieth of the module.
#[cfg(not(feature = "lists"))]
fn sentence(_: &CrawlerNameError) -> &'static str {
    "not the name of a crawler; write one product token, such as Googlebot"
}
