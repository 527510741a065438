//! The addresses, names and ports that the fetcher may connect to.
//!
//! A fetcher that accepts URLs of strangers, or follows redirects of their servers, gives access to
//! its own network: `http://169.254.169.254/` returns the credentials of a cloud machine,
//! `http://localhost:6379/` reaches a store on the same machine (server-side request forgery, SSRF).
//! An [`AddressGuard`] refuses such targets. It resolves no names and opens no connections; it has
//! three checks, and the caller applies them at three points:
//!
//! * [`AddressGuard::host_name`] before a name is resolved,
//! * [`AddressGuard::address`] for **every** address that is about to be connected to, in the connector
//!   itself: a name may be public and its address private, and may change between two look-ups,
//! * [`AddressGuard::port`] for the first URL and again for each redirect.
//!
//! The ranges are two tables at the end of this file, read from the top like the rules of a
//! firewall: the first row that contains the address decides.
//!
//! One case cannot be detected from an address: a network may translate to IPv4 under a prefix of
//! its own choice (RFC 6052 section 2.2). On such a network the translator needs a firewall as well.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};

/// The rules for addresses, names and ports that may be connected to.
///
/// ```
/// use maycrawl_fetch::{AddressGuard, Refusal, Protocol};
///
/// let guard = AddressGuard::public_only();
/// assert!(guard.host_name("example.com").is_ok());
/// assert!(guard.address("93.184.215.14".parse()?).is_ok());
/// assert!(guard.port(8443, 8443, Protocol::Http).is_ok());
///
/// let Err(Refusal::Address(range)) = guard.address("::ffff:127.0.0.1".parse()?) else { panic!() };
/// assert_eq!(range.name(), "IPv4-mapped");
///
/// assert!(guard.allowing_private().address("127.0.0.1".parse()?).is_ok());
/// # Ok::<(), std::net::AddrParseError>(())
/// ```
///
/// A check costs at most about a hundred comparisons and, for a name, one copy of it in lower case.
#[derive(Clone, Debug, Default)]
pub struct AddressGuard {
    private: bool,
    nat64: bool,
}

/// The protocol of a connection, as far as ports are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// `http:` and `https:`, which have redirects.
    Http,
    /// The control connection of `ftp:`, which has none.
    Ftp,
}

impl AddressGuard {
    /// Admits the public internet only: the default, and the right choice wherever strangers
    /// influence what is fetched.
    ///
    /// ```
    /// use maycrawl_fetch::AddressGuard;
    ///
    /// let guard = AddressGuard::public_only();
    /// // The metadata of a cloud, and a name that means whatever the resolver says.
    /// assert!(guard.address("169.254.169.254".parse()?).is_err());
    /// assert!(guard.host_name("redis").is_err());
    /// # Ok::<(), std::net::AddrParseError>(())
    /// ```
    pub const fn public_only() -> Self {
        Self { private: false, nat64: false }
    }

    /// Also admits the targets of this machine and its network: loopback, private, link-local,
    /// shared (carrier-grade NAT), unique local, documentation and benchmarking addresses, names
    /// such as `localhost` and `wiki.internal`, and redirects to any port that is not a bad port.
    /// An IPv4-mapped address is then checked as the IPv4 address inside it.
    ///
    /// Cloud metadata stays refused, by address and by name: a crawler of an intranet does not need it
    /// either. The unspecified, multicast, broadcast and reserved addresses also stay refused, and
    /// every form that hides an IPv4 address from a reader of logs.
    ///
    /// ```
    /// use maycrawl_fetch::AddressGuard;
    ///
    /// let guard = AddressGuard::public_only().allowing_private();
    /// assert!(guard.address("10.0.0.1".parse()?).is_ok() && guard.host_name("wiki.internal").is_ok());
    /// // The metadata of a cloud stays refused.
    /// assert!(guard.address("169.254.169.254".parse()?).is_err());
    /// # Ok::<(), std::net::AddrParseError>(())
    /// ```
    #[must_use]
    pub const fn allowing_private(self) -> Self {
        Self { private: true, ..self }
    }

