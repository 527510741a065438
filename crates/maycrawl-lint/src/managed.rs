//! The block that a content network writes before the file of a site. Who changes one of its lines finds it again in
//! the next answer of the network, so the advice about such a line is another one.

use alloc::string::String;

use maycrawl::Profile;
use maycrawl::line::Lines;

pub(super) const IN_BLOCK: &str = "one of the lines is in a block that the content network writes before the file; change its settings, not the line";

/// The first and the last line of the block. O(bytes).
pub(super) fn managed_block(file: &[u8], profile: Profile) -> Option<(u32, u32)> {
    let mark = |word: &str| {
        let is_mark = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
            text.trim_start().starts_with('#') && text.contains(word) && text.contains("managed")
        };
        Lines::new(file, profile).find(|line| is_mark(line.bytes())).map(|line| line.number)
    };
    Some((mark("begin cloudflare")?, mark("end cloudflare")?))
}
