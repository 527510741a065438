//! What the crates above share with the engine: patterns in normal form, the order of rules, the words of a line. One
//! place for each, so that a lint and a verdict never read a line in two ways. Not part of what versions promise.

pub use crate::crawler::{
    AgentMatcher, TRAINING_TOKEN, Weight, first_word, is_star, may_be_name, product_token,
};
pub use crate::matching::inclusion::{is_within, meet, steps_of_comparing};
pub use crate::matching::path_search::PathSearch;
pub use crate::matching::pattern::{
    End, PathPattern, begins_as_paths_do, bytes_of, literal_bytes, literal_start, match_len,
};
pub use crate::matching::rule::{index_directory, index_directory_octets, match_rule, precedence};
pub use crate::reading::group::{AgentRun, is_followed};
pub use crate::reading::line::{BYTE_ORDER_MARK, LINE_LIMIT, line_number, skipped_mark};
pub use crate::reading::suspicion::web_page_start;
pub use crate::text::edit_distance;
pub use crate::text::name;
pub use crate::text::scan::is_space;
pub use crate::urls::escape;
