//! Parsers for values of options, and the words that a shell completes.

use std::ffi::OsStr;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{
    PathBufValueParser, PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser,
};
use clap::{Arg, Command};
use maycrawl::Profile;
use maycrawl::crawler::KnownCrawler;
use maycrawl_fetch::{Policy, UserAgent, UserAgentError};
use maycrawl_language::Language;
use maycrawl_readers::Reader;
use maycrawl_site::UsePlaces;
use maycrawl_uses::{Family, Label, Use};

/// A policy, by its name in any case.
pub(crate) fn policy() -> impl TypedValueParser<Value = Policy> {
    PossibleValuesParser::new(Policy::ALL.map(Policy::name))
        .try_map(|name| name.to_ascii_lowercase().parse::<Policy>())
}

/// A file or folder of this machine. `s3://bucket/x` would be a folder named `s3:`, which goes away with the machine.
pub(crate) fn local_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        match path.to_str().is_some_and(|text| text.contains("://")) {
            true => Err("only files of this machine can be read and written"),
            false => Ok(path),
        }
    })
}

/// A profile, by its name in any case.
pub(crate) fn profile() -> impl TypedValueParser<Value = Profile> {
    PossibleValuesParser::new(Profile::ALL.map(|profile| profile.name))
        .try_map(|name| Profile::by_name(&name).ok_or("the library has no such profile"))
}

/// A program that reads robots.txt, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readers {
    All,
    One(&'static Reader),
}

impl Readers {
    pub(crate) fn has(self, reader: &Reader) -> bool {
        self == Self::All || matches!(self, Self::One(one) if one == reader)
    }
}

/// A reader, by its name in any case, or `all`.
pub(crate) fn reader() -> impl TypedValueParser<Value = Readers> {
    let names = Reader::all().iter().map(Reader::name).chain(["all"]);
    PossibleValuesParser::new(names).try_map(|name| match name.to_ascii_lowercase().as_str() {
        "all" => Ok(Readers::All),
        name => Reader::by_name(name).map(Readers::One),
    })
}

/// The programs for which a rewrite is proved.
#[derive(Debug, clap::Args)]
pub(crate) struct ProvedFor {
    /// Programs for which it is proved that no verdict changes, or said what changes
    #[arg(long, value_name = "READER", value_parser = reader(), value_delimiter = ',', default_value = "all")]
    readers: Vec<Readers>,
}

impl ProvedFor {
    pub(crate) fn readers(&self) -> Vec<&'static Reader> {
        readers_of(&self.readers)
    }
}

/// The readers with these names; without names, all.
pub(crate) fn readers_of(names: &[Readers]) -> Vec<&'static Reader> {
    let is_chosen =
        |reader: &&'static Reader| names.is_empty() || names.iter().any(|it| it.has(reader));
    Reader::all().iter().filter(is_chosen).collect()
}

/// A use, by its name or by a document's own label.
pub(crate) fn use_name() -> impl TypedValueParser<Value = Use> {
    let labels = |wanted: Use| {
        let is_it = move |row: &&Label| row.means == wanted && row.text.parse() == Ok(wanted);
        Label::ALL.iter().filter(is_it).map(|row| row.text)
    };
    let value = |wanted: Use| PossibleValue::new(wanted.name()).aliases(labels(wanted));
    PossibleValuesParser::new(Use::ALL.map(value)).try_map(|name| name.parse::<Use>())
}

/// A family of signals, by its name.
pub(crate) fn family() -> impl TypedValueParser<Value = Family> {
    PossibleValuesParser::new(Family::ALL.map(Family::name)).try_map(|name| {
        let found = Family::ALL.into_iter().find(|family| family.name() == name);
        found.ok_or("the library has no such family")
    })
}

/// Places beside robots.txt that speak of uses, by name.
pub(crate) fn use_places() -> impl TypedValueParser<Value = UsePlaces> {
    PossibleValuesParser::new(UsePlaces::NAMES)
        .try_map(|name| UsePlaces::by_name(&name).ok_or("the library has no such place"))
}

/// A language, by its tag in any case.
pub(super) fn language() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::tag))
        .try_map(|tag| tag.parse::<Language>())
}

/// A parser that accepts any text; a shell completes these words.
#[derive(Clone, Debug)]
pub(crate) struct Suggestions(Vec<String>);

impl Suggestions {
    pub(crate) fn new(words: impl IntoIterator<Item = String>) -> Self {
        // Shells complete single words: a text with a blank would be split.
        Self(words.into_iter().filter(|word| !word.contains(char::is_whitespace)).collect())
    }
}

impl TypedValueParser for Suggestions {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(|word| PossibleValue::new(word.clone()))))
    }
}

/// The name of a crawler, known or not.
pub(crate) fn agent() -> Suggestions {
    Suggestions::new(KnownCrawler::all().iter().map(|known| known.token.to_owned()))
}

