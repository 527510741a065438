//! What is measured, in the order of the report.

mod attack;
mod check;
mod families;
mod fetch;
mod lint;
mod memory;
mod read;
mod serve;

use crate::files::Files;
use crate::report::Report;
pub use families::{COUNTED, counted_calls};
pub use serve::{EMPTY, empty_service};

type Measure = fn(&Files, u32, &mut Report);

pub const ALL: [(&str, Measure); 16] = [
    ("parse", read::parse),
    ("once", read::once),
    ("compile", read::compile),
    ("lint", lint::corpus),
    ("check", check::corpus),
    ("literals", check::literals),
    ("memory", memory::rule_sets),
    ("document-memory", memory::documents),
    ("growth", families::growth),
    ("worst", families::worst),
    ("fetch-cached", fetch::cached),
    ("fetch-cold", fetch::cold),
    ("fetch-broken", fetch::broken_tenth),
    ("fetch-million", fetch::million),
    ("serve", serve::load),
    ("attack", attack::attacks),
];
