//! What a verifier refuses a signature for.

use std::fmt;

use jiff::Timestamp;

use crate::identity::Unproved;

/// What a verifier refuses a signature for: RFC 9421, as Web Bot Auth uses it.
///
/// ```
/// use maycrawl_audit::identity::SignatureFault;
///
/// let fault = SignatureFault::NoParameter("expires");
/// assert_eq!(fault.to_string(), "Signature-Input has no parameter `expires` that can be read");
/// assert_eq!(fault.name(), "no-parameter");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignatureFault {
    /// The request has no such field.
    NoField(&'static str),
    /// The field is no structured field (RFC 9651), or not of the form that is asked.
    NotReadable(&'static str),
    /// No signature has the tag `web-bot-auth`.
    NoTag,
    /// The label of Signature-Input has no bytes in Signature.
    NoSignature(String),
    /// A parameter is missing, or of another type.
    NoParameter(&'static str),
    /// What must be signed is not.
    NotCovered(&'static str),
    /// What is signed is not in the request.
    NoComponent(String),
    /// Another algorithm than Ed25519.
    OtherAlgorithm(String),
    /// It is not valid yet.
    NotYet(Timestamp),
    /// It was made more than a day ago.
    TooOld(Timestamp),
    /// It is not valid any more.
    Expired(Timestamp),
    /// The directory has no such key, or not at this time.
    NoKey(String),
    /// It is not the signature of what was read, and the scheme or the host of the request was assumed.
    SiteAssumed,
    /// It is not the signature of this request by this key.
    Wrong,
}

impl SignatureFault {
    /// Whether the signature may be right all the same: its kind is not checked here, or not all of the request is
    /// known.
    #[must_use]
    pub const fn is_undecided(&self) -> bool {
        matches!(self, Self::OtherAlgorithm(_) | Self::SiteAssumed)
    }

    /// A short name for programs.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NoField(_) => "no-field",
            Self::NotReadable(_) => "not-readable",
            Self::NoTag => "no-tag",
            Self::NoSignature(_) => "no-signature",
            Self::NoParameter(_) => "no-parameter",
            Self::NotCovered(_) => "not-covered",
            Self::NoComponent(_) => "no-component",
            Self::OtherAlgorithm(_) => "other-algorithm",
            Self::NotYet(_) => "not-yet",
            Self::TooOld(_) => "too-old",
            Self::Expired(_) => "expired",
            Self::NoKey(_) => "no-key",
            Self::SiteAssumed => "site-assumed",
            Self::Wrong => "wrong",
        }
    }
}

impl fmt::Display for SignatureFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoField(name) => write!(f, "the request has no field `{name}`"),
            Self::NotReadable(name) => write!(f, "the field `{name}` is not as RFC 9421 and Web Bot Auth write it"),
            Self::NoTag => f.write_str("no signature has the parameter tag=\"web-bot-auth\""),
            Self::NoSignature(label) => write!(f, "the field `signature` has no bytes for `{label}`"),
            Self::NoParameter(name) => write!(f, "Signature-Input has no parameter `{name}` that can be read"),
            Self::NotCovered(name) => write!(f, "the signature does not cover \"{name}\""),
            Self::NoComponent(name) => write!(f, "{name} is signed, and is not in the request"),
            Self::OtherAlgorithm(name) => write!(f, "alg is `{name}`, and only `ed25519` is checked here"),
            Self::NotYet(at) => write!(f, "it was made in the future, at {at}"),
            Self::TooOld(at) => write!(f, "it was made at {at}, more than 24 hours ago: the longest time that the draft recommends"),
            Self::Expired(at) => write!(f, "it expired at {at}"),
            Self::NoKey(id) => write!(f, "the directory has no key with the thumbprint `{id}` at this time"),
            Self::SiteAssumed => f.write_str(
                "it is not the signature of what was read; the scheme or the host was assumed, and may be another one",
            ),
            Self::Wrong => f.write_str("it is not the signature of this text by this key"),
        }
    }
}

impl std::error::Error for SignatureFault {}

impl From<SignatureFault> for Unproved {
    fn from(fault: SignatureFault) -> Self {
        use SignatureFault as Fault;
        match fault {
            Fault::NoField(_) | Fault::NotReadable(_) | Fault::NoTag | Fault::OtherAlgorithm(_) => {
                Self::SignatureNotChecked
            }
            Fault::NoSignature(_) | Fault::NoParameter(_) | Fault::NotCovered(_) => {
                Self::SignatureIncomplete
            }
            Fault::NoComponent(_) | Fault::SiteAssumed => Self::ComponentNotKept,
            Fault::NotYet(_) | Fault::TooOld(_) | Fault::Expired(_) => Self::SignatureExpired,
            Fault::NoKey(_) => Self::NoKeyOfThatTime,
            Fault::Wrong => Self::SignatureWrong,
        }
    }
}
