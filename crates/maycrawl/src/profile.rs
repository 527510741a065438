//! Profiles: all differences between Google's code, Google's text before July 2019 and RFC 9309.

use core::fmt;
use core::str::FromStr;

use crate::text::name::{self, UnknownName};

/// How a robots.txt is read: as Google's code reads it, as Google's text before July 2019 says, or as RFC 9309 says.
///
/// A profile is data. The crate has one code path, which reads a field of the profile at each point of difference. So
/// this struct is the complete list of the differences.
///
/// ```
/// use maycrawl::{Profile, RobotsTxt};
///
/// let file = b"User-agent: *\nDissalow: /private\n";
/// assert_eq!(RobotsTxt::parse(file).groups().next().unwrap().rules().count(), 1);
/// assert_eq!(RobotsTxt::parse_with(file, Profile::RFC9309).groups().next().unwrap().rules().count(), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Profile {
    /// The name: `google`, `google-2019` or `rfc9309`.
    pub name: &'static str,

    /// Maximum size of the file, in bytes. The bytes after it are ignored, and a line that the limit cuts is ignored as
    /// a whole. `None`: no limit.
    ///
    /// All profiles: 512,000 bytes (Google, *File format*: "500 kibibytes"; RFC 9309 section 2.5: "at
    /// least 500 kibibytes"). Google's text before July 2019 says "500 KB", and that the bytes after it *may* be
    /// ignored. Reading 12,000 bytes more conforms to that text, and loses no rule. Google's *library* has no limit:
    /// see [`Profile::verbatim`].
    pub size_limit: Option<usize>,

    /// The spellings of a field that are accepted.
    ///
    /// Google's code accepts prefixes, frequent misspellings and a missing colon. RFC 9309 section 2.2 has three fields
    /// and requires the colon.
    pub fields: FieldSpelling,

    /// How the name of the crawler is compared with a `user-agent` value.
    pub agent_names: AgentNames,

    /// `Allow: /dir/index.html` also allows `/dir/` itself. Google's code only.
    pub directory_index: bool,

    /// How percent-escapes are normalized before a pattern and a path are compared.
    pub escapes: Escapes,

    /// The meaning of a pattern that does not begin with `/`.
    pub leading_slash: LeadingSlash,

    /// The conflicts between rules that the profile's documents leave undefined. The longest pattern still decides the
    /// verdict, and an explanation says that other crawlers may decide differently.
    pub undefined_conflicts: UndefinedConflicts,

    /// `/robots.txt` may always be fetched: RFC 9309 section 2.2.2, last paragraph. Google's code has no
    /// such exception.
    pub robots_txt_itself_allowed: bool,
}

/// The spellings of a field that are accepted. Part of [`Profile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldSpelling {
    /// As google/robotstxt: `Disallowed:` is `disallow`, because keys are compared by prefix. `dissallow`, `useragent`,
    /// `site-map` and a few more misspellings are accepted. `Disallow /x` without a colon is accepted if the line has
    /// exactly two words.
    Lenient,
    /// As RFC 9309 section 2.2: the name of the field, in upper or lower case, and a colon.
    Strict,
}

/// How the name of the crawler is compared with a `user-agent` value. Part of [`Profile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AgentNames {
    /// A name that is a legal product token (letters, `-`, `_`) is compared as google/robotstxt compares it. Any other
    /// name (`AI2Bot`) would never find its own group that way, because google/robotstxt cuts the value in the file at
    /// the first other byte (`AI`). So such a name is also compared with the value up to its first white space or `/`.
    /// This is the safe choice: the crawler obeys more rules.
    AlsoByName,
    /// Exactly as google/robotstxt: the value in the file is cut, but the name of the crawler is not.
    Verbatim,
}

/// How percent-escapes are normalized before comparison. Part of [`Profile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Escapes {
    /// As google/robotstxt: in a pattern `%aa` becomes `%AA` and bytes above 0x7F become `%XX`. Nothing is decoded, and
    /// the URL is not changed.
    UpperCased,
    /// As RFC 9309 section 2.2.2: on both sides bytes above 0x7F are escaped, escapes of unreserved
    /// characters are decoded, and `%2A` and `%24` in a pattern stand for a literal `*` and `$`.
    ///
    /// The second row of the table in that section, which escapes reserved characters inside a query, is not followed.
    /// In a pattern with a wildcard it is unknown where the query begins. So the pattern and the path could be
    /// normalized differently, and the rule would not match.
    UnreservedDecoded,
}

/// The meaning of a pattern that does not begin with `/`. Part of [`Profile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LeadingSlash {
    /// The pattern is used as written: `fish/` matches nothing, because every path begins with `/`; `*fish/` matches.
    Required,
    /// A `/` is added at the start, and counts for the length: `fish/` is `/fish/`. (Google's text before July 2019:
    /// "if it does not begin with a `/`, crawlers assume that one is there".) An empty pattern stays empty.
    Assumed,
}

