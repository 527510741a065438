//! Signed requests: HTTP Message Signatures (RFC 9421) as Web Bot Auth uses them
//! (draft-ietf-webbotauth-httpsig-protocol-01).
//!
//! A signature covers some components of a request. What it covers is written as a text, the signature base, line by
//! line as the log has it; a signature of that text by a key of the operator proves the request. If a component is not
//! in the log, or the key of that day is not known, nothing can be said. A wrong signature proves nothing either: a
//! proxy may have changed what was signed.

mod fault;

pub use fault::SignatureFault;

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use jiff::Timestamp;
use maycrawl::Origin;
use ring::signature::{ED25519, UnparsedPublicKey};
use sfv::{BareItem, Dictionary, InnerList, Item, ListEntry, ListSerializer, Parser};

use super::keys::{Directories, KeyDirectory};
use super::{Proof, SignedRequest, Unproved, is_valid_at};

/// The directory of an origin.
const WELL_KNOWN: &str = "/.well-known/http-message-signatures-directory";
/// The most signatures of a request that are checked.
const MAX_SIGNATURES: usize = 4;

/// Whether one of the signatures of a request proves that it is of an operator with these directories. `None`: it has
/// no signature of this kind. O(bytes), and one verification for each of at most four signatures.
pub(super) fn check(
    directories: &Directories,
    documented: &[String],
    request: &SignedRequest<'_>,
    at: Timestamp,
) -> Option<Result<Proof, Unproved>> {
    let signatures = match Signature::all(request) {
        Ok(signatures) => signatures,
        Err(SignatureFault::NoTag) => return None,
        Err(fault) => return Some(Err(fault.into())),
    };
    let mut first = None;
    for signature in signatures {
        let signature = match signature {
            Ok(signature) => signature,
            Err(fault) => return Some(Err(fault.into())),
        };
        match signature.of_operator(directories, documented, at) {
            Ok(proof) => return Some(Ok(proof)),
            Err(why) => first = first.or(Some(why)),
        }
    }
    first.map(Err)
}

/// A text parameter of a signature.
fn text<'a>(list: &'a InnerList, name: &str) -> Option<&'a str> {
    match list.params.get(name)? {
        BareItem::String(text) => Some(text.as_str()),
        _ => None,
    }
}

/// A signature of a request, with the tag `web-bot-auth`: what it covers, and what a verifier says of it.
#[derive(Clone, Debug)]
pub struct Signature<'a> {
    request: &'a SignedRequest<'a>,
    label: String,
    /// What is covered, and the parameters.
    list: InnerList,
    signature: Vec<u8>,
}

/// What a signature says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SignatureClaim<'a> {
    /// When it was made.
    pub created: Timestamp,
    /// Until when it is valid.
    pub expires: Timestamp,
    /// The thumbprint of its key.
    pub key_id: &'a str,
    /// The address of the directory with the key.
    pub directory: String,
}

impl<'a> Signature<'a> {
    /// The signatures of a request, of which at most four are looked at. O(bytes).
    ///
    /// # Errors
    ///
    /// If the fields cannot be read, or none of the signatures has the tag. One that has no bytes is an error of its
    /// own.
    pub fn all(
        request: &'a SignedRequest<'a>,
    ) -> Result<Vec<Result<Self, SignatureFault>>, SignatureFault> {
        let parse = |name| {
            let field = request.fields.get(name).ok_or(SignatureFault::NoField(name))?;
            let read = Parser::new(field).parse::<Dictionary>();
            read.map_err(|_| SignatureFault::NotReadable(name))
        };
        let (inputs, mut signatures) = (parse("signature-input")?, parse("signature")?);
        let lists = inputs.into_iter().filter_map(|(label, entry)| match entry {
            ListEntry::InnerList(list) if text(&list, "tag") == Some("web-bot-auth") => {
                Some((String::from(label), list))
            }
            _ => None,
        });
        let found: Vec<_> = lists
            .take(MAX_SIGNATURES)
            .map(|(label, list)| match signatures.swap_remove(label.as_str()) {
                Some(ListEntry::Item(Item {
                    bare_item: BareItem::ByteSequence(signature),
                    ..
                })) => Ok(Self { request, label, list, signature }),
                _ => Err(SignatureFault::NoSignature(label)),
            })
            .collect();
        if found.is_empty() { Err(SignatureFault::NoTag) } else { Ok(found) }
    }

    /// Its name in the fields.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The components that it covers, as they are written.
    #[must_use]
    pub fn covered(&self) -> Vec<String> {
        self.list.items.iter().filter_map(serialized).collect()
    }

