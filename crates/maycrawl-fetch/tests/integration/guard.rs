//! The addresses that the guard admits and refuses: every range at its edges, a million addresses of
//! each family, and the names, ports and host spellings that have passed the checks of other fetchers.
//!
//! The expectations are written as first and last addresses that follow one another over the
//! whole address space, so that they share neither numbers nor method with the guard's prefixes.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may panic

use Kind::{Mapped, Nat64, Never, Private, Public};
use Outcome::{Allowed, Invalid, Refused};
use maycrawl_fetch::{AddressGuard, Protocol, Refusal};
use std::error::Error;
use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// When a span is admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Public,
    Private,
    Never,
    Mapped,
    Nat64,
}

/// All addresses from the first to the last.
type Span<'a> = (&'a str, &'a str, Kind, &'a str);

#[rustfmt::skip]
const V4: &[Span<'_>] = &[
    ("0.0.0.0", "0.255.255.255", Never, "unspecified"),
    ("1.0.0.0", "9.255.255.255", Public, ""),
    ("10.0.0.0", "10.255.255.255", Private, "private"),
    ("11.0.0.0", "100.63.255.255", Public, ""),
    ("100.64.0.0", "100.100.100.199", Private, "carrier-grade NAT"),
    ("100.100.100.200", "100.100.100.200", Never, "cloud metadata"),
    ("100.100.100.201", "100.127.255.255", Private, "carrier-grade NAT"),
    ("100.128.0.0", "126.255.255.255", Public, ""),
    ("127.0.0.0", "127.255.255.255", Private, "loopback"),
    ("128.0.0.0", "169.253.255.255", Public, ""),
    ("169.254.0.0", "169.254.42.41", Private, "link-local"),
    ("169.254.42.42", "169.254.42.42", Never, "cloud metadata"),
    ("169.254.42.43", "169.254.169.253", Private, "link-local"),
    ("169.254.169.254", "169.254.169.254", Never, "cloud metadata"),
    ("169.254.169.255", "169.254.170.1", Private, "link-local"),
    ("169.254.170.2", "169.254.170.2", Never, "cloud metadata"),
    ("169.254.170.3", "169.254.170.22", Private, "link-local"),
    ("169.254.170.23", "169.254.170.23", Never, "cloud metadata"),
    ("169.254.170.24", "169.254.255.255", Private, "link-local"),
    ("169.255.0.0", "172.15.255.255", Public, ""),
    ("172.16.0.0", "172.31.255.255", Private, "private"),
    ("172.32.0.0", "191.255.255.255", Public, ""),
    ("192.0.0.0", "192.0.0.191", Never, "IETF protocol assignments"),
    ("192.0.0.192", "192.0.0.192", Never, "cloud metadata"),
    ("192.0.0.193", "192.0.0.255", Never, "IETF protocol assignments"),
    ("192.0.1.0", "192.0.1.255", Public, ""),
    ("192.0.2.0", "192.0.2.255", Private, "documentation"),
    ("192.0.3.0", "192.88.98.255", Public, ""),
    ("192.88.99.0", "192.88.99.255", Never, "6to4 relay"),
    ("192.88.100.0", "192.167.255.255", Public, ""),
    ("192.168.0.0", "192.168.255.255", Private, "private"),
    ("192.169.0.0", "198.17.255.255", Public, ""),
    ("198.18.0.0", "198.19.255.255", Private, "benchmarking"),
    ("198.20.0.0", "198.51.99.255", Public, ""),
    ("198.51.100.0", "198.51.100.255", Private, "documentation"),
    ("198.51.101.0", "203.0.112.255", Public, ""),
    ("203.0.113.0", "203.0.113.255", Private, "documentation"),
    ("203.0.114.0", "223.255.255.255", Public, ""),
    ("224.0.0.0", "239.255.255.255", Never, "multicast"),
    ("240.0.0.0", "255.255.255.254", Never, "reserved"),
    ("255.255.255.255", "255.255.255.255", Never, "broadcast"),
];

