//! A sitemap parser that reads a stream and returns the listed URLs and the problems one by one.
//!
//! sitemaps.org, *Sitemaps XML format*: `urlset`, `sitemapindex`, RSS 2.0 and Atom feeds, plain text; in UTF-8;
//! at most 50,000 URLs and 50 MB uncompressed in a file, and 50,000 sitemaps in an index. The first bytes identify
//! gzip, whatever the file name is. Namespaces are ignored; elements of extensions (`image:loc`) are different
//! elements.
//!
//! Memory does not grow with the file. A tag or a text of more than one megabyte, elements nested more than 64 deep,
//! and a file over the limits end the reading with a problem. Entities are XML's five and numbers. A document type is
//! ignored, so a file cannot declare others.

mod form;
mod gzip;
mod limited_reader;
mod problem;
mod resource;
mod text;
mod well_formed;
mod xml;

use std::io::{self, Read};

use gzip::Gzip;
use limited_reader::{LimitKind, LimitedReader};
pub use problem::{SitemapPosition, SitemapProblem, SitemapProblemKind};
pub use resource::{SitemapResource, SitemapResourceKind, SitemapResources};
use xml::Xml;

/// Maximum number of URLs in a sitemap, and of sitemaps in an index. (sitemaps.org.)
pub const MAX_URLS: u64 = 50_000;
/// Maximum size of a file in uncompressed bytes: 50 MB. (sitemaps.org.)
pub const MAX_FILE_BYTES: u64 = 52_428_800;
/// Maximum length of a URL in characters. (sitemaps.org: it "must be less than 2,048 characters".)
pub const MAX_URL_CHARS: usize = 2_047;

/// The kind of a sitemap file.
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
    /// Plain text with one URL per line.
    Text,
}

/// An item of a sitemap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SitemapItem {
    /// A listed URL.
    Url(SitemapUrl),
    /// A sitemap listed in an index.
    Sitemap(SitemapUrl),
    /// A problem.
    Problem(SitemapProblem),
}

/// A URL as a sitemap lists it. It is not checked yet and may be malformed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SitemapUrl {
    /// The text with resolved entities, without white space around it.
    pub loc: String,
    /// Where it begins.
    pub position: SitemapPosition,
    /// `<lastmod>`, as written.
    pub lastmod: Option<String>,
    /// Its other languages, images and videos, where they are [asked for](Sitemap::with_resources).
    pub resources: SitemapResources,
}

/// An iterator over the items of a sitemap. Reads `input` as needed, in bounded memory.
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
    checks_form: bool,
    has_resources: bool,
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
    /// Decompressed; its first bytes are read.
    Decompressed(io::Chain<io::Cursor<Vec<u8>>, Box<Input<R>>>),
}

/// The first bytes that were read, and the rest.
type Peeked<R> = io::Chain<io::Cursor<Vec<u8>>, R>;

/// The first bytes of files that are taken for sitemaps, and what they are.
const OTHER_FILES: [(&[u8], &str); 10] = [
    (b"PK\x03\x04", "a ZIP archive"),
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
];

const GZIP_MAGIC: &[u8] = &[0x1f, 0x8b];
/// The beginning of a file that tells what it is, in bytes.
const MAX_START_BYTES: u64 = 1 << 10;
const BYTE_ORDER_MARK: &[u8] = &[0xef, 0xbb, 0xbf];

impl<R: Read> Sitemap<R> {
    /// A parser of `input`. Reads nothing before the first item.
    pub fn new(input: R) -> Self {
        let state = State::New(input);
        Self { state, kind: None, listed: 0, beyond: 0, checks_form: false, has_resources: false }
    }

    /// The same, which also reads what is listed beside the URL of a page: other languages, images, videos.
    ///
    /// ```
    /// use maycrawl_site::{Sitemap, SitemapItem};
    ///
    /// let xml = b"<urlset><url><loc>https://shop.example/</loc>\
    ///     <image:image><image:loc>https://shop.example/a.jpg</image:loc></image:image></url></urlset>";
    /// let Some(SitemapItem::Url(url)) = Sitemap::new(&xml[..]).with_resources().next() else { panic!() };
    /// assert_eq!(url.resources.listed[0].loc, "https://shop.example/a.jpg");
    /// ```
    #[must_use]
    pub fn with_resources(self) -> Self {
        Self { has_resources: true, ..self }
    }