/// The header of maycrawl's own requests. The name of a known crawler is none: who writes it wants to ask for that
/// crawler, and would read an answer about another one.
pub(super) fn own_user_agent(text: &str) -> Result<String, String> {
    match KnownCrawler::by_name(text) {
        Some(KnownCrawler { token, .. }) => Err(format!(
            "this is the header of requests, and {token} is a crawler; to ask for it: --agent {token}; \
             what a site answers it: maycrawl fetch --compare {token}"
        )),
        None => Ok(text.to_owned()),
    }
}

/// User-Agents to ask a site as: `all`, the name of one, or a whole header.
#[derive(Clone, Debug)]
pub(crate) struct UserAgents(pub(crate) Vec<UserAgent>);

/// `all`, a name or a header as [`UserAgents`].
pub(super) fn user_agents(text: &str) -> Result<UserAgents, UserAgentError> {
    Ok(UserAgents(match text {
        "all" => UserAgent::KNOWN.to_vec(),
        one => vec![UserAgent::parse(one)?],
    }))
}

/// An address to listen at: `127.0.0.1:8080`, `localhost:8080`, `:8080` or `8080`. Without an address it is loopback,
/// so that a service is never open to other machines by accident.
pub(crate) fn listen(text: &str) -> Result<SocketAddr, String> {
    if let Ok(address) = text.parse() {
        return Ok(address);
    }
    let (host, port) = text.rsplit_once(':').unwrap_or(("", text));
    let is_loopback = host.is_empty() || host.eq_ignore_ascii_case("localhost");
    match port.parse() {
        Ok(port) if is_loopback => Ok((IpAddr::V4(Ipv4Addr::LOCALHOST), port).into()),
        _ => Err("write ADDRESS:PORT, such as 127.0.0.1:8080, or 0.0.0.0:8080 for all interfaces"
            .to_owned()),
    }
}

/// A time in seconds: `30`, `2.5` or `30s`.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.strip_suffix('s').unwrap_or(text).trim().parse::<f64>().ok();
    let duration = seconds.filter(|s| (0.001..=86_400.0).contains(s)).map(Duration::from_secs_f64);
    duration.ok_or_else(|| "seconds between 0.001 and 86400, such as 30 or 2.5".to_owned())
}

/// The same as [`seconds`], or `0`.
pub(super) fn seconds_or_zero(text: &str) -> Result<Duration, String> {
    if text == "0" { Ok(Duration::ZERO) } else { seconds(text) }
}

/// A host and the address to connect to: `example.com=192.0.2.1`.
pub(super) fn fixed_address(text: &str) -> Result<(String, IpAddr), String> {
    let parsed = text.split_once('=').and_then(|(host, address)| {
        Some((host.to_owned(), address.parse().ok()?)).filter(|_| !host.is_empty())
    });
    parsed.ok_or_else(|| "HOST=ADDRESS, such as example.com=192.0.2.1".to_owned())
}

/// A number of bytes: `64M`, `2G`, `512MiB`.
#[cfg(feature = "tables")]
pub(super) fn memory(text: &str) -> Result<usize, String> {
    let lower = text.trim().to_ascii_lowercase();
    let bare = lower.trim_end_matches('b').trim_end_matches('i');
    let (digits, shift) = match bare.strip_suffix(['k', 'm', 'g', 't']) {
        Some(digits) if bare.ends_with('k') => (digits, 10),
        Some(digits) if bare.ends_with('m') => (digits, 20),
        Some(digits) if bare.ends_with('g') => (digits, 30),
        Some(digits) => (digits, 40),
        None => (bare, 0),
    };
    let bytes = digits.trim().parse::<usize>().ok().and_then(|n| n.checked_mul(1 << shift));
    bytes.ok_or_else(|| "a size such as 512M or 2G".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "tables")]
    #[test]
    fn a_size_has_several_forms() {
        let rows = [
            ("64M", Some(64 << 20)),
            ("2G", Some(2 << 30)),
            ("512MiB", Some(512 << 20)),
            ("100kb", Some(100 << 10)),
            ("4096", Some(4096)),
            ("", None),
            ("-1", None),
            ("M", None),
            ("99999999999T", None),
        ];
        for (text, expected) in rows {
            assert_eq!(memory(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn a_listen_address_has_several_forms() {
        let rows = [
            ("127.0.0.1:8080", Some("127.0.0.1:8080")),
            ("0.0.0.0:80", Some("0.0.0.0:80")),
            ("[::1]:8080", Some("[::1]:8080")),
            ("localhost:8080", Some("127.0.0.1:8080")),
            (":8080", Some("127.0.0.1:8080")),
            ("8080", Some("127.0.0.1:8080")),
            ("0", Some("127.0.0.1:0")),
            ("example.com:8080", None),
            ("localhost", None),
            ("", None),
            ("99999", None),
        ];
        for (text, expected) in rows {
            let expected = expected.and_then(|address| address.parse().ok());
            assert_eq!(listen(text).ok(), expected, "{text}");
        }
    }
}
