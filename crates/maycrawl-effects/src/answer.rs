//! The answer to *what does this change do?* as JSON: which crawlers gain or lose which URLs and which uses, and how
//! large that is (feature `serde`). Library, command and service write the same keys.

mod change;
mod impact;
mod known_urls;
mod minimise;
mod pace;
mod readers;
mod together;
mod use_change;

use alloc::string::String;

use maycrawl::answer::{MAX_TEXT_BYTES, beginning};

pub use change::{ChangeAnswer, ChangeOutcome, ClassAnswer, EffectAnswer};
pub use impact::{ImpactAnswer, KnownUrlsAnswer, UrlSource};
pub use known_urls::KnownUrls;
pub use minimise::{MinimiseAnswer, NeedlessLine};
pub use pace::{PaceChangeAnswer, PaceLine};
pub use readers::{CrawlerFact, ReaderKind, ReadersAnswer};
pub(crate) use readers::{TwoPlaces, in_two_places};
pub use together::CrawlersAnswer;
pub use use_change::{UseClassAnswer, UseEffectAnswer, UseSideAnswer, UseStatementAnswer};

/// Bytes of a file as text, cut at [`MAX_TEXT_BYTES`].
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(beginning(bytes, MAX_TEXT_BYTES)).into_owned()
}