/// The conflicts between an `allow` and a `disallow` rule that the documents leave undefined. Part of [`Profile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UndefinedConflicts {
    /// No conflicts. RFC 9309 section 2.2.2 compares octets, for all rules.
    None,
    /// Conflicts of two rules that cross (each matches a path that the other does not), if one of them has a `*`.
    /// Google's documents of 2019 to 2021, *Order of precedence for group-member lines*: the table gives `/page`
    /// against `/*.htm` the verdict "undefined", although the text says that the least restrictive rule is used.
    CrossingWildcards,
    /// Conflicts in which one of the rules has a `*`. Google's text before July 2019: "the order of precedence for
    /// rules with wildcards is undefined". Its table decides `/$` against `/`, so a final `$` alone is not such a
    /// wildcard.
    AnyWildcard,
}

impl Profile {
    /// Every profile, the default first.
    pub const ALL: [Self; 3] = [Self::GOOGLE, Self::GOOGLE_2019, Self::RFC9309];

    /// The same verdict and the same deciding line as google/robotstxt for every input. The default.
    pub const GOOGLE: Self = Self {
        name: "google",
        size_limit: Some(500 * 1024),
        fields: FieldSpelling::Lenient,
        agent_names: AgentNames::AlsoByName,
        directory_index: true,
        escapes: Escapes::UpperCased,
        leading_slash: LeadingSlash::Required,
        undefined_conflicts: UndefinedConflicts::CrossingWildcards,
        robots_txt_itself_allowed: false,
    };

    /// Google's specification as it was before July 2019.
    ///
    /// It assumes the slash at the start of a path without one, and leaves undefined which rule wins if one has a
    /// wildcard. In everything else that the text leaves undefined, this profile follows Google's current code:
    /// misspelt fields are accepted. The text does not mention the index page of a directory, so it does not allow the
    /// directory.
    ///
    /// ```
    /// use maycrawl::{Crawler, Profile, RequestUrl, RobotsTxt};
    ///
    /// let file = b"User-agent: *\nDisallow: fish/\n";
    /// let may = |profile| {
    ///     let rules = RobotsTxt::parse_with(file, profile).rules_for(&Crawler::GOOGLEBOT);
    ///     rules.check(&RequestUrl::parse("https://example.com/fish/salmon.html").unwrap()).is_allowed()
    /// };
    /// assert!(may(Profile::GOOGLE) && !may(Profile::GOOGLE_2019));
    /// ```
    pub const GOOGLE_2019: Self = Self {
        name: "google-2019",
        directory_index: false,
        leading_slash: LeadingSlash::Assumed,
        undefined_conflicts: UndefinedConflicts::AnyWildcard,
        ..Self::GOOGLE
    };

    /// The published text of RFC 9309 (September 2022).
    pub const RFC9309: Self = Self {
        name: "rfc9309",
        size_limit: Some(500 * 1024),
        fields: FieldSpelling::Strict,
        agent_names: AgentNames::AlsoByName,
        directory_index: false,
        escapes: Escapes::UnreservedDecoded,
        leading_slash: LeadingSlash::Required,
        undefined_conflicts: UndefinedConflicts::None,
        robots_txt_itself_allowed: true,
    };

    /// This profile without the additions of maycrawl: it has no size limit, and compares the names of crawlers only as
    /// [`AgentNames::Verbatim`].
    ///
    /// `Profile::GOOGLE.verbatim()` behaves exactly like the library google/robotstxt.
    ///
    /// ```
    /// use maycrawl::{Crawler, Profile, as_written, check_once};
    ///
    /// let file = b"User-agent: AI2Bot\nDisallow: /\n";
    /// let may = |profile| check_once(file, &Crawler::from_token("AI2Bot"), as_written("/"), profile).is_allowed();
    /// // google/robotstxt reads `AI` in the file, so this crawler would never find its group.
    /// assert!(may(Profile::GOOGLE.verbatim()) && !may(Profile::GOOGLE));
    /// ```
    #[must_use]
    pub const fn verbatim(mut self) -> Self {
        self.size_limit = None;
        self.agent_names = AgentNames::Verbatim;
        self
    }

    /// The profile with this name: `google`, `google-2019` or `rfc9309`. Case does not matter. `None` for other names.
    ///
    /// ```
    /// assert_eq!(maycrawl::Profile::by_name("RFC9309"), Some(maycrawl::Profile::RFC9309));
    /// assert_eq!(maycrawl::Profile::by_name("bing"), None);
    /// ```
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.name.eq_ignore_ascii_case(name))
    }
}

impl Default for Profile {
    fn default() -> Self {
        Self::GOOGLE
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl FromStr for Profile {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        name::parse("profile", text, &Self::ALL, |one| one.name)
    }
}
