//! Limits of what is read.

/// Maximum length of a line in bytes, without its end: 1 MiB. Servers refuse requests long before; without a limit, a
/// file without line ends is read into memory as one line.
pub const MAX_LINE_BYTES: usize = 1 << 20;