/// A `..` at the end of a last address stands for `ffff` up to the eighth group.
#[rustfmt::skip]
const V6: &[Span<'_>] = &[
    ("::", "::", Never, "unspecified"),
    ("::1", "::1", Private, "loopback"),
    ("::2", "::255.255.255.255", Never, "IPv4-compatible"),
    ("::1:0:0", "::fffe:ffff:ffff", Never, "not global unicast"),
    ("::ffff:0.0.0.0", "::ffff:255.255.255.255", Mapped, "IPv4-mapped"),
    ("::1:0:0:0", "::fffe:ffff:ffff:ffff", Never, "not global unicast"),
    ("::ffff:0:0.0.0.0", "::ffff:0:255.255.255.255", Never, "IPv4-translated"),
    ("::ffff:1:0:0", "64:ff9a:..", Never, "not global unicast"),
    ("64:ff9b::0.0.0.0", "64:ff9b::255.255.255.255", Nat64, "NAT64"),
    ("64:ff9b::1:0:0", "64:ff9b:0:..", Never, "not global unicast"),
    ("64:ff9b:1::", "64:ff9b:1:..", Never, "local-use NAT64"),
    ("64:ff9b:2::", "ff:..", Never, "not global unicast"),
    ("100::", "100:0:0:0:..", Never, "discard-only"),
    ("100:0:0:1::", "1fff:..", Never, "not global unicast"),
    ("2000::", "2000:..", Public, ""),
    ("2001::", "2001:0:..", Never, "Teredo"),
    ("2001:1::", "2001:1:..", Never, "IETF protocol assignments"),
    ("2001:2::", "2001:2:0:..", Private, "benchmarking"),
    ("2001:2:1::", "2001:1ff:..", Never, "IETF protocol assignments"),
    ("2001:200::", "2001:db7:..", Public, ""),
    ("2001:db8::", "2001:db8:..", Private, "documentation"),
    ("2001:db9::", "2001:..", Public, ""),
    ("2002::", "2002:..", Never, "6to4"),
    ("2003::", "3ffe:..", Public, ""),
    ("3fff::", "3fff:fff:..", Private, "documentation"),
    ("3fff:1000::", "3fff:..", Public, ""),
    ("4000::", "5eff:..", Never, "not global unicast"),
    ("5f00::", "5f00:..", Never, "segment routing"),
    ("5f01::", "fbff:..", Never, "not global unicast"),
    ("fc00::", "fd00:42::41", Private, "unique local"),
    ("fd00:42::42", "fd00:42::42", Never, "cloud metadata"),
    ("fd00:42::43", "fd00:c1::a9fe:a9fd", Private, "unique local"),
    ("fd00:c1::a9fe:a9fe", "fd00:c1::a9fe:a9fe", Never, "cloud metadata"),
    ("fd00:c1::a9fe:a9ff", "fd00:ec1:..", Private, "unique local"),
    ("fd00:ec2::", "fd00:ec2:..", Never, "cloud metadata"),
    ("fd00:ec3::", "fd20:ce::253", Private, "unique local"),
    ("fd20:ce::254", "fd20:ce::254", Never, "cloud metadata"),
    ("fd20:ce::255", "fdff:..", Private, "unique local"),
    ("fe00::", "fe7f:..", Never, "not global unicast"),
    ("fe80::", "febf:..", Private, "link-local"),
    ("fec0::", "feff:..", Never, "site-local"),
    ("ff00::", "ffff:..", Never, "multicast"),
];

/// The four guards: private ranges open or not, NAT64 decoded or not.
fn guards() -> [(bool, bool, AddressGuard); 4] {
    let public = AddressGuard::public_only();
    [
        (false, false, public.clone()),
        (true, false, public.clone().allowing_private()),
        (false, true, public.clone().decoding_nat64()),
        (true, true, public.decoding_nat64().allowing_private()),
    ]
}

/// The spans of one address family as numbers.
struct Spans(Vec<(u128, u128, Kind, &'static str)>);

impl Spans {
    fn v4() -> Self {
        let number = |text: &str| u128::from(text.parse::<Ipv4Addr>().unwrap().to_bits());
        Self(V4.iter().map(|&(a, z, kind, name)| (number(a), number(z), kind, name)).collect())
    }

    fn v6() -> Self {
        let number = |text: &str| {
            let text = match text.strip_suffix("..") {
                Some(start) => {
                    start.to_owned() + &["ffff"; 8][start.matches(':').count()..].join(":")
                }
                None => text.to_owned(),
            };
            text.parse::<Ipv6Addr>().unwrap().to_bits()
        };
        Self(V6.iter().map(|&(a, z, kind, name)| (number(a), number(z), kind, name)).collect())
    }

    fn holding(&self, bits: u128) -> (Kind, &'static str) {
        let index = self.0.partition_point(|span| span.1 < bits);
        let (first, last, kind, name) = self.0[index];
        assert!(first <= bits && bits <= last);
        (kind, name)
    }
}

/// The name of the range that refuses an address, if one does.
struct Oracle {
    v4: Spans,
    v6: Spans,
}

impl Oracle {
    fn new() -> Self {
        Self { v4: Spans::v4(), v6: Spans::v6() }
    }

    fn shut_by(&self, ip: IpAddr, private: bool, nat64: bool) -> Option<&'static str> {
        let (bits, (kind, name)) = match ip {
            IpAddr::V4(ip) => (0, self.v4.holding(u128::from(ip.to_bits()))),
            IpAddr::V6(ip) => {
                let [.., id, tag, _, _] = ip.segments();
                if tag == 0x5efe && (id == 0 || id == 0x200) {
                    return Some("ISATAP");
                }
                (ip.to_bits(), self.v6.holding(ip.to_bits()))
            }
        };
        let inside = || {
            let v4 = Ipv4Addr::from_bits(u32::try_from(bits & 0xffff_ffff).unwrap());
            self.shut_by(v4.into(), private, nat64)
        };
        match kind {
            Public => None,
            Private if private => None,
            Mapped if private => inside(),
            Nat64 if nat64 => inside(),
            Private | Mapped | Nat64 | Never => Some(name),
        }
    }

    /// Asks all four guards about `ip`.
    fn check(&self, ip: IpAddr, guards: &[(bool, bool, AddressGuard)]) -> usize {
        for (private, nat64, guard) in guards {
            let said = match guard.address(ip) {
                Ok(()) => None,
                Err(Refusal::Address(range)) => Some(range.name()),
                Err(other) => panic!("{ip}: {other:?}"),
            };
            let due = self.shut_by(ip, *private, *nat64);
            assert_eq!(said, due, "{ip}, private {private}, nat64 {nat64}");
        }
        guards.len()
    }
}

/// SplitMix64: good enough to spread addresses, and the same on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn u128(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[usize::try_from(self.next() % of.len() as u64).unwrap()]
    }
}