    /// Checks an address under `64:ff9b::/96` by the IPv4 address inside, instead of refusing it.
    /// A host that reaches the IPv4 internet only through NAT64 and DNS64 (RFC 6146, RFC 6147)
    /// needs this for most sites.
    ///
    /// ```
    /// use maycrawl_fetch::AddressGuard;
    ///
    /// let guard = AddressGuard::public_only().decoding_nat64();
    /// // The addresses inside are 8.8.8.8 and 127.0.0.1.
    /// assert!(guard.address("64:ff9b::808:808".parse()?).is_ok());
    /// assert!(guard.address("64:ff9b::7f00:1".parse()?).is_err());
    /// # Ok::<(), std::net::AddrParseError>(())
    /// ```
    #[must_use]
    pub const fn decoding_nat64(self) -> Self {
        Self { nat64: true, ..self }
    }

    /// Checks whether `ip` may be connected to. At most about a hundred comparisons.
    ///
    /// ```
    /// use maycrawl_fetch::{AddressGuard, Refusal};
    ///
    /// let refused = AddressGuard::public_only().address("10.1.2.3".parse()?).unwrap_err();
    /// let Refusal::Address(range) = refused else { panic!() };
    /// assert_eq!((range.name(), range.source()), ("private", "RFC 1918"));
    /// // What a stranger may read has no details.
    /// assert_eq!(refused.to_string(), "the policy of this fetcher does not allow this target");
    /// # Ok::<(), std::net::AddrParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`Refusal::Address`], with the range of `ip`.
    pub fn address(&self, ip: IpAddr) -> Result<(), Refusal> {
        let (bits, table) = match ip {
            IpAddr::V4(ip) => (u128::from(ip.to_bits()) << 96, V4),
            IpAddr::V6(ip) => (ip.to_bits(), V6),
        };
        let Some(row) = table.iter().find(|row| bits & row.mask == row.bits) else {
            return Err(Refusal::Address(UNLISTED));
        };
        let judge_inside = || {
            let [.., a, b, c, d] = bits.to_be_bytes();
            self.address(Ipv4Addr::new(a, b, c, d).into())
        };
        match row.rule {
            RangeRule::Public => Ok(()),
            RangeRule::Private if self.private => Ok(()),
            RangeRule::Mapped if self.private => judge_inside(),
            RangeRule::Nat64 if self.nat64 => judge_inside(),
            RangeRule::Private | RangeRule::Mapped | RangeRule::Nat64 | RangeRule::Never => {
                Err(Refusal::Address(row.range))
            }
        }
    }

