//! The size limit: what is read of a large file.

use crate::text::scan;

/// What the size limit removed from a file. (Google, *File format*: 500 KiB are read; RFC 9309 section 2.5.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Truncation {
    /// The size limit in bytes.
    pub limit: usize,
    /// The size of the whole file in bytes.
    pub file_len: usize,
    /// Bytes that are ignored: all after the limit, and the line that the limit cuts.
    pub ignored: usize,
    /// The number of the line that the limit cuts; it is not read. `None` if the limit is at a line end.
    pub cut_line: Option<u32>,
}

impl Truncation {
    /// True if the file is one byte longer than the limit. Who fetches a file reads that much to learn that it is too
    /// long, and no more: so how much follows is not known.
    ///
    /// ```
    /// use maycrawl::RobotsTxt;
    ///
    /// let is_measured = |bytes| !RobotsTxt::parse(&vec![b'\n'; bytes]).truncation().unwrap().may_go_on();
    /// assert!(is_measured(512_002) && !is_measured(512_001));
    /// ```
    #[must_use]
    pub const fn may_go_on(&self) -> bool {
        self.file_len == self.limit + 1
    }
}

/// The part of the file within the limit, ending with a whole line.
///
/// A line that the limit cuts is dropped: half a rule (`Disallow: /p` of `Disallow: /private`)
/// would be a rule that the author did not write.
pub(crate) fn within_limit(file: &[u8], limit: Option<usize>) -> (&[u8], Option<Truncation>) {
    let Some(limit) = limit.filter(|&limit| limit < file.len()) else { return (file, None) };
    let ends_there =
        limit == 0 || [file[limit - 1], file[limit]].map(scan::is_line_end).contains(&true);
    let end = if ends_there {
        limit
    } else {
        memchr::memrchr2(b'\n', b'\r', &file[..limit]).map_or(0, |i| i + 1)
    };
    let cut = Truncation { limit, file_len: file.len(), ignored: file.len() - end, cut_line: None };
    (&file[..end], Some(cut))
}