fn v4(bits: u128) -> IpAddr {
    Ipv4Addr::from_bits(u32::try_from(bits).unwrap()).into()
}

fn v6(bits: u128) -> IpAddr {
    Ipv6Addr::from_bits(bits).into()
}

#[test]
fn the_spans_follow_one_another_over_the_whole_address_space() {
    let oracle = Oracle::new();
    for (spans, end) in [(&oracle.v4.0, u128::from(u32::MAX)), (&oracle.v6.0, u128::MAX)] {
        let mut next = Some(0);
        for &(first, last, _, name) in spans {
            assert_eq!(next, Some(first), "{name} up to {last:x}");
            assert!(first <= last, "{name} from {first:x}");
            next = last.checked_add(1);
        }
        assert_eq!(spans.last().unwrap().1, end);
    }
}

#[test]
fn every_span_is_kept_at_its_edges() {
    let (oracle, guards) = (Oracle::new(), guards());
    let mut rows = 0;
    for &(first, last, ..) in &oracle.v4.0 {
        let below = first.saturating_sub(1);
        let above = (last + 1).min(u128::from(u32::MAX));
        for bits in [below, first, first.midpoint(last), last, above] {
            rows += oracle.check(v4(bits), &guards);
            rows += oracle.check(v6(0xffff << 32 | bits), &guards);
            rows += oracle.check(v6(0x0064_ff9b << 96 | bits), &guards);
        }
    }
    for &(first, last, ..) in &oracle.v6.0 {
        let (below, above) = (first.saturating_sub(1), last.saturating_add(1));
        for bits in [below, first, first.midpoint(last), last, above] {
            rows += oracle.check(v6(bits), &guards);
        }
    }
    assert!(rows >= 3_000, "{rows}");
}

#[test]
fn a_million_random_v4_addresses() {
    let (oracle, guards, mut random) = (Oracle::new(), guards(), Random(4));
    let mut shut = 0_u32;
    for _ in 0..1_000_000 {
        let ip = v4(random.u128() >> 96);
        oracle.check(ip, &guards);
        shut += u32::from(guards[0].2.address(ip).is_err());
    }
    // 0/8, 10/8, 127/8, 224/3 and the smaller ranges: 13.8 % of the space.
    assert!((136_000..140_000).contains(&shut), "{shut}");
}

/// A third anywhere (an eighth of it ISATAP), a third that share a prefix with the edge of a
/// span, a third that share all but a few of the last bits with it.
#[test]
fn a_million_random_v6_addresses() {
    let (oracle, guards, mut random) = (Oracle::new(), guards(), Random(6));
    let mut shut = 0_u32;
    for round in 0..1_000_000 {
        let &(first, last, ..) = random.pick(&oracle.v6.0);
        let edge = *random.pick(&[first, last]);
        let noise = random.u128();
        let bits = match round % 3 {
            0 if round % 8 == 0 => noise & !(0xfdff_ffff << 32) | 0x5efe << 32,
            0 => noise,
            1 => edge ^ (noise >> (random.next() % 128)),
            _ => edge.wrapping_add(noise % 512).wrapping_sub(256),
        };
        oracle.check(v6(bits), &guards);
        shut += u32::from(guards[0].2.address(v6(bits)).is_err());
    }
    // Most edges belong to refused spans; the check is that neither side is rare.
    assert!((850_000..890_000).contains(&shut), "{shut}");
}

#[test]
fn isatap_is_refused_under_any_prefix_and_its_neighbours_are_not() {
    let open = AddressGuard::public_only().allowing_private().decoding_nat64();
    for (ip, outcome) in [
        ("2a00:1450:4001:81b::5efe:808:808", Refused),
        ("2a00:1450:4001:81b:0:5efe:169.254.169.254", Refused),
        ("2a00:1450:4001:81b:200:5efe:127.0.0.1", Refused),
        ("fe80::5efe:10.0.0.1", Refused),
        ("fe80::200:5efe:10.0.0.1", Refused),
        ("fd12:3456::200:5efe:0:0", Refused),
        ("2001:db8::5efe:ffff:ffff", Refused),
        ("2a00:1450:4001:81b:0:5eff:808:808", Allowed),
        ("2a00:1450:4001:81b:0:5efd:808:808", Allowed),
        ("2a00:1450:4001:81b:1:5efe:808:808", Allowed),
        ("2a00:1450:4001:81b:100:5efe:808:808", Allowed),
        ("2a00:1450:4001:81b:300:5efe:808:808", Allowed),
        ("2a00:1450:4001:81b:400:5efe:808:808", Allowed),
        ("2a00:1450:4001:5efe:808:808:0:1", Allowed),
    ] {
        assert_eq!(Outcome::from(open.address(ip.parse().unwrap())), outcome, "{ip}");
    }
}

