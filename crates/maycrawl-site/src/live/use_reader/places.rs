//! The places that are asked for, and what was read of them.

use std::ops::BitOr;

use maycrawl::{Crawler, RequestUrl};
use maycrawl_fetch::OriginRobots;
use maycrawl_uses::{
    Answer, Family, Place, PlaceReport, PlaceState, Readings, Source, Unread, Use,
};

use crate::live::inspect::PageAnswer;
use crate::rsl::RslDocument;
use crate::tdmrep::TdmrepFile;
use crate::use_sources::UseSources;
use crate::well_known::WellKnownFile;

/// The places that a question about uses reads beside robots.txt. The default is none.
///
/// ```
/// use maycrawl_site::UsePlaces;
///
/// let places = UsePlaces::by_name("page").unwrap() | UsePlaces::by_name("tdmrep.json").unwrap();
/// assert!(places.page && places.tdmrep && !places.licenses);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UsePlaces {
    /// The page with its header fields.
    pub page: bool,
    /// The file `/.well-known/tdmrep.json` of its site.
    pub tdmrep: bool,
    /// The RSL documents that robots.txt names, and those that the page names, if it is read.
    pub licenses: bool,
}

impl UsePlaces {
    /// All places.
    pub const ALL: Self = Self { page: true, tdmrep: true, licenses: true };
    /// The names that [`by_name`](Self::by_name) takes.
    pub const NAMES: [&'static str; 4] = ["page", "tdmrep.json", "licences", "all"];

    /// The places with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        let none = Self::default();
        match name {
            "page" => Some(Self { page: true, ..none }),
            "tdmrep.json" => Some(Self { tdmrep: true, ..none }),
            "licences" => Some(Self { licenses: true, ..none }),
            "all" => Some(Self::ALL),
            _ => None,
        }
    }

    /// True if there is no place.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }
}

impl BitOr for UsePlaces {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self {
            page: self.page | other.page,
            tdmrep: self.tdmrep | other.tdmrep,
            licenses: self.licenses | other.licenses,
        }
    }
}

/// What was read beside robots.txt, and what was not.
#[derive(Debug, Default)]
pub struct ReadPlaces {
    pub(super) page: Option<PageAnswer>,
    pub(super) tdmrep: Option<TdmrepFile>,
    pub(super) licenses: Vec<(String, RslDocument)>,
    pub(super) reports: Vec<PlaceReport>,
}

/// The families that may speak in the fields of a response or in a page.
const OF_RESPONSE: [Family; 5] =
    [Family::ContentUsage, Family::Rsl, Family::TdmRep, Family::OperatorRules, Family::NoAi];

impl ReadPlaces {
    /// A page that was read already, alone.
    #[must_use]
    pub fn from_page(url: &str, answer: &PageAnswer) -> Self {
        let mut read = Self::default();
        read.report_page(url, answer);
        read
    }

    /// None of the places that were asked for, all for one reason.
    #[must_use]
    pub fn none(asked: UsePlaces, reason: &str) -> Self {
        let rows = [
            (asked.page, Source::Response),
            (asked.page, Source::Page),
            (asked.tdmrep, Source::TdmrepFile),
            (asked.licenses, Source::Licences),
        ];
        let report = |place| PlaceReport::new(place, PlaceState::NotRead).because(reason);
        let reports = rows.into_iter().filter(|row| row.0).map(|row| report(row.1));
        Self { reports: reports.collect(), ..Self::default() }
    }

    /// The places that were asked for, without robots.txt. A licence has a report of its own.
    #[must_use]
    pub fn reports(&self) -> &[PlaceReport] {
        &self.reports
    }

    /// What `sources` and these places say together about a use. A page that was read here takes the place of the one
    /// of `sources`. A place that could not be read grants nothing.
    #[must_use]
    pub fn ask(
        &self,
        sources: UseSources<'_>,
        crawler: &Crawler,
        url: &RequestUrl,
        wanted: Use,
        readings: Readings,
    ) -> Answer {
        let page = self.page.as_ref().map(PageAnswer::use_sources);
        let of_page = page.unwrap_or(sources);
        let mut unread = sources.unread.to_vec();
        unread.extend(page.iter().flat_map(|page| page.unread));
        unread.extend(self.reports.iter().flat_map(unread_of));
        let licenses: Vec<_> =
            self.licenses.iter().map(|(name, document)| (name.as_str(), document)).collect();
        let sources = UseSources {
            robots: sources.robots,
            tdmrep: self.tdmrep.as_ref().or(sources.tdmrep),
            licenses: if licenses.is_empty() { sources.licenses } else { &licenses },
            unread: &unread,
            ..of_page
        };
        sources.ask(crawler, url, wanted, readings)
    }

    /// True if the page was read as a whole, or does not exist.
    pub(super) fn is_page_known(&self) -> bool {
        let mut pages = self.reports.iter().filter(|report| report.place == Source::Page);
        pages.next().is_some_and(|report| report.state.is_known())
    }

    pub(super) fn report_page(&mut self, url: &str, answer: &PageAnswer) {
        self.reports.push(PlaceReport::new(Source::Response, PlaceState::Read).at(url));
        let state = if answer.cut { PlaceState::Cut } else { PlaceState::Read };
        let report = PlaceReport::new(Source::Page, state).at(url);
        self.reports.push(match (&answer.page, answer.cut) {
            (_, true) => report.because("it is longer than what is read of a page"),
            (None, _) => report.because("it is not HTML, so its fields alone speak"),
            (Some(_), _) => report,
        });
    }
}

/// The signals that may stand in a place that was asked for and could not be read. A cut page and a licence say it
/// themselves.
fn unread_of(report: &PlaceReport) -> impl Iterator<Item = Unread<'_>> {
    let (families, place): (&[Family], _) = match (report.place, report.state) {
        (Source::Response, PlaceState::NotRead) => (&OF_RESPONSE, Place::Response),
        (Source::TdmrepFile, PlaceState::NotRead) => {
            (&[Family::TdmRep], Place::File(WellKnownFile::TDMREP.path))
        }
        _ => (&[], Place::Response),
    };
    let reason = report.message.as_deref().unwrap_or_default();
    families.iter().map(move |&family| Unread { family, place, reason })
}

/// The report about the robots.txt of a site. Where it is not known, [`UseSources::from_robots_txt`] has the signals
/// that were not read.
#[must_use]
pub fn robots_place(robots: &OriginRobots) -> PlaceReport {
    let report =
        |state| PlaceReport::new(Source::RobotsTxt, state).at(robots.origin().robots_url());
    if robots.has_file() {
        report(PlaceState::Read)
    } else {
        let state = if robots.is_known() { PlaceState::Absent } else { PlaceState::NotRead };
        report(state).because(robots.to_string())
    }
}
