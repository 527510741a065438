//! What a page needs to be rendered: scripts, style sheets, images. A robots.txt that closes them hides from crawlers how the
//! page looks.
//!
//! Google, *Introduction to robots.txt*: "if the absence of these resources make the page harder for Google's crawler to
//! understand the page, you should not block them".

use std::collections::HashSet;

/// Resources that are kept of a page.
pub(crate) const MAX_RESOURCES: usize = 200;

/// What a page loads to be rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// The line of the tag.
    pub line: u64,
    /// By which tag it is loaded.
    pub kind: ResourceKind,
    /// The whole URL.
    pub url: String,
}

/// By which tag a page loads a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResourceKind {
    /// `<script src>`
    Script,
    /// `<link rel=stylesheet href>`
    StyleSheet,
    /// `<img src>`
    Image,
}

impl ResourceKind {
    /// A short name for people and machines: `script`, `style`, `image`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Script => "script",
            Self::StyleSheet => "style",
            Self::Image => "image",
        }
    }
}

/// The resources of a page while it is read: each URL once, and no more than [`MAX_RESOURCES`].
#[derive(Debug, Default)]
pub(crate) struct ResourceCollector {
    pub(crate) kept: Vec<Resource>,
    pub(crate) left_out: usize,
    seen: HashSet<String>,
}

impl ResourceCollector {
    /// Adds one. `url` makes the whole URL, and is not called where there is no room.
    pub(crate) fn add(
        &mut self,
        line: u64,
        kind: ResourceKind,
        url: impl FnOnce() -> Option<String>,
    ) {
        if self.kept.len() >= MAX_RESOURCES {
            self.left_out += 1;
        } else if let Some(url) = url()
            && self.seen.insert(url.clone())
        {
            self.kept.push(Resource { line, kind, url });
        }
    }
}