/// The addresses that every list of this kind is made for, spelled out once more.
#[test]
fn well_known_addresses() {
    let public = AddressGuard::public_only();
    let private = public.clone().allowing_private();
    for (ip, by_public, by_private) in [
        ("93.184.215.14", Allowed, Allowed),
        ("8.8.8.8", Allowed, Allowed),
        ("2606:4700:4700::1111", Allowed, Allowed),
        ("2001:4860:4860::8888", Allowed, Allowed),
        ("127.0.0.1", Refused, Allowed),
        ("127.1.2.3", Refused, Allowed),
        ("10.0.0.1", Refused, Allowed),
        ("172.16.0.1", Refused, Allowed),
        ("192.168.1.1", Refused, Allowed),
        ("169.254.1.1", Refused, Allowed),
        ("100.64.0.1", Refused, Allowed),
        ("198.18.0.1", Refused, Allowed),
        ("::1", Refused, Allowed),
        ("fe80::1", Refused, Allowed),
        ("fd12:3456:789a::1", Refused, Allowed),
        ("2001:db8::1", Refused, Allowed),
        ("::ffff:127.0.0.1", Refused, Allowed),
        ("::ffff:8.8.8.8", Refused, Allowed),
        ("::ffff:0.0.0.0", Refused, Refused),
        ("::ffff:224.0.0.1", Refused, Refused),
        ("::ffff:169.254.169.254", Refused, Refused),
        ("169.254.169.254", Refused, Refused),
        ("169.254.170.2", Refused, Refused),
        ("100.100.100.200", Refused, Refused),
        ("192.0.0.192", Refused, Refused),
        ("fd00:ec2::254", Refused, Refused),
        ("fd20:ce::254", Refused, Refused),
        ("0.0.0.0", Refused, Refused),
        ("0.1.2.3", Refused, Refused),
        ("::", Refused, Refused),
        ("255.255.255.255", Refused, Refused),
        ("240.0.0.1", Refused, Refused),
        ("224.0.0.251", Refused, Refused),
        ("ff02::1", Refused, Refused),
        ("fec0::1", Refused, Refused),
        ("::127.0.0.1", Refused, Refused),
        ("::ffff:0:127.0.0.1", Refused, Refused),
        ("64:ff9b::a9fe:a9fe", Refused, Refused),
        ("64:ff9b::808:808", Refused, Refused),
        ("64:ff9b:1::a9fe:a9fe", Refused, Refused),
        ("2002:7f00:1::", Refused, Refused),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", Refused, Refused),
    ] {
        let ip = ip.parse().unwrap();
        assert_eq!(Outcome::from(public.address(ip)), by_public, "{ip}, public only");
        assert_eq!(Outcome::from(private.address(ip)), by_private, "{ip}, allowing private");
    }
}

#[test]
fn nat64_is_judged_by_the_address_inside_when_decoded() {
    let nat64 = AddressGuard::public_only().decoding_nat64();
    let both = nat64.clone().allowing_private();
    for (ip, by_nat64, by_both) in [
        ("64:ff9b::8.8.8.8", Allowed, Allowed),
        ("64:ff9b::10.0.0.1", Refused, Allowed),
        ("64:ff9b::127.0.0.1", Refused, Allowed),
        ("64:ff9b::169.254.169.254", Refused, Refused),
        ("64:ff9b::224.0.0.1", Refused, Refused),
        ("64:ff9b::0.0.0.0", Refused, Refused),
        ("64:ff9b:0:0:0:1:808:808", Refused, Refused),
        ("64:ff9b:1::8.8.8.8", Refused, Refused),
        ("::ffff:8.8.8.8", Refused, Allowed),
        ("2002:808:808::", Refused, Refused),
    ] {
        let ip = ip.parse().unwrap();
        assert_eq!(Outcome::from(nat64.address(ip)), by_nat64, "{ip}, NAT64");
        assert_eq!(Outcome::from(both.address(ip)), by_both, "{ip}, NAT64 and private");
    }
}

