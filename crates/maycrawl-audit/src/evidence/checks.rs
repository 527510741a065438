//! The identity in a row: written from an [`Identity`], and decided again from what the row has.

use jiff::Timestamp;

use super::{CheckRow, IdentityRow, Row};
use crate::identity::{FailedCheck, Identity, NEAR, Proof, is_valid_at};
use crate::judge::Standing;

/// What a signature may cover without saying more of a request than its row.
const SHOWN: [&str; 6] = [
    "\"@authority\"",
    "\"@method\"",
    "\"@scheme\"",
    "\"signature-agent\"",
    "\"user-agent\"",
    "\"@signature-params\"",
];

impl IdentityRow {
    pub(super) fn of(identity: &Identity, keeps_all: bool) -> Self {
        match identity {
            Identity::Proved(proof) => Self::Proved { by: CheckRow::of_proof(proof, keeps_all) },
            Identity::Forged(failed) => {
                Self::Forged { checks: failed.iter().map(CheckRow::of).collect() }
            }
            Identity::Unknown(why) => Self::NotKnown { reason: why.name().to_owned() },
        }
    }
}

impl CheckRow {
    fn of_proof(proof: &Proof, keeps_all: bool) -> Self {
        match proof {
            Proof::List { url, created, sha256, prefix } => Self::List {
                url: url.to_string(),
                created: created.to_string(),
                sha256: sha256.to_string(),
                prefix: Some(prefix.to_string()),
            },
            Proof::Dns { name, at } => {
                Self::Dns { name: Some(name.clone()), at: at.to_string(), is_confirmed: true }
            }
            Proof::Signature { url, sha256, key, key_id, created, expires, base, signature } => {
                let is_shown = |line: &str| SHOWN.iter().any(|name| line.starts_with(name));
                Self::Signature {
                    url: url.to_string(),
                    sha256: sha256.to_string(),
                    key: key.clone(),
                    key_id: key_id.clone(),
                    created: created.to_string(),
                    expires: expires.to_string(),
                    base: (keeps_all || base.lines().all(is_shown)).then(|| base.clone()),
                    signature: signature.clone(),
                }
            }
        }
    }

    fn of(failed: &FailedCheck) -> Self {
        match failed {
            FailedCheck::NotInList { url, created, sha256 } => Self::List {
                url: url.to_string(),
                created: created.to_string(),
                sha256: sha256.to_string(),
                prefix: None,
            },
            FailedCheck::OtherName { at } => {
                Self::Dns { name: None, at: at.to_string(), is_confirmed: false }
            }
            FailedCheck::NotConfirmed { ending, at } => {
                let name = Some(format!("*.{ending}"));
                Self::Dns { name, at: at.to_string(), is_confirmed: false }
            }
        }
    }

    /// Whether it succeeded.
    fn is_passed(&self) -> bool {
        match self {
            Self::List { prefix, .. } => prefix.is_some(),
            Self::Dns { is_confirmed, .. } => *is_confirmed,
            Self::Signature { .. } => true,
        }
    }
}

/// Whether the identity of a row follows from what the row has of it, and is the standing that its class rests on.
pub(super) fn again(row: &Row) -> Result<(), &'static str> {
    let (standing, is_shown) = match &row.identity {
        IdentityRow::Proved { by } => (Standing::Proved, by.is_passed()),
        IdentityRow::Forged { checks } => {
            let has_failed = |check: &CheckRow| !check.is_passed();
            (Standing::Forged, !checks.is_empty() && checks.iter().all(has_failed))
        }
        IdentityRow::NotKnown { .. } => (Standing::ByName, true),
    };
    if row.facts.standing != standing {
        return Err("the class rests on another standing");
    }
    if !is_shown {
        return Err("its check had another outcome");
    }
    match &row.identity {
        IdentityRow::Proved { by } => proof_again(by, row),
        _ => Ok(()),
    }
}

fn proof_again(proof: &CheckRow, row: &Row) -> Result<(), &'static str> {
    let request = time(&row.at)?;
    match proof {
        CheckRow::List { created, prefix, .. } => {
            let prefix = prefix.as_deref().and_then(|it| it.parse::<ipnet::IpNet>().ok());
            let client = row.client.as_deref().and_then(|it| it.parse::<std::net::IpAddr>().ok());
            let is_inside =
                prefix.zip(client).is_some_and(|(net, it)| net.contains(&it.to_canonical()));
            if !is_inside {
                return Err("the address is not in the prefix");
            }
            if time(created)? > request { Err("the list was made later") } else { Ok(()) }
        }
        CheckRow::Dns { at, .. } => {
            let is_near = time(at)?.duration_since(request).abs() <= NEAR;
            if is_near { Ok(()) } else { Err("the name was looked up more than seven days away") }
        }
        CheckRow::Signature { created, expires, .. } => {
            let (created, expires) = (time(created)?, time(expires)?);
            if !is_valid_at(created, expires, request) {
                return Err("the signature was not valid then");
            }
            signature_again(proof)
        }
    }
}

fn time(text: &str) -> Result<Timestamp, &'static str> {
    text.parse().map_err(|_| "it has no time")
}

#[cfg(not(feature = "signatures"))]
fn signature_again(_: &CheckRow) -> Result<(), &'static str> {
    Ok(())
}

/// The key has the thumbprint, and the signature is that of the text, whose last line names both and the times.
#[cfg(feature = "signatures")]
fn signature_again(check: &CheckRow) -> Result<(), &'static str> {
    use base64::Engine as _;
    use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};

    let CheckRow::Signature { key, key_id, created, expires, base, signature, .. } = check else {
        return Ok(());
    };
    let key = BASE64_URL_SAFE_NO_PAD.decode(key).ok().and_then(|it| <[u8; 32]>::try_from(it).ok());
    let key = key.filter(|key| crate::identity::thumbprint(key) == *key_id);
    let key = key.ok_or("the key has another thumbprint")?;
    // What was signed says more than the row: the line of the log is needed.
    let Some(base) = base else { return Ok(()) };
    let signature = BASE64_STANDARD.decode(signature).map_err(|_| "the signature is not base64")?;
    if !crate::identity::is_signed(&key, base, &signature) {
        return Err("the signature is not the one of the text");
    }
    let params = base.lines().last().unwrap_or_default();
    let named = [
        format!(";created={}", time(created)?.as_second()),
        format!(";expires={}", time(expires)?.as_second()),
        format!(";keyid=\"{key_id}\""),
    ];
    let is_named = named.iter().all(|it| params.contains(it.as_str()));
    if is_named { Ok(()) } else { Err("the signature has other times, or another key") }
}
