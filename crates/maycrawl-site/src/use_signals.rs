//! What the header fields and the page say about the use of their content, as written.
//!
//! Nothing is decided here: these are the facts that an answer about a use is made of. The rules of robots meta tags
//! and `X-Robots-Tag` are in [`Directives`](crate::Directives), and `data-nosnippet` is counted in
//! [`Page`](crate::Page).

use url::Url;

use crate::link_field::{FieldText, resolve};
use crate::robots_meta::start_of;
use crate::tdmrep::TdmReservation;

/// The media type of an RSL document. (RSL 1.0 sections 4.5 and 4.6.)
pub const RSL_MEDIA_TYPE: &str = "application/rsl+xml";
/// The header fields with signals of use, beside `Link` and `X-Robots-Tag`.
#[cfg(feature = "live")]
pub(crate) const USE_FIELDS: [&str; 4] =
    ["content-usage", "content-signal", "tdm-reservation", "tdm-policy"];
/// Maximum number of bytes that are stored of a field.
const MAX_FIELD_BYTES: usize = 8 << 10;
/// Maximum number of bytes that are stored of an RSL document inside a page.
pub(crate) const MAX_INLINE_BYTES: usize = 64 << 10;
/// Maximum number of signals of one kind that are stored.
const MAX_SIGNALS: usize = 16;

/// The signals of use in the header fields of a response, or in a page.
///
/// ```
/// use maycrawl_site::{TdmReservation, UseSignals};
///
/// let fields: [(&str, &[u8]); 3] =
///     [("Content-Usage", b"train-ai=n"), ("content-usage", b"search=y"), ("TDM-Reservation", b"1")];
/// let signals = UseSignals::from_fields(&fields, None);
/// assert_eq!(signals.content_usage.unwrap().bytes, b"train-ai=n, search=y");
/// assert_eq!(signals.tdm_reservations[0].value, TdmReservation::Reserved);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct UseSignals {
    /// The fields `Content-Usage`, joined with commas to the text of one dictionary. (draft-ietf-aipref-attach-05
    /// section 2.)
    pub content_usage: Option<RawText>,
    /// The fields `Content-Signal`, in order. No document specifies them.
    pub content_signals: Vec<Placed<RawText>>,
    /// `tdm-reservation`, in order. (TDM Reservation Protocol.)
    pub tdm_reservations: Vec<Placed<TdmReservation>>,
    /// `tdm-policy`, in order.
    pub tdm_policies: Vec<Placed<SignalUrl>>,
    /// Links to RSL documents, in order. (RSL 1.0 sections 4.5 and 4.6.)
    pub licenses: Vec<Placed<SignalUrl>>,
    /// RSL documents in `<script type="application/rsl+xml">`; `None` for one whose element is not closed.
    pub inline_licenses: Vec<Placed<Option<RawText>>>,
    /// The fields `Link` that are longer than what is read of one. Their last link and those after it are not known.
    pub cut_links: Vec<SignalPlace>,
    /// Number of signals beyond the limits, which are not stored.
    pub left_out: usize,
}

/// A signal with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed<T> {
    /// The place.
    pub place: SignalPlace,
    /// The signal.
    pub value: T,
}

/// The place of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignalPlace {
    /// The header field of its name with this number, from 1.
    Field(usize),
    /// An element of the page.
    Page {
        /// The line where it begins.
        line: u64,
        /// True in the head. The documents speak of elements there.
        in_head: bool,
    },
}

/// The bytes of a text as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawText {
    /// The bytes, or the first of them.
    pub bytes: Vec<u8>,
    /// True if the text is longer than what is stored. A part may say something else than the whole.
    pub is_cut: bool,
}

/// A URL in a signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignalUrl {
    /// The URL as written.
    pub written: String,
    /// The absolute URL; `None` if the text is not a URL with http or https, and for a text that is cut.
    pub url: Option<String>,
    /// True if the text is longer than what is stored. A part of a URL may be another URL.
    pub is_cut: bool,
}