    /// What it says of itself.
    ///
    /// # Errors
    ///
    /// If it lacks what Web Bot Auth demands, or covers less.
    pub fn claim(&self) -> Result<SignatureClaim<'_>, SignatureFault> {
        let time = |name| self.time(name).ok_or(SignatureFault::NoParameter(name));
        let (created, expires) = (time("created")?, time("expires")?);
        let key_id = text(&self.list, "keyid").ok_or(SignatureFault::NoParameter("keyid"))?;
        if !self.covers("@authority") && !self.covers("@target-uri") {
            return Err(SignatureFault::NotCovered("@authority"));
        }
        Ok(SignatureClaim { created, expires, key_id, directory: self.signer()? })
    }

    /// Whether a key of this directory made it, and it holds at this time.
    ///
    /// # Errors
    ///
    /// What a verifier would refuse it for.
    pub fn check(&self, directory: &KeyDirectory, at: Timestamp) -> Result<Proof, SignatureFault> {
        let mut directories = Directories::default();
        directories.add(directory.clone());
        self.with_keys(&self.claim()?, &directories, at)
    }

    fn of_operator(
        &self,
        directories: &Directories,
        documented: &[String],
        at: Timestamp,
    ) -> Result<Proof, Unproved> {
        let claim = self.claim()?;
        if !documented.contains(&claim.directory) {
            return Err(Unproved::OtherSigner);
        }
        Ok(self.with_keys(&claim, directories, at)?)
    }

    fn with_keys(
        &self,
        claim: &SignatureClaim<'_>,
        directories: &Directories,
        at: Timestamp,
    ) -> Result<Proof, SignatureFault> {
        let &SignatureClaim { created, expires, key_id, ref directory } = claim;
        if let Some(name) = text(&self.list, "alg").filter(|name| *name != "ed25519") {
            return Err(SignatureFault::OtherAlgorithm(name.to_owned()));
        }
        if !is_valid_at(created, expires, at) {
            return Err(match () {
                () if at > expires => SignatureFault::Expired(expires),
                () if at < created => SignatureFault::NotYet(created),
                () => SignatureFault::TooOld(created),
            });
        }
        let key = directories.key(directory, key_id, at);
        let (directory, key) = key.ok_or_else(|| SignatureFault::NoKey(key_id.to_owned()))?;
        let base = self.base()?;
        if !is_signed(&key.bytes, &base, &self.signature) {
            let host = self.covers("@authority") || self.covers("@target-uri");
            let scheme = self.covers("@scheme") || self.covers("@target-uri");
            let fields = self.request.fields;
            // Then the right text may have been another one.
            let is_assumed = host && !fields.is_host_logged || scheme && !fields.is_scheme_logged;
            return Err(if is_assumed {
                SignatureFault::SiteAssumed
            } else {
                SignatureFault::Wrong
            });
        }
        Ok(Proof::Signature {
            url: directory.url.clone(),
            sha256: directory.sha256.clone(),
            key: BASE64_URL_SAFE_NO_PAD.encode(key.bytes),
            key_id: key_id.to_owned(),
            created,
            expires,
            base,
            signature: BASE64_STANDARD.encode(&self.signature),
        })
    }

    fn time(&self, name: &str) -> Option<Timestamp> {
        match self.list.params.get(name)? {
            BareItem::Integer(seconds) => Timestamp::from_second(i64::from(*seconds)).ok(),
            _ => None,
        }
    }

    fn covers(&self, name: &str) -> bool {
        self.list.items.iter().any(|item| name_of(item) == Some(name))
    }

    /// The address of the directory, by the field Signature-Agent. Only what the signature covers counts.
    fn signer(&self) -> Result<String, SignatureFault> {
        const AGENT: &str = "signature-agent";
        let covered = self.list.items.iter().find(|item| name_of(item) == Some(AGENT));
        let covered = covered.ok_or(SignatureFault::NotCovered(AGENT))?;
        let field = self.request.fields.get(AGENT);
        let field = field.ok_or_else(|| SignatureFault::NoComponent(AGENT.to_owned()))?;
        let key = match covered.params.get("key") {
            Some(BareItem::String(key)) => key.as_str(),
            _ => &*self.label,
        };
        // Earlier drafts, and signers that follow them, have one text.
        let item = if field.starts_with('"') {
            Parser::new(field).parse::<Item>().ok()
        } else {
            match Parser::new(field)
                .parse::<Dictionary>()
                .ok()
                .and_then(|mut it| it.swap_remove(key))
            {
                Some(ListEntry::Item(item)) => Some(item),
                _ => None,
            }
        };
        item.and_then(|item| directory_of(&item)).ok_or(SignatureFault::NotReadable(AGENT))
    }

    /// The signature base. (RFC 9421 section 2.5.)
    ///
    /// # Errors
    ///
    /// If a component is not in the request.
    pub fn base(&self) -> Result<String, SignatureFault> {
        let mut base = String::new();
        for item in &self.list.items {
            let id = serialized(item).ok_or(SignatureFault::NotReadable("signature-input"))?;
            let value = self.value(item).ok_or_else(|| SignatureFault::NoComponent(id.clone()))?;
            base.extend([&*id, ": ", &value, "\n"]);
        }
        let list = list_text(&ListEntry::InnerList(self.list.clone()));
        let list = list.ok_or(SignatureFault::NotReadable("signature-input"))?;
        Ok(base + "\"@signature-params\": " + &list)
    }

    /// The value of a component, if the log has it. (RFC 9421 sections 2.1 and 2.2.)
    fn value(&self, item: &Item) -> Option<String> {
        let name = name_of(item)?;
        let key = match item.params.get("key") {
            Some(BareItem::String(key)) => Some(key.as_str()),
            Some(_) => return None,
            None => None,
        };
        if item.params.len() > usize::from(key.is_some()) {
            return None;
        }
        let field = self.request.fields.get(name);
        match (name.starts_with('@'), key) {
            (true, None) => self.derived(name),
            (true, Some(_)) => None,
            (false, None) => field.map(str::to_owned),
            (false, Some(key)) => {
                list_text(Parser::new(field?).parse::<Dictionary>().ok()?.get(key)?)
            }
        }
    }

    fn derived(&self, name: &str) -> Option<String> {
        let request = self.request;
        let target = request.target.filter(|target| target.starts_with('/'));
        let (scheme, authority) = request.origin?.split_once("://")?;
        let path_and_query = || Some(target?.split_once('?').unwrap_or((target?, "")));
        match name {
            "@method" => Some(request.method.to_owned()),
            "@authority" => Some(authority.to_owned()),
            "@scheme" => Some(scheme.to_owned()),
            "@target-uri" => Some(format!("{scheme}://{authority}{}", target?)),
            "@request-target" => target.map(str::to_owned),
            "@path" => Some(path_and_query()?.0.to_owned()),
            "@query" => Some(format!("?{}", path_and_query()?.1)),
            _ => None,
        }
    }
}