#[test]
fn names() {
    let public = AddressGuard::public_only();
    let private = public.clone().allowing_private();
    let long = format!("{}example.com", "a.".repeat(121));
    assert_eq!(long.len(), 253);
    let too_long = format!("a{long}");
    for (name, by_public, by_private) in [
        ("example.com", Allowed, Allowed),
        ("example.com.", Allowed, Allowed),
        ("EXAMPLE.COM", Allowed, Allowed),
        ("xn--bcher-kva.example", Allowed, Allowed),
        ("under_score.example.com", Allowed, Allowed),
        ("1.example.com", Allowed, Allowed),
        ("0x7f.example.com", Allowed, Allowed),
        ("127.0.0.1.example.com", Allowed, Allowed),
        ("127.0.0.1.nip.io", Allowed, Allowed), // its address is judged
        ("example.0xyz", Allowed, Allowed),
        ("example.1a", Allowed, Allowed),
        (&long, Allowed, Allowed),
        // Neighbours of the zones.
        ("notlocalhost.com", Allowed, Allowed),
        ("localhost.com", Allowed, Allowed),
        ("localhost.localdomain.com", Allowed, Allowed),
        ("mylocalhost.example", Allowed, Allowed),
        ("internal.example.com", Allowed, Allowed),
        ("www.notinternal", Allowed, Allowed),
        ("metadata.google.internal.example.com", Allowed, Allowed),
        ("metadata.google.com", Allowed, Allowed),
        ("ametadata.goog", Allowed, Allowed),
        ("home.example", Allowed, Allowed),
        ("arpa.example", Allowed, Allowed),
        // This machine and its network.
        ("localhost", Refused, Allowed),
        ("localhost.", Refused, Allowed),
        ("LOCALHOST", Refused, Allowed),
        ("LocalHost.", Refused, Allowed),
        ("foo.localhost", Refused, Allowed),
        ("a.b.localhost.", Refused, Allowed),
        ("FOO.LOCALHOST", Refused, Allowed),
        ("localhost.localdomain", Refused, Allowed),
        ("ip6-localhost", Refused, Allowed),
        ("ip6-loopback", Refused, Allowed),
        ("printer.local", Refused, Allowed),
        ("PRINTER.LOCAL.", Refused, Allowed),
        ("svc.cluster.local", Refused, Allowed),
        ("local", Refused, Allowed),
        ("wiki.corp.internal", Refused, Allowed),
        ("ip-10-0-0-1.ec2.internal", Refused, Allowed),
        ("internal", Refused, Allowed),
        ("router.home.arpa", Refused, Allowed),
        ("redis", Refused, Allowed),
        ("kubernetes", Refused, Allowed),
        ("com.", Refused, Allowed),
        // Cloud metadata.
        ("metadata", Refused, Refused),
        ("metadata.", Refused, Refused),
        ("Metadata", Refused, Refused),
        ("metadata.google.internal", Refused, Refused),
        ("metadata.google.internal.", Refused, Refused),
        ("METADATA.google.INTERNAL", Refused, Refused),
        ("x.metadata.google.internal", Refused, Refused),
        ("metadata.goog", Refused, Refused),
        ("instance-data", Refused, Refused),
        ("instance-data.", Refused, Refused),
        ("instance-data.ec2.internal", Refused, Refused),
        // No names.
        ("", Refused, Refused),
        (".", Refused, Refused),
        ("..", Refused, Refused),
        (".localhost", Refused, Refused),
        ("localhost..", Refused, Refused),
        ("example..com", Refused, Refused),
        (".example.com", Refused, Refused),
        ("127.0.0.1", Refused, Refused),
        ("127.0.0.1.", Refused, Refused),
        ("127.1", Refused, Refused),
        ("2130706433", Refused, Refused),
        ("0x7f.1", Refused, Refused),
        ("0X7F000001", Refused, Refused),
        ("0x", Refused, Refused),
        ("example.0x", Refused, Refused),
        ("0177.0.0.01", Refused, Refused),
        ("example.123", Refused, Refused),
        ("::1", Refused, Refused),
        ("[::1]", Refused, Refused),
        ("fe80::1%eth0", Refused, Refused),
        ("local%68ost", Refused, Refused),
        ("example.com:80", Refused, Refused),
        ("user@example.com", Refused, Refused),
        ("example.com/", Refused, Refused),
        ("exam ple.com", Refused, Refused),
        ("example.com\0.localhost", Refused, Refused),
        ("example.com\r\n", Refused, Refused),
        ("ｌｏｃａｌｈｏｓｔ", Refused, Refused),
        ("127。0。0。1", Refused, Refused),
        ("bücher.example", Refused, Refused),
        (&too_long, Refused, Refused),
    ] {
        assert_eq!(Outcome::from(public.host_name(name)), by_public, "{name:?}, public only");
        assert_eq!(Outcome::from(private.host_name(name)), by_private, "{name:?}, with private");
    }
}

#[test]
fn ports() {
    use Protocol::{Ftp, Http};
    let public = AddressGuard::public_only();
    let private = public.clone().allowing_private();
    for (port, origin, over, by_public, by_private) in [
        (80, 80, Http, Allowed, Allowed),
        (443, 443, Http, Allowed, Allowed),
        (8080, 8080, Http, Allowed, Allowed),
        (443, 80, Http, Allowed, Allowed),
        (80, 443, Http, Allowed, Allowed),
        (80, 8080, Http, Allowed, Allowed),
        (8443, 8443, Http, Allowed, Allowed),
        (65535, 65535, Http, Allowed, Allowed),
        // Redirects to the port of another service.
        (8080, 80, Http, Refused, Allowed),
        (8080, 8081, Http, Refused, Allowed),
        (6379, 80, Http, Refused, Allowed),
        (11211, 443, Http, Refused, Allowed),
        (81, 80, Http, Refused, Allowed),
        (444, 443, Http, Refused, Allowed),
        (65535, 80, Http, Refused, Allowed),
        // Bad ports, also as the origin's own.
        (0, 0, Http, Refused, Refused),
        (0, 80, Http, Refused, Refused),
        (21, 21, Http, Refused, Refused),
        (22, 22, Http, Refused, Refused),
        (25, 25, Http, Refused, Refused),
        (25, 80, Http, Refused, Refused),
        (587, 443, Http, Refused, Refused),
        (6000, 6000, Http, Refused, Refused),
        (10080, 10080, Http, Refused, Refused),
        // FTP: the port of the URL, no other, as there are no redirects.
        (21, 21, Ftp, Allowed, Allowed),
        (2121, 2121, Ftp, Allowed, Allowed),
        (80, 21, Ftp, Refused, Refused),
        (21, 80, Ftp, Refused, Refused),
        (22, 22, Ftp, Refused, Refused),
        (20, 20, Ftp, Refused, Refused),
        (25, 25, Ftp, Refused, Refused),
        (0, 0, Ftp, Refused, Refused),
    ] {
        let row = format!("{port} from {origin} over {over:?}");
        assert_eq!(Outcome::from(public.port(port, origin, over)), by_public, "{row}");
        assert_eq!(Outcome::from(private.port(port, origin, over)), by_private, "{row}, private");
    }
}