    /// Checks whether `name` may be resolved. [`AddressGuard::address`] still checks each resolved
    /// address.
    ///
    /// `name` is the host as the URL parser left it (ASCII, `xn--` labels), in any case, with or
    /// without a final dot. Refused are
    ///
    /// * names that mean this machine or its network: `localhost`, `*.localhost`, `*.local`,
    ///   `*.internal` and the like, and every name without a dot, which means whatever the search
    ///   list of the resolver says (`metadata`, `instance-data`, `redis`);
    /// * names of cloud metadata services, also under [`AddressGuard::allowing_private`];
    /// * what is not a valid name, always: an empty label, a byte other than a letter, digit, `-` or
    ///   `_`, more than 253 bytes, and a number as the last label. System resolvers read `0x7f.1` as
    ///   an address; if one arrives here, a URL parser was bypassed.
    ///
    /// ```
    /// use maycrawl_fetch::AddressGuard;
    ///
    /// let guard = AddressGuard::public_only().allowing_private();
    /// assert!(guard.host_name("wiki.internal").is_ok());
    /// // System resolvers read this as 127.0.0.1.
    /// assert!(guard.host_name("0x7f.1").is_err());
    /// ```
    ///
    /// # Errors
    /// [`Refusal::HostName`] for a name in this list.
    pub fn host_name(&self, name: &str) -> Result<(), Refusal> {
        let name = name.strip_suffix('.').unwrap_or(name);
        if name.len() > 253 || !name.split('.').all(is_label) || ends_in_number(name) {
            return Err(Refusal::HostName);
        }
        let name = name.to_ascii_lowercase();
        let lies_under = |zone: &&str| {
            name.strip_suffix(*zone).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        let local = !name.contains('.') || LOCAL_ZONES.iter().any(lies_under);
        if METADATA_NAMES.iter().any(lies_under) || (local && !self.private) {
            return Err(Refusal::HostName);
        }
        Ok(())
    }

    /// Checks whether `port` may be connected to, when `origin_port` is the port of the first URL.
    ///
    /// For that first URL the two are equal. A redirect may go to the same port, to 80 and to 443,
    /// so that no server can direct the fetcher at other ports of another server;
    /// [`AddressGuard::allowing_private`] removes this limit. The bad ports of the Fetch standard (mail,
    /// shells, printers: services that may execute a request line as a command) and port 0 are always
    /// refused, except 21 for FTP. The port of an FTP data connection comes from the server and is not
    /// checked here.
    ///
    /// ```
    /// use maycrawl_fetch::{AddressGuard, Protocol};
    ///
    /// let is_allowed = |port, origin| AddressGuard::public_only().port(port, origin, Protocol::Http).is_ok();
    /// assert!(is_allowed(8443, 8443) && is_allowed(80, 8443));
    /// // A redirect must not reach a database, and no URL a mail server.
    /// assert!(!is_allowed(6379, 443) && !is_allowed(25, 25));
    /// ```
    ///
    /// # Errors
    /// [`Refusal::Port`] for a bad or unexpected port.
    pub fn port(&self, port: u16, origin_port: u16, over: Protocol) -> Result<(), Refusal> {
        let bad = match over {
            Protocol::Http => BAD_PORTS.contains(&port),
            Protocol::Ftp => port != 21 && BAD_PORTS.contains(&port),
        };
        let expected = match over {
            Protocol::Http => self.private || matches!(port, 80 | 443) || port == origin_port,
            Protocol::Ftp => port == origin_port,
        };
        if bad || !expected { Err(Refusal::Port) } else { Ok(()) }
    }
}

/// The reason why a target is refused.
///
/// The kind and the range are for the operator's log. They would tell a stranger the structure of
/// the network, so the message ([`Display`](fmt::Display)) is the same for all kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The address is in a refused range.
    Address(Range),
    /// The name belongs to a refused zone, or is not a valid name.
    HostName,
    /// The port is a bad port, or a redirect may not go to it.
    Port,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the policy of this fetcher does not allow this target")
    }
}

impl std::error::Error for Refusal {}

/// The range of an address, for logs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    name: &'static str,
    source: &'static str,
}

impl Range {
    /// The purpose of the range: `loopback`, `private`, `IPv4-mapped`.
    pub const fn name(self) -> &'static str {
        self.name
    }

    /// The document that defines the range: `RFC 1918`.
    pub const fn source(self) -> &'static str {
        self.source
    }
}

/// The treatment of the addresses in a row.
enum RangeRule {
    /// Admitted.
    Public,
    /// Admitted under [`AddressGuard::allowing_private`].
    Private,
    /// An IPv4 address in the IPv6 form of the socket interface. No DNS answer needs it, so it is
    /// refused; under [`AddressGuard::allowing_private`] the address inside is checked.
    Mapped,
    /// An IPv4 address reached through a translator: refused, or checked under
    /// [`AddressGuard::decoding_nat64`].
    Nat64,
    /// Refused.
    Never,
}

/// One row: the addresses whose bits under `mask` are `bits`. IPv4 addresses are the first 32 of
/// the 128 bits, so that prefix lengths read as usual.
struct Row {
    bits: u128,
    mask: u128,
    rule: RangeRule,
    range: Range,
}

