//! Signed requests: HTTP Message Signatures (RFC 9421) as Web Bot Auth uses them
//! (draft-ietf-webbotauth-httpsig-protocol-01).
//!
//! A signature covers some components of a request. What it covers is written as a text, the signature base, line by
//! line as the log has it; a signature of that text by a key of the operator proves the request. If a component is not
//! in the log, or the key of that day is not known, nothing can be said. A wrong signature proves nothing either: a
//! proxy may have changed what was signed.

use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use jiff::Timestamp;
use maycrawl::Origin;
use ring::signature::{ED25519, UnparsedPublicKey};
use sfv::{BareItem, Dictionary, InnerList, Item, ListEntry, ListSerializer, Parser};

use super::keys::Directories;
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
    let parse = |name| Parser::new(request.fields.get(name)?).parse::<Dictionary>().ok();
    let (Some(inputs), Some(signatures)) = (parse("signature-input"), parse("signature")) else {
        return Some(Err(Unproved::SignatureNotChecked));
    };
    let lists = inputs.iter().filter_map(|(label, entry)| match entry {
        ListEntry::InnerList(list) if text(list, "tag") == Some("web-bot-auth") => {
            Some((label.as_str(), list))
        }
        _ => None,
    });
    let mut first = None;
    for (label, list) in lists.take(MAX_SIGNATURES) {
        let Some(ListEntry::Item(Item { bare_item: BareItem::ByteSequence(signature), .. })) =
            signatures.get(label)
        else {
            return Some(Err(Unproved::SignatureIncomplete));
        };
        let one = Signature { request, label, list, signature };
        match one.check(directories, documented, at) {
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

struct Signature<'a> {
    request: &'a SignedRequest<'a>,
    label: &'a str,
    /// What is covered, and the parameters.
    list: &'a InnerList,
    signature: &'a [u8],
}

impl Signature<'_> {
    fn check(
        &self,
        directories: &Directories,
        documented: &[String],
        at: Timestamp,
    ) -> Result<Proof, Unproved> {
        let [created, expires] = ["created", "expires"].map(|name| self.time(name));
        let (Some(created), Some(expires), Some(key_id)) =
            (created, expires, text(self.list, "keyid"))
        else {
            return Err(Unproved::SignatureIncomplete);
        };
        if !self.covers("@authority") && !self.covers("@target-uri") {
            return Err(Unproved::SignatureIncomplete);
        }
        let url = self.signer()?;
        if !documented.contains(&url) {
            return Err(Unproved::OtherSigner);
        }
        if text(self.list, "alg").is_some_and(|name| name != "ed25519") {
            return Err(Unproved::SignatureNotChecked);
        }
        if !is_valid_at(created, expires, at) {
            return Err(Unproved::SignatureExpired);
        }
        let key = directories.key(&url, key_id, at);
        let (directory, key) = key.ok_or(Unproved::NoKeyOfThatTime)?;
        let base = self.base()?;
        if !is_signed(&key.bytes, &base, self.signature) {
            let host = self.covers("@authority") || self.covers("@target-uri");
            let scheme = self.covers("@scheme") || self.covers("@target-uri");
            let fields = self.request.fields;
            let is_assumed = host && !fields.is_host_logged || scheme && !fields.is_scheme_logged;
            let why =
                if is_assumed { Unproved::ComponentNotKept } else { Unproved::SignatureWrong };
            return Err(why);
        }
        Ok(Proof::Signature {
            url: directory.url.clone(),
            sha256: directory.sha256.clone(),
            key: BASE64_URL_SAFE_NO_PAD.encode(key.bytes),
            key_id: key_id.to_owned(),
            created,
            expires,
            base,
            signature: BASE64_STANDARD.encode(self.signature),
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
    fn signer(&self) -> Result<String, Unproved> {
        let covered = self.list.items.iter().find(|item| name_of(item) == Some("signature-agent"));
        let covered = covered.ok_or(Unproved::SignatureIncomplete)?;
        let field = self.request.fields.get("signature-agent");
        let field = field.ok_or(Unproved::ComponentNotKept)?;
        let key = match covered.params.get("key") {
            Some(BareItem::String(key)) => key.as_str(),
            _ => self.label,
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
        item.and_then(|item| directory_of(&item)).ok_or(Unproved::SignatureNotChecked)
    }

    /// The signature base. (RFC 9421 section 2.5.)
    fn base(&self) -> Result<String, Unproved> {
        let mut base = String::new();
        for item in &self.list.items {
            let value = self.value(item).ok_or(Unproved::ComponentNotKept)?;
            let id = serialized(item).ok_or(Unproved::SignatureIncomplete)?;
            base.extend([&*id, ": ", &value, "\n"]);
        }
        let list = list_text(&ListEntry::InnerList(self.list.clone()));
        let list = list.ok_or(Unproved::SignatureIncomplete)?;
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
    use super::super::keys::KeyDirectory;
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