/// The bad ports by the services that they belong to, against all ports there are.
#[rustfmt::skip]
const BAD_SERVICES: &[(&str, &[u16])] = &[
    ("none, tcpmux, echo, discard", &[0, 1, 7, 9]),
    ("systat, daytime, netstat, qotd, chargen, time", &[11, 13, 15, 17, 19, 37]),
    ("ftp, ssh, telnet, tftp, sftp", &[20, 21, 22, 23, 69, 115]),
    ("smtp, pop2, pop3, imap, their TLS, sieve", &[25, 109, 110, 143, 465, 587, 993, 995, 4190]),
    ("name, whois, domain", &[42, 43, 53]),
    ("rje, finger, link, supdup", &[77, 79, 87, 95]),
    ("hostname, iso-tsap, gppitnp, acr-nema", &[101, 102, 103, 104]),
    ("sunrpc, auth, uucp-path, nntp, ntp", &[111, 113, 117, 119, 123]),
    ("epmap, netbios, snmp, bgp", &[135, 137, 139, 161, 179]),
    ("ldap, svrloc, ldaps", &[389, 427, 636]),
    ("exec, login, shell, printer, tempo", &[512, 513, 514, 515, 526]),
    ("courier, chat, netnews, uucp", &[530, 531, 532, 540]),
    ("afp, rtsp, remotefs, nntps, syslog-conn", &[548, 554, 556, 563, 601]),
    ("ftps", &[989, 990]),
    ("h323, pptp, nfs, apple-sasl, npp", &[1719, 1720, 1723, 2049, 3659, 4045]),
    ("sip, x11, sane", &[5060, 5061, 6000, 6566]),
    ("irc", &[6665, 6666, 6667, 6668, 6669, 6679, 6697]),
    ("amanda", &[10080]),
];

#[test]
fn the_bad_ports_are_those_of_the_fetch_standard() {
    let private = AddressGuard::public_only().allowing_private();
    let bad = |port| BAD_SERVICES.iter().any(|(_, ports)| ports.contains(&port));
    assert_eq!((0..=u16::MAX).filter(|&port| bad(port)).count(), 83);
    for port in 0..=u16::MAX {
        let http = private.port(port, port, Protocol::Http).is_err();
        let ftp = private.port(port, port, Protocol::Ftp).is_err();
        assert_eq!((http, ftp), (bad(port), bad(port) && port != 21), "{port}");
    }
}

/// What becomes of `http://SPELLING/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Allowed,
    Refused,
    Invalid,
}

impl<T: Debug> From<Result<(), T>> for Outcome {
    fn from(answer: Result<(), T>) -> Self {
        if answer.is_ok() { Allowed } else { Refused }
    }
}

/// Parses and judges as the fetcher does.
fn fetch(spelling: &str, guard: &AddressGuard) -> Outcome {
    let Ok(url) = url::Url::parse(&format!("http://{spelling}/")) else { return Invalid };
    match url.host() {
        Some(url::Host::Ipv4(ip)) => guard.address(ip.into()).into(),
        Some(url::Host::Ipv6(ip)) => guard.address(ip.into()).into(),
        Some(url::Host::Domain(name)) => guard.host_name(name).into(),
        None => Invalid,
    }
}

