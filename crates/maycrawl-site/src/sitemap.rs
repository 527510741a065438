//! A sitemap, read as a stream: what it lists, one by one, and what is wrong with it.
//!
//! sitemaps.org, *Sitemaps XML format*: `urlset`, `sitemapindex`, RSS 2.0 and Atom feeds, plain text; in UTF-8;
//! 50,000 URLs and 50 MB uncompressed a file, 50,000 sitemaps an index. Gzip is known by its first bytes,
//! whatever the name says. Namespaces do not matter, elements of extensions (`image:loc`) are others.
//!
//! Nothing grows with the file. A tag or a text of more than a megabyte, more than 64 elements inside of one
//! another, and what lies beyond the limits, end the reading with a word that says so. Entities are XML's five
//! and numbers; a document type is passed over, so that none can be declared.

mod gzip;
mod limited_reader;
mod problem;
mod xml;

use std::io::{self, BufRead as _, Read};

use gzip::Gzip;
use limited_reader::{LimitKind, LimitedReader};
pub use problem::{SitemapProblem, SitemapProblemKind};
use xml::Xml;

/// URLs of a sitemap, and sitemaps of an index, that count.
pub const MAX_URLS: u64 = 50_000;
/// Bytes of a file, uncompressed: 50 MB.
pub const MAX_FILE_BYTES: u64 = 52_428_800;
/// A URL "must be less than 2,048 characters".
pub const MAX_URL_CHARS: usize = 2_047;

/// What a file turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SitemapKind {
    /// `<urlset>`.
    UrlSet,
    /// `<sitemapindex>`.
    Index,
    /// An RSS feed.
    Rss,
    /// An Atom feed.
    Atom,
    /// One URL a line.
    Text,
}

/// What a sitemap says, one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SitemapItem {
    /// It lists a URL.
    Url(SitemapUrl),
    /// It is an index, and lists a sitemap.
    Sitemap(SitemapUrl),
    /// Something is wrong.
    Problem(SitemapProblem),
}

/// A URL as a sitemap lists it; nobody has looked yet whether it is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SitemapUrl {
    /// The text, entities resolved, without white space around it.
    pub loc: String,
    /// The line where it begins, uncompressed.
    pub line: u64,
    /// `<lastmod>`, as written.
    pub lastmod: Option<String>,
}

/// Reads a sitemap from bytes as they come.
///
/// ```
/// use maycrawl_site::{SitemapItem, Sitemap};
///
/// let xml = b"<urlset><url><loc>https://shop.example/a?b=1&amp;c=2</loc></url></urlset>";
/// let mut sitemap = Sitemap::new(&xml[..]);
/// let Some(SitemapItem::Url(url)) = sitemap.next() else { panic!() };
/// assert_eq!(url.loc, "https://shop.example/a?b=1&c=2");
/// assert!(sitemap.next().is_none());
/// ```
pub struct Sitemap<R: Read> {
    state: State<R>,
    kind: Option<SitemapKind>,
    listed: u64,
    beyond: u64,
}

enum State<R: Read> {
    New(R),
    Xml(Box<Xml<Input<R>>>),
    Text(LimitedReader<Input<R>>),
    Finished,
}

/// The file, uncompressed.
enum Input<R: Read> {
    Plain(Peeked<R>),
    Gzip(Box<Gzip<Peeked<R>>>),
    /// Uncompressed, and looked at.
    Decompressed(io::Chain<io::Cursor<Vec<u8>>, Box<Input<R>>>),
}

/// What was read to look at it, and the rest.
type Peeked<R> = io::Chain<io::Cursor<Vec<u8>>, R>;

const GZIP_MAGIC: &[u8] = &[0x1f, 0x8b];
const BYTE_ORDER_MARK: &[u8] = &[0xef, 0xbb, 0xbf];

impl<R: Read> Sitemap<R> {
    /// A reader of `input`, from which nothing has been read yet.
    pub fn new(input: R) -> Self {
        Self { state: State::New(input), kind: None, listed: 0, beyond: 0 }
    }

    /// What it is; known with the first item.
    #[must_use]
    pub fn kind(&self) -> Option<SitemapKind> {
        self.kind
    }

    /// URLs, or sitemaps of an index, that were listed so far, within the limit.
    #[must_use]
    pub fn listed(&self) -> u64 {
        self.listed
    }

    /// Opens the file: uncompressed if need be, told apart by its first bytes.
    fn open(&mut self, input: R) -> Result<(), SitemapProblem> {
        let unread =
            |error: io::Error| SitemapProblem::new(0, SitemapProblemKind::Read(error.to_string()));
        let mut input = peek(input, 2).map_err(unread)?;
        let input = if input.get_ref().0.get_ref().starts_with(GZIP_MAGIC) {
            Input::Gzip(Box::new(Gzip::new(input)))
        } else {
            input.get_mut().0.set_position(0);
            Input::Plain(input)
        };
        let mut input = peek(Box::new(input), 4)
            .map_err(|error| SitemapProblem::new(0, problem_kind(&error)))?;
        let start = input.get_ref().0.get_ref().clone();
        if start.starts_with(GZIP_MAGIC) {
            return Err(SitemapProblem::new(0, SitemapProblemKind::GzipTwice));
        }
        if let [0xfe, 0xff, ..] | [0xff, 0xfe, ..] | [0, b'<', ..] | [b'<', 0, ..] = start[..] {
            return Err(SitemapProblem::new(1, SitemapProblemKind::Encoding("UTF-16".to_owned())));
        }
        if start.starts_with(BYTE_ORDER_MARK) {
            input.get_mut().0.set_position(BYTE_ORDER_MARK.len() as u64);
        }
        let mut file = LimitedReader::new(Input::Decompressed(input), MAX_FILE_BYTES);
        let first = file.skip_white_space().map_err(|error| problem_of(&file, &error))?;
        self.state = match first {
            Some(b'<') => State::Xml(Box::new(Xml::new(file))),
            Some(_) => {
                self.kind = Some(SitemapKind::Text);
                State::Text(file)
            }
            None => return Err(SitemapProblem::new(0, SitemapProblemKind::Empty)),
        };
        Ok(())
    }

