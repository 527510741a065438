//! URLs of the command line and of standard input.

use maycrawl::asked_url::{AskedUrl, Schemes};
use maycrawl::{Origin, RequestUrl};

/// The longest URL. A longer line of standard input is a mistake.
pub(crate) const MAX_URL_BYTES: usize = AskedUrl::MAX_BYTES;

/// A URL, and the text that it was read from.
#[derive(Debug)]
pub(crate) struct UrlArg<'u> {
    /// The text as written, without white space around it.
    pub(crate) written: &'u [u8],
    /// The URL that a client requests for it, which the verdict is about. A bare path is one of the file's own site.
    pub(crate) request: RequestUrl,
}

impl<'u> UrlArg<'u> {
    /// Parses a whole URL of any scheme, because the file may be at hand, or a path of the file's own site.
    ///
    /// # Errors
    /// What is wrong with the text, and what to write.
    pub(crate) fn parse(text: &'u [u8]) -> Result<Self, String> {
        let url = AskedUrl::read_bytes(text, Schemes::Any).map_err(|error| error.to_string())?;
        Ok(Self { written: text.trim_ascii(), request: url.into_request() })
    }

    /// The origin; `None` for a bare path.
    pub(crate) fn origin(&self) -> Option<&Origin> {
        self.request.origin()
    }

    /// The URL that a client requests, if its path differs from the written one.
    pub(crate) fn requested(&self) -> Option<&str> {
        Some(self.request.as_str()).filter(|_| self.request.is_path_changed())
    }

    /// True if the text has bytes that cannot be sent, or escapes in lower case.
    pub(crate) fn was_escaped(&self) -> bool {
        self.request.if_escaped(self.written).is_some()
    }
}
