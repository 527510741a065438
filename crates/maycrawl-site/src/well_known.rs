//! The files at well-known places in which sites speak of use.

/// A file at a well-known place, and the document that names the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WellKnownFile {
    /// The path on the site.
    pub path: &'static str,
    /// The document, with its number or date.
    pub document: &'static str,
}

impl WellKnownFile {
    /// The file that [`TdmrepFile`](crate::TdmrepFile) reads.
    pub const TDMREP: Self = Self {
        path: "/.well-known/tdmrep.json",
        document: "TDM Reservation Protocol, W3C Community Group Final Report, 10 May 2024",
    };
    /// Spawning's `ai.txt`. Not read: it has the name of [`Self::AI_TXT_DRAFT`], but is another format.
    pub const AI_TXT: Self = Self { path: "/ai.txt", document: "Spawning ai.txt, 30 May 2023" };
    /// The `ai.txt` of an individual draft. Not read.
    pub const AI_TXT_DRAFT: Self = Self {
        path: "/.well-known/ai.txt",
        document: "draft-car-ai-txt-wellknown-00, 12 June 2026, an individual draft",
    };
}