    /// The next item, whatever its number.
    fn read(&mut self) -> Option<SitemapItem> {
        match std::mem::replace(&mut self.state, State::Finished) {
            State::New(input) => match self.open(input) {
                Ok(()) => self.read(),
                Err(problem) => Some(SitemapItem::Problem(problem)),
            },
            State::Xml(mut xml) => {
                let item = xml.next_item();
                self.kind = xml.kind();
                if !xml.is_finished() {
                    self.state = State::Xml(xml);
                }
                item
            }
            State::Text(mut file) => {
                let item = next_line(&mut file);
                let is_finished =
                    matches!(&item, Some(SitemapItem::Problem(problem)) if problem.is_last());
                if item.is_some() && !is_finished {
                    self.state = State::Text(file);
                }
                item
            }
            State::Finished => None,
        }
    }
}

impl<R: Read> Iterator for Sitemap<R> {
    type Item = SitemapItem;

    fn next(&mut self) -> Option<SitemapItem> {
        loop {
            let item = self.read();
            match &item {
                Some(SitemapItem::Url(_) | SitemapItem::Sitemap(_)) if self.listed == MAX_URLS => {
                    self.beyond += 1;
                }
                Some(SitemapItem::Url(_) | SitemapItem::Sitemap(_)) => {
                    self.listed += 1;
                    return item;
                }
                None if self.beyond > 0 => {
                    let beyond = std::mem::take(&mut self.beyond);
                    return Some(SitemapItem::Problem(SitemapProblem::new(
                        0,
                        SitemapProblemKind::Beyond(beyond),
                    )));
                }
                _ => return item,
            }
        }
    }
}

/// Reads the first `length` bytes, or as many as there are.
fn peek<R: Read>(mut input: R, length: u64) -> io::Result<Peeked<R>> {
    let mut start = Vec::new();
    input.by_ref().take(length).read_to_end(&mut start)?;
    Ok(io::Cursor::new(start).chain(input))
}

impl<R: Read> Read for Input<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(input) => input.read(buffer),
            Self::Gzip(decoder) => decoder.read(buffer),
            Self::Decompressed(input) => input.read(buffer),
        }
    }
}

/// What went wrong below.
fn problem_kind(error: &io::Error) -> SitemapProblemKind {
    match error.kind() {
        // So flate2 says that a stream is none, or ends too early.
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
            SitemapProblemKind::Gzip
        }
        _ => SitemapProblemKind::Read(error.to_string()),
    }
}

/// Why the reading of `file` stopped.
fn problem_of<R: Read>(file: &LimitedReader<R>, error: &io::Error) -> SitemapProblem {
    let trouble = match file.exceeded() {
        Some(LimitKind::TooLong) => SitemapProblemKind::TooLong,
        Some(LimitKind::FileTooLong) => SitemapProblemKind::FileTooLong,
        None => problem_kind(error),
    };
    SitemapProblem::new(file.line(), trouble)
}

/// The next URL of a text.
fn next_line<R: Read>(file: &mut LimitedReader<Input<R>>) -> Option<SitemapItem> {
    loop {
        let line = file.line();
        let mut text = Vec::new();
        // Four bytes a character, and a line end.
        let limit = 4 * MAX_URL_CHARS as u64 + 2;
        file.allow(u64::MAX);
        let read = file.by_ref().take(limit).read_until(b'\n', &mut text);
        let read = read.and_then(|read| {
            if read as u64 == limit && text.last() != Some(&b'\n') {
                file.skip_until(b'\n')?;
                return Ok((read, true));
            }
            Ok((read, false))
        });
        let (read, is_cut) = match read {
            Ok(read) => read,
            Err(error) => return Some(SitemapItem::Problem(problem_of(file, &error))),
        };
        if read == 0 {
            return None;
        }
        let text = text.trim_ascii();
        if is_cut && !text.is_empty() {
            return Some(SitemapItem::Problem(SitemapProblem::new(
                line,
                SitemapProblemKind::url_too_long(text),
            )));
        }
        if text.is_empty() {
            continue;
        }
        return Some(match std::str::from_utf8(text) {
            Ok(loc) if loc.chars().count() > MAX_URL_CHARS => SitemapItem::Problem(
                SitemapProblem::new(line, SitemapProblemKind::url_too_long(text)),
            ),
            Ok(loc) => SitemapItem::Url(SitemapUrl { loc: loc.to_owned(), line, lastmod: None }),
            Err(_) => {
                SitemapItem::Problem(SitemapProblem::new(line, SitemapProblemKind::not_utf8(text)))
            }
        });
    }
}