fn name_of(item: &Item) -> Option<&str> {
    match &item.bare_item {
        BareItem::String(name) => Some(name.as_str()),
        _ => None,
    }
}

fn serialized(item: &Item) -> Option<String> {
    list_text(&ListEntry::Item(item.clone()))
}

fn list_text(entry: &ListEntry) -> Option<String> {
    let mut list = ListSerializer::new();
    list.members([entry]);
    list.finish()
}

/// The address of the directory that a member of Signature-Agent names, without query and fragment.
fn directory_of(item: &Item) -> Option<String> {
    let BareItem::String(value) = &item.bare_item else { return None };
    let value = value.as_str();
    let kind = match item.params.get("type") {
        None => "directory",
        Some(BareItem::Token(kind)) => kind.as_str(),
        Some(_) => return None,
    };
    let rest = value.strip_prefix("https://")?;
    match kind {
        "directory" => {
            let host = rest.strip_suffix('/').unwrap_or(rest);
            let is_host = !host.contains(['/', '?', '#', '@', '\\']);
            let origin = Origin::parse(value).ok().filter(|_| is_host)?;
            Some(format!("{origin}{WELL_KNOWN}"))
        }
        "jwks_uri" => Some(value.split(['?', '#']).next()?.to_owned()),
        _ => None,
    }
}

/// True if this is the signature of `base` by the key. (RFC 8032.)
pub(crate) fn is_signed(key: &[u8], base: &str, signature: &[u8]) -> bool {
    UnparsedPublicKey::new(&ED25519, key).verify(base.as_bytes(), signature).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::{LogOptions, LogReader};

    /// The example of the draft with the test key of RFC 9421 appendix B.1.4.
    #[test]
    fn the_example_of_the_draft_is_verified() {
        let input = r#"sig2=("@authority" "signature-agent";key="agent2");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=4889289600;nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth""#;
        let signature = "sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:";
        let line = serde_json::json!({
            "time_iso8601": "2025-01-01T00:00:30Z", "request": "GET /path/to/resource HTTP/1.1", "status": 200,
            "http_host": "example.com", "http_user_agent": "Google-Agent", "http_signature": signature,
            "http_signature_input": input, "http_signature_agent": "agent2=\"https://signature-agent.test\"",
        });
        let line = line.to_string();
        let request = LogReader::new(LogOptions::default()).read(line.as_bytes()).unwrap().unwrap();
        let jwks = br#"{"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs"}]}"#;
        let url = format!("https://signature-agent.test{WELL_KNOWN}");
        let mut directories = Directories::default();
        directories.add(KeyDirectory::read(&url, request.time, jwks).unwrap());
        let fields = request.signed.as_deref().unwrap();
        let request = SignedRequest {
            fields,
            origin: Some("https://example.com"),
            method: "GET",
            target: Some("/path/to/resource"),
        };
        let at = "2025-01-01T00:00:30Z".parse().unwrap();
        let found = check(&directories, std::slice::from_ref(&url), &request, at);
        assert!(matches!(found, Some(Ok(Proof::Signature { .. }))), "{found:?}");
        assert_eq!(check(&directories, &[], &request, at), Some(Err(Unproved::OtherSigner)));
    }
}