#[rustfmt::skip]
const SPELLINGS: &[(&str, Outcome)] = &[
    // Controls.
    ("example.com", Allowed),
    ("EXAMPLE.com.", Allowed),
    ("8.8.8.8", Allowed),
    ("8.8.8.8.", Allowed),
    ("134744072", Allowed),
    ("0x08080808", Allowed),
    ("010.010.010.010", Allowed),
    ("8.8.2056", Allowed),
    ("８．８．８．８", Allowed),
    ("%38.8.8.8", Allowed),
    ("[2606:4700:4700::1111]", Allowed),
    ("bücher.example", Allowed),
    ("127.0.0.1.example.com", Allowed),
    // Dotted, short, long.
    ("127.0.0.1", Refused),
    ("127.0.0.1.", Refused),
    ("127.0.1", Refused),
    ("127.1", Refused),
    ("127.1.", Refused),
    ("127.65535", Refused),
    ("0", Refused),
    ("0.0.0.0", Refused),
    ("0.0", Refused),
    ("0.", Refused),
    ("10.1", Refused),
    ("192.168.257", Refused),
    ("172.1048577", Refused),
    ("169.254.43518", Refused),
    ("169.16689662", Refused),
    ("127.00000.000000.0000001", Refused),
    // Decimal.
    ("2130706433", Refused),
    ("2852039166", Refused),
    ("3232235777", Refused),
    ("167772161", Refused),
    ("4294967295", Refused),
    ("4294967296", Invalid),
    ("6425673729", Invalid),
    ("2130706433.", Refused),
    // Octal.
    ("0177.0.0.1", Refused),
    ("0177.1", Refused),
    ("017700000001", Refused),
    ("00000177.0.0.01", Refused),
    ("0251.0376.0251.0376", Refused),
    ("025177524776", Refused),
    ("012.0.0.1", Refused),
    ("0300.0250.0.1", Refused),
    ("0189.0.0.1", Invalid),
    // Hexadecimal.
    ("0x7f.0.0.1", Refused),
    ("0x7f.1", Refused),
    ("0X7F.1", Refused),
    ("0x7f000001", Refused),
    ("0x7F000001", Refused),
    ("0x000000007f000001", Refused),
    ("0xa9fea9fe", Refused),
    ("0xa9.0xfe.0xa9.0xfe", Refused),
    ("0xc0a80101", Refused),
    ("0x0a000001", Refused),
    ("0x17f000001", Invalid),
    ("0x7g.1", Invalid),
    ("0x", Refused),
    ("0x.0x.0x.0x", Refused),
    // Mixed.
    ("0x7f.0.0.01", Refused),
    ("0251.254.0xa9.254", Refused),
    ("0xa9.254.0251.254", Refused),
    ("169.0xfe.43518", Refused),
    ("0xa9.16689662", Refused),
    ("0300.168.0x1.1", Refused),
    ("0xac.020.1", Refused),
    // Too big, too many, not numbers at the end.
    ("256.0.0.1", Invalid),
    ("127.0.0.256", Invalid),
    ("127.0.0.0.1", Invalid),
    ("1.2.3.4.5", Invalid),
    ("127..0.1", Invalid),
    ("127.0.0.1..", Refused),
    ("example.0x7f", Invalid),
    ("foo.127", Invalid),
    ("-1", Refused),
    ("127.0.0.1a", Allowed), // a name, though under no top-level domain there is
    // Percent-encoded.
    ("%31%32%37%2e%30%2e%30%2e%31", Refused),
    ("127%2e0%2e0%2e1", Refused),
    ("%6c%6f%63%61%6c%68%6f%73%74", Refused),
    ("loc%61lhost", Refused),
    ("localhost%2e", Refused),
    ("local%2568ost", Invalid),
    ("0%787f.1", Refused),
    ("127.0.0.1%00", Invalid),
    ("127.0.0.1%20", Invalid),
    ("example.com%00.localhost", Invalid),
    ("127.0.0.1%2f", Invalid),
    ("%5B::1%5D", Invalid),
    // Full-width, circled and other digits and dots.
    ("１２７.０.０.１", Refused),
    ("１２７．０．０．１", Refused),
    ("127。0。0。1", Refused),
    ("127｡0｡0｡1", Refused),
    ("①②⑦.⓪.⓪.①", Refused),
    ("⑯⑨。②⑤④。⑯⑨｡②⑤④", Refused),
    ("０ｘ７ｆ．１", Refused),
    ("𝟏𝟐𝟕.𝟎.𝟎.𝟏", Refused),
    ("%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1", Refused),
    ("¹²⁷.⁰.⁰.¹", Refused),
    ("127\u{200b}.0.0.1", Refused),
    ("127\u{ad}.0.0.1", Refused),
    ("ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", Refused),
    ("ｌｏｃａｌｈｏｓｔ", Refused),
    ("ＬＯＣＡＬＨＯＳＴ．", Refused),
    ("loc\u{ad}alhost", Refused),
    ("LOCALHO\u{17f}T", Refused),
    ("metadata。google。internal", Refused),
    // Brackets.
    ("[::1]", Refused),
    ("[0:0:0:0:0:0:0:1]", Refused),
    ("[0000:0000:0000:0000:0000:0000:0000:0001]", Refused),
    ("[::]", Refused),
    ("[FE80::1]", Refused),
    ("[fc00::1]", Refused),
    ("[fd00:ec2::254]", Refused),
    ("[fd20:ce::254]", Refused),
    ("[ff02::1]", Refused),
    ("[2001:db8::1]", Refused),
    ("[::1].", Invalid),
    ("[::1", Invalid),
    ("::1", Invalid),
    ("[127.0.0.1]", Invalid),
    ("[localhost]", Invalid),
    ("[[::1]]", Invalid),
    ("[1::2::3]", Invalid),
    ("[:::1]", Invalid),
    ("[::00001]", Invalid),
    ("[0x0::1]", Invalid),
    // IPv4 inside IPv6.
    ("[::ffff:127.0.0.1]", Refused),
    ("[::FFFF:127.0.0.1]", Refused),
    ("[::ffff:7f00:1]", Refused),
    ("[::ffff:169.254.169.254]", Refused),
    ("[::ffff:a9fe:a9fe]", Refused),
    ("[0:0:0:0:0:ffff:a9fe:a9fe]", Refused),
    ("[::ffff:8.8.8.8]", Refused),
    ("[::127.0.0.1]", Refused),
    ("[::a9fe:a9fe]", Refused),
    ("[::ffff:0:127.0.0.1]", Refused),
    ("[64:ff9b::a9fe:a9fe]", Refused),
    ("[64:ff9b::127.0.0.1]", Refused),
    ("[64:ff9b:1::a9fe:a9fe]", Refused),
    ("[2002:7f00:1::]", Refused),
    ("[2002:a9fe:a9fe::1]", Refused),
    ("[2001:0:4136:e378:8000:63bf:80ff:fffe]", Refused),
    ("[2a00:1450::5efe:a9fe:a9fe]", Refused),
    ("[2a00:1450::200:5efe:a9fe:a9fe]", Refused),
    ("[::ffff:127.1]", Invalid),
    ("[::ffff:0x7f.0.0.1]", Invalid),
    ("[::ffff:0177.0.0.1]", Invalid),
    ("[::ffff:127.0.0.256]", Invalid),
    ("[::ffff:127.0.0.1.]", Invalid),
    // Zones.
    ("[fe80::1%eth0]", Invalid),
    ("[fe80::1%25eth0]", Invalid),
    ("[fe80::1%251]", Invalid),
    ("[::1%250]", Invalid),
    ("[2606:4700:4700::1111%25lo]", Invalid),
    ("[fe80::1%]", Invalid),
    // Names.
    ("localhost", Refused),
    ("localhost.", Refused),
    ("LocalHost", Refused),
    ("localhost..", Refused),
    ("foo.localhost", Refused),
    ("foo.localhost.", Refused),
    (".localhost", Refused),
    ("localhost.localdomain", Refused),
    ("ip6-localhost", Refused),
    ("metadata", Refused),
    ("metadata.google.internal", Refused),
    ("METADATA.GOOGLE.INTERNAL.", Refused),
    ("metadata.goog", Refused),
    ("instance-data", Refused),
    ("instance-data.ec2.internal", Refused),
    ("printer.local", Refused),
    ("xn--", Invalid),
    ("xn--localhost-.com", Invalid),
    ("*", Refused),
    ("a*b.example", Refused),
    // Before, behind and around the host.
    ("example.com@127.0.0.1", Refused),
    ("example.com:80@127.0.0.1:80", Refused),
    ("127.0.0.1@example.com", Allowed), // user information, which the fetcher refuses elsewhere
    ("8.8.8.8#@127.0.0.1", Allowed),
    ("8.8.8.8?@127.0.0.1", Allowed),
    ("8.8.8.8\\@127.0.0.1", Allowed),
    ("127.0.0.1\\@8.8.8.8", Refused),
    ("8.8.8.8 @127.0.0.1", Refused),
    ("127.0.0.1:80", Refused),
    ("127.0.0.1:", Refused),
    ("127.0.0.1:65536", Invalid),
    ("127.0.0.1:80:80", Invalid),
    ("127.0.0.1 ", Invalid),
    ("127.0.\t0.1", Refused),
    ("127.0.\r\n0.1", Refused),
    ("local\nhost", Refused),
    ("/127.0.0.1", Refused),
    ("\\127.0.0.1", Refused),
    ("///127.0.0.1", Refused),
    ("@127.0.0.1", Refused),
    (":@127.0.0.1", Refused),
    ("", Invalid),
    (":80", Invalid),
];

