//! How values of options are read, and which of them a shell completes.

use std::ffi::OsStr;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use maycrawl::{KnownCrawler, Profile};
use maycrawl_fetch::Policy;

/// A policy, by its name in any case.
pub(crate) fn policy() -> impl TypedValueParser<Value = Policy> {
    PossibleValuesParser::new(Policy::ALL.map(Policy::name))
        .try_map(|name| name.to_ascii_lowercase().parse::<Policy>())
}

/// A profile, by its name in any case.
pub(crate) fn profile() -> impl TypedValueParser<Value = Profile> {
    PossibleValuesParser::new(Profile::ALL.map(|profile| profile.name))
        .try_map(|name| Profile::by_name(&name).ok_or("the library has no such profile"))
}

/// Any text; a shell is offered these words.
#[derive(Clone, Debug)]
pub(crate) struct Suggested(Vec<String>);

impl Suggested {
    pub(crate) fn new(words: impl IntoIterator<Item = String>) -> Self {
        // Shells complete words: what has a blank would be torn apart.
        Self(words.into_iter().filter(|word| !word.contains(char::is_whitespace)).collect())
    }
}

impl TypedValueParser for Suggested {
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

/// The name of a crawler. It need not be a known one.
pub(crate) fn agent() -> Suggested {
    Suggested::new(KnownCrawler::all().iter().map(|known| known.token.to_owned()))
}

/// `127.0.0.1:8080`, `localhost:8080`, `:8080` or `8080`. Where no address is written it is loopback: a service is open to
/// others only where that is said.
pub(crate) fn listen(text: &str) -> Result<SocketAddr, String> {
    if let Ok(address) = text.parse() {
        return Ok(address);
    }
    let (host, port) = text.rsplit_once(':').unwrap_or(("", text));
    let is_loopback = host.is_empty() || host.eq_ignore_ascii_case("localhost");
    match port.parse() {
        Ok(port) if is_loopback => Ok((IpAddr::V4(Ipv4Addr::LOCALHOST), port).into()),
        _ => {
            Err("write ADDRESS:PORT, such as 127.0.0.1:8080, or 0.0.0.0:8080 for everybody"
                .to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_to_listen_at_is_written_in_several_ways() {
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
