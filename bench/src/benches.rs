//! The benchmarks, in the order of the report.

mod attack;
mod batch;
mod check;
mod counted;
mod effects;
mod fetch;
mod hostile_growth;
mod lint;
mod memory;
mod read;
mod serve;

use crate::corpus::Corpus;
use crate::report::Report;
pub use fetch::{SITES, serve_sites};
pub use hostile_growth::{COUNTED_CALLS, counted_calls};
pub use serve::{EMPTY_SERVICE, empty_service};

/// A benchmark: it measures the corpus in a number of rounds and writes rows of the report.
type Bench = fn(&Corpus, u32, &mut Report);

/// The benchmarks with their names for `--only`.
pub const BENCHES: [(&str, Bench); 25] = [
    ("parse", read::parse),
    ("once", read::once),
    ("google", read::google),
    ("compile", read::compile),
    ("lint", lint::corpus),
    ("check", check::corpus),
    ("crawlers", check::crawlers),
    ("literals", check::literals),
    ("effects", effects::corpus),
    ("effects-hostile", effects::hostile),
    ("batch", batch::batch),
    ("memory", memory::rule_sets),
    ("document-memory", memory::documents),
    ("growth", hostile_growth::growth),
    ("worst", hostile_growth::worst),
    ("fetch-cached", fetch::cached),
    ("fetch-cold", fetch::cold),
    ("fetch-live", fetch::live),
    ("fetch-broken", fetch::broken_tenth),
    ("fetch-million", fetch::million),
    ("check-urls", counted::check_urls),
    ("counted-service", counted::service),
    ("saturated", serve::saturated),
    ("serve", serve::load),
    ("attack", attack::attacks),
];
