//! Many URLs for many crawlers, and the reading of google/robotstxt.

#[cfg(not(feature = "page"))]
use maycrawl::asked_url::{AskedUrl, Schemes};
use maycrawl::{Crawler, as_written};

use crate::buffers::{answer, take_input, with_bytes, with_text};
use crate::checks::{REFUSED, Rules, checked, number, word};
use crate::files::File;
use crate::handles::{get, keep};

/// What a list of answers has for a text that is no URL. It is not allowed.
const NO_URL: (u32, u8) = (0, 0b10 | u8::MAX << 2);

/// Keeps a list of URLs: the input, with a zero byte between them.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn keep_urls(length: usize) -> u32 {
    let input = take_input(length);
    keep(input.split(|&byte| byte == 0).map(listed).collect::<Vec<_>>())
}

/// Keeps a list of crawlers: their names in the input, with a zero byte between them. 0: one is no name, and the answer
/// says why.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn keep_crawlers(length: usize) -> u32 {
    let input = take_input(length);
    let names = input.split(|&byte| byte == 0).map(String::from_utf8_lossy);
    match names.map(|name| Crawler::parse(&name)).collect::<Result<Vec<_>, _>>() {
        Ok(crawlers) => keep(crawlers),
        Err(error) => {
            answer(error.to_string());
            0
        }
    }
}

/// Decides about all URLs of a list for all crawlers of a list. Crawlers that obey the same lines share a column. The
/// answer has 32-bit numbers in the order of WebAssembly: the number of columns, the column of each crawler, then, row
/// by row, the line in each column of each URL; after them a byte with the bits of each.
///
/// Cost: one compilation and, for each URL, one check for each *different* set of rules.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn decide(file: u32, crawlers: u32, urls: u32) {
    let (Some(file), Some(crawlers), Some(urls)) =
        (get::<File>(file), get::<Vec<Crawler>>(crawlers), get::<Vec<Option<String>>>(urls))
    else {
        return answer(Vec::new());
    };
    let sets = file.robots().rules_for_each(crawlers.iter());
    let columns = sets.distinct().len();
    let mut numbers: Vec<u32> = Vec::with_capacity(1 + crawlers.len() + urls.len() * columns);
    numbers.push(columns as u32);
    numbers.extend((0..crawlers.len()).map(|at| sets.set_of(at).unwrap_or(0) as u32));
    let mut marks: Vec<u8> = Vec::with_capacity(urls.len() * columns);
    for url in urls.iter() {
        for set in sets.distinct() {
            let verdict = url.as_ref().map(|url| checked(&file, set, url, true));
            let (line, mark) = verdict.and_then(Result::ok).unwrap_or(NO_URL);
            numbers.push(line);
            marks.push(mark);
        }
    }
    let mut bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    bytes.append(&mut marks);
    answer(bytes);
}

/// A URL for a list: as a client requests it, or nothing of a text that is no URL.
#[cfg(not(feature = "page"))]
fn listed(text: &[u8]) -> Option<String> {
    let url = AskedUrl::read(std::str::from_utf8(text).ok()?, Schemes::Any).ok()?;
    Some(url.as_str().to_owned())
}

/// The same for the tester page, which shows the service's words for what is no URL: both refuse the same texts.
#[cfg(feature = "page")]
fn listed(text: &[u8]) -> Option<String> {
    let url = maycrawl_questions::written_url::draft_url(std::str::from_utf8(text).ok()?).ok()?;
    Some(url.as_str().to_owned())
}

/// Compiles the rules of a list of tokens in the text, each with a zero byte after it, as google/robotstxt unites them.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn rules_for_tokens(file: u32, length: usize) -> u32 {
    let Some(file) = get::<File>(file) else { return 0 };
    let compile = |tokens: &str| {
        let tokens: Vec<_> = tokens.split_terminator('\0').collect();
        file.robots().rules_for_tokens(&tokens)
    };
    let Some(set) = with_text(length, compile) else { return 0 };
    keep(Rules { file, token: String::new(), set })
}

/// The verdict about the bytes of the text, as google/robotstxt takes them.
#[unsafe(no_mangle)]
#[allow(unsafe_code)]
pub extern "C" fn check_as_written(rules: u32, length: usize) -> f64 {
    let Some(rules) = get::<Rules>(rules) else { return REFUSED };
    with_bytes(length, |url| number(word(&rules.set.check(as_written(url))))).unwrap_or(REFUSED)
}
