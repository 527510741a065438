//! Stored values in compressed form, for the store in memory.
//!
//! A value is small, about 2.5 KB, and a compressor knows nothing at its start. So it gets a dictionary: an example of
//! a stored value, whose file has the lines that most sites have. The dictionary is the difference between 670 and 890
//! bytes for a file of 2 KB; flate2 cannot have one without a second zlib, and is not smaller without it.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use maycrawl::Origin;
use maycrawl_policy::{Body, FetchResult, Outcome, Policy, Timestamp};
use zstd::bulk::{Compressor, Decompressor};
use zstd::dict::DecoderDictionary;

use crate::store::entry::{Entry, encode};

/// The fastest level: with the dictionary a slower one is hardly smaller.
const LEVEL: i32 = 1;

/// Values below this are kept as they are, such as those of sites without a file: they would save less than what the
/// cache needs for an entry, and to compress them costs more than the rest of the store does.
const MIN_PACKED_BYTES: usize = 512;

/// Lines that most sites have.
const COMMON_LINES: &str = "\
# See http://www.robotstxt.org/robotstxt.html for documentation on how to use the robots.txt file
User-agent: Mediapartners-Google
User-agent: AhrefsBot
User-agent: Twitterbot
User-agent: GPTBot
User-agent: CCBot
User-agent: bingbot
Crawl-delay: 10
User-agent: Googlebot
Allow: /
Disallow: /cgi-bin/
Disallow: /includes/
Disallow: /modules/
Disallow: /scripts/
Disallow: /xmlrpc.php
Disallow: /*.js$
Disallow: /*.css$
Disallow: /*?sort=
Disallow: /account/
Disallow: /checkout
Disallow: /cart
Disallow: /user/register/
Disallow: /user/login/
Disallow: /search/
Disallow: /wp-admin/
Allow: /wp-admin/admin-ajax.php
Disallow: /admin/
User-agent: *
Disallow: /
Sitemap: https://www.example.com/sitemap.xml
";

/// A value in compressed form.
pub(super) struct Packed {
    bytes: Box<[u8]>,
    /// The bytes of the value itself. A value that does not become smaller is kept as it is.
    length: usize,
}

impl Packed {
    /// The bytes of memory that the value uses.
    pub(super) fn memory(&self) -> usize {
        self.bytes.len()
    }
}

/// Compresses values, and reads them again.
pub(super) struct Packer {
    /// Its tables are larger than all values that it is used for at a time, so there is one. Without one, values are
    /// kept as they are.
    compressor: Option<Mutex<Compressor<'static>>>,
    dictionary: DecoderDictionary<'static>,
}

impl Packer {
    pub(super) fn new() -> Self {
        let example = dictionary();
        let compressor = Compressor::with_dictionary(LEVEL, &example).ok();
        let dictionary = DecoderDictionary::copy(&example);
        Self { compressor: compressor.map(Mutex::new), dictionary }
    }

    pub(super) fn pack(&self, value: &[u8]) -> Packed {
        let compress = |compressor: &Mutex<Compressor<'_>>| {
            compressor.lock().unwrap_or_else(PoisonError::into_inner).compress(value).ok()
        };
        let compressor = self.compressor.as_ref().filter(|_| value.len() >= MIN_PACKED_BYTES);
        let smaller = compressor.and_then(compress);
        let smaller = smaller.filter(|smaller| smaller.len() < value.len());
        let bytes = smaller.map_or_else(|| value.into(), Vec::into_boxed_slice);
        Packed { bytes, length: value.len() }
    }

    /// The value; `None` if it is damaged.
    pub(super) fn unpack(&self, packed: &Packed) -> Option<Bytes> {
        if packed.bytes.len() == packed.length {
            return Some(Bytes::copy_from_slice(&packed.bytes));
        }
        let mut decompressor = Decompressor::with_prepared_dictionary(&self.dictionary).ok()?;
        decompressor.decompress(&packed.bytes, packed.length).ok().map(Bytes::from)
    }
}

/// The stored value of a usual site.
fn dictionary() -> Vec<u8> {
    let at = Timestamp::from_millis(1_790_000_000_000);
    let mut body = Body::new(Bytes::from_static(COMMON_LINES.as_bytes()));
    body.content_type = Some("text/plain; charset=utf-8".to_owned());
    let fetched = FetchResult::new(at, Duration::from_millis(20), Outcome::File(body));
    let value = Origin::parse("https://www.example.com/").ok().and_then(|origin| {
        encode(&Entry::after(None, &origin, &fetched, None, Policy::default(), at)).ok()
    });
    value.unwrap_or_else(|| COMMON_LINES.into())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may panic
mod tests {
    use maycrawl_testdata::random::Random;

    use super::*;

    #[test]
    fn what_is_packed_is_read_again() {
        let packer = Packer::new();
        let mut random = Random(7);
        for length in [0, 1, 20, 2000, 512_001] {
            let noise: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            let text = b"Disallow: /a\n".repeat(length / 13);
            for value in [noise, text, COMMON_LINES.as_bytes()[..length.min(600)].to_vec()] {
                let packed = packer.pack(&value);
                assert!(packed.memory() <= value.len());
                assert_eq!(packer.unpack(&packed).unwrap(), value, "{length}");
            }
        }
    }

    #[test]
    fn a_damaged_value_is_missing() {
        let packer = Packer::new();
        let mut packed = packer.pack(&b"Disallow: /a\n".repeat(100));
        assert!(packed.bytes.len() < packed.length);
        packed.bytes[0] ^= 1;
        assert_eq!(packer.unpack(&packed), None);
    }

    #[test]
    fn a_usual_file_becomes_a_quarter() {
        let value = dictionary();
        let size = Packer::new().pack(&value).memory();
        assert!(4 * size < value.len(), "{size} of {}", value.len());
    }
}