const fn v4(
    at: [u8; 4],
    len: u32,
    rule: RangeRule,
    name: &'static str,
    source: &'static str,
) -> Row {
    let [a, b, c, d] = at;
    let bits = u128::from_be_bytes([a, b, c, d, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    Row { bits, mask: prefix(len), rule, range: Range { name, source } }
}

const fn v6(
    at: [u16; 8],
    len: u32,
    rule: RangeRule,
    name: &'static str,
    source: &'static str,
) -> Row {
    let [a, b, c, d, e, f, g, h] = at;
    let bits = std::net::Ipv6Addr::new(a, b, c, d, e, f, g, h).to_bits();
    Row { bits, mask: prefix(len), rule, range: Range { name, source } }
}

/// The mask of the first `len` of 128 bits.
const fn prefix(len: u32) -> u128 {
    if len == 0 { 0 } else { u128::MAX << (128 - len) }
}

/// The first row that contains an IPv4 address decides. The table refuses the special-purpose blocks
/// of the IANA registry (RFC 6890), completely, and multicast; the metadata rows are inside these.
#[rustfmt::skip]
const V4: &[Row] = &[
    v4([169, 254, 169, 254], 32, RangeRule::Never, "cloud metadata", "AWS, Azure, Google and others"),
    v4([169, 254, 170, 2], 32, RangeRule::Never, "cloud metadata", "AWS ECS task credentials"),
    v4([169, 254, 170, 23], 32, RangeRule::Never, "cloud metadata", "AWS EKS Pod Identity"),
    v4([169, 254, 42, 42], 32, RangeRule::Never, "cloud metadata", "Scaleway"),
    v4([100, 100, 100, 200], 32, RangeRule::Never, "cloud metadata", "Alibaba Cloud"),
    v4([192, 0, 0, 192], 32, RangeRule::Never, "cloud metadata", "Oracle Cloud Classic"),

    v4([0, 0, 0, 0], 8, RangeRule::Never, "unspecified", "RFC 1122, section 3.2.1.3"),
    v4([10, 0, 0, 0], 8, RangeRule::Private, "private", "RFC 1918"),
    v4([100, 64, 0, 0], 10, RangeRule::Private, "carrier-grade NAT", "RFC 6598"),
    v4([127, 0, 0, 0], 8, RangeRule::Private, "loopback", "RFC 1122, section 3.2.1.3"),
    v4([169, 254, 0, 0], 16, RangeRule::Private, "link-local", "RFC 3927"),
    v4([172, 16, 0, 0], 12, RangeRule::Private, "private", "RFC 1918"),
    v4([192, 0, 0, 0], 24, RangeRule::Never, "IETF protocol assignments", "RFC 6890, section 2.1"),
    v4([192, 0, 2, 0], 24, RangeRule::Private, "documentation", "RFC 5737"),
    v4([192, 88, 99, 0], 24, RangeRule::Never, "6to4 relay", "RFC 7526"),
    v4([192, 168, 0, 0], 16, RangeRule::Private, "private", "RFC 1918"),
    v4([198, 18, 0, 0], 15, RangeRule::Private, "benchmarking", "RFC 2544"),
    v4([198, 51, 100, 0], 24, RangeRule::Private, "documentation", "RFC 5737"),
    v4([203, 0, 113, 0], 24, RangeRule::Private, "documentation", "RFC 5737"),
    v4([224, 0, 0, 0], 4, RangeRule::Never, "multicast", "RFC 5771"),
    v4([255, 255, 255, 255], 32, RangeRule::Never, "broadcast", "RFC 919"),
    v4([240, 0, 0, 0], 4, RangeRule::Never, "reserved", "RFC 1112, section 4"),

    v4([0, 0, 0, 0], 0, RangeRule::Public, "public", "IANA IPv4 address space"),
];

/// The first row that contains an IPv6 address decides. An address in no row is refused, so that a
/// newly assigned range is refused until it has a row.
#[rustfmt::skip]
const V6: &[Row] = &[
    ISATAP,
    v6([0xfd00, 0xec2, 0, 0, 0, 0, 0, 0], 32, RangeRule::Never, "cloud metadata", "AWS"),
    v6([0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254], 128, RangeRule::Never, "cloud metadata", "Google Cloud"),
    v6([0xfd00, 0xc1, 0, 0, 0, 0, 0xa9fe, 0xa9fe], 128, RangeRule::Never, "cloud metadata", "Oracle"),
    v6([0xfd00, 0x42, 0, 0, 0, 0, 0, 0x42], 128, RangeRule::Never, "cloud metadata", "Scaleway"),

    v6([0, 0, 0, 0, 0, 0, 0, 0], 128, RangeRule::Never, "unspecified", "RFC 4291, section 2.5.2"),
    v6([0, 0, 0, 0, 0, 0, 0, 1], 128, RangeRule::Private, "loopback", "RFC 4291, section 2.5.3"),
    v6([0, 0, 0, 0, 0, 0, 0, 0], 96, RangeRule::Never, "IPv4-compatible", "RFC 4291, section 2.5.5.1"),
    v6([0, 0, 0, 0, 0, 0xffff, 0, 0], 96, RangeRule::Mapped, "IPv4-mapped", "RFC 4291, section 2.5.5.2"),
    v6([0, 0, 0, 0, 0xffff, 0, 0, 0], 96, RangeRule::Never, "IPv4-translated", "RFC 2765, section 2.1"),
    v6([0x64, 0xff9b, 0, 0, 0, 0, 0, 0], 96, RangeRule::Nat64, "NAT64", "RFC 6052, section 2.1"),
    v6([0x64, 0xff9b, 1, 0, 0, 0, 0, 0], 48, RangeRule::Never, "local-use NAT64", "RFC 8215"),
    v6([0x100, 0, 0, 0, 0, 0, 0, 0], 64, RangeRule::Never, "discard-only", "RFC 6666"),
    v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 32, RangeRule::Never, "Teredo", "RFC 4380"),
    v6([0x2001, 2, 0, 0, 0, 0, 0, 0], 48, RangeRule::Private, "benchmarking", "RFC 5180"),
    v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 23, RangeRule::Never, "IETF protocol assignments", "RFC 2928"),
    v6([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32, RangeRule::Private, "documentation", "RFC 3849"),
    v6([0x2002, 0, 0, 0, 0, 0, 0, 0], 16, RangeRule::Never, "6to4", "RFC 3056, section 2"),
    v6([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20, RangeRule::Private, "documentation", "RFC 9637"),
    v6([0x5f00, 0, 0, 0, 0, 0, 0, 0], 16, RangeRule::Never, "segment routing", "RFC 9602"),
    v6([0xfc00, 0, 0, 0, 0, 0, 0, 0], 7, RangeRule::Private, "unique local", "RFC 4193"),
    v6([0xfe80, 0, 0, 0, 0, 0, 0, 0], 10, RangeRule::Private, "link-local", "RFC 4291, section 2.5.6"),
    v6([0xfec0, 0, 0, 0, 0, 0, 0, 0], 10, RangeRule::Never, "site-local", "RFC 3879"),
    v6([0xff00, 0, 0, 0, 0, 0, 0, 0], 8, RangeRule::Never, "multicast", "RFC 4291, section 2.7"),

    v6([0x2000, 0, 0, 0, 0, 0, 0, 0], 3, RangeRule::Public, "public", "IANA IPv6 address space"),
];

/// An ISATAP interface identifier, `::0:5efe:a.b.c.d` or `::200:5efe:a.b.c.d`, under any prefix:
/// a tunnel to the IPv4 address at the end. The bit masked out tells the two forms apart.
const ISATAP: Row = Row {
    bits: 0x0000_5efe << 32,
    mask: 0xfdff_ffff << 32,
    rule: RangeRule::Never,
    range: Range { name: "ISATAP", source: "RFC 5214, section 6.1" },
};

/// The IPv6 addresses outside `2000::/3` that no row names.
const UNLISTED: Range = Range { name: "not global unicast", source: "IANA IPv6 address space" };

/// Names under these mean this machine or its network.
const LOCAL_ZONES: &[&str] = &[
    "localhost",             // RFC 6761, section 6.3
    "localhost.localdomain", // the hosts file of many Linux systems
    "local",                 // RFC 6762: multicast DNS
    "internal",              // ICANN board resolution 2024.07.29.06: private use
    "home.arpa",             // RFC 8375
];

/// Names of metadata services, always refused.
const METADATA_NAMES: &[&str] = &[
    "metadata.google.internal",   // Google Cloud
    "metadata.goog",              // Google Cloud
    "metadata",                   // Google Cloud, by the search list
    "instance-data.ec2.internal", // AWS
    "instance-data",              // AWS, by the search list
];

/// Whether `label` is a valid label of a host name, or has `_`, which real names also have.
fn is_label(label: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    !label.is_empty() && label.bytes().all(fits)
}

/// Whether the last label is a number to a URL parser or to `inet_aton` (URL standard, *ends in a
/// number checker*).
fn ends_in_number(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    match last.strip_prefix("0x").or_else(|| last.strip_prefix("0X")) {
        Some(hex) => hex.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => last.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

/// The bad ports of the Fetch standard, section *Port blocking*, in its order.
#[rustfmt::skip]
const BAD_PORTS: &[u16] = &[
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101,
    102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427,
    465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990,
    993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667,
    6668, 6669, 6679, 6697, 10080,
];