#[test]
fn host_spellings() {
    let guard = AddressGuard::public_only();
    let mut wrong = Vec::new();
    for &(spelling, due) in SPELLINGS {
        let outcome = fetch(spelling, &guard);
        if outcome != due {
            let host = url::Url::parse(&format!("http://{spelling}/"))
                .map(|url| format!("{:?}", url.host()));
            wrong.push(format!("{spelling:?} is {outcome:?} ({host:?}), not {due:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// A stranger who reads the message learns neither which rule it was nor what lies where.
#[test]
fn the_message_is_the_same_for_every_refusal() {
    let guard = AddressGuard::public_only();
    let refusals = [
        guard.address("127.0.0.1".parse().unwrap()).unwrap_err(),
        guard.address("fd00:ec2::254".parse().unwrap()).unwrap_err(),
        guard.host_name("localhost").unwrap_err(),
        guard.port(22, 22, Protocol::Http).unwrap_err(),
    ];
    let messages = refusals.map(|refusal| (&refusal as &dyn Error).to_string());
    assert!(messages.iter().all(|message| *message == messages[0]), "{messages:?}");
    let Refusal::Address(range) = refusals[1] else { panic!("{refusals:?}") };
    assert_eq!((range.name(), range.source()), ("cloud metadata", "AWS"));
}

#[test]
fn the_default_is_the_public_internet_only() {
    assert_eq!(
        format!("{:?}", AddressGuard::default()),
        format!("{:?}", AddressGuard::public_only())
    );
}
