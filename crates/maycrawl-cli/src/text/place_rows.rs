//! The places of signals of use, and how far each was read, as rows of text.

use maycrawl::Printable;
use maycrawl_uses::{PlaceReport, PlaceState, Source};

/// A row for each place: its name, and its state with the reason. `asked`: the places that were asked for.
pub(crate) fn place_rows(asked: &[PlaceReport]) -> Vec<(&'static str, String)> {
    PlaceReport::from_all(asked).iter().map(|report| (report.place.name(), text(report))).collect()
}

fn text(report: &PlaceReport) -> String {
    let state = match report.state {
        PlaceState::Cut => "read in part",
        PlaceState::NotRead => "not read",
        PlaceState::NotAsked => "not asked for",
        state => state.name(),
    };
    // The other places have one URL each, which their names tell.
    let url = report.url.as_deref().filter(|_| report.place == Source::Licences);
    let parts = [Some(state), url, report.message.as_deref()];
    let parts: Vec<_> =
        parts.into_iter().flatten().map(|it| Printable(it.as_bytes()).to_string()).collect();
    parts.join(": ")
}
