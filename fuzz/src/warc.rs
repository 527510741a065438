//! Any bytes are read to their end as a web archive, compressed or not: records have numbers in order, and the result
//! does not depend on the size of the reads, unless a member is broken.

use maycrawl_policy::Policy;
use maycrawl_table::RobotsRecord;
use maycrawl_table::warc::{MAX_BLOCK_BYTES, WarcReader};

use crate::sitemap::SmallReads;

/// Panics if that is not so.
pub fn check(archive: &[u8]) {
    let records: Vec<_> = WarcReader::new(archive).unwrap().collect();
    for (number, record) in (1..).zip(&records) {
        match record {
            Ok(record) => {
                assert_eq!(record.number, number);
                assert!(record.block.len() <= MAX_BLOCK_BYTES);
                if let Ok(Some(robots)) = RobotsRecord::from_warc(record, Policy::default()) {
                    let _ = robots.origin();
                }
            }
            Err(bad) => {
                assert_eq!(bad.number, number);
                assert!(!bad.to_string().chars().any(char::is_control), "{bad}");
            }
        }
    }
    let again: Vec<_> = WarcReader::new(SmallReads(archive)).unwrap().collect();
    // In a compressed archive, where the search for the next member begins after a broken one depends on the reads.
    if !archive.starts_with(&[0x1f, 0x8b]) || records.iter().all(Result::is_ok) {
        assert_eq!(again, records);
    }
}
