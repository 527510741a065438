//! Header fields that name a firewall, a protection against bots, or the network in front of a site.
//!
//! Such a field does not say that a request was refused: most sites behind these networks answer every crawler. The few
//! fields that say so are marked as acting.

use hyper::header::HeaderMap;
use serde::Serialize;

/// Characters of a value that are shown.
const MAX_VALUE_CHARS: usize = 100;

/// A header field that names who answers in front of a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ProtectionField {
    /// Its name, in lower case.
    pub name: &'static str,
    /// The beginning of its value.
    pub value: String,
    /// Whose field it is: `Cloudflare`. `HTTP` for `retry-after`.
    pub owner: &'static str,
    /// True if it says that the protection answered this request in place of the site.
    pub acted: bool,
}

/// A field, a part of its value in lower case, its owner, and whether it says that the protection acted.
type Sign = (&'static str, &'static str, &'static str, bool);

/// The fields, each group after its source. wafw00f is the list of signatures that testers of firewalls keep:
/// github.com/EnableSecurity/wafw00f, folder `plugins`.
const SIGNS: [Sign; 15] = [
    // developers.cloudflare.com, *Detect a Challenge Page response*.
    ("cf-mitigated", "challenge", "Cloudflare", true),
    // wafw00f, cloudflare.py.
    ("cf-ray", "", "Cloudflare", false),
    ("server", "cloudflare", "Cloudflare", false),
    // docs.aws.amazon.com, *CAPTCHA and Challenge action behavior*: `challenge` with 202, `captcha` with 405.
    ("x-amzn-waf-action", "", "AWS WAF", true),
    // wafw00f, kona.py.
    ("server", "akamaighost", "Akamai", false),
    // wafw00f, sucuri.py.
    ("x-sucuri-block", "", "Sucuri", true),
    ("x-sucuri-id", "", "Sucuri", false),
    ("server", "sucuri", "Sucuri", false),
    // No document of the owner was found. Sites behind Imperva, DataDome and Vercel answer so.
    ("x-iinfo", "", "Imperva", false),
    ("x-cdn", "imperva", "Imperva", false),
    ("x-cdn", "incapsula", "Imperva", false),
    // `protected` stands in answers that passed too.
    ("x-datadome", "", "DataDome", false),
    ("server", "datadome", "DataDome", false),
    // `challenge` or `deny`.
    ("x-vercel-mitigated", "", "Vercel", true),
    // RFC 9110, section 10.2.3: no firewall, but limits on requests say so.
    ("retry-after", "", "HTTP", false),
];

impl ProtectionField {
    /// The fields of an answer that the table has, in its order.
    pub(crate) fn of(fields: &HeaderMap) -> Vec<Self> {
        let found = |&(name, part, owner, acted): &Sign| {
            let value = String::from_utf8_lossy(fields.get(name)?.as_bytes());
            value.to_ascii_lowercase().contains(part).then(|| Self {
                name,
                value: value.chars().take(MAX_VALUE_CHARS).collect(),
                owner,
                acted,
            })
        };
        SIGNS.iter().filter_map(found).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A field of an answer, the owner that it names, and whether that acted.
    type Row = (&'static str, &'static str, Option<(&'static str, bool)>);

    const ROWS: &[Row] = &[
        ("cf-mitigated", "challenge", Some(("Cloudflare", true))),
        ("cf-ray", "8f2-FRA", Some(("Cloudflare", false))),
        ("server", "cloudflare", Some(("Cloudflare", false))),
        ("server", "AkamaiGHost", Some(("Akamai", false))),
        ("server", "Sucuri/Cloudproxy", Some(("Sucuri", false))),
        ("server", "nginx", None),
        ("x-amzn-waf-action", "captcha", Some(("AWS WAF", true))),
        ("x-cdn", "Incapsula", Some(("Imperva", false))),
        ("x-cdn", "own", None),
        ("x-datadome", "protected", Some(("DataDome", false))),
        ("x-vercel-mitigated", "deny", Some(("Vercel", true))),
        ("retry-after", "120", Some(("HTTP", false))),
        ("content-type", "text/plain", None),
    ];

    #[test]
    fn a_field_names_its_owner() -> Result<(), Box<dyn std::error::Error>> {
        for (name, value, expected) in ROWS {
            let fields = HeaderMap::from_iter([(name.parse()?, value.parse()?)]);
            let found = ProtectionField::of(&fields);
            let found = found.first().map(|field| (field.owner, field.acted));
            assert_eq!(found, *expected, "{name}: {value}");
        }
        Ok(())
    }
}