impl UseSignals {
    /// Reads the header fields of a response from `url`. O(bytes); at most 8 KiB of a field are stored.
    #[must_use]
    pub fn from_fields(fields: &[(&str, &[u8])], url: Option<&str>) -> Self {
        let base = url.and_then(|url| Url::parse(url).ok());
        let values = |name: &'static str| {
            fields
                .iter()
                .filter(move |(field, _)| field.eq_ignore_ascii_case(name))
                .map(|(_, value)| *value)
        };
        let numbered =
            |name| values(name).enumerate().map(|(i, value)| (SignalPlace::Field(i + 1), value));
        let mut signals = Self::default();
        for line in values("content-usage") {
            match &mut signals.content_usage {
                // The lines of a list field are one text. (RFC 9651 section 4.2.)
                Some(text) => {
                    text.add(b", ", MAX_FIELD_BYTES);
                    text.add(line, MAX_FIELD_BYTES);
                }
                none => *none = Some(RawText::of(line, MAX_FIELD_BYTES)),
            }
        }
        for (place, value) in numbered("content-signal") {
            let value = RawText::of(value, MAX_FIELD_BYTES);
            keep(&mut signals.content_signals, Placed { place, value }, &mut signals.left_out);
        }
        for (place, value) in numbered("tdm-reservation") {
            signals.add_tdm_reservation(place, value);
        }
        for (place, value) in numbered("tdm-policy") {
            signals.add_tdm_policy(place, value, base.as_ref());
        }
        for (place, value) in numbered("link") {
            let text = FieldText::of(value);
            if text.is_cut {
                keep(&mut signals.cut_links, place, &mut signals.left_out);
            }
            for link in text.links() {
                if link.has_rel("license") && link.values("type").any(is_rsl) {
                    signals.add_license(place, link.target, base.as_ref());
                }
            }
        }
        signals
    }

    /// The absolute URLs of the RSL documents that are linked. They are fetched only on request.
    pub fn license_urls(&self) -> impl Iterator<Item = &str> {
        self.licenses.iter().filter_map(|it| it.value.url.as_deref())
    }

    /// True if there is no signal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) fn add_tdm_reservation(&mut self, place: SignalPlace, written: &[u8]) {
        // Whatever follows the part that is read, the whole is neither 0 nor 1.
        let value = match text_of(written) {
            (text, false) => TdmReservation::from_text(&text),
            (text, true) => TdmReservation::Unset(Some(start_of(&text))),
        };
        keep(&mut self.tdm_reservations, Placed { place, value }, &mut self.left_out);
    }

    pub(crate) fn add_tdm_policy(
        &mut self,
        place: SignalPlace,
        written: &[u8],
        base: Option<&Url>,
    ) {
        let value = SignalUrl::read(written, base);
        keep(&mut self.tdm_policies, Placed { place, value }, &mut self.left_out);
    }

    pub(crate) fn add_license(&mut self, place: SignalPlace, written: &str, base: Option<&Url>) {
        let value = SignalUrl::read(written.as_bytes(), base);
        keep(&mut self.licenses, Placed { place, value }, &mut self.left_out);
    }

    /// Adds an RSL document whose text is not read yet. False if there is no room.
    pub(crate) fn open_inline(&mut self, place: SignalPlace) -> bool {
        let left_out = self.left_out;
        keep(&mut self.inline_licenses, Placed { place, value: None }, &mut self.left_out);
        left_out == self.left_out
    }

    /// Gives the last opened RSL document its text.
    pub(crate) fn close_inline(&mut self, text: &[u8]) {
        if let Some(last) = self.inline_licenses.last_mut() {
            last.value = Some(RawText::of(text, MAX_INLINE_BYTES));
        }
    }
}

impl RawText {
    fn of(written: &[u8], limit: usize) -> Self {
        let mut text = Self::default();
        text.add(written, limit);
        text
    }

    fn add(&mut self, more: &[u8], limit: usize) {
        let room = limit.saturating_sub(self.bytes.len());
        self.is_cut |= more.len() > room;
        self.bytes.extend_from_slice(&more[..more.len().min(room)]);
    }
}

impl SignalUrl {
    fn read(written: &[u8], base: Option<&Url>) -> Self {
        let (text, is_cut) = text_of(written);
        let written = text.trim().to_owned();
        let url = resolve(base, &written).filter(|_| !is_cut).map(String::from);
        Self { written, url, is_cut }
    }
}

/// True for the media type of RSL, with or without parameters.
pub(crate) fn is_rsl(media_type: &str) -> bool {
    let name = media_type.split(';').next().unwrap_or_default();
    name.trim().eq_ignore_ascii_case(RSL_MEDIA_TYPE)
}

/// The text that is read, and whether it is only a part.
fn text_of(value: &[u8]) -> (std::borrow::Cow<'_, str>, bool) {
    let read = &value[..value.len().min(MAX_FIELD_BYTES)];
    (String::from_utf8_lossy(read), read.len() < value.len())
}

fn keep<T>(kept: &mut Vec<T>, one: T, left_out: &mut usize) {
    if kept.len() < MAX_SIGNALS {
        kept.push(one);
    } else {
        *left_out += 1;
    }
}
