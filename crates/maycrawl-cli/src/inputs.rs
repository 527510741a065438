//! What a person names on the command line or sends to standard input: files, lists, crawlers, URLs, sites, robots.txt.

pub(crate) mod agent_arg;
pub(crate) mod git;
pub(crate) mod input;
pub(crate) mod list_input;
pub(crate) mod origin_list;
pub(crate) mod robots_input;
pub(crate) mod robots_source;
pub(crate) mod site_argument;
pub(crate) mod url_arg;
