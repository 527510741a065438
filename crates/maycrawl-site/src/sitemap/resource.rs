//! What a sitemap lists beside the URL of a page: its other languages, images and videos.
//!
//! (Google, *Localized versions of your pages*, *Image sitemaps*, *Video sitemaps and alternatives*.)

use super::problem::SitemapPosition;

/// What a URL beside that of a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SitemapResourceKind {
    /// The page in another language: `<xhtml:link rel="alternate">`.
    Alternate,
    /// An image: `<image:loc>`.
    Image,
    /// The picture of a video: `<video:thumbnail_loc>`.
    Thumbnail,
    /// The file of a video: `<video:content_loc>`.
    Video,
    /// The player of a video: `<video:player_loc>`.
    Player,
}

impl SitemapResourceKind {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alternate => "alternate",
            Self::Image => "image",
            Self::Thumbnail => "thumbnail",
            Self::Video => "video",
            Self::Player => "player",
        }
    }
}

/// A URL beside that of a page. It is not checked yet, and may be malformed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SitemapResource {
    /// What it is.
    pub kind: SitemapResourceKind,
    /// The text with resolved entities, without white space around it.
    pub loc: String,
    /// Where it begins.
    pub position: SitemapPosition,
}

/// The most bytes that the URLs of one page may have together. A file has many pages, and several wait in memory.
const MAX_BYTES: usize = 32 << 10;
/// What each of them takes in memory beside its text.
const BYTES_OF_EACH: usize = 64;

/// The URLs beside that of one page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SitemapResources {
    /// The first ones, up to 32 KiB.
    pub listed: Vec<SitemapResource>,
    /// The number of further ones, and of those that cannot be read.
    pub beyond: u64,
    /// The bytes of the listed ones.
    bytes: usize,
}

impl SitemapResources {
    pub(super) fn add(&mut self, kind: SitemapResourceKind, loc: &str, at: SitemapPosition) {
        let bytes = self.bytes + loc.len() + BYTES_OF_EACH;
        if bytes > MAX_BYTES {
            self.beyond += 1;
        } else if !loc.is_empty() {
            self.bytes = bytes;
            self.listed.push(SitemapResource { kind, loc: loc.to_owned(), position: at });
        }
    }
}