    /// The same, which also tells what is wrong with the form alone: namespaces, dates, tags, values. Of each kind 20
    /// are told, and the rest counted.
    ///
    /// ```
    /// use maycrawl_site::{Sitemap, SitemapItem};
    ///
    /// let xml = b"<urlset><url><loc>https://shop.example/</loc></url></urlset>";
    /// let Some(SitemapItem::Problem(problem)) = Sitemap::new(&xml[..]).checking_form().next() else { panic!() };
    /// assert!(problem.to_string().starts_with("line 1, byte 1: Incorrect namespace: none is written; add xmlns="));
    /// ```
    #[must_use]
    pub fn checking_form(self) -> Self {
        Self { checks_form: true, ..self }
    }

    /// The kind of the file; known after the first item.
    #[must_use]
    pub fn kind(&self) -> Option<SitemapKind> {
        self.kind
    }

    /// Number of URLs, or of sitemaps of an index, returned so far; at most the limit.
    #[must_use]
    pub fn listed(&self) -> u64 {
        self.listed
    }

    /// Opens the file. Its first bytes decide whether it is decompressed.
    fn open(&mut self, input: R) -> Result<(), SitemapProblem> {
        let unread = |error: io::Error| {
            SitemapProblem::for_file(SitemapProblemKind::Read(error.to_string()))
        };
        let mut input = peek(input, 2).map_err(unread)?;
        let input = if input.get_ref().0.get_ref().starts_with(GZIP_MAGIC) {
            Input::Gzip(Box::new(Gzip::new(input)))
        } else {
            input.get_mut().0.set_position(0);
            Input::Plain(input)
        };
        let mut input = peek(Box::new(input), MAX_START_BYTES)
            .map_err(|error| SitemapProblem::for_file(problem_kind(&error)))?;
        let start = input.get_ref().0.get_ref().clone();
        if start.starts_with(GZIP_MAGIC) {
            return Err(SitemapProblem::for_file(SitemapProblemKind::GzipTwice));
        }
        if let Some(&(_, name)) = OTHER_FILES.iter().find(|(magic, _)| start.starts_with(magic)) {
            return Err(SitemapProblem::for_file(SitemapProblemKind::OtherFile(name)));
        }
        if let [0xfe, 0xff, ..] | [0xff, 0xfe, ..] | [0, b'<', ..] | [b'<', 0, ..] = start[..] {
            let encoding = SitemapProblemKind::Encoding("UTF-16".to_owned());
            return Err(SitemapProblem::new(SitemapPosition::START, encoding));
        }
        let mark = if start.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        input.get_mut().0.set_position(mark as u64);
        let mut file = LimitedReader::new(Input::Decompressed(input), mark as u64, MAX_FILE_BYTES);
        let first = file.skip_white_space().map_err(|error| problem_of(&file, &error))?;
        self.state = match first {
            Some(b'<') => {
                State::Xml(Box::new(Xml::new(file, self.checks_form, self.has_resources)))
            }
            Some(b'{' | b'[') => {
                let name = SitemapProblemKind::OtherFile("a file of JSON");
                return Err(SitemapProblem::for_file(name));
            }
            Some(_) => {
                if let Some(other) = text::not_of_urls(&start[mark..]) {
                    return Err(SitemapProblem::new(file.position(), other));
                }
                self.kind = Some(SitemapKind::Text);
                State::Text(file)
            }
            None => return Err(SitemapProblem::for_file(SitemapProblemKind::Empty)),
        };
        Ok(())
    }

    /// The next item, without the limit on their number.
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
                let item = text::next_line(&mut file);
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
                    let beyond = SitemapProblemKind::Beyond(beyond);
                    return Some(SitemapItem::Problem(SitemapProblem::for_file(beyond)));
                }
                _ => return item,
            }
        }
    }
}

/// Reads the first `length` bytes, or fewer if the input is shorter.
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

/// The problem for an error of the input.
fn problem_kind(error: &io::Error) -> SitemapProblemKind {
    match error.kind() {
        // The error kinds of flate2 for a damaged or truncated stream.
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
            SitemapProblemKind::Gzip
        }
        _ => SitemapProblemKind::Read(error.to_string()),
    }
}

/// The problem that stopped the reading of `file`.
fn problem_of<R: Read>(file: &LimitedReader<R>, error: &io::Error) -> SitemapProblem {
    let trouble = match file.exceeded() {
        Some(LimitKind::TooLong) => SitemapProblemKind::TooLong,
        Some(LimitKind::FileTooLong) => SitemapProblemKind::FileTooLong,
        None => problem_kind(error),
    };
    SitemapProblem::new(file.position(), trouble)
}
