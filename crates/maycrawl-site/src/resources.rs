//! The resources that a page needs for rendering: scripts, style sheets, images. A robots.txt that disallows them hides
//! the rendered page from crawlers.
//!
//! Google, *Introduction to robots.txt*: "if the absence of these resources make the page harder for Google's crawler
//! to understand the page, you should not block them".

use std::collections::HashSet;

/// Maximum number of resources that are stored for a page.
pub(crate) const MAX_RESOURCES: usize = 200;

/// A resource that a page loads for rendering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resource {
    /// The line of the tag.
    pub line: u64,
    /// The kind of tag that loads it.
    pub kind: ResourceKind,
    /// The absolute URL.
    pub url: String,
}

/// The kind of tag that loads a resource.
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
    /// A stable short name: `script`, `style`, `image`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Script => "script",
            Self::StyleSheet => "style",
            Self::Image => "image",
        }
    }
}

/// Collects the resources of a page: each URL once, at most [`MAX_RESOURCES`].
#[derive(Debug, Default)]
pub(crate) struct ResourceCollector {
    pub(crate) kept: Vec<Resource>,
    pub(crate) left_out: usize,
    seen: HashSet<String>,
}

impl ResourceCollector {
    /// Adds a resource. `url` computes the absolute URL, and is not called when the limit is reached.
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
